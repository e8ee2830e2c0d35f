/* probe.c - which edges carry a counter, and how the others are derived.
 *
 * Nodes are the blocks where flow is conserved; all others, and the outside,
 * are the ground. A block entered by edges that no code can be put on (a
 * computed goto) has a meter: a counter of its entries. Such a block is two
 * nodes, its gate (edges in, meter out) and itself (meter in, edges out); flow
 * is always conserved at the gate.
 *
 * Kruskal's algorithm picks the tree of derived edges, heaviest first, where
 * weight is a guess at frequency from loop depth; then leaves are peeled to
 * find the order of derivation.
 */
#include "program/probe.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A derivation: the edge's count is the sum of its terms, which are counts of
 * edges or, for meters, counters. */
struct ProbeStep {
    uint32_t edge;
    uint32_t term, nterms; /* in plan->terms */
};

struct ProbeTerm {
    uint32_t index; /* edge, or counter of a meter */
    bool meter;
    bool minus;
};

typedef struct ProbeLink ProbeLink; /* an edge or a meter between two nodes */
struct ProbeLink {
    uint32_t a, b;  /* nodes, 0 is the ground */
    uint32_t edge;  /* PROGRAM_NONE for a meter */
    uint32_t block; /* of a meter */
    uint64_t weight;
    bool derived;
};

typedef struct ProbePlanner ProbePlanner;
struct ProbePlanner {
    const Program *p;
    bool all; /* count every edge that can be */
    const ProgramFunction *f;
    ProbePlan *plan;
    VEC(ProbeLink) links;
    VEC(struct ProbeStep) steps;
    VEC(struct ProbeTerm) terms;
    VEC(uint32_t) leaves; /* work list when peeling */
    /* Per block: edges out, edges in, edges out that stay in its loop. */
    struct {
        uint32_t *leaving, *entering, *staying;
    } edges;
    struct {
        uint32_t n;
        uint32_t *parent; /* union-find */
        uint32_t *degree; /* derived links left at it */
        uint32_t *first;  /* of its links: at[first[n]] .. */
        uint32_t *at;
    } nodes;
    bool *known; /* per link: counted, or derived by an earlier step */
};

/* ORDER NODES: ground 0, block i is 1 + 2i, its gate 2 + 2i (function-local) */
static uint32_t
node_of(const ProbePlanner *pl, uint32_t block, bool entering)
{
    if (block == PROGRAM_NONE)
        return 0;
    const ProgramBlock *b = &pl->p->blocks[block];
    uint32_t local = block - pl->f->block;
    if (entering && (b->flags & BLOCK_LANDING))
        return 2 + 2 * local;
    return b->flags & BLOCK_UNSAFE ? 0 : 1 + 2 * local;
}

