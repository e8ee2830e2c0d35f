/* cause_dot.c - the states that were altered, by frontier, for Graphviz. */
#include "report/cause_writers.h"

#include "base/mem.h"
#include "base/str.h"
#include "trace/say.h"

#include <stdlib.h>
#include <string.h>

static bool
is_among(const CauseLink *at, size_t n, uint32_t node)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].node == node)
            return true;
    return false;
}

static void
put_state(CausePage *s, uint32_t v, size_t frontier)
{
    const CauseResult *r = s->v->result;
    const uint32_t node = r->lineage.nodes[r->domain.node[v]].node;
    Str text = {0};

    say_value(s->g, node, &text);
    fprintf(s->out, "  n%u [label=\"%s:%u#%u\\n%s\\ncut %zu\"%s];\n", v,
            cause_page_file(s, node), cause_page_number(s, node),
            cause_page_instance(s, node),
            strchr(str_text(&text), '"') ? "" : str_text(&text), frontier,
            is_among(r->suspects.at, r->suspects.n, node)
                ? ",style=filled,fillcolor=tomato"
            : is_among(r->chain.at, r->chain.n, node)
                ? ",style=filled,fillcolor=khaki"
                : "");
    str_done(&text);
}

void
cause_dot(CausePage *s)
{
    const CauseResult *r = s->v->result;
    const NarrowGraph *g = &r->domain.graph;
    bool *shown = mem_zalloc((size_t)g->n + 1, sizeof *shown);
    const uint32_t failure = cause_page_failure(s);

    fputs("digraph cause {\n  node [shape=box];\n", s->out);
    for (size_t i = 0; i < r->narrow.frontiers.n; i++)
        for (size_t k = 0; k < r->narrow.frontiers.at[i].n; k++) {
            uint32_t v = r->narrow.frontiers.at[i].at[k];
            if (!shown[v])
                put_state(s, v, i + 1);
            shown[v] = true;
        }
    fprintf(s->out, "  n%u [label=\"%s:%u\",shape=octagon];\n", g->failure,
            cause_page_file(s, failure), cause_page_number(s, failure));
    shown[g->failure] = true;
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t e = g->first[v]; shown[v] && e < g->first[v + 1]; e++)
            if (shown[g->to[e]])
                fprintf(s->out, "  n%u -> n%u;\n", v, g->to[e]);
    fputs("}\n", s->out);
    free(shown);
}
