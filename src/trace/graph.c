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
    free(g->inputs);
    free(g->outputs);
    free(g->arrivals);
    free(g->sites);
    free(g->numbers);
    free(g->summaries);
    *g = (Graph){0};
}

const GraphSummary *
graph_summaries(const Graph *g, uint32_t node, size_t *n)
{
    uint32_t low = 0, high = g->nsummaries;

    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (g->summaries[mid].node < node)
            low = mid + 1;
        else
            high = mid;
    }
    for (*n = 0; low + *n < g->nsummaries;)
        if (g->summaries[low + (*n)++].node != node) {
            --*n;
            break;
        }
    return g->summaries + low;
}

uint64_t
graph_site(const Graph *g, uint32_t node)
{
    uint32_t low = 0, high = g->nsites;

    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (g->sites[mid] < node)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->nsites && g->sites[low] == node ? graph_site_number(g, low)
                                                    : 0;
}

uint64_t
graph_site_number(const Graph *g, uint32_t i)
{
    if (!g->numbers)
        return (uint64_t)i + 1 + g->first_site;
    return g->numbers[i] == (i ? g->numbers[i - 1] : 0) ? 0 : g->numbers[i];
}

void
graph_number_sites(Graph *g, uint64_t *numbers)
{
    free(g->numbers);
    g->numbers = numbers;
}

/* The first site whose number in the other run is not before this. */
static uint32_t
find_number(const Graph *g, uint64_t seq)
{
    uint32_t low = 0, high = g->nsites;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (g->numbers[mid] < seq)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->nsites && g->numbers[low] == seq ? g->sites[low] : 0;
}

uint32_t
graph_find_site(const Graph *g, uint64_t seq)
{
    if (g->numbers)
        return seq ? find_number(g, seq) : 0;
    return seq <= g->first_site || seq - g->first_site > g->nsites
               ? 0
               : g->sites[seq - g->first_site - 1];
}

bool
graph_keep_argument(Graph *g, uint32_t node, uint32_t argument, bool memory)
{
    const GraphOutput *o = g->outputs;
    uint32_t *dep = g->deps + g->nodes[node].dep;
    const uint32_t n = g->nodes[node + 1].dep - g->nodes[node].dep;

    while (o < g->outputs + g->noutputs && o->node != node)
        o++;
    if (o == g->outputs + g->noutputs || argument >= o->narguments)
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
        if (n->inst == (uint32_t)GRAPH_INPUT && n->value >= g->ninputs)
            return diag_fail(d, "graph: input of node %u", i);
        for (uint32_t k = n->dep; k < n[1].dep; k++)
            if (g->deps[k] == 0 || g->deps[k] >= i)
                return diag_fail(d, "graph: edge %u of node %u", k, i);
    }
    for (uint32_t i = 0; i < g->nsummaries; i++) {
        const GraphSummary *s = &g->summaries[i];
        if (s->node >= g->nnodes || s->branch >= s->node || s->branch == 0 ||
            (i && s->node < s[-1].node))
            return diag_fail(d, "graph: summary %u", i);
    }
    for (uint32_t i = 0; i < g->nsites; i++)
        if (g->sites[i] >= g->nnodes || (i && g->sites[i] <= g->sites[i - 1]))
            return diag_fail(d, "graph: site %u", i);
    return g->last < g->nnodes || diag_fail(d, "graph: last node");
}