static uint32_t
find(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Does control that enters this block surely not leave the function by a
 * return soon: a call that does not come back (a failed check, usage())? */
static bool
is_dead_end(const ProbePlanner *pl, uint32_t block)
{
    return block != PROGRAM_NONE && (pl->p->blocks[block].flags &
                                     (BLOCK_EXIT | BLOCK_RETURN)) == BLOCK_EXIT;
}

/* An edge is as deep in loops as the shallower of its ends. */
static uint32_t
edge_depth(const ProbePlanner *pl, const ProgramEdge *e)
{
    const ProgramBlock *blocks = pl->p->blocks;

    if (e->from == PROGRAM_NONE || e->to == PROGRAM_NONE)
        return 0;
    return blocks[e->from].depth < blocks[e->to].depth ? blocks[e->from].depth
                                                       : blocks[e->to].depth;
}

/* A guess at what counting the edge would cost: how often it is taken (loop
 * depth; a branch goes all ways that stay in the loop alike, and seldom to a
 * dead end) times the instructions it takes (a jump more where a block must be
 * put on the edge). */
static uint64_t
weight_of(const ProbePlanner *pl, const ProgramEdge *e)
{
    uint32_t depth = edge_depth(pl, e), from = e->from - pl->f->block;
    uint64_t weight = (uint64_t)1024 << (3 * (depth < 12 ? depth : 12));

    if (e->kind == EDGE_INDIRECT)
        return UINT64_MAX; /* must be derived */
    if (e->from == PROGRAM_NONE || e->to == PROGRAM_NONE)
        return weight;
    if (is_dead_end(pl, e->to))
        return 1;
    bool alone = pl->edges.leaving[from] == 1;
    bool only = pl->edges.entering[e->to - pl->f->block] == 1;
    uint32_t inner = pl->p->blocks[e->from].depth;
    uint32_t ways =
        depth == inner ? pl->edges.staying[from] : pl->edges.leaving[from];
    return weight / ways * (alone || only ? 1 : 2);
}

static int
heavier(const void *x, const void *y)
{
    const ProbeLink *a = x, *b = y;

    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static void
collect_links(ProbePlanner *pl)
{
    const ProgramFunction *f = pl->f;

    size_t bytes = f->nblocks * sizeof *pl->edges.leaving;

    pl->links.n = 0;
    pl->edges.leaving =
        memset(mem_resize(pl->edges.leaving, bytes, 1), 0, bytes);
    pl->edges.entering =
        memset(mem_resize(pl->edges.entering, bytes, 1), 0, bytes);
    pl->edges.staying =
        memset(mem_resize(pl->edges.staying, bytes, 1), 0, bytes);
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        const ProgramEdge *e = &pl->p->edges[i];
        if (e->from != PROGRAM_NONE)
            pl->edges.leaving[e->from - f->block]++;
        if (e->from != PROGRAM_NONE &&
            edge_depth(pl, e) == pl->p->blocks[e->from].depth &&
            !is_dead_end(pl, e->to))
            pl->edges.staying[e->from - f->block]++;
        if (e->to != PROGRAM_NONE)
            pl->edges.entering[e->to - f->block]++;
    }
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        const ProgramEdge *e = &pl->p->edges[i];
        vec_push(&pl->links, (ProbeLink){.a = node_of(pl, e->from, false),
                                         .b = node_of(pl, e->to, true),
                                         .edge = i,
                                         .weight = weight_of(pl, e)});
    }
    for (uint32_t i = f->block; i < f->block + f->nblocks; i++)
        if (pl->p->blocks[i].flags & BLOCK_LANDING)
            vec_push(&pl->links, (ProbeLink){.a = 2 + 2 * (i - f->block),
                                             .b = node_of(pl, i, false),
                                             .edge = PROGRAM_NONE,
                                             .block = i});
}

static void
choose_tree(ProbePlanner *pl)
{
    assert(pl->links.n > 0); /* the entry at least */
    qsort(pl->links.at, pl->links.n, sizeof *pl->links.at, heavier);
    for (uint32_t i = 0; i < pl->nodes.n; i++)
        pl->nodes.parent[i] = i;
    for (size_t i = 0; i < pl->links.n; i++) {
        ProbeLink *l = &pl->links.at[i];
        uint32_t a = find(pl->nodes.parent, l->a),
                 b = find(pl->nodes.parent, l->b);
        if (l->edge == PROGRAM_NONE || a == b || pl->all)
            continue;
        pl->nodes.parent[a] = b;
        l->derived = true;
    }
    /* Edges that no code can be put on are derived all the same. */
    for (size_t i = 0; i < pl->links.n; i++) {
        ProbeLink *l = &pl->links.at[i];
        uint32_t a = find(pl->nodes.parent, l->a),
                 b = find(pl->nodes.parent, l->b);
        if (l->edge != PROGRAM_NONE && pl->all &&
            pl->p->edges[l->edge].kind == EDGE_INDIRECT && a != b) {
            pl->nodes.parent[a] = b;
            l->derived = true;
        }
    }
}

