/* replay_summary.c - branches that could have made another definition reach.
 *
 * Algorithm 3 of the cause paper, with two refinements. A branch counts if it
 * came after the definition that was read: before that it could have changed
 * nothing the definition did not overwrite. And of branches that depend on one
 * another for control only the last one counts, as the others are reached
 * through it; for the same reason none counts that the use itself depends on.
 * Dependences inside functions are looked for in one activation, those between
 * functions in all of them, ended ones too.
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
init_across(Replay *r)
{
    const Summaries *s = r->across;

    if (s->nblocks != r->s->nblocks || s->ninsts != r->s->ninsts)
        return false;
    r->everywhere = mem_alloc(((size_t)s->nblocks + 1) * sizeof *r->everywhere);
    for (uint32_t b = 0; b < s->nblocks; b++)
        r->everywhere[b] = SCRIPT_NONE;
    for (uint32_t i = 0; i < s->n; i++)
        r->everywhere[s->branches[i]] = 0;
    return true;
}

bool
replay_summary_init(Replay *r)
{
    const Script *s = r->s;

    if (r->across && !init_across(r))
        return false;
    if (!r->summaries)
        return true;
    if (r->summaries->nblocks != s->nblocks ||
        r->summaries->ninsts != s->ninsts)
        return false;
    for (uint32_t f = 0; f < s->nfunctions; f++)
        if (!are_inside(r->summaries, &s->functions[f]))
            return false;
    r->head = mem_zalloc((size_t)s->nblocks + 1, sizeof *r->head);
    r->nheads = mem_zalloc((size_t)s->nfunctions + 1, sizeof *r->nheads);
    for (uint32_t i = 0; i < r->summaries->n; i++)
        r->head[r->summaries->branches[i]] = 1;
    for (uint32_t f = 0; f < s->nfunctions; f++)
        for (uint32_t b = 0; b < s->functions[f].nblocks; b++) {
            uint32_t *head = &r->head[s->functions[f].block + b];
            *head = *head ? r->nheads[f]++ : SCRIPT_NONE;
        }
    return true;
}

void
replay_summary_done(Replay *r)
{
    free(r->head);
    free(r->nheads);
    vec_done(&r->heads);
    vec_done(&r->passed);
    free(r->everywhere);
    vec_done(&r->all_passed);
    vec_done(&r->chosen);
    vec_done(&r->run);
    vec_done(&r->marks);
}

void
replay_summary_enter(Replay *r, Activation *a)
{
    a->heads = r->heads.n;
    a->passed = r->passed.n;
    for (uint32_t i = 0; r->summaries && i < r->nheads[a->function]; i++)
        vec_push(&r->heads, 0);
}

void
replay_summary_branch(Replay *r, uint32_t node)
{
    const Activation *a = replay_top(r);

    if (r->across && r->everywhere[a->block] != SCRIPT_NONE) {
        uint32_t *last = &r->everywhere[a->block];
        vec_push(&r->all_passed, (Passed){.node = node, .before = *last});
        *last = (uint32_t)r->all_passed.n;
    }
    if (!r->summaries || r->head[a->block] >= r->nheads[a->function])
        return;
    uint32_t *head = &r->heads.at[a->heads + r->head[a->block]];
    vec_push(&r->passed, (Passed){.node = node, .before = *head});
    *head = (uint32_t)r->passed.n;
}

/* Branches since then, beginning with the last one (its index plus one) and
 * going back; not all if there are many. */
static void
collect(Replay *r, const Passed *passed, uint32_t i, uint32_t since)
{
    bool many = r->found.n / 2 > r->nodes.n + PLENTY;

    for (uint32_t n = 0; i && passed[i - 1].node > since; n++) {
        if (n == r->most || (many && n == FEW)) {
            r->nbounded++;
            break;
        }
        vec_push(&r->chosen, passed[i - 1].node);
        i = passed[i - 1].before;
    }
}

static void
collect_inside(Replay *r, uint32_t inst, uint32_t since)
{
    const Activation *a = replay_top(r);
    uint32_t n;
    const uint32_t *branches = summaries_of(r->summaries, inst, &n);

    for (uint32_t k = 0; k < n; k++) {
        uint32_t head = r->head[branches[k]];
        if (head < r->nheads[a->function])
            collect(r, r->passed.at, r->heads.at[a->heads + head], since);
    }
}

static void
collect_across(Replay *r, uint32_t inst, uint32_t since)
{
    uint32_t n;
    const uint32_t *branches = summaries_of(r->across, inst, &n);

    for (uint32_t k = 0; k < n; k++)
        collect(r, r->all_passed.at, r->everywhere[branches[k]], since);
}

/* needs: marks of this stamp. Mark what a node depends on for control. */
static void
mark_chain(Replay *r, uint32_t node, uint32_t oldest)
{
    for (; node >= oldest && r->marks.at[node] != r->stamp;
         node = r->nodes.at[node].control)
        r->marks.at[node] = r->stamp;
}

/* Latest first. They come in a few runs that are in order, one per branch:
 * merging each into those before it beats sorting. */
static void
arrange(Replay *r)
{
    uint32_t *at = r->chosen.at;
    size_t n = r->chosen.n, begin = 0;

    for (size_t i = 1; i <= n; i++) {
        if (i < n && at[i] < at[i - 1])
            continue;
        if (begin) { /* at[0 ..] and at[begin ..], from behind */
            size_t left = begin, right = i - begin, to = i;
            r->run.n = 0;
            for (size_t k = begin; k < i; k++)
                vec_push(&r->run, at[k]);
            while (right > 0) {
                bool first = left > 0 && at[left - 1] < r->run.at[right - 1];
                at[--to] = first ? at[--left] : r->run.at[--right];
            }
        }
        begin = i;
    }
}

/* Leave out what another one, or the use itself, depends on for control. */
static void
keep_last(Replay *r)
{
    size_t kept = 0;

    arrange(r);
    uint32_t oldest = r->chosen.at[r->chosen.n - 1];
    while (r->marks.n < r->nodes.n)
        vec_push(&r->marks, 0);
    r->stamp++;
    mark_chain(r, replay_top(r)->control, oldest);
    for (size_t i = 0; i < r->chosen.n; i++) {
        uint32_t node = r->chosen.at[i];
        if (r->marks.at[node] == r->stamp ||
            (kept && r->chosen.at[kept - 1] == node)) /* found both ways */
            continue;
        r->chosen.at[kept++] = node;
        mark_chain(r, r->nodes.at[node].control, oldest);
    }
    r->chosen.n = kept;
}

bool
replay_summary_choose(Replay *r, uint32_t inst, uint32_t since)
{
    r->chosen.n = 0;
    if (r->summaries)
        collect_inside(r, inst, since);
    if (r->across)
        collect_across(r, inst, since);
    if (r->chosen.n > 0)
        keep_last(r);
    return r->chosen.n > 0;
}

void
replay_summary_add(Replay *r, uint32_t node)
{
    for (size_t i = 0; i < r->chosen.n; i++)
        vec_push(&r->found,
                 (GraphSummary){.node = node, .branch = r->chosen.at[i]});
}
