/* chain.c - how what happens at a line reaches the failure. */
#include "find/chain.h"

#include "base/mem.h"
#include "base/vec.h"
#include "trace/say.h"

#include <stdlib.h>
#include <string.h>

bool
chain_failure(const Graph *g, int signal, Criterion *out, Diag *d)
{
    VEC(uint32_t) nodes = {0};

    if (signal)
        return criterion_default(g, signal, out, d);
    for (uint32_t i = 0; i < g->io.noutputs; i++)
        if (g->io.outputs[i].descriptor == 1)
            vec_push(&nodes, g->io.outputs[i].node);
    if (nodes.n == 0 && g->run.last)
        vec_push(&nodes, g->run.last);
    if (nodes.n == 0)
        return diag_fail(d, "nothing was traced");
    *out = (Criterion){.nodes = nodes.at,
                       .n = nodes.n,
                       .cap = nodes.cap,
                       .step = g->nodes[nodes.at[nodes.n - 1]].step};
    return true;
}

static bool
is_at(const Graph *g, uint32_t node, const char *file, uint32_t line)
{
    const uint32_t step = g->nodes[node].step;
    const uint32_t at = step < g->nsteps ? g->steps[step].line : SCRIPT_NONE;

    return at != SCRIPT_NONE && g->script->lines[at].line == line &&
           strcmp(script_text(g->script, g->script->lines[at].file), file) == 0;
}

/* The breadth-first search: which node each was reached from. */
typedef struct ChainSearch ChainSearch;
struct ChainSearch {
    const Graph *g;
    uint32_t *user; /* of each node: what depends on it, 0: not reached; its
                       own number: the criterion's */
    VEC(uint32_t) queue;
};

static void
reach(ChainSearch *s, uint32_t node, uint32_t user)
{
    if (node == 0 || s->user[node])
        return;
    s->user[node] = user;
    vec_push(&s->queue, node);
}

/* The first node at the line, 0: none. */
static uint32_t
search(ChainSearch *s, const Criterion *c, const char *file, uint32_t line)
{
    const Graph *g = s->g;

    for (size_t i = 0; i < c->n; i++)
        reach(s, c->nodes[i], c->nodes[i]);
    for (size_t i = 0; i < s->queue.n; i++) {
        uint32_t node = s->queue.at[i];
        if (is_at(g, node, file, line))
            return node;
        for (uint32_t k = g->nodes[node].dep; k < g->nodes[node + 1].dep; k++)
            reach(s, g->deps[k], node);
        reach(s, g->nodes[node].control, node);
        size_t n;
        const GraphSummary *summaries = graph_summaries(g, node, &n);
        for (size_t k = 0; k < n; k++)
            reach(s, summaries[k].branch, node);
    }
    return 0;
}

static Step
tell(const Graph *g, uint32_t node, Arena *a)
{
    const GraphStep *at = &g->steps[g->nodes[node].step];
    const ScriptLine *line = &g->script->lines[at->line];
    Str words = {0};

    say_node(g, node, &words);
    if (say_is_output(g, node))
        str_puts(&words, words.n ? ", written" : "written");
    Step s = {.file = arena_strdup(a, script_text(g->script, line->file)),
              .line = line->line,
              .instance = at->instance,
              .function = "",
              .message = arena_strdup(a, str_text(&words))};
    str_done(&words);
    return s;
}

size_t
chain_steps(const Graph *g, const Criterion *c, const char *file, uint32_t line,
            Arena *a, Step **out)
{
    ChainSearch s = {.g = g, .user = mem_zalloc(g->nnodes + 1, sizeof *s.user)};
    VEC(Step) steps = {0};
    uint32_t node = search(&s, c, file, line), before = SCRIPT_NONE;

    while (node) {
        const uint32_t step = g->nodes[node].step, next = s.user[node];
        bool known = step < g->nsteps && g->steps[step].line != SCRIPT_NONE;
        if (known && step == before) /* the last of its nodes tells most */
            steps.n--;
        if (known) {
            vec_push(&steps, tell(g, node, a));
            before = step;
        }
        if (next == node)
            break;
        node = next;
    }
    *out = steps.n ? arena_dup(a, steps.at, steps.n * sizeof *steps.at) : NULL;
    size_t n = steps.n;
    vec_done(&steps);
    vec_done(&s.queue);
    free(s.user);
    return n;
}
