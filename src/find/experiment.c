/* experiment.c - change the program a little, run tests, see what becomes of
 * them.
 */
#include "find/experiment_parts.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "process/child.h"

#include <stdlib.h>

bool
experiment_is_over(const Experiment *e)
{
    return e->interrupted || (e->spec.stop && *e->spec.stop) ||
           (e->spec.deadline > 0 &&
            child_clock(e->spec.cpu) > e->spec.deadline);
}

bool
experiment_is_spent(const Experiment *e)
{
    return experiment_is_over(e) ||
           (e->spec.max_runs && e->runs >= e->spec.max_runs);
}

bool
experiment_reaches(const Experiment *e, uint32_t test, const MutateSite *site)
{
    return site->where.block == MUTATE_NONE ||
           bitset_has(&e->tests.covers[test], site->where.block);
}

bool
experiment_enters(const Experiment *e, uint32_t test, const MutateSite *site)
{
    const Program *p = e->spec.runs->program;
    const uint32_t f = site->where.function;

    return f == MUTATE_NONE ||
           bitset_has(&e->tests.covers[test], p->functions[f].block);
}

/* Of so many, how many can be done if each takes as many runs as it may? So
 * there are never too many, and which are done does not depend on chance. */
static size_t
afford(const Experiment *e, size_t n, uint64_t each)
{
    const uint64_t most = e->spec.max_runs;

    if (!most || each == 0)
        return n;
    const uint64_t left = most > e->runs ? (most - e->runs) / each : 0;
    return left < n ? (size_t)left : n;
}

bool
experiment_run(Experiment *e, Trial *trials, size_t n, TrialDepth depth,
               uint32_t screen, Diag *d)
{
    Series s = {.e = e, .depth = depth, .screen = screen};
    bool ok = true;

    for (size_t at = 0; ok && at < n; at += s.n) {
        s.trials = trials + at;
        s.next = 0;
        s.n = afford(e, n - at, series_most_runs(&s));
        if (s.n == 0)
            break;
        ok = series_run(&s, d);
    }
    return ok;
}

bool
experiment_run_on(Experiment *e, const char *variant, Trial *trials, size_t n,
                  TrialDepth depth, uint32_t screen, Diag *d)
{
    const char *usual = e->spec.setup.target.variant;
    char *confined = NULL;

    if (e->kept.confined && !variant_confined(variant, &confined, d))
        return false;
    e->spec.setup.target.variant = confined ? confined : variant;
    bool ok = experiment_run(e, trials, n, depth, screen, d);
    e->spec.setup.target.variant = usual;
    free(confined);
    return ok;
}

bool
experiment_replaced(Experiment *e, const char *executable, TrialDepth depth,
                    Trial *t, Diag *d)
{
    const bool no_server = e->spec.setup.no_server;

    if (!e->spec.sites->language.context) /* what is compiled cannot serve */
        e->spec.setup.no_server = true;
    bool ok = experiment_run_on(e, executable, t, 1, depth, 0, d);
    e->spec.setup.no_server = no_server;
    return ok;
}

bool
experiment_watch(Experiment *e, Watch *watches, size_t n, Diag *d)
{
    Series s = {.e = e, .watches = watches, .n = afford(e, n, 1)};

    return s.n == 0 || series_run(&s, d);
}

void
experiment_forget(Experiment *e)
{
    arena_done(&e->watched.arena);
    e->watched = (ExperimentWatched){0};
}

/* Unaltered runs */

static void
set_aside(const Experiment *e, uint32_t test, TestsAside *to)
{
    to->at[to->n++] = test;
    to->nfailing += e->spec.runs->runs[test].verdict == VERDICT_FAIL;
}

/* Keep the tests of the list that behave as they did in the suite. */
static uint32_t
keep_alike(Experiment *e, uint32_t *list, uint32_t n, const uint8_t *seen)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint8_t s = seen[list[i]];
        if (s == SEEN_SAME)
            list[kept++] = list[i];
        else if (s) /* it was run */
            set_aside(e, list[i],
                      s == (SEEN_SAME | SEEN_OTHER) ? &e->tests.flaky
                                                    : &e->tests.unlike);
    }
    return kept;
}

/* Has a test passed at one time and failed at another? */
static bool
is_any_flaky(const Experiment *e, const uint8_t *seen)
{
    for (uint32_t i = 0; i < e->spec.runs->nruns; i++)
        if (seen[i] == (SEEN_SAME | SEEN_OTHER))
            return true;
    return false;
}

/* How many passing tests are run unaltered. If only few runs are allowed, half
 * of what is left of them is for these and the failing ones. */
