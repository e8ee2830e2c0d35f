/* across.c - summary control dependences between functions.
 *
 * Three sets of branches for every node of memory: those of definitions in its
 * own function, those of definitions in callees, which come out of calls, and
 * those of callers, which come in by the entry. The last never go out again, so
 * each is found after the one before it: nodes that reach one another have the
 * same set, and components of these are gone through once, in the order of
 * the flow. Most sets are alike; each is kept once.
 */
#include "program/across.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "program/pset.h"
#include "program/scc.h"

#include <stdlib.h>
#include <string.h>

/* Sets by number, no two alike; 0 is the empty one. */
typedef struct AcrossSets AcrossSets;
struct AcrossSets {
    VEC(PSet) at;
    Map index;  /* by their words' hash */
    Map unions; /* of two */
};

typedef struct AcrossWork AcrossWork;
struct AcrossWork {
    const Sdg *g;
    const Control *control;
    uint32_t nmemories;
    AcrossSets sets;
    uint32_t *own, *below, *above; /* per memory node: its set */
    uint32_t *closed; /* per block: the set of branches that a chain of control
                         dependences leads from, plus one; 0: not found yet */
};

/* The number of a set like this one, which is taken. */
static uint32_t
keep_set(AcrossSets *sets, PSet *set)
{
    uint64_t hash = hash_bytes(set->at, set->n * sizeof *set->at);
    uint32_t number = (uint32_t)sets->at.n;
    uint32_t known =
        set->n ? *map_put(&sets->index, &hash, sizeof hash, number) : 0;

    if (known < number && sets->at.at[known].n == set->n &&
        (set->n == 0 || memcmp(sets->at.at[known].at, set->at,
                               set->n * sizeof *set->at) == 0)) {
        pset_done(set);
        return known;
    }
    vec_push(&sets->at, *set); /* two with one hash are never met again */
    return number;
}

static uint32_t
unite(AcrossSets *sets, uint32_t a, uint32_t b)
{
    uint32_t pair[2] = {a < b ? a : b, a < b ? b : a};

    if (pair[0] == 0 || a == b)
        return pair[1];
    uint32_t *known = map_put(&sets->unions, pair, sizeof pair, PROGRAM_NONE);
    if (*known != PROGRAM_NONE)
        return *known;
    PSet both = {0};
    pset_or(&both, &sets->at.at[a]);
    uint32_t result = a;
    if (pset_or(&both, &sets->at.at[b]))
        result = keep_set(sets, &both);
    else
        pset_done(&both);
    return *known = result; /* no other was put in since */
}

/* needs: a block. Its branches, found when they are asked for first. */
static uint32_t
close_block(AcrossWork *w, uint32_t block)
{
    const Control *c = w->control;
    VEC(uint32_t) todo = {0};
    PSet set = {0};

    if (w->closed[block])
        return w->closed[block] - 1;
    vec_push(&todo, block);
    while (todo.n) {
        uint32_t b = vec_pop(&todo);
        for (uint32_t k = c->first[b]; k < c->first[b + 1]; k++)
            if (pset_add(&set, c->deps[k].branch))
                vec_push(&todo, c->deps[k].branch);
    }
    vec_done(&todo);
    w->closed[block] = keep_set(&w->sets, &set) + 1;
    return w->closed[block] - 1;
}

/* Definitions by instructions, and calls that may define. */
static void
add_definitions(AcrossWork *w)
{
    const Sdg *g = w->g;

    for (size_t i = 0; i < g->edges.n; i++) {
        const SdgEdge *e = &g->edges.at[i];
        if (e->to < g->memory || e->kind != SDG_FLOW ||
            e->from >= g->code->n.insts)
            continue;
        uint32_t *own = &w->own[e->to - g->memory];
        *own = unite(&w->sets, *own,
                     close_block(w, g->code->insts[e->from].block));
    }
    for (uint32_t m = 0; m < w->nmemories; m++) {
        const SdgMemory *row = &g->memories.at[m];
        if (row->kind == MEMORY_ACTUAL_OUT)
            w->own[m] = unite(&w->sets, w->own[m],
                              close_block(w, g->code->insts[row->of].block));
    }
}

