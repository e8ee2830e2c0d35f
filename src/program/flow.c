/* flow.c - one function's control flow as a graph with one exit. */
#include "program/flow.h"

#include "base/vec.h"
#include "program/scc.h"

#include <string.h>

typedef struct Arc Arc;
struct Arc {
    uint32_t from, to, edge;
};

typedef VEC(Arc) Arcs;

/* Arcs grouped by one end, in the order they came. */
static FlowArc *
group(const Arcs *arcs, uint32_t n, bool by_from, uint32_t *first)
{
    FlowArc *grouped = mem_zalloc(arcs->n + 1, sizeof *grouped);

    memset(first, 0, (n + 2) * sizeof *first);
    for (size_t i = 0; i < arcs->n; i++)
        first[1 + (by_from ? arcs->at[i].from : arcs->at[i].to)]++;
    for (uint32_t i = 0; i <= n; i++)
        first[i + 1] += first[i];
    uint32_t *next = mem_zalloc(n + 2, sizeof *next);
    memcpy(next, first, (n + 2) * sizeof *first);
    for (size_t i = 0; i < arcs->n; i++) {
        const Arc *a = &arcs->at[i];
        uint32_t here = by_from ? a->from : a->to;
        grouped[next[here]++] = (FlowArc){by_from ? a->to : a->from, a->edge};
    }
    free(next);
    return grouped;
}

static void
regroup(Flow *g, const Arcs *arcs)
{
    free(g->out), free(g->in);
    g->out = group(arcs, g->n, true, g->first_out);
    g->in = group(arcs, g->n, false, g->first_in);
}

/* needs: arcs of the model. fills: an arc to the exit per endless region, that
 * is, per component that no arc leaves, but the exit itself. */
static void
open_regions(Flow *g, Arcs *arcs)
{
    uint32_t narcs = (uint32_t)arcs->n;
    uint32_t *to = mem_zalloc(narcs + 1, sizeof *to);
    uint32_t *component = mem_zalloc(g->n + 1, sizeof *component);

    for (uint32_t k = 0; k < narcs; k++)
        to[k] = g->out[k].node;
    uint32_t n = scc_find(g->n + 1, g->first_out, to, component);
    bool *leaves = mem_zalloc(n, 1);
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t k = g->first_out[b]; k < g->first_out[b + 1]; k++)
            leaves[component[b]] |= component[to[k]] != component[b];
    for (uint32_t b = 0; b < g->n; b++) {
        if (leaves[component[b]])
            continue;
        leaves[component[b]] = true; /* the lowest block speaks for all */
        vec_push(arcs, (Arc){b, g->n, PROGRAM_NONE});
    }
    if (arcs->n > narcs)
        regroup(g, arcs);
    free(to), free(component), free(leaves);
}

void
flow_init(const Program *p, uint32_t function, Flow *out)
{
    const ProgramFunction *f = &p->functions[function];
    Arcs arcs = {0};

    *out = (Flow){.block = f->block, .n = f->nblocks};
    out->first_out = mem_zalloc(f->nblocks + 2, sizeof *out->first_out);
    out->first_in = mem_zalloc(f->nblocks + 2, sizeof *out->first_in);
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        const ProgramEdge *e = &p->edges[i];
        if (e->from != PROGRAM_NONE)
            vec_push(&arcs, (Arc){e->from - f->block,
                                  e->to == PROGRAM_NONE ? f->nblocks
                                                        : e->to - f->block,
                                  i});
    }
    for (uint32_t b = 0; b < f->nblocks; b++)
        if ((p->blocks[f->block + b].flags & (BLOCK_EXIT | BLOCK_RETURN)) ==
            BLOCK_EXIT)
            vec_push(&arcs, (Arc){b, f->nblocks, PROGRAM_NONE});
    regroup(out, &arcs);
    open_regions(out, &arcs);
    vec_done(&arcs);
}

void
flow_link(Flow *g, const uint32_t (*pairs)[2], uint32_t n)
{
    Arcs arcs = {0};

    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t k = g->first_out[b]; k < g->first_out[b + 1]; k++)
            vec_push(&arcs, (Arc){b, g->out[k].node, g->out[k].edge});
    for (uint32_t i = 0; i < n; i++)
        vec_push(&arcs, (Arc){pairs[i][0], pairs[i][1], PROGRAM_NONE});
    regroup(g, &arcs);
    vec_done(&arcs);
}

void
flow_done(Flow *g)
{
    free(g->first_out), free(g->first_in), free(g->out), free(g->in);
    *g = (Flow){0};
}
