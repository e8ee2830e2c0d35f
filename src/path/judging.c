/* judging.c - the judging of runs while the closest successful one is
 * searched for.
 */
#include "path/searching.h"

#include "base/clock.h"
#include "format/tuning.h"
#include "process/child.h"
#include "suite/compare.h"

#include <string.h>

/* With an answer, as many questions again and these go into a better one. */

double
search_spent(const Search *s)
{
    return child_clock(s->spec->bounds.cpu) - s->clock.start;
}

bool
search_is_past(const Search *s, double share)
{
    return s->spec->bounds.time_s > 0 &&
           search_spent(s) > share * s->spec->bounds.time_s;
}

bool
search_is_late(const Search *s)
{
    return search_is_past(s, tuning(TUNE_path_late_share));
}

int
path_compare(const uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny)
{
    const Distance a = {.events = (uint32_t *)(uintptr_t)x, .n = nx};
    const Distance b = {.events = (uint32_t *)(uintptr_t)y, .n = ny};

    return distance_compare(&a, &b);
}

int
search_compare(const Search *s, const uint32_t *x, uint32_t nx,
               const uint32_t *y, uint32_t ny)
{
    if (!s->spec->bounds.strict && nx != ny)
        return nx < ny ? -1 : 1;
    return path_compare(x, nx, y, ny);
}

int
search_prefer(const Search *s, uint32_t run, uint32_t judged)
{
    const PathRun *x = &s->scout->runs.at[run], *y = &s->scout->runs.at[judged];

    /* A success that has nothing to do with the failure should at least be
     * short. */
    if (s->spec->bounds.first ||
        s->r->verdicts.at[judged].worth > WORTH_PARTIAL)
        return search_compare(s, x->differs, x->ndiffers, y->differs,
                              y->ndiffers);
    return worth_compare(x, y);
}

bool
search_may_settle(const Search *s)
{
    return s->clock.found_s > 0 &&
           (s->best[WORTH_USEFUL] != PATH_NONE ||
            search_is_past(s, tuning(TUNE_path_partial_share)));
}

bool
search_has_asked_enough(const Search *s)
{
    return search_may_settle(s) &&
           (!s->spec->bounds.first || s->best[WORTH_USEFUL] == PATH_NONE) &&
           s->r->nquestions >
               tuning_count(TUNE_path_settle_runs_times) * s->clock.found_at +
                   tuning_count(TUNE_path_settle_runs);
}

bool
search_may_ask(Search *s)
{
    const PathResult *r = s->r;

    s->r->end.asked_enough =
        s->spec->bounds.questions && r->nquestions >= s->spec->bounds.questions;
    return !s->r->end.asked_enough;
}

static void
keep_expected(Search *s, const Wanted *want)
{
    const Bytes *out = &want->out;
    uint8_t *copy = ARENA_ARRAY(&s->r->arena, uint8_t, out->n + 1);

    if (out->n)
        memcpy(copy, out->at, out->n);
    s->test.expected = (Bytes){.at = copy, .n = out->n};
    s->test.has_expected = true;
    s->test.status = want->status;
}

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Search *s = context;
    const Observed *o = run->seen;

    (void)slot;
    if (s->last.run == 0 && run->want && run->want->known & COMPARE_STDOUT)
        keep_expected(s, run->want);
    if (!o->ended.started)
        return diag_fail(d, "%s", run->judgement.reason);
    s->last.now = (PathVerdict){
        .judged = true,
        .verdict = run->judgement.verdict,
        .reason = arena_strdup(&s->r->arena, run->judgement.reason),
        .status = o->ended.status,
        .timed_out = o->ended.timed_out,
        .nout = o->out.n,
    };
    return true;
}

static WorthEnd
end_of(const PathVerdict *v)
{
    return (WorthEnd){.status = v->status, .nout = v->nout};
}

