/* graph.c - the dynamic dependence graph of one run. */
#include "trace/graph.h"

#include <stdlib.h>

void
graph_done(Graph *g)
{
    conditions_done(&g->conditions);
    free(g->nodes);
    free(g->deps);
    free(g->steps);
    free(g->io.inputs);
    free(g->io.outputs);
    free(g->run.arrivals);
    free(g->sites.nodes);
    free(g->sites.numbers);
    free(g->summaries.at);
    *g = (Graph){0};
}

const GraphSummary *
graph_summaries(const Graph *g, uint32_t node, size_t *n)
{
    uint32_t low = 0, high = g->summaries.n;

    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (g->summaries.at[mid].node < node)
            low = mid + 1;
        else
            high = mid;
    }
    for (*n = 0; low + *n < g->summaries.n;)
        if (g->summaries.at[low + (*n)++].node != node) {
            --*n;
            break;
        }
    return g->summaries.at + low;
}

uint64_t
graph_site(const Graph *g, uint32_t node)
{
    uint32_t low = 0, high = g->sites.n;

    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (g->sites.nodes[mid] < node)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->sites.n && g->sites.nodes[low] == node
               ? graph_site_number(g, low)
               : 0;
}

uint64_t
graph_site_number(const Graph *g, uint32_t i)
{
    if (!g->sites.numbers)
        return (uint64_t)i + 1 + g->sites.first;
    return g->sites.numbers[i] == (i ? g->sites.numbers[i - 1] : 0)
               ? 0
               : g->sites.numbers[i];
}

void
graph_number_sites(Graph *g, uint64_t *numbers)
{
    free(g->sites.numbers);
    g->sites.numbers = numbers;
}

/* The first site whose number in the other run is not before this. */
static uint32_t
find_number(const Graph *g, uint64_t seq)
{
    uint32_t low = 0, high = g->sites.n;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (g->sites.numbers[mid] < seq)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->sites.n && g->sites.numbers[low] == seq
               ? g->sites.nodes[low]
               : 0;
}

uint32_t
graph_find_site(const Graph *g, uint64_t seq)
{
    if (g->sites.numbers)
        return seq ? find_number(g, seq) : 0;
    return seq <= g->sites.first || seq - g->sites.first > g->sites.n
               ? 0
               : g->sites.nodes[seq - g->sites.first - 1];
}

bool
graph_keep_argument(Graph *g, uint32_t node, uint32_t argument, bool memory)
{
    const GraphOutput *o = g->io.outputs;
    uint32_t *dep = g->deps + g->nodes[node].dep;
    const uint32_t n = g->nodes[node + 1].dep - g->nodes[node].dep;

    while (o < g->io.outputs + g->io.noutputs && o->node != node)
        o++;
    if (o == g->io.outputs + g->io.noutputs || argument >= o->narguments)
        return false;
    const uint32_t from = argument ? o->upto[argument - 1] : 0;
    const uint32_t to = o->upto[argument], all = o->upto[o->narguments - 1];
    const uint32_t kept = from < to ? from : all;
    if (to > n || (from >= to && (!memory || all >= n)))
        return false; /* the same as an earlier argument, or constant */
    for (uint32_t i = 0; i < n; i++)
        if ((i < from || i >= to) && (!memory || i < all))
            dep[i] = dep[kept];
    return true;
}

bool
graph_check(const Graph *g, Diag *d)
{
    for (uint32_t i = 0; i < g->nnodes; i++) {
        const GraphNode *n = &g->nodes[i];
        if (n->dep > n[1].dep || n[1].dep > g->ndeps)
            return diag_fail(d, "graph: edges of node %u", i);
        if (n->step >= g->nsteps || (i > 0 && n->control >= i))
            return diag_fail(d, "graph: node %u", i);
        if (n->inst == (uint32_t)GRAPH_INPUT && n->value >= g->io.ninputs)
            return diag_fail(d, "graph: input of node %u", i);
        for (uint32_t k = n->dep; k < n[1].dep; k++)
            if (g->deps[k] == 0 || g->deps[k] >= i)
                return diag_fail(d, "graph: edge %u of node %u", k, i);
    }
    for (uint32_t i = 0; i < g->summaries.n; i++) {
        const GraphSummary *s = &g->summaries.at[i];
        if (s->node >= g->nnodes || s->branch >= s->node || s->branch == 0 ||
            (i && s->node < s[-1].node))
            return diag_fail(d, "graph: summary %u", i);
    }
    for (uint32_t i = 0; i < g->sites.n; i++)
        if (g->sites.nodes[i] >= g->nnodes ||
            (i && g->sites.nodes[i] <= g->sites.nodes[i - 1]))
            return diag_fail(d, "graph: site %u", i);
    return g->run.last < g->nnodes || diag_fail(d, "graph: last node");
}
