/* spectrum.c - how many failing and passing runs covered what. */
#include "spectrum/spectrum.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Taken off the flow of a block whose true outflow is not known. */
#define MUCH (INT64_MAX / 4)

static void
hit(Hits *h, Verdict v)
{
    if (v == VERDICT_FAIL)
        h->ef++;
    else
        h->ep++;
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
            hit(&hits[c->index[i]], (Verdict)s->use[r]);
    }
    return hits;
}

/* What one run left in the blocks: its inflow minus its outflow. */
typedef struct Flow Flow;
struct Flow {
    int64_t *of;       /* per block, 0 between runs */
    uint32_t *seen;    /* per block: last run that entered it, plus 1 */
    uint32_t *entered; /* blocks of this run */
    uint32_t nentered;
    bool *open; /* blocks whose outflow is not told by counts */
};

static void
count_run(Spectrum *s, uint32_t r, Flow *f)
{
    const Counted *c = &s->runs->edges;
    const ProgramEdge *edges = s->runs->program->edges;
    Verdict v = (Verdict)s->use[r];

    f->nentered = 0;
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
        const ProgramEdge *e = &edges[c->index[i]];
        hit(&s->edges[c->index[i]], v);
        if (e->from != PROGRAM_NONE)
            f->of[e->from] -= c->count[i] == UINT32_MAX ? MUCH : c->count[i];
        if (e->to == PROGRAM_NONE)
            continue;
        f->of[e->to] += c->count[i];
        if (f->seen[e->to] != r + 1) {
            f->seen[e->to] = r + 1;
            f->entered[f->nentered++] = e->to;
            hit(&s->blocks[e->to], v);
        }
    }
    for (uint32_t i = 0; i < f->nentered; i++) {
        uint32_t b = f->entered[i];
        if (f->of[b] > 0 && !f->open[b])
            hit(&s->ends[b], v);
        f->of[b] = 0;
    }
    /* A block left but never entered would be a contradiction; forget it. */
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++)
        if (edges[c->index[i]].from != PROGRAM_NONE)
            f->of[edges[c->index[i]].from] = 0;
}

static void
count_program(Spectrum *s)
{
    const Program *p = s->runs->program;
    Flow f = {
        .of = mem_zalloc(p->nblocks + 1, sizeof *f.of),
        .seen = mem_zalloc(p->nblocks + 1, sizeof *f.seen),
        .entered = mem_zalloc(p->nblocks + 1, sizeof *f.entered),
        .open = mem_zalloc(p->nblocks + 1, sizeof *f.open),
    };

    s->edges = ARENA_ARRAY(&s->arena, Hits, p->nedges);
    s->blocks = ARENA_ARRAY(&s->arena, Hits, p->nblocks);
    s->ends = ARENA_ARRAY(&s->arena, Hits, p->nblocks);
    for (uint32_t b = 0; b < p->nblocks; b++)
        f.open[b] = p->threaded;
    for (uint32_t e = 0; e < p->nedges; e++)
        if (p->edges[e].kind == EDGE_INDIRECT &&
            p->edges[e].from != PROGRAM_NONE)
            f.open[p->edges[e].from] = true;
    for (uint32_t r = 0; r < s->runs->nruns; r++)
        if (s->use[r] != VERDICT_UNKNOWN)
            count_run(s, r, &f);
    free(f.of);
    free(f.seen);
    free(f.entered);
    free(f.open);
}

void
spectrum_init(Spectrum *s, const Runs *runs, const uint32_t *failing,
              size_t nfailing)
{
    size_t next = 0;

    *s = (Spectrum){.runs = runs};
    s->use = ARENA_ARRAY(&s->arena, uint8_t, runs->nruns + 1);
    for (uint32_t r = 0; r < runs->nruns; r++) {
        Verdict v = runs->runs[r].verdict;
        bool chosen = next < nfailing && failing[next] == r;
        next += chosen;
        if (runs->runs[r].lost || (v == VERDICT_FAIL && failing && !chosen))
            v = VERDICT_UNKNOWN;
        s->use[r] = (uint8_t)v;
        s->nfailed += v == VERDICT_FAIL;
        s->npassed += v == VERDICT_PASS;
    }
    assert(next == nfailing);
    if (!runs->program) {
        s->lines = count_plain(s, &runs->lines, runs->nlines);
        return;
    }
    count_program(s);
    if (runs->has_returns)
        s->returns = count_plain(s, &runs->returns, runs->program->nreturns);
}

void
spectrum_done(Spectrum *s)
{
    arena_done(&s->arena);
    *s = (Spectrum){0};
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
                    hit(&hits[entity], (Verdict)s->use[r]);
                }
            }
        }
    }
    free(seen);
}

uint32_t
spectrum_nunits(const Spectrum *s)
{
    return s->runs->program ? s->runs->program->nblocks : s->runs->nlines;
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
    const Counted *c = p ? &s->runs->edges : &s->runs->lines;
    uint32_t n = 0;

    if (!p) {
        for (uint64_t i = c->start[run]; i < c->start[run + 1]; i++, n++)
            index[n] = c->index[i], count[n] = c->count[i];
        return n;
    }
    uint64_t *in = mem_zalloc(p->nblocks + 1, sizeof *in);
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