/* By the script if there is one, else by a guess. */
static bool
weigh(Search *s, uint32_t run, const PathVerdict *v, Worth *out, Diag *d)
{
    const PathRun *r = &s->scout->runs.at[run];

    const WorthEnd wanted = {.status = s->test.status,
                             .nout = s->test.expected.n};

    *out = worth_guess(end_of(&s->r->verdicts.at[0]),
                       s->test.has_expected ? &wanted : NULL, end_of(v),
                       r->like.away, r->like.partial);
    if (!s->labs.accept)
        return true;
    const bool ok = lab_one(s->labs.accept, &r->input, s, see, d);
    *out = s->last.now.verdict == VERDICT_PASS ? WORTH_USEFUL : WORTH_TRIVIAL;
    return ok;
}

bool
search_judge(Search *s, uint32_t run, Diag *d)
{
    PathResult *r = s->r;
    const Input *in = run ? &s->scout->runs.at[run].input : s->test.failing;

    const double start = clock_now();
    s->last.now = (PathVerdict){0};
    s->last.run = run;
    if (!lab_one(s->labs.judge, in, s, see, d))
        return false;
    s->scout->cost.times.judge += clock_now() - start;
    PathVerdict v = s->last.now;
    if (!v.judged)
        return diag_fail(d, "interrupted");
    r->nquestions += run > 0;
    r->nfailing += run > 0 && v.verdict == VERDICT_FAIL;
    if (run > 0 && v.verdict == VERDICT_PASS && !weigh(s, run, &v, &v.worth, d))
        return false;
    while (r->verdicts.n <= run)
        vec_push(&r->verdicts, (PathVerdict){0});
    r->verdicts.at[run] = v;
    return true;
}

bool
search_is_judged(const Search *s, uint32_t run)
{
    return run < s->r->verdicts.n && s->r->verdicts.at[run].judged;
}

static void
note(Search *s, uint32_t run)
{
    const PathVerdict *v = &s->r->verdicts.at[run];
    /* A person is not asked more than that, and the paper takes the first
     * success. */
    const bool poor = v->worth == WORTH_TRIVIAL ||
                      !(s->spec->bounds.questions || s->spec->bounds.strict);
    uint32_t *best = &s->best[poor ? v->worth : WORTH_USEFUL];

    if (v->verdict != VERDICT_PASS)
        return;
    if (best <= &s->best[WORTH_PARTIAL] && s->clock.found_s <= 0) {
        s->clock.found_s = search_spent(s);
        s->clock.found_at = s->r->nquestions;
    }
    if (*best == PATH_NONE || search_prefer(s, run, *best) < 0)
        *best = run;
}

/* The next run to judge: see search_judge_until. */
static uint32_t
next_run(const Search *s, uint32_t most, const uint32_t *set, uint32_t n)
{
    const PathRun *runs = s->scout->runs.at;
    const uint32_t best = s->best[WORTH_USEFUL];
    uint32_t next = PATH_NONE;

    for (uint32_t i = 1; i < s->scout->runs.n; i++) {
        const PathRun *x = &runs[i];
        /* If the failing run is endless, other endless runs fail, too. */
        if (search_is_judged(s, i) || x->ndiffers == 0 ||
            (s->r->failing.endless && x->endless) ||
            (most && x->ndiffers > most) ||
            (set && search_compare(s, x->differs, x->ndiffers, set, n) > 0) ||
            (best != PATH_NONE && search_prefer(s, i, best) >= 0))
            continue;
        if (next == PATH_NONE ||
            search_compare(s, x->differs, x->ndiffers, runs[next].differs,
                           runs[next].ndiffers) < 0)
            next = i;
    }
    return next;
}

bool
search_judge_until(Search *s, uint32_t most, const uint32_t *set, uint32_t n,
                   Diag *d)
{
    while (search_may_ask(s) && !search_has_asked_enough(s) &&
           !search_is_late(s)) {
        const uint32_t next = next_run(s, most, set, n);
        if (next == PATH_NONE)
            return true;
        if (!search_judge(s, next, d))
            return false;
        note(s, next);
    }
    return true;
}
