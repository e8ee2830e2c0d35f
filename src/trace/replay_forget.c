/* replay_forget.c - drop old nodes while replaying, for runs of which only the
 * end is wanted.
 *
 * All numbers of nodes and steps that anything holds are changed: what is
 * dropped becomes node 1. It takes time in proportion to the program's memory,
 * so it is done only after as many new nodes as are kept.
 */
#include "trace/replay.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FORGOTTEN = 1, FIRST = 2 };

static uint32_t
renumber(uint32_t node, uint32_t first)
{
    if (node < FIRST)
        return node;
    return node < first ? FORGOTTEN : node - first + FIRST;
}

static void
renumber_all(uint32_t *nodes, size_t n, uint32_t first)
{
    for (size_t i = 0; i < n; i++)
        nodes[i] = renumber(nodes[i], first);
}

static void
forget_machine(Machine *m, uint32_t first)
{
    for (size_t i = 0; i < m->memory.cap; i++)
        if (m->memory.slots[i].writers)
            renumber_all(m->memory.slots[i].writers, SHADOW_PAGE, first);
    renumber_all(m->slots.at, m->slots.n, first);
    renumber_all(m->params.at, m->params.n, first);
    renumber_all(m->answers.at, m->answers.n, first);
    for (size_t i = 0; i < m->live.n; i++)
        m->live.at[i].node = renumber(m->live.at[i].node, first);
    for (size_t i = 0; i < m->acts.n; i++) {
        Activation *a = &m->acts.at[i];
        a->call = renumber(a->call, first);
        a->where.control = renumber(a->where.control, first);
        a->where.decision = renumber(a->where.decision, first);
        a->foreign.node = renumber(a->foreign.node, first);
    }
}

static void
forget_passed(Passed *passed, size_t n, uint32_t first)
{
    for (size_t i = 0; i < n; i++)
        passed[i].node = renumber(passed[i].node, first);
}

static void
forget_origins(Machine *m, uint32_t first)
{
    size_t n = 0;

    for (size_t i = 0; i < m->origins.all.n; i++)
        if (m->origins.all.at[i].node >= first) {
            InputOrigin *kept = &m->origins.all.at[n++];
            *kept = m->origins.all.at[i];
            kept->node = renumber(kept->node, first);
        }
    m->origins.all.n = n;
}

static void
forget_summaries(SummarySearch *s, uint32_t first)
{
    size_t n = 0;

    forget_passed(s->inside.passed.at, s->inside.passed.n, first);
    forget_passed(s->across.passed.at, s->across.passed.n, first);
    s->control.at.n = 0; /* made anew */
    for (size_t i = 0; i < s->found.n; i++)
        if (s->found.at[i].node >= first)
            s->found.at[n++] = (GraphSummary){
                .node = renumber(s->found.at[i].node, first),
                .branch = renumber(s->found.at[i].branch, first)};
    s->found.n = n;
}

/* Steps that nothing is in any more; the others move up. */
static void
forget_steps(Drawing *g, Machine *m)
{
    uint32_t *number = mem_zalloc(g->steps.n + 1, sizeof *number), n = 1;

    for (size_t i = FIRST; i < g->nodes.n; i++)
        number[g->nodes.at[i].step] = 1;
    for (size_t i = 0; i < m->acts.n; i++)
        number[m->acts.at[i].instance.step] = 1;
    number[0] = 0;
    for (uint32_t i = 1; i < g->steps.n; i++)
        if (number[i]) {
            g->steps.at[n] = g->steps.at[i];
            number[i] = n++;
        }
    g->steps.n = n;
    for (size_t i = FIRST; i < g->nodes.n; i++)
        g->nodes.at[i].step = number[g->nodes.at[i].step];
    for (size_t i = 0; i < m->acts.n; i++)
        m->acts.at[i].instance.step = number[m->acts.at[i].instance.step];
    free(number);
}

/* Rows are made in the order of their nodes. */
static void
forget_inputs(Drawing *g)
{
    size_t first = g->inputs.n;

    for (size_t i = FIRST; i < g->nodes.n; i++)
        if (g->nodes.at[i].inst == (uint32_t)GRAPH_INPUT &&
            g->nodes.at[i].value < first)
            first = (size_t)g->nodes.at[i].value;
    for (size_t i = FIRST; i < g->nodes.n; i++)
        if (g->nodes.at[i].inst == (uint32_t)GRAPH_INPUT)
            g->nodes.at[i].value -= first;
    g->inputs.n -= first;
    if (g->inputs.n)
        memmove(g->inputs.at, g->inputs.at + first,
                g->inputs.n * sizeof *g->inputs.at);
}

static void
forget_outputs(Drawing *g, uint32_t first)
{
    size_t n = 0;

    for (size_t i = 0; i < g->outputs.n; i++)
        if (g->outputs.at[i].node >= first) {
            g->outputs.at[n] = g->outputs.at[i];
            g->outputs.at[n].node = renumber(g->outputs.at[n].node, first);
            n++;
        }
    g->outputs.n = n;
}

/* Sites keep their numbers: how many went before is remembered. */
static void
forget_sites(Drawing *g, uint32_t first)
{
    size_t n = 0;

    while (n < g->sites.n && g->sites.at[n] < first)
        n++;
    g->nsites_forgotten += (uint32_t)n;
    g->sites.n -= n;
    if (g->sites.n)
        memmove(g->sites.at, g->sites.at + n, g->sites.n * sizeof *g->sites.at);
    renumber_all(g->sites.at, g->sites.n, first);
}

void
replay_forget(Replay *r, uint32_t keep)
{
    Drawing *g = &r->graph;

    if (g->nodes.n < (size_t)keep + FIRST + 1)
        return;
    uint32_t first = (uint32_t)g->nodes.n - keep;
    uint32_t dep = g->nodes.at[first].dep;

    forget_machine(&r->machine, first);
    forget_origins(&r->machine, first);
    forget_summaries(&r->summary, first);
    forget_outputs(g, first);
    forget_sites(g, first);
    g->run.last = renumber(g->run.last, first);
    for (uint32_t i = 0; i < keep; i++) {
        GraphNode *n = &g->nodes.at[FIRST + i];
        *n = g->nodes.at[first + i];
        n->control = renumber(n->control, first);
        n->dep -= dep;
    }
    g->nodes.n = FIRST + keep;
    g->run.nforgotten += first - FIRST;
    g->deps.n -= dep;
    memmove(g->deps.at, g->deps.at + dep, g->deps.n * sizeof *g->deps.at);
    renumber_all(g->deps.at, g->deps.n, first);
    forget_steps(g, &r->machine);
    forget_inputs(g);
}
