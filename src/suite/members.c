/* members.c - the verdict on one of many checks that a run tells about.
 *
 * A line that tells of a failure counts only if the run failed as a whole,
 * unless it is TAP: a script may well print the word. A check that the run does
 * not tell about has failed: it was not come to.
 */
#include "suite/members.h"

#include <string.h>

bool
members_is_point(const Test *t)
{
    return t->check.whole && t->check.whole->names;
}

/* How many points before this one are called like it. */
static size_t
count_before(const TestWhole *w, size_t number)
{
    size_t n = 0;

    for (size_t i = 0; i < number; i++)
        n += strcmp(w->names[i], w->names[number]) == 0;
    return n;
}

size_t
members_find(const Test *t, const Remarks *points)
{
    const TestWhole *w = t->check.whole;
    const size_t number = t->check.number;

    return number < w->n ? remarks_find(points, w->names[number],
                                        count_before(w, number), number, w->n)
                         : SIZE_MAX;
}

static Judgement
passed(void)
{
    return (Judgement){.verdict = VERDICT_PASS, .reason = ""};
}

bool
members_rest_fails(const MembersTold *told)
{
    bool failed = false;

    for (size_t i = 0; i < told->remarks.n; i++)
        failed |= told->remarks.at[i].verdict == VERDICT_FAIL;
    return told->whole.verdict == VERDICT_FAIL && (told->died || !failed);
}

static Judgement
judge_absent(Arena *a, const Judgement *whole)
{
    Judgement j = {.verdict = VERDICT_FAIL,
                   .reason = "the run does not come to this check",
                   .timed_out = whole->timed_out};

    if (*whole->reason)
        j.reason = arena_printf(a, "%s: %s", j.reason, whole->reason);
    return j;
}

static Judgement
judge_point(const Remark *p, const Remarks *points, const Judgement *whole)
{
    if (p->verdict == VERDICT_FAIL && !points->tap &&
        whole->verdict == VERDICT_PASS)
        return passed();
    if (p->verdict == VERDICT_PASS)
        return passed();
    return (Judgement){.verdict = p->verdict, .reason = p->line};
}

Judgement
members_told(Arena *a, const Test *t, const MembersTold *told)
{
    const Remarks *r = &told->remarks;

    if (t->check.number >= t->check.whole->n)
        return members_rest_fails(told) ? told->whole : passed();
    const size_t at = members_find(t, r);
    return at == SIZE_MAX ? judge_absent(a, &told->whole)
                          : judge_point(&r->at[at], r, &told->whole);
}

enum { STATUS_SIGNAL = 128 }; /* a shell's, of a command that a signal ended */

static bool
has_died(const Ended *e)
{
    return e->signal || e->timed_out || e->status > STATUS_SIGNAL;
}

void
members_hear(Arena *a, const TestWhole *w, const Observed *o, MembersTold *out)
{
    out->whole = oracle_judge(a, w->test, o, NULL);
    out->died = has_died(&o->ended);
    remarks_read(a, &w->rules, &o->out, &o->err, &out->remarks);
}

Judgement
members_judge(Arena *a, const Test *t, const Observed *o,
              const Judgement *whole)
{
    MembersTold told = {.whole = *whole, .died = has_died(&o->ended)};

    if (!o->ended.started)
        return *whole;
    remarks_read(a, &t->check.whole->rules, &o->out, &o->err, &told.remarks);
    return members_told(a, t, &told);
}