static uint32_t
choose_unaltered(Experiment *e, uint32_t repeats)
{
    const uint32_t most = tuning_count(TUNE_find_unaltered);
    const uint32_t n = e->tests.npassing < most ? e->tests.npassing : most;
    const size_t room = afford(e, SIZE_MAX, 2 * (uint64_t)repeats);

    if (!e->spec.max_runs || n + e->tests.nfailing <= room)
        return n;
    const uint32_t failing = room > 1 ? (uint32_t)room / 2 : 1;
    if (e->tests.nfailing > failing)
        e->tests.nfailing = failing;
    return room > e->tests.nfailing ? (uint32_t)room - e->tests.nfailing : 0;
}

/* A run that a signal ended does not tell how many steps it took: look for so
 * many that suffice. */
static bool
measure_steps(Experiment *e, Diag *d)
{
    const uint64_t most = UINT64_C(1) << 40;
    uint64_t limit = e->unaltered.usual_steps + 1;
    uint32_t *tests = mem_zalloc(e->tests.nfailing + 1, sizeof *tests);
    bool ok = true;

    for (; ok && limit < most && !e->interrupted; limit *= 2) {
        Series s = {.e = e, .tests = tests};
        for (uint32_t i = 0; i < e->tests.nfailing; i++) {
            const uint32_t test = e->tests.failing[i];
            if (!e->unaltered.steps[test] && !e->unaltered.endless[test])
                tests[s.n++] = test;
        }
        if (s.n == 0)
            break;
        e->unaltered.enough = limit;
        ok = series_run(&s, d);
        e->unaltered.enough = 0;
    }
    free(tests);
    return ok;
}

/* When passing tests have had their share of the time; 0: there is no limit. */
static double
unaltered_until(const Experiment *e)
{
    const double now = child_clock(e->spec.cpu);

    return e->spec.deadline > now ? now + tuning(TUNE_find_unaltered_share) *
                                              (e->spec.deadline - now)
                                  : 0;
}

/* Run tests unaltered, each twice or, where chance is seen to be at work, more
 * often: the first passing ones say how many steps are usual, then all failing
 * ones that are used. Other passing tests are taken to be as they were. */
static bool
run_unaltered(Experiment *e, uint8_t *seen, Diag *d)
{
    const uint32_t repeats = tuning_count(TUNE_find_repeats);
    const uint32_t more = tuning_count(TUNE_find_repeats_flaky);
    const double until = unaltered_until(e);
    uint32_t n = choose_unaltered(e, repeats);
    bool ok = true;

    for (uint32_t again = 0;
         ok && afford(e, 1, n + e->tests.nfailing) &&
         (again < repeats || (again < more && is_any_flaky(e, seen)));
         again++) {
        Series passing = {.e = e,
                          .tests = e->tests.passing,
                          .n = n,
                          .seen = seen,
                          .until = again == 0 ? until : 0};
        Series failing = {.e = e,
                          .tests = e->tests.failing,
                          .n = e->tests.nfailing,
                          .seen = seen};
        ok = n == 0 || e->interrupted || series_run(&passing, d);
        if (again == 0) {
            n = n ? (uint32_t)passing.next : 0; /* the others take too long */
            tests_find_usual(e, n, seen);
        }
        ok = ok && (e->interrupted || e->tests.nfailing == 0 ||
                    series_run(&failing, d));
    }
    for (uint32_t i = n; i < e->tests.npassing; i++) {
        seen[e->tests.passing[i]] = SEEN_SAME;
        e->unaltered.steps[e->tests.passing[i]] = e->unaltered.most_steps;
        e->unaltered.wall_s[e->tests.passing[i]] = e->unaltered.most_wall_s;
    }
    ok = ok && plain_compare(e, e->tests.failing, e->tests.nfailing, seen, d) &&
         plain_compare(e, e->tests.passing, n, seen, d);
    e->tests.npassing =
        keep_alike(e, e->tests.passing, e->tests.npassing, seen);
    e->tests.nfailing =
        keep_alike(e, e->tests.failing, e->tests.nfailing, seen);
    ok = ok && measure_steps(e, d);
    if (e->tests.nfailing)
        tests_choose_screen(e);
    return ok;
}

/* What can confine itself does so in our place. */
static bool
let_confine(Experiment *e, Diag *d)
{
    if (e->spec.unconfined)
        return true;
    if (!variant_confined(e->spec.setup.target.variant, &e->kept.confined, d))
        return false;
    if (e->kept.confined) {
        e->spec.setup.target.variant = e->kept.confined;
        e->spec.unconfined = true;
    }
    return true;
}

/* Slots, tests, and what these do without a change. */
static bool
begin(Experiment *e, Diag *d)
{
    uint8_t *seen = mem_zalloc(e->spec.runs->nruns + 1, 1);

    e->tests.unlike.n = e->tests.flaky.n = 0;
    e->tests.unlike.nfailing = e->tests.flaky.nfailing = 0;
    e->unaltered.most_steps = e->unaltered.usual_steps = 0;
    e->unaltered.most_wall_s = e->unaltered.usual_wall_s = 0;
    tests_choose(e);
    bool ok = slots_open(e, d) && run_unaltered(e, seen, d);
    free(seen);
    return ok;
}

