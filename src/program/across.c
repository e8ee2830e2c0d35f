/* across.c - summary control dependences between functions.
 *
 * Three sets of branches for every node of memory, to a fixed point: those of
 * definitions in its own function, those of definitions in callees, which come
 * out of calls, and those of callers, which come in by the entry. The last
 * never go out again.
 */
#include "program/across.h"

#include "base/mem.h"
#include "program/pset.h"

#include <stdlib.h>

typedef struct Branches Branches;
struct Branches {
    PSet own, below, above;
};

typedef struct Work Work;
struct Work {
    const Sdg *g;
    const Control *control;
    uint32_t nmemories;
    Branches *of; /* per memory node */
    PSet *closed; /* per block: branches a chain of control dependences leads
                     from */
    bool *is_closed;
};

/* needs: a block. Its branches, found when they are asked for first. */
static const PSet *
close_block(Work *w, uint32_t block)
{
    const Control *c = w->control;
    PSet *set = &w->closed[block];
    VEC(uint32_t) todo = {0};

    if (w->is_closed[block])
        return set;
    w->is_closed[block] = true;
    vec_push(&todo, block);
    while (todo.n) {
        uint32_t b = vec_pop(&todo);
        for (uint32_t k = c->first[b]; k < c->first[b + 1]; k++)
            if (pset_add(set, c->deps[k].branch))
                vec_push(&todo, c->deps[k].branch);
    }
    vec_done(&todo);
    return set;
}

static Branches *
memory_of(Work *w, uint32_t node)
{
    return node >= w->g->memory ? &w->of[node - w->g->memory] : NULL;
}

/* Definitions by instructions, and calls that may define. */
static void
add_definitions(Work *w)
{
    const Sdg *g = w->g;

    for (size_t i = 0; i < g->edges.n; i++) {
        const SdgEdge *e = &g->edges.at[i];
        Branches *to = memory_of(w, e->to);
        if (to && e->kind == SDG_FLOW && e->from < g->code->ninsts)
            pset_or(&to->own, close_block(w, g->code->insts[e->from].block));
    }
    for (uint32_t m = 0; m < w->nmemories; m++) {
        const SdgMemory *row = &g->memories.at[m];
        if (row->kind == MEMORY_ACTUAL_OUT)
            pset_or(&w->of[m].own,
                    close_block(w, g->code->insts[row->of].block));
    }
}

static bool
pass(Branches *to, const Branches *from, uint8_t kind)
{
    bool grew = false;

    if (kind == SDG_FLOW) {
        grew |= pset_or(&to->own, &from->own);
        grew |= pset_or(&to->below, &from->below);
        grew |= pset_or(&to->above, &from->above);
    } else if (kind == SDG_OUT) {
        grew |= pset_or(&to->below, &from->own);
        grew |= pset_or(&to->below, &from->below);
    } else if (kind == SDG_IN) {
        grew |= pset_or(&to->above, &from->own);
        grew |= pset_or(&to->above, &from->below);
        grew |= pset_or(&to->above, &from->above);
    }
    return grew;
}

static void
propagate(Work *w)
{
    const Sdg *g = w->g;
    bool again = true;

    while (again) {
        again = false;
        for (size_t i = 0; i < g->edges.n; i++) {
            const SdgEdge *e = &g->edges.at[i];
            Branches *to = memory_of(w, e->to);
            const Branches *from = memory_of(w, e->from);
            if (to && from && to != from)
                again |= pass(to, from, e->kind);
        }
    }
}

/* What an instruction sees of other functions' branches. */
static void
gather(Work *w, uint32_t inst, PSet *out)
{
    const Sdg *g = w->g;

    out->n = 0;
    for (uint32_t k = g->first[inst]; k < g->first[inst + 1]; k++) {
        const SdgEdge *e = &g->edges.at[k];
        const Branches *from = memory_of(w, e->from);
        if (!from || e->kind != SDG_FLOW)
            continue;
        pset_or(out, &from->below);
        pset_or(out, &from->above);
    }
}

void
across_build(const Sdg *g, const Control *c, Summaries *out)
{
    uint32_t n = g->code->ninsts, nblocks = g->program->nblocks;
    Work w = {.g = g,
              .control = c,
              .nmemories = (uint32_t)g->memories.n,
              .of = mem_zalloc(g->memories.n + 1, sizeof *w.of),
              .closed = mem_zalloc((size_t)nblocks + 1, sizeof *w.closed),
              .is_closed = mem_zalloc((size_t)nblocks + 1, 1)};
    VEC(uint32_t) branches = {0};
    PSet set = {0};

    add_definitions(&w);
    propagate(&w);
    *out = (Summaries){.ninsts = n,
                       .nblocks = nblocks,
                       .first = mem_zalloc((size_t)n + 1, sizeof *out->first)};
    for (uint32_t i = 0; i < n; i++) {
        gather(&w, i, &set);
        for (PNext k = {0}; pset_next(&set, &k);)
            vec_push(&branches, k.member);
        out->first[i + 1] = (uint32_t)branches.n;
    }
    vec_reserve(&branches, branches.n + 1);
    out->n = (uint32_t)branches.n;
    out->branches = branches.at;
    pset_done(&set);
    for (uint32_t m = 0; m < w.nmemories; m++) {
        pset_done(&w.of[m].own);
        pset_done(&w.of[m].below);
        pset_done(&w.of[m].above);
    }
    for (uint32_t b = 0; b < nblocks; b++)
        pset_done(&w.closed[b]);
    free(w.of);
    free(w.closed);
    free(w.is_closed);
}

void
across_graph(const Sdg *g, const Summaries *s, Sdg *out)
{
    uint32_t *last = mem_zalloc((size_t)s->nblocks + 1, sizeof *last);

    *out = *g;
    out->edges.at = NULL;
    out->edges.n = out->edges.cap = 0;
    out->first = mem_zalloc((size_t)g->nnodes + 2, sizeof *out->first);
    for (uint32_t i = 0; i < s->ninsts; i++)
        last[g->code->insts[i].block] = i;
    for (uint32_t n = 0; n < g->nnodes; n++) {
        uint32_t begin = n < s->ninsts ? s->first[n] : 0;
        uint32_t end = n < s->ninsts ? s->first[n + 1] : 0;
        for (uint32_t k = begin; k < end; k++)
            vec_push(&out->edges, (SdgEdge){.from = last[s->branches[k]],
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
