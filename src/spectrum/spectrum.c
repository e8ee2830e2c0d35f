/* spectrum.c - how many failing and passing runs covered what. */
#include "spectrum/spectrum.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Taken off the flow of a block whose true outflow is not known. */
#define MUCH ((int64_t)1 << 40)

static inline void
hit(Hits *h, Verdict v)
{
    h->ef += v == VERDICT_FAIL;
    h->ep += v == VERDICT_PASS;
}

/* Hits of the counted things themselves. */
static Hits *
count_plain(Spectrum *s, const Counted *c, uint32_t n)
{
    Hits *hits = ARENA_ARRAY(&s->arena, Hits, n);

    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] == VERDICT_UNKNOWN)
            continue;
        for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++)
            hit(&hits[c->index[i]], s->use[r]);
    }
    return hits;
}

/* One run's way through one block. */
typedef struct Node Node;
struct Node {
    int64_t flow;     /* inflow minus outflow; 0 between runs */
    uint32_t entered; /* last run that entered it, plus 1 */
    uint32_t left;    /* last run that left it, plus 1 */
};

typedef struct FlowPass FlowPass;
struct FlowPass {
    Node *nodes;         /* per block, and one for the outside */
    uint32_t *from, *to; /* per edge; nblocks: outside */
    uint32_t *blocks;    /* that the run entered */
    uint32_t *leavers;   /* ... and left */
};

/* Clear the flow of all blocks the run left, entered or not. */
static void
forget_run(const FlowPass *p, const Counted *c, uint32_t r)
{
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++)
        p->nodes[p->from[c->index[i]]].flow = 0;
}

/* The inner loop has no branches: coverage is hard to predict. */
static void
count_run(Spectrum *s, uint32_t r, const FlowPass *p)
{
    const Counted *c = &s->runs->edges;
    uint32_t outside = s->runs->program->n.blocks, n = 0, m = 0;
    Verdict v = s->use[r];

    p->nodes[outside].entered = p->nodes[outside].left = r + 1; /* unlisted */
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
        uint32_t e = c->index[i], count = c->count[i];
        Node *to = &p->nodes[p->to[e]], *from = &p->nodes[p->from[e]];
        hit(&s->edges[e], v);
        from->flow -= count == UINT32_MAX ? MUCH : count;
        p->leavers[m] = p->from[e];
        m += from->left != r + 1;
        from->left = r + 1;
        to->flow += count;
        p->blocks[n] = p->to[e];
        n += to->entered != r + 1;
        to->entered = r + 1;
    }
    int64_t rest = p->nodes[outside].flow;
    p->nodes[outside].flow = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = p->blocks[i];
        hit(&s->blocks[b], v);
        if (p->nodes[b].flow > 0 && !s->open[b])
            hit(&s->ends[b], v);
        rest += p->nodes[b].flow;
        p->nodes[b].flow = 0;
    }
    for (uint32_t i = 0; i < m; i++)
        hit(&s->left[p->leavers[i]], v);
    if (rest != 0) /* some flow is in blocks that were left, never entered */
        forget_run(p, c, r);
}

static void
pass_init(FlowPass *p, const Program *of)
{
    size_t n = (size_t)of->n.blocks + 1;

    *p = (FlowPass){
        .nodes = mem_zalloc(n, sizeof *p->nodes),
        .from = mem_zalloc((size_t)of->n.edges + 1, sizeof *p->from),
        .to = mem_zalloc((size_t)of->n.edges + 1, sizeof *p->to),
        .blocks = mem_zalloc(n + 1, sizeof *p->blocks),
        .leavers = mem_zalloc(n + 1, sizeof *p->leavers),
    };
    for (uint32_t i = 0; i < of->n.edges; i++) {
        const ProgramEdge *e = &of->edges[i];
        p->from[i] = e->from == PROGRAM_NONE ? of->n.blocks : e->from;
        p->to[i] = e->to == PROGRAM_NONE ? of->n.blocks : e->to;
    }
}

static void
pass_done(FlowPass *p)
{
    free(p->nodes);
    free(p->from);
    free(p->to);
    free(p->blocks);
    free(p->leavers);
}