/* What comes along edges of this kind from sets that are done. */
static void
add_along(AcrossWork *w, SdgKind kind, const uint32_t *from, uint32_t *to)
{
    uint32_t memory = w->g->memory;

    for (size_t i = 0; i < w->g->edges.n; i++) {
        const SdgEdge *e = &w->g->edges.at[i];
        if (e->kind == kind && e->from >= memory && e->to >= memory)
            to[e->to - memory] =
                unite(&w->sets, to[e->to - memory], from[e->from - memory]);
    }
}

/* The graph of memory with edges of flow and of one more kind. */
typedef struct AcrossFlow AcrossFlow;
struct AcrossFlow {
    uint32_t *first, *to;
};

static AcrossFlow
flow_of(const AcrossWork *w, SdgKind kind)
{
    uint32_t memory = w->g->memory, n = w->nmemories;
    AcrossFlow f = {.first = mem_zalloc((size_t)n + 2, sizeof *f.first),
                    .to = mem_zalloc(w->g->edges.n + 1, sizeof *f.to)};

    for (int fill = 0; fill < 2; fill++) {
        for (size_t i = 0; i < w->g->edges.n; i++) {
            const SdgEdge *e = &w->g->edges.at[i];
            if ((e->kind != SDG_FLOW && e->kind != kind) || e->from < memory ||
                e->to < memory)
                continue;
            if (fill)
                f.to[f.first[e->from - memory + 1]++] = e->to - memory;
            else if (e->from - memory + 2 <= n)
                f.first[e->from - memory + 2]++;
        }
        for (uint32_t i = 2; !fill && i <= n; i++)
            f.first[i] += f.first[i - 1];
    }
    return f;
}

/* Every node's set reaches all that flow leads to. */
static void
spread(AcrossWork *w, SdgKind kind, uint32_t *of)
{
    uint32_t n = w->nmemories;
    AcrossFlow f = flow_of(w, kind);
    uint32_t *component = mem_zalloc((size_t)n + 1, sizeof *component);
    uint32_t count = scc_find(n, f.first, f.to, component);
    uint32_t *begin = mem_zalloc((size_t)count + 2, sizeof *begin);
    uint32_t *order = mem_zalloc((size_t)n + 1, sizeof *order);

    for (uint32_t i = 0; i < n; i++)
        begin[component[i] + 1]++;
    for (uint32_t c = 0; c < count; c++)
        begin[c + 1] += begin[c];
    for (uint32_t i = n; i-- > 0;)
        order[--begin[component[i] + 1]] = i; /* begins move one up */
    for (uint32_t c = count; c-- > 0;) {
        uint32_t from = begin[c + 1], to = c + 1 < count ? begin[c + 2] : n,
                 all = 0;
        for (uint32_t k = from; k < to; k++)
            all = unite(&w->sets, all, of[order[k]]);
        for (uint32_t k = from; k < to; k++) {
            of[order[k]] = all;
            for (uint32_t e = f.first[order[k]]; e < f.first[order[k] + 1]; e++)
                of[f.to[e]] = unite(&w->sets, of[f.to[e]], all);
        }
    }
    free(f.first);
    free(f.to);
    free(component);
    free(begin);
    free(order);
}

/* What an instruction sees of other functions' branches. */
static uint32_t
gather(AcrossWork *w, uint32_t inst)
{
    const Sdg *g = w->g;
    uint32_t set = 0;

    for (uint32_t k = g->first[inst]; k < g->first[inst + 1]; k++) {
        const SdgEdge *e = &g->edges.at[k];
        if (e->from < g->memory || e->kind != SDG_FLOW)
            continue;
        set = unite(&w->sets, set, w->below[e->from - g->memory]);
        set = unite(&w->sets, set, w->above[e->from - g->memory]);
    }
    return set;
}

