/* chooser.c - ways to pick the states that are altered next. */
#include "cause/cut.h"
#include "cause/narrow.h"

#include "base/mem.h"

#include <stdlib.h>

/* The domain as a graph of its own: nodes 0 .. n-1 stand for own[...]. */
typedef struct DomainGraph DomainGraph;
struct DomainGraph {
    uint32_t n, *own;
    uint32_t *first, *to;
    uint8_t *fixed;
    NarrowNodes begin, end;
};

static void
domain_graph_init(DomainGraph *p, const NarrowDomain *d)
{
    const NarrowGraph *g = d->graph;
    uint32_t *local = mem_alloc((g->n + 1) * sizeof *local), k = 0;

    *p = (DomainGraph){.own = mem_alloc((g->n + 1) * sizeof *p->own)};
    for (uint32_t v = 0; v < g->n; v++)
        if (d->inside[v]) {
            local[v] = p->n;
            p->own[p->n++] = v;
        }
    p->first = mem_zalloc(p->n + 2, sizeof *p->first);
    p->to = mem_alloc((g->first[g->n] + 1) * sizeof *p->to);
    p->fixed = mem_zalloc(p->n + 1, 1);
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t v = p->own[i];
        p->first[i] = k;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (d->inside[g->to[e]])
                p->to[k++] = local[g->to[e]];
        p->fixed[i] = g->kind[v] == NARROW_FIXED;
        if (d->role[v] & NARROW_AT_BEGIN)
            vec_push(&p->begin, i);
        if (d->role[v] & NARROW_AT_END)
            vec_push(&p->end, i);
    }
    p->first[p->n] = k;
    free(local);
}

static void
domain_graph_done(DomainGraph *p)
{
    free(p->own);
    free(p->first);
    free(p->to);
    free(p->fixed);
    vec_done(&p->begin);
    vec_done(&p->end);
}

/* What begin nodes reach over fixed nodes only, or what so reaches the end. */
static uint8_t *
reach_fixed(const DomainGraph *p, bool back)
{
    uint8_t *seen = mem_zalloc(p->n + 1, 1);
    const NarrowNodes *from = back ? &p->end : &p->begin;

    for (size_t i = 0; i < from->n; i++)
        seen[from->at[i]] = 1;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t v = back ? p->n - 1 - i : i;
        for (uint32_t e = p->first[v]; e < p->first[v + 1]; e++) {
            if (!back && seen[v] && p->fixed[p->to[e]])
                seen[p->to[e]] = 1;
            if (back && seen[p->to[e]] && p->fixed[v])
                seen[v] = 1;
        }
    }
    return seen;
}

/* Chains from begin to end on which nothing can be altered are done with: the
 * others are still to be cut. */
static void
drop_direct(DomainGraph *p)
{
    uint8_t *near_begin = reach_fixed(p, false),
            *near_end = reach_fixed(p, true);
    uint32_t k = 0, e = 0;

    for (uint32_t v = 0; v < p->n; v++) {
        uint32_t end = p->first[v + 1];
        p->first[v] = k;
        for (; e < end; e++)
            if (!(near_begin[v] && near_end[p->to[e]]))
                p->to[k++] = p->to[e];
    }
    p->first[p->n] = k;
    free(near_begin);
    free(near_end);
}

/* A minimum debugging frontier set: Definition 3.2. */
static void
choose_mdfs(const NarrowDomain *d, NarrowNodes *out)
{
    DomainGraph p;
    uint32_t ncut;

    domain_graph_init(&p, d);
    drop_direct(&p);
    uint32_t *cut = mem_alloc((p.n + 1) * sizeof *cut);
    CutGraph g = {p.n,
                  p.first,
                  p.to,
                  p.fixed,
                  p.begin.at,
                  p.end.at,
                  (uint32_t)p.begin.n,
                  (uint32_t)p.end.n};
    if (cut_run(&g, cut, &ncut))
        for (uint32_t i = 0; i < ncut; i++)
            vec_push(out, p.own[cut[i]]);
    free(cut);
    domain_graph_done(&p);
}

/* Hops from the end: how many nodes that can be altered a shortest chain has,
 * the node itself included. Nodes are in topological order. */
static uint32_t *
hops(const DomainGraph *p)
{
    uint32_t *hop = mem_alloc((p->n + 1) * sizeof *hop);

    for (uint32_t i = 0; i < p->n; i++)
        hop[i] = UINT32_MAX;
    for (size_t i = 0; i < p->end.n; i++)
        hop[p->end.at[i]] = 0;
    for (uint32_t i = p->n; i-- > 0;) {
        if (hop[i] == 0)
            continue;
        for (uint32_t e = p->first[i]; e < p->first[i + 1]; e++)
            if (hop[p->to[e]] < hop[i])
                hop[i] = hop[p->to[e]];
        if (hop[i] != UINT32_MAX && !p->fixed[i])
            hop[i]++;
    }
    return hop;
}

static void
choose_hop(const DomainGraph *p, const uint32_t *hop, uint32_t at,
           const NarrowDomain *d, NarrowNodes *out)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (hop[i] == at && !p->fixed[i] && d->role[p->own[i]] == 0)
            vec_push(out, p->own[i]);
}

static void
choose_single_step(const NarrowDomain *d, NarrowNodes *out)
{
    DomainGraph p;

    domain_graph_init(&p, d);
    uint32_t *hop = hops(&p);
    choose_hop(&p, hop, 1, d, out);
    free(hop);
    domain_graph_done(&p);
}

/* Half way to the farthest node that is inside. */
static void
choose_bisection(const NarrowDomain *d, NarrowNodes *out)
{
    uint32_t far = 0;
    DomainGraph p;

    domain_graph_init(&p, d);
    uint32_t *hop = hops(&p);
    for (uint32_t i = 0; i < p.n; i++)
        if (hop[i] != UINT32_MAX && !p.fixed[i] && d->role[p.own[i]] == 0 &&
            hop[i] > far)
            far = hop[i];
    if (far > 0)
        choose_hop(&p, hop, (far + 1) / 2, d, out);
    free(hop);
    domain_graph_done(&p);
}

const NarrowChooser narrow_mdfs = {"mdfs", choose_mdfs};
const NarrowChooser narrow_single_step = {"single-step", choose_single_step};
const NarrowChooser narrow_bisection = {"bisection", choose_bisection};