/* Are n tests that cannot be used too many beside those that can? */
static bool
is_too_many(uint32_t n, uint32_t beside)
{
    return n && (double)n > tuning(TUNE_find_strict) * beside;
}

/* Do too many tests need what confinement forbids? */
static bool
is_too_strict(const Experiment *e)
{
    const TestsAside *u = &e->tests.unlike;

    return !e->spec.unconfined && !experiment_is_spent(e) &&
           !(e->spec.setup.scratch && e->spec.processes) &&
           (is_too_many(u->nfailing, e->tests.nfailing) ||
            is_too_many(u->n - u->nfailing, e->tests.npassing));
}

/* Nothing to go on with: why. */
static bool
fail_without(const Experiment *e, Diag *d)
{
    const TestsAside *u = &e->tests.unlike;
    Arena a = {0};

    if (u->nfailing == 0 && e->tests.flaky.n)
        return diag_nothing(d, "each failing test passes at times: nothing "
                               "can be told from such runs");
    if (u->nfailing == 0)
        return diag_fail(d, "no failing test fails in the variant that is "
                            "altered, or the failure is not steady");
    uint32_t i = 0;
    while (e->spec.runs->runs[u->at[i]].verdict != VERDICT_FAIL)
        i++;
    diag_fail(d,
              "no failing test fails in the same way when it is run confined, "
              "such as \"%.40s\" (%s): try --unconfined",
              e->spec.runs->runs[u->at[i]].name,
              experiment_why(e, u->at[i], &a));
    arena_done(&a);
    return false;
}

/* What is kept of each test. */
static void
make_room(Experiment *e)
{
    const uint32_t n = e->spec.runs->nruns;

    e->unaltered.prints = ARENA_ARRAY(&e->arena, uint64_t, n + 1);
    e->unaltered.steps = ARENA_ARRAY(&e->arena, uint64_t, n + 1);
    e->unaltered.endless = ARENA_ARRAY(&e->arena, bool, n + 1);
    e->unaltered.wall_s = ARENA_ARRAY(&e->arena, double, n + 1);
    e->unaltered.confined = ARENA_ARRAY(&e->arena, Manner, n + 1);
    e->unaltered.plain = ARENA_ARRAY(&e->arena, Manner, n + 1);
    e->unaltered.layered = ARENA_ARRAY(&e->arena, bool, n + 1);
    e->tests.flaky.at = ARENA_ARRAY(&e->arena, uint32_t, n + 1);
    e->tests.unlike.at = ARENA_ARRAY(&e->arena, uint32_t, n + 1);
    tests_cover(e);
}

static void
forget_covers(Experiment *e)
{
    for (uint32_t i = 0; e->tests.covers && i < e->spec.runs->nruns; i++)
        bitset_free(&e->tests.covers[i]);
    e->tests.covers = NULL;
}

static bool
begin_anew(Experiment *e, Diag *d)
{
    make_room(e);
    bool ok = begin(e, d);
    if (ok && is_too_strict(e)) { /* it writes files, or makes processes */
        slots_close(e);
        e->spec.setup.scratch = e->spec.processes = true;
        ok = begin(e, d);
    }
    if (ok && e->tests.nfailing == 0 && e->runs && !experiment_is_spent(e))
        ok = fail_without(e, d);
    return ok;
}

bool
experiment_open(const ExperimentSpec *spec, Experiment *e, Diag *d)
{
    *e = (Experiment){.spec = *spec, .root = {.lock = -1}};
    if (!e->spec.setup.strict_jobs)
        e->spec.setup.jobs *= tuning_count(TUNE_find_slots_per_job);
    for (uint32_t i = 0; i < spec->runs->nruns; i++)
        e->spec.processes |= !spec->suite->tests[i].direct;
    if (let_confine(e, d) && begin_anew(e, d))
        return true;
    experiment_done(e);
    return false;
}

bool
experiment_renew(Experiment *e, const Suite *suite, const Wanted *wanted,
                 const Runs *runs, Diag *d)
{
    slots_close(e);
    forget_covers(e);
    e->spec.suite = suite;
    e->spec.wanted = wanted;
    e->spec.runs = runs;
    return begin_anew(e, d);
}

void
experiment_done(Experiment *e)
{
    slots_close(e);
    rundir_close(&e->root);
    forget_covers(e);
    arena_done(&e->watched.arena);
    arena_done(&e->arena);
    free(e->kept.confined);
    *e = (Experiment){.root = {.lock = -1}};
}