static void
index_links(ProbePlanner *pl)
{
    size_t n = pl->links.n;

    pl->nodes.first =
        mem_resize(pl->nodes.first, pl->nodes.n + 1, sizeof *pl->nodes.first);
    pl->nodes.degree =
        mem_resize(pl->nodes.degree, pl->nodes.n, sizeof *pl->nodes.degree);
    pl->nodes.at = mem_resize(pl->nodes.at, 2 * n, sizeof *pl->nodes.at);
    pl->known = mem_resize(pl->known, n, sizeof *pl->known);
    memset(pl->nodes.first, 0, (pl->nodes.n + 1) * sizeof *pl->nodes.first);
    memset(pl->nodes.degree, 0, pl->nodes.n * sizeof *pl->nodes.degree);
    for (size_t i = 0; i < n; i++) {
        const ProbeLink *l = &pl->links.at[i];
        pl->known[i] = !l->derived;
        pl->nodes.degree[l->a] += l->derived;
        pl->nodes.degree[l->b] += l->derived;
        pl->nodes.first[l->a + 1]++;
        pl->nodes.first[l->b + 1]++;
    }
    for (uint32_t i = 0; i < pl->nodes.n; i++)
        pl->nodes.first[i + 1] += pl->nodes.first[i];
    for (size_t i = n; i-- > 0;) { /* fills from the back, restores first[] */
        pl->nodes.at[--pl->nodes.first[pl->links.at[i].a + 1]] = (uint32_t)i;
        pl->nodes.at[--pl->nodes.first[pl->links.at[i].b + 1]] = (uint32_t)i;
    }
    /* first[k + 1] now holds the start of node k */
    memmove(pl->nodes.first, pl->nodes.first + 1,
            pl->nodes.n * sizeof *pl->nodes.first);
    pl->nodes.first[pl->nodes.n] = (uint32_t)(2 * n);
}

/* Flow is conserved at `node`, where all links but `unknown` are known. */
static void
add_step(ProbePlanner *pl, uint32_t node, uint32_t unknown)
{
    const ProbeLink *u = &pl->links.at[unknown];
    struct ProbeStep step = {.edge = u->edge, .term = (uint32_t)pl->terms.n};

    for (uint32_t i = pl->nodes.first[node]; i < pl->nodes.first[node + 1];
         i++) {
        const ProbeLink *l = &pl->links.at[pl->nodes.at[i]];
        if (pl->nodes.at[i] == unknown || l->a == l->b)
            continue;
        bool meter = l->edge == PROGRAM_NONE;
        uint32_t index = meter ? pl->plan->meter[l->block] : l->edge;
        vec_push(&pl->terms,
                 (struct ProbeTerm){.index = index,
                                    .meter = meter,
                                    /* same direction as the unknown */
                                    .minus = (l->a == node) == (u->a == node)});
    }
    step.nterms = (uint32_t)pl->terms.n - step.term;
    vec_push(&pl->steps, step);
}

/* Peel leaves off the tree: a node with one derived link left gives it. */
static void
order_steps(ProbePlanner *pl)
{
    index_links(pl);
    pl->leaves.n = 0;
    for (uint32_t i = 1; i < pl->nodes.n; i++)
        if (pl->nodes.degree[i] == 1)
            vec_push(&pl->leaves, i);
    while (pl->leaves.n > 0) {
        uint32_t node = vec_pop(&pl->leaves), k = pl->nodes.first[node];
        if (pl->nodes.degree[node] != 1)
            continue;
        while (pl->known[pl->nodes.at[k]])
            k++;
        uint32_t link = pl->nodes.at[k];
        const ProbeLink *l = &pl->links.at[link];
        add_step(pl, node, link);
        pl->known[link] = true;
        pl->nodes.degree[l->a]--;
        pl->nodes.degree[l->b]--;
        uint32_t other = l->a == node ? l->b : l->a;
        if (other != 0 && pl->nodes.degree[other] == 1)
            vec_push(&pl->leaves, other);
    }
}

