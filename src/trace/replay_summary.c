/* replay_summary.c - branches that could have made another definition reach.
 *
 * Algorithm 3 of the cause paper, with two refinements. A branch counts if it
 * came after the definition that was read: before that it could have changed
 * nothing the definition did not overwrite. And of branches that depend on one
 * another for control only the last one counts, as the others are reached
 * through it; for the same reason none counts that the use itself depends on.
 * Dependences inside functions are looked for in one activation, those between
 * functions in all of them, even those that have ended.
 */
#include "trace/replay.h"

#include "base/mem.h"

#include <stdlib.h>

/* When a graph has many times more than it has nodes, uses get few. */
enum { PLENTY = 1 << 20, FEW = 16 };

/* Are a function's branches its own? */
static bool
are_inside(const Summaries *s, const ScriptFunction *f)
{
    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++) {
        uint32_t n;
        const uint32_t *branches = summaries_of(s, i, &n);
        for (uint32_t k = 0; k < n; k++)
            if (branches[k] - f->block >= f->nblocks)
                return false;
    }
    return true;
}

static bool
init_across(AcrossBranches *a, const Script *script)
{
    const Summaries *s = a->summaries;

    if (s->nblocks != script->nblocks || s->ninsts != script->ninsts)
        return false;
    a->last = mem_alloc(((size_t)s->nblocks + 1) * sizeof *a->last);
    for (uint32_t b = 0; b < s->nblocks; b++)
        a->last[b] = SCRIPT_NONE;
    for (uint32_t i = 0; i < s->n; i++)
        a->last[s->branches[i]] = 0;
    return true;
}

static bool
init_inside(InsideBranches *in, const Script *script)
{
    const Summaries *s = in->summaries;

    if (s->nblocks != script->nblocks || s->ninsts != script->ninsts)
        return false;
    for (uint32_t f = 0; f < script->nfunctions; f++)
        if (!are_inside(s, &script->functions[f]))
            return false;
    in->head = mem_zalloc((size_t)s->nblocks + 1, sizeof *in->head);
    in->nheads = mem_zalloc((size_t)script->nfunctions + 1, sizeof *in->nheads);
    for (uint32_t i = 0; i < s->n; i++)
        in->head[s->branches[i]] = 1;
    for (uint32_t f = 0; f < script->nfunctions; f++)
        for (uint32_t b = 0; b < script->functions[f].nblocks; b++) {
            uint32_t *head = &in->head[script->functions[f].block + b];
            *head = *head ? in->nheads[f]++ : SCRIPT_NONE;
        }
    return true;
}

bool
summary_init(SummarySearch *s, const Script *script)
{
    return (!s->across.summaries || init_across(&s->across, script)) &&
           (!s->inside.summaries || init_inside(&s->inside, script));
}

void
summary_done(SummarySearch *s)
{
    free(s->inside.head);
    free(s->inside.nheads);
    vec_done(&s->inside.heads);
    vec_done(&s->inside.passed);
    free(s->across.last);
    vec_done(&s->across.passed);
    vec_done(&s->chosen);
    vec_done(&s->run);
    vec_done(&s->chains);
    ancestry_done(&s->control);
}

void
summary_enter(SummarySearch *s, Activation *a)
{
    InsideBranches *in = &s->inside;

    a->bottom.heads = in->heads.n;
    a->bottom.passed = in->passed.n;
    for (uint32_t i = 0; in->summaries && i < in->nheads[a->function]; i++)
        vec_push(&in->heads, 0);
}

void
summary_branch(SummarySearch *s, const Activation *a, uint32_t node)
{
    const uint32_t block = a->where.block;
    InsideBranches *in = &s->inside;

    if (s->across.summaries && s->across.last[block] != SCRIPT_NONE) {
        uint32_t *last = &s->across.last[block];
        vec_push(&s->across.passed, (Passed){.node = node, .before = *last});
        *last = (uint32_t)s->across.passed.n;
    }
    if (!in->summaries || in->head[block] >= in->nheads[a->function])
        return;
    uint32_t *head = &in->heads.at[a->bottom.heads + in->head[block]];
    vec_push(&in->passed, (Passed){.node = node, .before = *head});
    *head = (uint32_t)in->passed.n;
}

/* Branches since then, beginning with the last one (its index plus one) and
 * going back; not all if there are many. */
static void
collect(SummarySearch *s, const Drawing *g, const Passed *passed, uint32_t i,
        uint32_t since)
{
    bool many = s->found.n / 2 > g->nodes.n + PLENTY;

    for (uint32_t n = 0; i && passed[i - 1].node > since; n++) {
        if (n == s->most || (many && n == FEW)) {
            s->nbounded++;
            break;
        }
        vec_push(&s->chosen, passed[i - 1].node);
        i = passed[i - 1].before;
    }
}

