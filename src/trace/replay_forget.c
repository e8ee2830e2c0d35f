/* replay_forget.c - drop old nodes while replaying, for runs of which only the
 * end is wanted.
 *
 * All numbers of nodes and steps that anything holds are changed: what is
 * dropped becomes node 1. It takes as long as the program has memory, so it is
 * done only when as many nodes as are kept were made.
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
forget_state(Replay *r, uint32_t first)
{
    for (size_t i = 0; i < r->memory.cap; i++)
        if (r->memory.slots[i].writers)
            renumber_all(r->memory.slots[i].writers, SHADOW_PAGE, first);
    renumber_all(r->slots.at, r->slots.n, first);
    renumber_all(r->params.at, r->params.n, first);
    renumber_all(r->answers.at, r->answers.n, first);
    for (size_t i = 0; i < r->live.n; i++)
        r->live.at[i].node = renumber(r->live.at[i].node, first);
    for (size_t i = 0; i < r->acts.n; i++) {
        Activation *a = &r->acts.at[i];
        a->call = renumber(a->call, first);
        a->control = renumber(a->control, first);
        a->decision = renumber(a->decision, first);
        a->foreign = renumber(a->foreign, first);
    }
    for (size_t i = 0; i < r->passed.n; i++)
        r->passed.at[i].node = renumber(r->passed.at[i].node, first);
    for (size_t i = 0; i < r->all_passed.n; i++)
        r->all_passed.at[i].node = renumber(r->all_passed.at[i].node, first);
    r->marks.n = 0; /* by node; they are made anew */
    r->last = renumber(r->last, first);
}

/* Steps that nothing is in any more; the others move up. */
static void
forget_steps(Replay *r)
{
    uint32_t *number = mem_zalloc(r->steps.n + 1, sizeof *number), n = 1;

    for (size_t i = FIRST; i < r->nodes.n; i++)
        number[r->nodes.at[i].step] = 1;
    for (size_t i = 0; i < r->acts.n; i++)
        number[r->acts.at[i].step] = 1;
    number[0] = 0;
    for (uint32_t i = 1; i < r->steps.n; i++)
        if (number[i]) {
            r->steps.at[n] = r->steps.at[i];
            number[i] = n++;
        }
    r->steps.n = n;
    for (size_t i = FIRST; i < r->nodes.n; i++)
        r->nodes.at[i].step = number[r->nodes.at[i].step];
    for (size_t i = 0; i < r->acts.n; i++)
        r->acts.at[i].step = number[r->acts.at[i].step];
    free(number);
}

/* Rows are made in the order of their nodes. */
static void
forget_inputs(Replay *r)
{
    size_t first = r->inputs.n;

    for (size_t i = FIRST; i < r->nodes.n; i++)
        if (r->nodes.at[i].inst == (uint32_t)GRAPH_INPUT &&
            r->nodes.at[i].value < first)
            first = (size_t)r->nodes.at[i].value;
    for (size_t i = FIRST; i < r->nodes.n; i++)
        if (r->nodes.at[i].inst == (uint32_t)GRAPH_INPUT)
            r->nodes.at[i].value -= first;
    r->inputs.n -= first;
    if (r->inputs.n)
        memmove(r->inputs.at, r->inputs.at + first,
                r->inputs.n * sizeof *r->inputs.at);
}

static void
forget_rows(Replay *r, uint32_t first)
{
    size_t n = 0;

    for (size_t i = 0; i < r->outputs.n; i++)
        if (r->outputs.at[i].node >= first) {
            r->outputs.at[n] = r->outputs.at[i];
            r->outputs.at[n].node = renumber(r->outputs.at[n].node, first);
            n++;
        }
    r->outputs.n = n;
    n = 0;
    for (size_t i = 0; i < r->origins.n; i++)
        if (r->origins.at[i].node >= first) {
            r->origins.at[n] = r->origins.at[i];
            r->origins.at[n].node = renumber(r->origins.at[n].node, first);
            n++;
        }
    r->origins.n = n;
    n = 0;
    for (size_t i = 0; i < r->found.n; i++)
        if (r->found.at[i].node >= first)
            r->found.at[n++] = (GraphSummary){
                .node = renumber(r->found.at[i].node, first),
                .branch = renumber(r->found.at[i].branch, first)};
    r->found.n = n;
}

/* Sites keep their numbers: how many went before is remembered. */
static void
forget_sites(Replay *r, uint32_t first)
{
    size_t n = 0;

    while (n < r->sites.n && r->sites.at[n] < first)
        n++;
    r->nsites_forgotten += (uint32_t)n;
    r->sites.n -= n;
    if (r->sites.n)
        memmove(r->sites.at, r->sites.at + n, r->sites.n * sizeof *r->sites.at);
    renumber_all(r->sites.at, r->sites.n, first);
}

void
replay_forget(Replay *r, uint32_t keep)
{
    if (r->nodes.n < (size_t)keep + FIRST + 1)
        return;
    uint32_t first = (uint32_t)r->nodes.n - keep;
    uint32_t dep = r->nodes.at[first].dep;

    forget_state(r, first);
    forget_rows(r, first);
    forget_sites(r, first);
    for (uint32_t i = 0; i < keep; i++) {
        GraphNode *n = &r->nodes.at[FIRST + i];
        *n = r->nodes.at[first + i];
        n->control = renumber(n->control, first);
        n->dep -= dep;
    }
    r->nodes.n = FIRST + keep;
    r->nforgotten += first - FIRST;
    r->deps.n -= dep;
    memmove(r->deps.at, r->deps.at + dep, r->deps.n * sizeof *r->deps.at);
    renumber_all(r->deps.at, r->deps.n, first);
    forget_steps(r);
    forget_inputs(r);
}