static void
plan_function(ProbePlanner *pl)
{
    ProbePlan *plan = pl->plan;

    pl->nodes.n = 1 + 2 * pl->f->nblocks;
    pl->nodes.parent =
        mem_resize(pl->nodes.parent, pl->nodes.n, sizeof *pl->nodes.parent);
    collect_links(pl);
    choose_tree(pl);
    for (uint32_t i = 0; i < pl->f->nedges; i++) /* in edge order */
        plan->edge[pl->f->edge + i] = 0;
    for (size_t i = 0; i < pl->links.n; i++)
        if (pl->links.at[i].derived)
            plan->edge[pl->links.at[i].edge] = PROGRAM_NONE;
    for (uint32_t i = 0; i < pl->f->nedges; i++) {
        uint32_t e = pl->f->edge + i;
        if (plan->edge[e] != PROGRAM_NONE)
            plan->edge[e] = plan->nprobes++;
    }
    for (uint32_t i = 0; i < pl->f->nblocks; i++) {
        uint32_t b = pl->f->block + i;
        plan->meter[b] = pl->p->blocks[b].flags & BLOCK_LANDING
                             ? plan->nprobes++
                             : PROGRAM_NONE;
    }
    order_steps(pl);
}

void
probe_plan(const Program *p, bool all, ProbePlan *plan)
{
    ProbePlanner pl = {.p = p, .all = all || p->threaded, .plan = plan};

    *plan = (ProbePlan){
        .edge = mem_zalloc(p->n.edges, sizeof *plan->edge),
        .meter = mem_zalloc(p->n.blocks, sizeof *plan->meter),
        .first = mem_zalloc((size_t)p->n.functions + 1, sizeof *plan->first),
        .program = p,
    };
    for (uint32_t i = 0; i < p->n.functions; i++) {
        pl.f = &p->functions[i];
        plan->first[i] = (uint32_t)pl.steps.n;
        plan_function(&pl);
    }
    plan->first[p->n.functions] = (uint32_t)pl.steps.n;
    plan->steps = pl.steps.at;
    plan->nsteps = (uint32_t)pl.steps.n;
    plan->terms = pl.terms.at;
    vec_done(&pl.links);
    vec_done(&pl.leaves);
    free(pl.edges.leaving);
    free(pl.edges.entering);
    free(pl.edges.staying);
    free(pl.nodes.parent);
    free(pl.nodes.degree);
    free(pl.nodes.first);
    free(pl.nodes.at);
    free(pl.known);
}

void
probe_done(ProbePlan *plan)
{
    free(plan->edge);
    free(plan->meter);
    free(plan->steps);
    free(plan->first);
    free(plan->terms);
    *plan = (ProbePlan){0};
}

/* Edges in [edge, end), by steps in [step, last). */
static bool
derive(const ProbePlan *plan, uint32_t edge, uint32_t end, uint32_t step,
       uint32_t last, const uint64_t *counters, uint64_t *edges)
{
    bool consistent = true;

    for (uint32_t i = edge; i < end; i++)
        edges[i] = plan->edge[i] == PROGRAM_NONE ? 0 : counters[plan->edge[i]];
    for (uint32_t i = step; i < last; i++) {
        const struct ProbeStep *s = &plan->steps[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < s->nterms; k++) {
            const struct ProbeTerm *t = &plan->terms[s->term + k];
            uint64_t v = t->meter ? counters[t->index] : edges[t->index];
            sum = t->minus ? sum - v : sum + v;
        }
        consistent = consistent && (int64_t)sum >= 0;
        edges[s->edge] = (int64_t)sum > 0 ? sum : 0;
    }
    return consistent;
}

bool
probe_derive(const ProbePlan *plan, const uint64_t *counters, uint64_t *edges)
{
    return derive(plan, 0, plan->program->n.edges, 0, plan->nsteps, counters,
                  edges);
}

bool
probe_derive_function(const ProbePlan *plan, uint32_t function,
                      const uint64_t *counters, uint64_t *edges)
{
    const ProgramFunction *f = &plan->program->functions[function];

    return derive(plan, f->edge, f->edge + f->nedges, plan->first[function],
                  plan->first[function + 1], counters, edges);
}
