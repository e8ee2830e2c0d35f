/* stock.c - tests with their runs, and what each should have done. */
#include "session/stock.h"

#include "base/io.h"
#include "base/mem.h"
#include "run/schedule.h"
#include "suite/expected.h"

#include <stdlib.h>
#include <string.h>

void
stock_done(Stock *s)
{
    suite_done(&s->suite);
    runs_done(&s->runs);
    *s = (Stock){0};
}

/* Counts of one run alone. */
static Counted
pick_counts(Arena *a, const Counted *from, uint32_t run)
{
    const uint64_t first = from->start[run];
    const uint64_t n = from->start[run + 1] - first;
    Counted out = {.start = ARENA_ARRAY(a, uint64_t, 2)};

    out.start[1] = n;
    if (n) {
        out.index = arena_dup(a, from->index + first, n * sizeof *out.index);
        out.count = arena_dup(a, from->count + first, n * sizeof *out.count);
    }
    return out;
}

void
stock_pick(const Stock *from, uint32_t test, Stock *out)
{
    const Runs *r = &from->runs;
    Arena *a = &out->runs.arena;

    *out = (Stock){.suite = {.n = 1, .cap = 1}};
    out->suite.tests = mem_zalloc(1, sizeof *out->suite.tests);
    out->suite.tests[0] = from->suite.tests[test];
    if (from->wanted)
        out->wanted = arena_dup(a, &from->wanted[test], sizeof *out->wanted);
    out->runs.nruns = 1;
    out->runs.program = r->program;
    out->runs.has_returns = r->has_returns;
    out->runs.has_pairs = r->has_pairs;
    out->runs.runs = arena_dup(a, &r->runs[test], sizeof *r->runs);
    out->runs.edges = pick_counts(a, &r->edges, test);
    out->runs.returns = pick_counts(a, &r->returns, test);
    out->runs.npassed = r->runs[test].verdict == VERDICT_PASS;
    out->runs.nfailed = r->runs[test].verdict == VERDICT_FAIL;
}

/* The suite's tests in the order of the runs that the store has. */
static void
align(const Suite *all, Stock *s)
{
    Runs *r = &s->runs;

    s->suite.tests = mem_zalloc(r->nruns + 1, sizeof(Test));
    s->suite.n = r->nruns;
    for (uint32_t i = 0; i < r->nruns; i++) {
        const Test *found = NULL;
        if (i < all->n && strcmp(all->tests[i].key, r->runs[i].name) == 0)
            found = &all->tests[i];
        for (size_t k = 0; !found && k < all->n; k++)
            if (strcmp(all->tests[k].key, r->runs[i].name) == 0)
                found = &all->tests[k];
        if (!found)
            r->runs[i].verdict = VERDICT_UNKNOWN; /* of another suite */
        s->suite.tests[i] = found ? *found : all->tests[0];
    }
}

/* What the reference did, as the store has it. */
static bool
load_reference(Session *s, const char *digest, Arena *a, Wanted *w, Diag *d)
{
    StoredOutput o = {0};
    bool has = false;
    bool ok = store_find_output(s->store, digest, &o, &has, d);

    if (!has)
        w->missing = "the reference's output is gone";
    w->known = s->setup.judge.compare;
    w->status = o.status;
    w->timed_out = o.timed_out;
    w->out = (Bytes){arena_dup(a, str_text(&o.out), o.out.n + 1), o.out.n};
    w->err = (Bytes){arena_dup(a, str_text(&o.err), o.err.n + 1), o.err.n};
    w->files = arena_strdup(a, str_text(&o.files));
    store_output_done(&o);
    return ok;
}

static bool
load_references(Session *s, Stock *stock, Diag *d)
{
    Arena *a = &stock->runs.arena;
    Outcome *ignored = ARENA_ARRAY(a, Outcome, stock->suite.n + 1);
    RunnerSpec spec = {
        .setup = s->setup, .suite = &stock->suite, .store = s->store};
    Schedule schedule = {0};
    bool ok = schedule_make(&spec, &schedule, ignored, d);

    for (size_t i = 0; ok && i < stock->suite.n; i++)
        ok = load_reference(s, schedule.references[i], a, &stock->wanted[i], d);
    schedule_done(&schedule);
    return ok;
}

/* What each run should have done, as the oracle has it. */
static bool
collect_wanted(Session *s, Stock *stock, Diag *d)
{
    const Judge *j = &s->setup.judge;
    Arena *a = &stock->runs.arena;
    bool ok = true;

    if (j->oracle != ORACLE_EXPECTED && j->oracle != ORACLE_REFERENCE)
        return true;
    stock->wanted = ARENA_ARRAY(a, Wanted, stock->suite.n + 1);
    if (j->oracle == ORACLE_REFERENCE)
        return load_references(s, stock, d);
    for (size_t i = 0; ok && i < stock->suite.n; i++)
        ok = expected_load(a, j->expected, &stock->suite.tests[i], j->compare,
                           j->expected_optional, &stock->wanted[i], d);
    return ok;
}

