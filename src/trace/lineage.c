/* lineage.c - what a point of a run depends on, as a graph of its own. */
#include "trace/lineage.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>

typedef struct LineageBuilder LineageBuilder;
struct LineageBuilder {
    const Graph *g;
    bool summary;
    Bitset set;       /* nodes of the graph */
    uint32_t *number; /* of those, in the lineage */
    VEC(LineageNode) nodes;
    VEC(uint32_t) to;
    VEC(uint8_t) kind;
    uint32_t site, next; /* passed in the graph's sites and summaries */
};

void
lineage_done(Lineage *d)
{
    free(d->nodes);
    free(d->to);
    free(d->kind);
    free(d->first);
    free(d->from);
    free(d->wanted);
    *d = (Lineage){0};
}

static void
add_edge(LineageBuilder *b, uint32_t to, GraphEdge kind)
{
    vec_push(&b->to, b->number[to]);
    vec_push(&b->kind, (uint8_t)kind);
}

static void
add_node(LineageBuilder *b, uint32_t node)
{
    const GraphNode *n = &b->g->nodes[node];
    uint32_t edge = (uint32_t)b->to.n;

    while (b->site < b->g->sites.n && b->g->sites.nodes[b->site] < node)
        b->site++;
    while (b->next < b->g->summaries.n &&
           b->g->summaries.at[b->next].node < node)
        b->next++;
    bool is_site =
        b->site < b->g->sites.n && b->g->sites.nodes[b->site] == node;
    b->number[node] = (uint32_t)b->nodes.n;
    vec_push(
        &b->nodes,
        (LineageNode){.site = is_site ? graph_site_number(b->g, b->site) : 0,
                      .value = n->value,
                      .node = node,
                      .inst = n->inst,
                      .step = n->step,
                      .edge = edge});
    for (uint32_t k = n->dep; k < n[1].dep; k++)
        add_edge(b, b->g->deps[k], GRAPH_FLOW);
    if (n->control)
        add_edge(b, n->control, GRAPH_CONTROL);
    for (uint32_t k = b->next; b->summary && k < b->g->summaries.n &&
                               b->g->summaries.at[k].node == node;
         k++)
        add_edge(b, b->g->summaries.at[k].branch, GRAPH_SUMMARY);
    if (b->to.n == edge)
        add_edge(b, 0, GRAPH_FLOW);
}

/* needs: nodes, to. fills: first, from. */
static void
turn_round(Lineage *d)
{
    uint32_t *next = mem_zalloc((size_t)d->nnodes + 1, sizeof *next);

    d->first = mem_zalloc((size_t)d->nnodes + 2, sizeof *d->first);
    d->from = mem_zalloc((size_t)d->nedges + 1, sizeof *d->from);
    for (uint32_t k = 0; k < d->nedges; k++)
        d->first[d->to[k] + 1]++;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        d->first[i + 1] += d->first[i];
        next[i] = d->first[i];
    }
    for (uint32_t i = 0; i < d->nnodes; i++)
        for (uint32_t k = d->nodes[i].edge; k < d->nodes[i + 1].edge; k++)
            d->from[next[d->to[k]]++] = i;
    free(next);
}

static int
by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

static void
note_wanted(const LineageBuilder *b, const Criterion *c, Lineage *d)
{
    d->wanted = mem_zalloc(c->n + 1, sizeof *d->wanted);
    for (size_t i = 0; i < c->n; i++)
        if (c->nodes[i])
            d->wanted[d->nwanted++] = b->number[c->nodes[i]];
    qsort(d->wanted, d->nwanted, sizeof *d->wanted, by_number);
}

/* needs: set. fills: nodes, to, kind, number. */
static bool
add_nodes(LineageBuilder *b, const Deadline *until)
{
    vec_push(&b->nodes, (LineageNode){.inst = (uint32_t)GRAPH_OUTSIDE});
    for (uint32_t i = 1; i < b->g->nnodes; i++) {
        if (deadline_is_over_at(until, i - 1))
            return false;
        if (bitset_has(&b->set, i))
            add_node(b, i);
    }
    return true;
}

bool
lineage_build(const Graph *g, const Criterion *c, bool summary,
              const Deadline *until, Lineage *out)
{
    LineageBuilder b = {.g = g, .summary = summary};
    Graph plain = *g; /* to be walked without summaries */

    *out = (Lineage){.graph = g};
    if (deadline_is_over_at(until, 0))
        return false;
    plain.summaries.n = summary ? g->summaries.n : 0;
    b.set = slice_nodes(&plain, c, false);
    b.number = mem_zalloc((size_t)g->nnodes + 1, sizeof *b.number);
    const bool whole = add_nodes(&b, until);
    out->nnodes = (uint32_t)b.nodes.n;
    out->nedges = (uint32_t)b.to.n;
    vec_push(&b.nodes, (LineageNode){.edge = (uint32_t)b.to.n});
    out->nodes = b.nodes.at;
    out->to = b.to.at;
    out->kind = b.kind.at;
    if (whole) {
        note_wanted(&b, c, out);
        turn_round(out);
    } else {
        lineage_done(out);
    }
    bitset_free(&b.set);
    free(b.number);
    return whole;
}

bool
lineage_is_input(const Lineage *d, uint32_t node)
{
    return d->nodes[node].inst == (uint32_t)GRAPH_INPUT;
}

static bool
node_ok(const Lineage *d, uint32_t i)
{
    const LineageNode *n = &d->nodes[i];

    if (n->edge > n[1].edge || n[1].edge > d->nedges ||
        (n->edge == n[1].edge) != (i == 0) || n->node <= n[-1].node ||
        n->node >= d->graph->nnodes || n->site != graph_site(d->graph, n->node))
        return false;
    for (uint32_t k = n->edge; k < n[1].edge; k++) {
        if (d->to[k] >= i || d->kind[k] >= GRAPH_EDGES)
            return false;
        uint32_t user = d->first[d->to[k]], end = d->first[d->to[k] + 1];
        if (!bsearch(&i, d->from + user, end - user, sizeof i, by_number))
            return false;
    }
    return true;
}

bool
lineage_check(const Lineage *d, Diag *diag)
{
    for (uint32_t i = 1; i < d->nnodes; i++)
        if (!node_ok(d, i))
            return diag_fail(diag, "lineage: node %u", i);
    for (uint32_t i = 0; i < d->nwanted; i++)
        if (d->wanted[i] == 0 || d->wanted[i] >= d->nnodes)
            return diag_fail(diag, "lineage: wanted node %u", i);
    if (d->nwanted && d->wanted[d->nwanted - 1] != d->nnodes - 1)
        return diag_fail(diag,
                         "lineage: the last node is not the one asked for");
    return d->first[d->nnodes] == d->nedges ||
           diag_fail(diag, "lineage: the edges do not match");
}
