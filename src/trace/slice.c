/* slice.c - the part of a graph that a criterion depends on. */
#include "trace/slice.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

void
criterion_done(Criterion *c)
{
    free(c->nodes);
    *c = (Criterion){0};
}

static void
add_node(Criterion *c, uint32_t node)
{
    if (c->n == c->cap) {
        c->cap = c->cap ? 2 * c->cap : 8;
        c->nodes = mem_resize(c->nodes, c->cap, sizeof *c->nodes);
    }
    c->nodes[c->n++] = node;
}

const char *
slice_name(const Graph *g, uint32_t node)
{
    const GraphNode *n = &g->nodes[node];

    if (n->inst == (uint32_t)GRAPH_INPUT) {
        uint32_t inst = g->io.inputs[n->value].inst;
        return inst == SCRIPT_NONE || g->script->insts[inst].op != SCRIPT_LOAD
                   ? ""
                   : script_text(g->script, g->script->insts[inst].text);
    }
    if (n->inst >= g->script->ninsts ||
        g->script->insts[n->inst].op != SCRIPT_STORE)
        return "";
    return script_text(g->script, g->script->insts[n->inst].text);
}

/* Does the path end as the person wrote it? */
static bool
is_file(const char *path, const char *wanted, size_t n)
{
    size_t m = strlen(path);

    return m >= n && memcmp(path + m - n, wanted, n) == 0 &&
           (m == n || path[m - n - 1] == '/' || wanted[0] == '/');
}

/* The line of the script that is meant, SCRIPT_NONE if it has no code. */
static uint32_t
find_line(const Script *s, const char *file, size_t n, uint32_t line, Diag *d)
{
    uint32_t nearest = 0;
    bool known = false;

    for (uint32_t i = 0; i < s->nlines; i++) {
        if (!is_file(script_text(s, s->lines[i].file), file, n))
            continue;
        known = true;
        uint32_t here = s->lines[i].line;
        if (here == line)
            return i;
        uint32_t far = here > line ? here - line : line - here;
        uint32_t best = nearest > line ? nearest - line : line - nearest;
        if (nearest == 0 || far < best)
            nearest = here;
    }
    if (!known)
        diag_fail(d, "no file %.*s in the program", (int)n, file);
    else
        diag_fail(d, "%.*s:%u has no code; the nearest line with code is %u",
                  (int)n, file, line, nearest);
    return SCRIPT_NONE;
}

static bool
parse_place(const char *place, size_t *file, uint32_t *line, uint32_t *instance,
            Diag *d)
{
    const char *colon = strrchr(place, ':');
    char *end = NULL;
    unsigned long l = colon ? strtoul(colon + 1, &end, 10) : 0, k = 0;

    if (!colon || colon == place || end == colon + 1 || l == 0 ||
        l > UINT32_MAX || (*end && *end != '#'))
        return diag_fail(d, "%s is not FILE:LINE or FILE:LINE#INSTANCE", place);
    if (*end == '#') {
        const char *digits = end + 1;
        k = strtoul(digits, &end, 10);
        if (end == digits || *end || k == 0 || k > UINT32_MAX)
            return diag_fail(d, "%s: the instance must be a number from 1",
                             place);
    }
    *file = (size_t)(colon - place);
    *line = (uint32_t)l;
    *instance = (uint32_t)k;
    return true;
}

bool
criterion_place(const Script *s, const char *place, uint32_t *line,
                uint32_t *instance, Diag *d)
{
    size_t file = 0;
    uint32_t number = 0;

    if (!parse_place(place, &file, &number, instance, d))
        return false;
    *line = find_line(s, place, file, number, d);
    return *line != SCRIPT_NONE;
}

/* What the source calls what a node loaded, "" if it is no load. */
static const char *
load_name(const Graph *g, uint32_t node)
{
    const GraphNode *n = &g->nodes[node];

    return n->inst < g->script->ninsts &&
                   g->script->insts[n->inst].op == SCRIPT_LOAD
               ? script_text(g->script, g->script->insts[n->inst].text)
               : "";
}