static void
count_program(Spectrum *s)
{
    const Program *p = s->runs->program;
    FlowPass pass;

    pass_init(&pass, p);
    s->edges = ARENA_ARRAY(&s->arena, Hits, p->n.edges);
    s->blocks = ARENA_ARRAY(&s->arena, Hits, p->n.blocks);
    s->left = ARENA_ARRAY(&s->arena, Hits, p->n.blocks);
    s->ends = ARENA_ARRAY(&s->arena, Hits, p->n.blocks);
    s->open = ARENA_ARRAY(&s->arena, bool, p->n.blocks);
    for (uint32_t b = 0; b < p->n.blocks; b++)
        s->open[b] = p->threaded;
    for (uint32_t i = 0; i < p->n.edges; i++)
        if (p->edges[i].kind == EDGE_INDIRECT &&
            p->edges[i].from != PROGRAM_NONE)
            s->open[p->edges[i].from] = true;
    for (uint32_t r = 0; r < s->runs->nruns; r++)
        if (s->use[r] != VERDICT_UNKNOWN)
            count_run(s, r, &pass);
    pass_done(&pass);
}

void
spectrum_init(Spectrum *s, const Runs *runs, const uint32_t *failing,
              size_t nfailing)
{
    size_t next = 0;

    *s = (Spectrum){.runs = runs};
    s->use = ARENA_ARRAY(&s->arena, Verdict, (size_t)runs->nruns + 1);
    for (uint32_t r = 0; r < runs->nruns; r++) {
        Verdict v = runs->runs[r].verdict;
        bool chosen = next < nfailing && failing[next] == r;
        next += chosen;
        if (runs->runs[r].lost || (v == VERDICT_FAIL && failing && !chosen))
            v = VERDICT_UNKNOWN;
        s->use[r] = v;
        s->nfailed += v == VERDICT_FAIL;
        s->npassed += v == VERDICT_PASS;
    }
    assert(next == nfailing);
    if (!runs->program) {
        s->lines = count_plain(s, &runs->foreign.lines, runs->foreign.nlines);
        return;
    }
    count_program(s);
    if (runs->has_returns)
        s->returns = count_plain(s, &runs->returns, runs->program->n.values);
}

void
spectrum_done(Spectrum *s)
{
    arena_done(&s->arena);
    *s = (Spectrum){0};
}

bool
spectrum_is_tail(const Spectrum *s, uint32_t statement)
{
    const Program *p = s->runs->program;
    uint32_t b = p->statements[statement].block;

    return !s->open[b] &&
           statement - p->blocks[b].statement >= p->blocks[b].nreached;
}

void
spectrum_fan(const Spectrum *s, const Counted *c, const Fan *fan, uint32_t n,
             Hits *hits)
{
    uint32_t *seen = mem_zalloc((size_t)n + 1, sizeof *seen);

    memset(hits, 0, n * sizeof *hits);
    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] == VERDICT_UNKNOWN)
            continue;
        for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
            uint32_t thing = c->index[i];
            for (uint32_t k = fan->begin[thing]; k < fan->end[thing]; k++) {
                uint32_t entity = fan->to[k];
                assert(entity < n);
                if (seen[entity] != r + 1) {
                    seen[entity] = r + 1;
                    hit(&hits[entity], s->use[r]);
                }
            }
        }
    }
    free(seen);
}

uint32_t
spectrum_nunits(const Spectrum *s)
{
    return s->runs->program ? s->runs->program->n.blocks
                            : s->runs->foreign.nlines;
}

static int
by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

uint32_t
spectrum_units(const Spectrum *s, uint32_t run, uint32_t *index,
               uint64_t *count)
{
    const Program *p = s->runs->program;
    const Counted *c = p ? &s->runs->edges : &s->runs->foreign.lines;
    uint32_t n = 0;

    if (!p) {
        for (uint64_t i = c->start[run]; i < c->start[run + 1]; i++, n++)
            index[n] = c->index[i], count[n] = c->count[i];
        return n;
    }
    uint64_t *in = mem_zalloc(p->n.blocks + 1, sizeof *in);
    for (uint64_t i = c->start[run]; i < c->start[run + 1]; i++) {
        uint32_t to = p->edges[c->index[i]].to;
        if (to == PROGRAM_NONE)
            continue;
        if (!in[to])
            index[n++] = to;
        in[to] += c->count[i];
    }
    qsort(index, n, sizeof *index, by_number);
    for (uint32_t i = 0; i < n; i++)
        count[i] = in[index[i]];
    free(in);
    return n;
}
