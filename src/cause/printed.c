/* printed.c - the output call where a failure shows, altered. */
#include "cause/printed.h"

#include "base/mem.h"
#include "trace/say.h"

#include <stdlib.h>
#include <string.h>

uint32_t
printed_call(const Graph *g, const ConcolicOutput *o)
{
    uint32_t node = graph_find_site(g, o->at + 1);

    if (node)
        return node;
    for (uint32_t i = 0; i < g->io.noutputs; i++)
        if (g->io.outputs[i].descriptor == 1 &&
            g->io.outputs[i].node > graph_find_site(g, o->at))
            return g->io.outputs[i].node;
    return 0;
}

/* A part of the output: from..to is what calls of the statement wrote. */
typedef struct Gap Gap;
struct Gap {
    size_t from, to;
};

typedef VEC(Gap) Gaps;

/* What the statement wrote: in this call only, or in each of them. */
static void
list_gaps(const Graph *g, const EngineRun *run, uint32_t node, bool every,
          Gaps *out)
{
    size_t n;
    ConcolicOutput *pieces = goal_outputs(run, &n);

    for (size_t i = 0; i < n; i++) {
        const uint32_t call = printed_call(g, &pieces[i]);
        const size_t from = pieces[i].offset, to = from + pieces[i].length;
        if (!call ||
            (every ? g->nodes[call].inst != g->nodes[node].inst
                   : call != node) ||
            to > run->out.n)
            continue;
        if (out->n && out->at[out->n - 1].to == from)
            out->at[out->n - 1].to = to;
        else
            vec_push(out, (Gap){from, to});
    }
    free(pieces);
}

/* Where `text` stands first from `from` on, wholly before `end`; `end`: it
 * does not. */
static size_t
find_text(const char *in, size_t from, size_t end, const char *text, size_t n)
{
    for (size_t at = from; at + n <= end; at++)
        if (n == 0 || memcmp(in + at, text, n) == 0)
            return at;
    return SIZE_MAX;
}

/* Is the expected output the actual one with other texts in the gaps? Then the
 * first of them should be *from..*to of the expected one. */
static bool
is_all_but(const char *actual, size_t nactual, const Goal *goal,
           const Gaps *gaps, Gap *first)
{
    const Gap *last = &gaps->at[gaps->n - 1];
    const size_t tail = nactual - last->to;
    size_t at = gaps->at[0].from;

    if (at + tail > goal->nexpected ||
        (at && memcmp(actual, goal->expected, at) != 0) ||
        (tail && memcmp(actual + last->to,
                        goal->expected + goal->nexpected - tail, tail) != 0))
        return false;
    const size_t end = goal->nexpected - tail;
    *first = (Gap){at, end};
    for (size_t i = 0; i + 1 < gaps->n; i++) {
        const size_t n = gaps->at[i + 1].from - gaps->at[i].to;
        const size_t found =
            find_text(goal->expected, at, end, actual + gaps->at[i].to, n);
        if (found == SIZE_MAX)
            return false;
        if (i == 0)
            first->to = found;
        at = found + n;
    }
    return true;
}

static size_t
end_of_line(const char *text, size_t n, size_t from)
{
    while (from < n && text[from] != '\n')
        from++;
    return from + (from < n);
}

static void
keep(Printed *out, uint32_t node, const EngineRun *run, const Goal *goal,
     Gap was, Gap would, uint64_t merit)
{
    out->node = node;
    out->merit = merit;
    str_add(&out->was, (const char *)run->out.at + was.from, was.to - was.from);
    str_add(&out->would, goal->expected + would.from, would.to - would.from);
}

/* At least the line that was wrong is right with another text in this gap. */
static bool
mends_line(const char *actual, size_t nactual, const Goal *goal, Gap gap,
           Gap *would)
{
    const size_t begin =
        gap.from > goal->property.offset ? gap.from : goal->property.offset;
    const size_t end = end_of_line(goal->expected, goal->nexpected, begin);
    const size_t rest = gap.to > 0 && actual[gap.to - 1] == '\n'
                            ? 0
                            : end_of_line(actual, nactual, gap.to) - gap.to;

    if (gap.from > goal->nexpected || rest > end - gap.from ||
        memcmp(actual, goal->expected, gap.from) != 0 ||
        memcmp(actual + gap.to, goal->expected + end - rest, rest) != 0)
        return false;
    *would = (Gap){gap.from, end - rest};
    return true;
}

void
printed_find(const Graph *g, const EngineRun *run, const Goal *goal,
             uint32_t node, Printed *out)
{
    const ScriptInst *inst = graph_inst(g, node);
    const char *actual = (const char *)run->out.at;
    Gaps once = {0}, every = {0};
    Gap would;

    *out = (Printed){0};
    if (!inst || inst->op != SCRIPT_FOREIGN || !say_is_output(g, node) ||
        !goal->expected)
        return;
    list_gaps(g, run, node, false, &once);
    list_gaps(g, run, node, true, &every);
    const bool ends = goal_ended(goal, run);
    if (once.n != 1) {
        vec_done(&once);
        vec_done(&every);
        return;
    }
    if (ends && is_all_but(actual, run->out.n, goal, &once, &would)) {
        keep(out, node, run, goal, once.at[0], would, GOAL_WHOLE);
    } else if (ends && every.n &&
               is_all_but(actual, run->out.n, goal, &every, &would)) {
        out->node = node;
        out->merit = GOAL_WHOLE;
        out->every = true;
    } else if (mends_line(actual, run->out.n, goal, once.at[0], &would)) {
        const size_t end =
            end_of_line(goal->expected, goal->nexpected, would.to);
        keep(out, node, run, goal, once.at[0], would, end + 1);
    }
    vec_done(&once);
    vec_done(&every);
}

void
printed_done(Printed *w)
{
    str_done(&w->was);
    str_done(&w->would);
    *w = (Printed){0};
}