/* What of the step concerns the variable: its stores, and what others read. */
static void
keep_variable(const Graph *g, const char *name, Criterion *c)
{
    Criterion kept = {.step = c->step};

    for (size_t i = 0; i < c->n; i++) {
        const GraphNode *n = &g->nodes[c->nodes[i]];
        if (strcmp(slice_name(g, c->nodes[i]), name) == 0) {
            add_node(&kept, c->nodes[i]);
            continue;
        }
        for (uint32_t k = n->dep; k < n[1].dep; k++)
            if (strcmp(slice_name(g, g->deps[k]), name) == 0 ||
                strcmp(load_name(g, g->deps[k]), name) == 0)
                add_node(&kept, g->deps[k]);
    }
    free(c->nodes);
    *c = kept;
}

static uint32_t
find_step(const Graph *g, uint32_t line, uint32_t instance)
{
    for (uint32_t i = 1; i < g->nsteps; i++)
        if (g->steps[i].line == line && g->steps[i].instance == instance)
            return i;
    return 0;
}

bool
criterion_at(const Graph *g, const char *place, const char *variable,
             Criterion *out, Diag *d)
{
    size_t file = 0;
    uint32_t line = 0, instance = 0;

    *out = (Criterion){0};
    if (!parse_place(place, &file, &line, &instance, d))
        return false;
    uint32_t number = find_line(g->script, place, file, line, d);
    if (number == SCRIPT_NONE)
        return false;
    uint32_t times = g->run.arrivals[number];
    if (times == 0)
        return diag_fail(d, "%.*s:%u was not executed", (int)file, place, line);
    if (instance > times)
        return diag_fail(d, "%.*s:%u was executed %u time%s, not %u", (int)file,
                         place, line, times, times == 1 ? "" : "s", instance);
    for (uint32_t k = instance ? instance : times; k > 0 && !out->step; k--) {
        out->step = find_step(g, number, k);
        if (instance)
            break;
    }
    for (uint32_t i = 1; i < g->nnodes && out->step; i++)
        if (g->nodes[i].step == out->step)
            add_node(out, i);
    if (out->n == 0 && g->run.nforgotten)
        return diag_fail(
            d, "%s is not in the part of the run that was kept (--last)",
            place);
    if (out->n == 0)
        return diag_fail(d, "%.*s:%u computes nothing", (int)file, place, line);
    if (variable)
        keep_variable(g, variable, out);
    if (out->n == 0)
        return diag_fail(d, "%.*s:%u neither reads nor writes %s", (int)file,
                         place, line, variable);
    return true;
}

static bool
is_call_of(const Graph *g, uint32_t node, const char *const *names)
{
    uint32_t inst = g->nodes[node].inst;

    if (inst >= g->script->ninsts ||
        g->script->insts[inst].op != SCRIPT_FOREIGN)
        return false;
    for (; *names; names++)
        if (strcmp(script_text(g->script, g->script->insts[inst].text),
                   *names) == 0)
            return true;
    return false;
}

static bool
is_trap(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP;
}

bool
criterion_default(const Graph *g, int signal, Criterion *out, Diag *d)
{
    static const char *const aborts[] = {"abort", "__assert_fail", "raise",
                                         "kill", NULL};
    uint32_t node = 0;

    *out = (Criterion){0};
    if (signal && g->run.last) {
        node = g->run.last;
        out->why = is_call_of(g, node, aborts) ? "the failed assertion or abort"
                   : is_trap(signal)           ? "the instruction that trapped"
                                               : "where a signal ended it";
    } else {
        for (uint32_t i = g->io.noutputs; i-- > 0 && !node;)
            if (g->io.outputs[i].descriptor == 1)
                node = g->io.outputs[i].node;
        if (!node && g->io.noutputs)
            node = g->io.outputs[g->io.noutputs - 1].node;
        out->why = "the last output";
    }
    if (!node) {
        node = g->run.last;
        out->why = "the last thing it did";
    }
    if (!node)
        return diag_fail(d, "nothing was traced: the program ended before any "
                            "of its code ran");
    add_node(out, node);
    out->step = g->nodes[node].step;
    return true;
}