/* Verdicts and spectra of the suite. */
static bool
run_suite(Session *s, Runs *out, Diag *d)
{
    RunnerSpec spec;
    RunnerResult result;

    if (!session_runner(s, VARIANT_RETURNS, &spec, d))
        return false;
    spec.hasty = true;
    bool ok = runner_run(&spec, &result, d);
    if (ok && result.interrupted)
        ok = diag_fail(d, "interrupted while the suite ran: run again to "
                          "continue");
    if (ok && result.nfailed == 0)
        ok = diag_nothing(d, result.ncontested
                                 ? "no test fails both natively and "
                                   "instrumented: there is nothing to find"
                                 : "no test fails: there is nothing to find");
    runner_done(&result);
    return ok && store_load_suite(s->store, &s->subject.program, out, d);
}

/* Does an argument name a file that is not there? */
static const char *
find_missing(const Test *t)
{
    const char *missing = NULL;

    for (char *const *word = t->argv + 1; t->direct && *word; word++) {
        const char *equals = strchr(*word, '='), *name = *word;
        if (**word == '-' && !equals)
            continue;
        name = equals ? equals + 1 : name;
        const char *dot = strrchr(name, '.');
        bool looks = strchr(name, '/') || (dot && dot > name && dot[1]);
        if (!looks || name[strspn(name, "0123456789.")] == 0)
            continue;
        char *path = *name == '/' ? mem_strdup(name) : io_join(t->dir, name);
        char *dir = io_dirname(path); /* s/a/b/ is no file */
        if (io_is_dir(dir) && !io_exists(path))
            missing = name;
        free(dir);
        free(path);
    }
    return missing;
}

/* A failure outside the program: every failing test wants a file that is not
 * there, and no passing one does. */
static void
warn_of_missing(const Stock *s, Diag *d)
{
    const Runs *r = &s->runs;
    const char *missing = NULL;

    for (uint32_t i = 0; i < r->nruns; i++) {
        const char *name = find_missing(&s->suite.tests[i]);
        bool fails = r->runs[i].verdict == VERDICT_FAIL;
        if (r->runs[i].verdict == VERDICT_UNKNOWN)
            continue;
        if (fails != (name != NULL))
            return;
        missing = fails && !missing ? name : missing;
    }
    if (missing)
        diag_warn(d,
                  "the failing tests, and only these, name a file that is not "
                  "there, such as %s: the failure may be outside the program",
                  missing);
}

/* A test that fails without having started any code of ours does so for
 * another reason than a fault there. */
static bool
set_strangers_aside(Runs *r, Diag *d)
{
    const Run *first = NULL;
    uint32_t n = 0;

    for (uint32_t i = 0; i < r->nruns; i++) {
        Run *run = &r->runs[i];
        if (run->verdict != VERDICT_FAIL || !run->lost)
            continue;
        run->verdict = VERDICT_UNKNOWN;
        r->nfailed--;
        first = first ? first : run;
        n++;
    }
    if (!first)
        return true;
    if (r->nfailed == 0)
        return diag_fail(d,
                         "the failing test%s never start%s the program under "
                         "test, so the reason is elsewhere: %s: %s",
                         n == 1 ? "" : "s", n == 1 ? "s" : "", first->name,
                         first->reason);
    diag_warn(d,
              "%u failing test%s, such as %s (%s), never start%s the program "
              "under test: left aside",
              n, n == 1 ? "" : "s", first->name, first->reason,
              n == 1 ? "s" : "");
    return true;
}

/* Did our limit end it, and not one that its suite knows? */
static bool
is_late(const Stock *s, uint32_t i)
{
    const Run *run = &s->runs.runs[i];

    return run->verdict == VERDICT_FAIL && run->timed_out &&
           s->suite.tests[i].time_s <= 0;
}

/* In a project's own suite, a test that takes longer than we have patience for
 * need not fail. Where others fail, they say more. */
static void
set_late_aside(const SuiteTrees *t, double limit_s, Stock *s, Diag *d)
{
    Runs *r = &s->runs;
    const char *first = NULL;
    uint32_t n = 0;

    for (uint32_t i = 0; i < r->nruns; i++)
        if (is_late(s, i)) {
            first = first ? first : r->runs[i].name;
            n++;
        }
    if ((!t->meson && !t->ctest && !t->automake) || n == 0 || n == r->nfailed)
        return;
    for (uint32_t i = 0; i < r->nruns; i++)
        if (is_late(s, i))
            r->runs[i].verdict = VERDICT_UNKNOWN;
    r->nfailed -= n;
    diag_warn(d,
              "%u test%s, such as %s, took longer than %g s, and others fail: "
              "left aside (--test-time)",
              n, n == 1 ? "" : "s", first, limit_s);
}

bool
stock_run(Session *s, Stock *out, Diag *d)
{
    *out = (Stock){0};
    if (!run_suite(s, &out->runs, d) || !set_strangers_aside(&out->runs, d))
        return false;
    align(&s->suite, out);
    set_late_aside(&s->spec.tests.trees, s->spec.limits.time_s, out, d);
    warn_of_missing(out, d);
    return collect_wanted(s, out, d);
}
