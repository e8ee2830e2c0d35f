/* flow.c - one function's control flow as a graph with one exit. */
#include "program/flow.h"

#include "base/vec.h"

#include <string.h>

typedef struct Arc Arc;
struct Arc {
    uint32_t from, to, edge;
};

typedef VEC(Arc) Arcs;
typedef VEC(uint32_t) Stack;

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

/* Mark whatever reaches `node`. */
static void
mark_back(const Flow *g, uint32_t node, bool *marked)
{
    Stack stack = {0};

    marked[node] = true;
    vec_push(&stack, node);
    while (stack.n > 0) {
        uint32_t b = vec_pop(&stack);
        for (uint32_t k = g->first_in[b]; k < g->first_in[b + 1]; k++) {
            uint32_t from = g->in[k].node;
            if (marked[from])
                continue;
            marked[from] = true;
            vec_push(&stack, from);
        }
    }
    vec_done(&stack);
}

/* Blocks in the order a depth-first search leaves them. */
static void
postorder(const Flow *g, Stack *order)
{
    bool *seen = mem_zalloc(g->n + 1, 1);
    uint32_t *next = mem_zalloc(g->n + 1, sizeof *next);
    Stack stack = {0};

    for (uint32_t root = 0; root < g->n; root++) {
        if (seen[root])
            continue;
        seen[root] = true;
        vec_push(&stack, root);
        while (stack.n > 0) {
            uint32_t b = stack.at[stack.n - 1];
            uint32_t k = g->first_out[b] + next[b]++;
            if (k >= g->first_out[b + 1]) {
                vec_push(order, b);
                stack.n--;
            } else if (!seen[g->out[k].node]) {
                seen[g->out[k].node] = true;
                vec_push(&stack, g->out[k].node);
            }
        }
    }
    vec_done(&stack);
    free(seen), free(next);
}

/* The component of `root` among nodes not yet taken, in the reversed graph
 * (Kosaraju): marks them with `root`, gives the lowest of them and whether
 * an arc leads out. */
static uint32_t
component(const Flow *g, uint32_t root, uint32_t *owner, bool *leaves)
{
    Stack members = {0};
    uint32_t lowest = root;

    owner[root] = root;
    vec_push(&members, root);
    for (size_t i = 0; i < members.n; i++) {
        uint32_t b = members.at[i];
        lowest = b < lowest ? b : lowest;
        for (uint32_t k = g->first_in[b]; k < g->first_in[b + 1]; k++) {
            uint32_t from = g->in[k].node;
            if (owner[from] != PROGRAM_NONE)
                continue;
            owner[from] = root;
            vec_push(&members, from);
        }
    }
    *leaves = false;
    for (size_t i = 0; i < members.n; i++)
        for (uint32_t k = g->first_out[members.at[i]];
             k < g->first_out[members.at[i] + 1]; k++)
            *leaves |= owner[g->out[k].node] != root;
    vec_done(&members);
    return lowest;
}

/* needs: arcs of the model. fills: an arc to the exit per endless region. */
static void
open_regions(Flow *g, Arcs *arcs)
{
    bool *reaches = mem_zalloc(g->n + 1, 1), leaves, any = false;
    uint32_t *owner = mem_alloc((g->n + 1) * sizeof *owner);
    Stack order = {0};

    mark_back(g, g->n, reaches);
    for (uint32_t b = 0; b < g->n; b++)
        any |= !reaches[b];
    if (any) {
        for (uint32_t b = 0; b <= g->n; b++)
            owner[b] = PROGRAM_NONE;
        owner[g->n] = g->n;
        postorder(g, &order);
        for (size_t i = order.n; i-- > 0;) {
            if (owner[order.at[i]] != PROGRAM_NONE)
                continue;
            uint32_t lowest = component(g, order.at[i], owner, &leaves);
            if (!leaves)
                vec_push(arcs, (Arc){lowest, g->n, PROGRAM_NONE});
        }
        regroup(g, arcs);
    }
    vec_done(&order);
    free(reaches), free(owner);
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
flow_done(Flow *g)
{
    free(g->first_out), free(g->first_in), free(g->out), free(g->in);
    *g = (Flow){0};
}