static void
go_back(const Graph *g, Bitset *set)
{
    uint32_t s = g->summaries.n;

    for (uint32_t i = g->nnodes; i-- > 1;) {
        const GraphNode *n = &g->nodes[i];
        for (; s > 0 && g->summaries.at[s - 1].node >= i; s--)
            if (bitset_has(set, i))
                bitset_add(set, g->summaries.at[s - 1].branch);
        if (!bitset_has(set, i))
            continue;
        for (uint32_t k = n->dep; k < n[1].dep; k++)
            bitset_add(set, g->deps[k]);
        bitset_add(set, n->control);
    }
}

static void
go_on(const Graph *g, Bitset *set)
{
    uint32_t s = 0;

    for (uint32_t i = 1; i < g->nnodes; i++) {
        const GraphNode *n = &g->nodes[i];
        bool reached = n->control && bitset_has(set, n->control);
        for (uint32_t k = n->dep; k < n[1].dep && !reached; k++)
            reached = bitset_has(set, g->deps[k]);
        for (; s < g->summaries.n && g->summaries.at[s].node <= i; s++)
            reached = reached || bitset_has(set, g->summaries.at[s].branch);
        if (reached)
            bitset_add(set, i);
    }
}

Bitset
slice_nodes(const Graph *g, const Criterion *c, bool forward)
{
    Bitset set = bitset_new(g->nnodes);

    for (size_t i = 0; i < c->n; i++)
        bitset_add(&set, c->nodes[i]);
    if (forward)
        go_on(g, &set);
    else
        go_back(g, &set);
    bitset_remove(&set, 0);
    return set;
}

static size_t
count_steps(const Graph *g, const Bitset *nodes)
{
    Bitset steps = bitset_new(g->nsteps);

    for (uint32_t i = 1; i < g->nnodes; i++)
        if (bitset_has(nodes, i))
            bitset_add(&steps, g->nodes[i].step);
    bitset_remove(&steps, 0);
    size_t n = bitset_count(&steps);
    bitset_free(&steps);
    return n;
}

/* Steps in order of distance, until there are enough. */
static void
find_near(const Graph *g, const Criterion *c, size_t most, Bitset *steps)
{
    VEC(uint32_t) queue = {0};
    Bitset seen = bitset_new(g->nnodes);
    size_t n = 0;

    bitset_add(&seen, 0);
    for (size_t i = 0; i < c->n; i++) {
        bitset_add(&seen, c->nodes[i]);
        vec_push(&queue, c->nodes[i]);
    }
    for (size_t i = 0; i < queue.n && n < most; i++) {
        const GraphNode *node = &g->nodes[queue.at[i]];
        n += !bitset_has(steps, node->step);
        bitset_add(steps, node->step);
        size_t nmore;
        const GraphSummary *more = graph_summaries(g, queue.at[i], &nmore);
        size_t ndeps = node[1].dep - node->dep;
        for (size_t k = 0; k <= ndeps + nmore; k++) {
            uint32_t next = k < ndeps    ? g->deps[node->dep + k]
                            : k == ndeps ? node->control
                                         : more[k - ndeps - 1].branch;
            if (bitset_has(&seen, next))
                continue;
            bitset_add(&seen, next);
            vec_push(&queue, next);
        }
    }
    bitset_free(&seen);
    vec_done(&queue);
}

static void
find_first(const Graph *g, const Bitset *nodes, size_t most, Bitset *steps)
{
    size_t n = 0;

    for (uint32_t i = 1; i < g->nnodes && n < most; i++)
        if (bitset_has(nodes, i) && !bitset_has(steps, g->nodes[i].step)) {
            bitset_add(steps, g->nodes[i].step);
            n++;
        }
}

Bitset
slice_nearest(const Graph *g, const Criterion *c, const Bitset *nodes,
              bool forward, size_t most, size_t *total)
{
    Bitset steps = bitset_new(g->nsteps), near = bitset_new(g->nnodes);

    *total = count_steps(g, nodes);
    if (forward)
        find_first(g, nodes, most, &steps);
    else
        find_near(g, c, most, &steps);
    for (uint32_t i = 1; i < g->nnodes; i++)
        if (bitset_has(nodes, i) && bitset_has(&steps, g->nodes[i].step))
            bitset_add(&near, i);
    bitset_free(&steps);
    return near;
}