static void
collect_inside(SummarySearch *s, const Drawing *g, const Activation *a,
               uint32_t inst, uint32_t since)
{
    uint32_t n;
    const uint32_t *branches = summaries_of(s->inside.summaries, inst, &n);

    for (uint32_t k = 0; k < n; k++) {
        uint32_t head = s->inside.head[branches[k]];
        if (head < s->inside.nheads[a->function])
            collect(s, g, s->inside.passed.at,
                    s->inside.heads.at[a->bottom.heads + head], since);
    }
}

static void
collect_across(SummarySearch *s, const Drawing *g, uint32_t inst,
               uint32_t since)
{
    uint32_t n;
    const uint32_t *branches = summaries_of(s->across.summaries, inst, &n);

    for (uint32_t k = 0; k < n; k++)
        collect(s, g, s->across.passed.at, s->across.last[branches[k]], since);
}

/* Latest first. They come in a few runs that are in order, one per branch:
 * merging each into those before it beats sorting. */
static void
arrange(SummarySearch *s)
{
    uint32_t *at = s->chosen.at;
    size_t n = s->chosen.n, begin = 0;

    for (size_t i = 1; i <= n; i++) {
        if (i < n && at[i] < at[i - 1])
            continue;
        if (begin) { /* at[0 ..] and at[begin ..], from behind */
            size_t left = begin, right = i - begin, to = i;
            s->run.n = 0;
            for (size_t k = begin; k < i; k++)
                vec_push(&s->run, at[k]);
            while (right > 0) {
                bool first = left > 0 && at[left - 1] < s->run.at[right - 1];
                at[--to] = first ? at[--left] : s->run.at[--right];
            }
        }
        begin = i;
    }
}

/* Chains of control that are followed back from the branches: a heap, with the
 * latest node at its top. */
static void
push_chain(SummarySearch *s, uint32_t node)
{
    uint32_t *at;
    size_t i = s->chains.n;

    vec_push(&s->chains, node);
    for (at = s->chains.at; i && at[(i - 1) / 2] < node; i = (i - 1) / 2)
        at[i] = at[(i - 1) / 2];
    at[i] = node;
}

static uint32_t
pop_chain(SummarySearch *s)
{
    uint32_t *at = s->chains.at;
    const uint32_t top = at[0], last = vec_pop(&s->chains);
    const size_t n = s->chains.n;
    size_t i = 0, child;

    for (; (child = 2 * i + 1) < n; i = child) {
        child += child + 1 < n && at[child + 1] > at[child];
        if (at[child] <= last)
            break;
        at[i] = at[child];
    }
    if (n)
        at[i] = last;
    return top;
}

/* Follow all chains back to this node, or behind it; is it on one of them?
 * Chains that meet become one. */
static bool
is_covered(SummarySearch *s, uint32_t node, uint32_t oldest)
{
    while (s->chains.n && s->chains.at[0] > node) {
        const uint32_t at = pop_chain(s);
        if (s->chains.n && s->chains.at[0] == at)
            continue;
        const uint32_t above = ancestry_climb(&s->control, at, node);
        if (above >= oldest)
            push_chain(s, above);
    }
    return s->chains.n && s->chains.at[0] == node;
}

/* Leave out what another one, or the use itself, depends on for control; the
 * use depends on `control`. */
static void
keep_last(SummarySearch *s, const Drawing *g, uint32_t control)
{
    size_t kept = 0;

    arrange(s);
    const uint32_t oldest = s->chosen.at[s->chosen.n - 1];
    while (s->control.at.n < g->nodes.n)
        ancestry_add(&s->control, g->nodes.at[s->control.at.n].control);
    s->chains.n = 0;
    push_chain(s, control);
    for (size_t i = 0; i < s->chosen.n; i++) {
        const uint32_t node = s->chosen.at[i];
        if (is_covered(s, node, oldest)) /* also if it was found both ways */
            continue;
        s->chosen.at[kept++] = node;
        push_chain(s, node);
    }
    s->chosen.n = kept;
}

bool
replay_summary_choose(Replay *r, uint32_t inst, uint32_t since)
{
    SummarySearch *s = &r->summary;
    const Activation *a = replay_top(r);

    s->chosen.n = 0;
    if (s->inside.summaries)
        collect_inside(s, &r->graph, a, inst, since);
    if (s->across.summaries)
        collect_across(s, &r->graph, inst, since);
    if (s->chosen.n > 0)
        keep_last(s, &r->graph, a->where.control);
    return s->chosen.n > 0;
}

void
summary_add(SummarySearch *s, uint32_t node)
{
    for (size_t i = 0; i < s->chosen.n; i++)
        vec_push(&s->found,
                 (GraphSummary){.node = node, .branch = s->chosen.at[i]});
}