/* The sets that instructions see become lists. */
static void
make_lists(AcrossWork *w, Summaries *out)
{
    VEC(uint32_t) branches = {0};
    VEC(uint32_t) first = {0};

    vec_push(&first, 0);
    for (uint32_t i = 0; i < out->ninsts; i++)
        out->list[i] = gather(w, i);
    uint32_t *number = mem_zalloc(w->sets.at.n + 1, sizeof *number);
    for (uint32_t i = 0; i < out->ninsts; i++) {
        uint32_t set = out->list[i];
        if (!number[set]) {
            for (PNext k = {0}; pset_next(&w->sets.at.at[set], &k);)
                vec_push(&branches, k.member);
            number[set] = (uint32_t)first.n;
            vec_push(&first, (uint32_t)branches.n);
        }
        out->list[i] = number[set] - 1;
    }
    free(number);
    vec_reserve(&branches, branches.n + 1);
    out->nlists = (uint32_t)first.n - 1;
    out->first = first.at;
    out->n = (uint32_t)branches.n;
    out->branches = branches.at;
}

void
across_build(const Sdg *g, const Control *c, Summaries *out)
{
    uint32_t n = g->code->n.insts, nblocks = g->program->n.blocks;
    size_t nm = g->memories.n + 1;
    AcrossWork w = {.g = g,
                    .control = c,
                    .nmemories = (uint32_t)g->memories.n,
                    .own = mem_zalloc(nm, sizeof *w.own),
                    .below = mem_zalloc(nm, sizeof *w.below),
                    .above = mem_zalloc(nm, sizeof *w.above),
                    .closed =
                        mem_zalloc((size_t)nblocks + 1, sizeof *w.closed)};

    vec_push(&w.sets.at, (PSet){0});
    add_definitions(&w);
    spread(&w, SDG_FLOW, w.own);
    add_along(&w, SDG_OUT, w.own, w.below);
    spread(&w, SDG_OUT, w.below);
    add_along(&w, SDG_IN, w.own, w.above);
    add_along(&w, SDG_IN, w.below, w.above);
    spread(&w, SDG_IN, w.above);
    *out = (Summaries){.ninsts = n,
                       .nblocks = nblocks,
                       .list = mem_zalloc((size_t)n + 1, sizeof *out->list)};
    make_lists(&w, out);
    for (size_t i = 0; i < w.sets.at.n; i++)
        pset_done(&w.sets.at.at[i]);
    vec_done(&w.sets.at);
    map_done(&w.sets.index);
    map_done(&w.sets.unions);
    free(w.own);
    free(w.below);
    free(w.above);
    free(w.closed);
}

static bool
is_in(const Sdg *g, uint32_t inst, const char *function)
{
    const Program *p = g->program;
    uint32_t f = p->blocks[g->code->insts[inst].block].function;

    return !function || strcmp(p->functions[f].name, function) == 0;
}

void
across_graph(const Sdg *g, const Summaries *s, const char *only, Sdg *out)
{
    uint32_t *last = mem_zalloc((size_t)s->nblocks + 1, sizeof *last);

    *out = *g;
    out->edges.at = NULL;
    out->edges.n = out->edges.cap = 0;
    out->first = mem_zalloc((size_t)g->nnodes + 2, sizeof *out->first);
    for (uint32_t i = 0; i < s->ninsts; i++)
        last[g->code->insts[i].block] = i;
    for (uint32_t n = 0; n < g->nnodes; n++) {
        uint32_t many = 0;
        const uint32_t *branches = NULL;
        if (n < s->ninsts && is_in(g, n, only))
            branches = summaries_of(s, n, &many);
        for (uint32_t k = 0; k < many; k++)
            vec_push(&out->edges, (SdgEdge){.from = last[branches[k]],
                                            .to = n,
                                            .site = PROGRAM_NONE,
                                            .kind = SDG_SUMMARY});
        out->first[n + 1] = (uint32_t)out->edges.n;
    }
    free(last);
}

void
across_graph_done(Sdg *g)
{
    vec_done(&g->edges);
    free(g->first);
}
