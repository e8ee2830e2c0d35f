/* runner.c - run a suite: find what changed, run it, judge it, keep it.
 *
 * Runs are committed in batches, since a commit costs more than a test.
 */
#include "run/runner.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "process/pool.h"
#include "run/profile.h"
#include "run/schedule.h"
#include "run/stretches.h"
#include "run/work.h"
#include "suite/assertion.h"
#include "suite/compare.h"
#include "suite/expected.h"
#include "suite/members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_RUNS = 200, CONTESTED_NAMED = 5 };
static const double batch_s = 0.2;

/* Of a hasty runner: how much longer than any other a test may take once one
 * has timed out, and what it may take at any rate, seconds. */
static const double hasty_factor = 50, hasty_least = 2;

/* A test that has ended, and what it counted. */
typedef struct Ready Ready;
struct Ready {
    TestWork work; /* without a test: none */
    Profile profile;
    Profile pieces;      /* of many tests at once: for one after the other, */
    Stretches stretches; /* from these */
};

/* The transaction that changes of the store are part of. */
typedef struct Transaction Transaction;
struct Transaction {
    size_t n; /* changes in it; 0: none is open */
    double start;
};

/* How long tests take, of a hasty runner. */
typedef struct Pace Pace;
struct Pace {
    bool hung;      /* a test timed out */
    double longest; /* of the others, seconds; 0: none yet */
};

/* Of each test that can be run with others. */
typedef struct Company Company;
struct Company {
    bool *taken; /* it has begun, with them or without */
    bool *alone; /* they failed as a whole */
};

typedef struct Runner Runner;
struct Runner {
    const RunnerSpec *spec;
    Setup setup; /* its, for each process of a test */
    RunnerResult *result;
    Schedule schedule;
    RunRoot root;
    TestWork *works; /* one per slot */
    Ready *ready;    /* the same: judged while the slot does the next */
    size_t next;     /* test to look at */
    Company company;
    Transaction batch;
    unsigned ncontradictions;
    Pace pace;
};

static void
count(RunnerResult *r, const Outcome *o)
{
    r->ndone++;
    r->npassed += o->judgement.verdict == VERDICT_PASS;
    r->nfailed += o->judgement.verdict == VERDICT_FAIL;
    r->nunknown += o->judgement.verdict == VERDICT_UNKNOWN;
    r->nunchanged += o->unchanged;
    r->nlost += o->lost;
    r->ndisagree += o->disagreement != NULL;
    r->ncontested += oracle_is_contested(&o->judgement);
}

/* Batches */

static bool
commit(Runner *r, Diag *d)
{
    bool open = r->batch.n > 0;

    r->batch.n = 0;
    return !open || store_commit(r->spec->store, d);
}

/* Called before every change. */
static bool
join_batch(Runner *r, Diag *d)
{
    if (r->batch.n == 0) {
        if (!store_begin(r->spec->store, d))
            return false;
        r->batch.start = clock_now();
    }
    r->batch.n++;
    return true;
}

static double
patience(void *context)
{
    const Runner *r = context;

    if (r->batch.n == 0)
        return -1;
    double left = r->batch.start + batch_s - clock_now();
    return left > 0 ? left : 0;
}

static bool
pause_for_commit(Runner *r, Diag *d)
{
    if (r->batch.n >= BATCH_RUNS || (r->batch.n && patience(r) <= 0))
        return commit(r, d);
    return true;
}

/* Judging */

/* Warnings about counter files are many of a kind: one is enough. */
static bool
read_profile(Runner *r, const TestWork *w, Profile *p, Diag *d)
{
    Diag local;

    diag_init(&local);
    bool ok = work_profile(w, &r->setup, p, &local);
    if (!ok)
        diag_fail(d, "%s", local.error);
    if (local.nwarnings && !d->nwarnings)
        diag_warn(d, "test \"%s\": %s", w->test->key, local.warnings[0]);
    diag_done(&local);
    r->ncontradictions += p->ncontradictions;
    return ok;
}

static bool
read_counts(Runner *r, const TestWork *w, Ready *ready, Diag *d)
{
    return w->whole ? stretches_read(w, &r->setup, &ready->stretches, d)
                    : read_profile(r, w, &ready->profile, d);
}

static bool
read_missed(Runner *r, const TestWork *w, Diag *d)
{
    Bytes lines;
    bool ok = work_missed(w, &lines, d);

    if (ok)
        missed_add(&r->result->missed, r->setup.target.subject, &lines,
                   &r->result->arena);
    io_bytes_done(&lines);
    return ok;
}

/* The reference's answer: from its run just now, or from the store. */
static bool
reference_wanted(Runner *r, TestWork *w, StoredOutput *o, Wanted *want, Diag *d)
{
    const char *digest = r->schedule.references[w->index];
    const Observed *seen = &w->seen[PHASE_REFERENCE];
    bool has = false;

    if (w->wanted[PHASE_REFERENCE]) {
        *o = (StoredOutput){.status = seen->ended.status,
                            .timed_out = seen->ended.timed_out};
        str_add(&o->out, seen->out.at, seen->out.n);
        str_add(&o->err, seen->err.at, seen->err.n);
        str_puts(&o->files, seen->files ? seen->files : "");
        if (!seen->ended.started)
            want->missing = "the reference cannot be started";
        else if (!join_batch(r, d) ||
                 !store_put_output(r->spec->store, digest, o, d))
            return false;
    } else if (!store_find_output(r->spec->store, digest, o, &has, d) || !has) {
        return diag_fail(d, "the reference's output of \"%s\" is gone",
                         w->test->key);
    }
    if (o->timed_out)
        want->missing = "the reference timed out";
    want->timed_out = o->timed_out;
    want->known = r->spec->setup.judge.compare;
    want->status = o->status;
    want->out = (Bytes){.at = (uint8_t *)o->out.at, .n = o->out.n};
    want->err = (Bytes){.at = (uint8_t *)o->err.at, .n = o->err.n};
    want->files = str_text(&o->files);
    return true;
}

static bool
judge_against(Runner *r, TestWork *w, const Wanted *want, Outcome *o)
{
    const Observed *run = &w->seen[PHASE_RUN], *native = &w->seen[PHASE_NATIVE];
    Arena *a = &r->result->arena;
    const char *why;

    o->judgement = oracle_judge(a, w->test, run, want);
    if (!r->spec->verify)
        return true;
    Judgement other = oracle_judge(a, w->test, native, want);
    if (!oracle_agree(a, native, run, &why))
        o->disagreement = why;
    else if (other.verdict != o->judgement.verdict)
        o->disagreement = other.reason;
    return true;
}

/* The verdict as far as it needs no script and no person. */
static Judgement
judge_alone(Runner *r, TestWork *w, Phase phase, const Wanted *want)
{
    const OracleKind oracle = r->spec->setup.judge.oracle;
    Arena *a = &r->result->arena;

    if (oracle == ORACLE_SCRIPT || oracle == ORACLE_ASK ||
        oracle == ORACLE_CRASH)
        return oracle_crash(a, w->test, &w->seen[phase]);
    return oracle_judge(a, w->test, &w->seen[phase], want);
}

/* Where the variant does again what it did, but the program as it was built
 * does not, there is no verdict: what fails is not what is looked at. A test
 * that goes otherwise each time it is run says nothing of the kind. */
static void
contest(Runner *r, TestWork *w, const Wanted *want, Outcome *o)
{
    if (!w->wanted[PHASE_AGAIN])
        return;
    const Judgement native = judge_alone(r, w, PHASE_NATIVE, want);
    const Judgement first = judge_alone(r, w, PHASE_RUN, want);
    const Judgement again = judge_alone(r, w, PHASE_AGAIN, want);
    if (native.verdict != VERDICT_UNKNOWN && first.verdict != VERDICT_UNKNOWN &&
        native.verdict != first.verdict && again.verdict == first.verdict)
        o->judgement = oracle_contest(&r->result->arena, &native, &first);
}

static bool
judge(Runner *r, TestWork *w, Outcome *o, Diag *d)
{
    StoredOutput stored = {0};
    Wanted want = {0};
    bool ok = true;

    switch (r->spec->setup.judge.oracle) {
    case ORACLE_SCRIPT:
        ok = judge_against(r, w, NULL, o);
        if (ok && w->seen[PHASE_RUN].ended.started)
            ok = oracle_script(&r->result->arena, r->spec->setup.judge.script,
                               &w->seen[PHASE_ORACLE], &o->judgement, d) ||
                 diag_context(d, "test \"%s\"", w->test->key);
        break;
    case ORACLE_EXPECTED:
        ok = schedule_expected(r->spec, &r->schedule, w->index, &w->arena,
                               &want, d) &&
             judge_against(r, w, &want, o);
        break;
    case ORACLE_REFERENCE:
        ok = reference_wanted(r, w, &stored, &want, d) &&
             judge_against(r, w, &want, o);
        break;
    case ORACLE_STATUS:
    case ORACLE_ASK:
        ok = judge_against(r, w, NULL, o);
        break;
    case ORACLE_CRASH:
        ok = judge_against(r, w, NULL, o);
        o->judgement =
            oracle_crash(&r->result->arena, w->test, &w->seen[PHASE_RUN]);
        break;
    }
    if (ok)
        contest(r, w, &want, o);
    store_output_done(&stored);
    return ok;
}

static bool
keep(Runner *r, const Ready *ready, const Outcome *o, Diag *d)
{
    const TestWork *w = &ready->work;
    const Observed *run = &w->seen[PHASE_RUN];
    Digest out = hash_digest(run->out.at, run->out.n);
    Digest err = hash_digest(run->err.at, run->err.n);
    StoredRun stored = {
        .test = w->test->key,
        .name = w->test->key,
        .digest = r->schedule.digests[w->index],
        .origin = "suite",
        .place = (uint32_t)w->index,
        .verdict = o->judgement.verdict,
        .reason = o->judgement.reason,
        .end = {.timed_out = o->judgement.timed_out,
                .status = run->ended.status,
                .stdout_digest = out.hex,
                .stderr_digest = err.hex,
                .wall_s = run->ended.wall_s,
                .cpu_s = run->ended.cpu_s},
        .lost = o->lost,
        .counts = {.edges = ready->profile.edges,
                   .returns = ready->profile.returns,
                   .nvalues = ready->profile.nvalues},
    };

    if (w->whole) {
        stored.counts.some_edges = profile_some_edges(&ready->pieces);
        stored.counts.some_returns = profile_some_returns(&ready->pieces);
        stored.counts.edges = ready->pieces.edges;
        stored.counts.returns = ready->pieces.returns;
    }
    return join_batch(r, d) && store_put(r->spec->store, &stored, d);
}

/* A unit test says more than its status does. */
static void
quote_assertion(Runner *r, const Observed *seen, Judgement *j)
{
    Str why = {0};

    if (j->verdict == VERDICT_FAIL && !j->timed_out &&
        (assertion_find((const char *)seen->out.at, seen->out.n, &why) ||
         assertion_find((const char *)seen->err.at, seen->err.n, &why)))
        j->reason = arena_strdup(&r->result->arena, str_text(&why));
    str_done(&why);
}

/* The verdict on a check that the program did not come to. */
static Judgement
unbegun(const Judgement *j)
{
    if (j->verdict != VERDICT_PASS)
        return *j;
    return (Judgement){.verdict = VERDICT_UNKNOWN,
                       .reason = "the program does not run this check"};
}

static bool
record(Runner *r, TestWork *w, Outcome *o, Diag *d)
{
    const Observed *native = &w->seen[PHASE_NATIVE];
    Wanted any = {.known = COMPARE_STATUS, .status = native->ended.status};

    o->judgement = oracle_judge(&r->result->arena, w->test, native, &any);
    if (o->judgement.verdict != VERDICT_PASS)
        return true; /* no sane output to hold others to */
    return expected_record(r->spec->record, w->test, native, d);
}

static void
account(Runner *r, Outcome *o)
{
    o->done = true;
    count(r->result, o);
    if (r->spec->progress)
        r->spec->progress(r->spec->context, r->result->ndone, r->spec->suite->n,
                          r->result->nfailed);
}

static bool
finish_test(Runner *r, Ready *ready, Diag *d)
{
    TestWork *w = &ready->work;
    Outcome *o = &r->result->outcomes[w->index];
    bool ok;

    if (r->spec->record) {
        ok = record(r, w, o, d);
    } else {
        ok = judge(r, w, o, d);
        o->lost = ready->profile.nprocesses == 0;
        if (w->test->check.function)
            quote_assertion(r, &w->seen[PHASE_RUN], &o->judgement);
        if (w->test->check.function && !ready->profile.nbegun)
            o->judgement = unbegun(&o->judgement);
        ok = ok && keep(r, ready, o, d);
    }
    if (ok)
        account(r, o);
    return ok;
}

/* Many tests in one run */

/* Is the test to be had from this run? */
static bool
is_member(const Runner *r, const TestWork *w, size_t test)
{
    return r->spec->suite->tests[test].check.whole == w->whole &&
           !r->result->outcomes[test].done;
}

/* What the run says about the check that the ready work is of now. */
static bool
finish_point(Runner *r, Ready *ready, const Remarks *points, Diag *d)
{
    TestWork *w = &ready->work;
    Outcome *o = &r->result->outcomes[w->index];
    const ProbePlan *plan = &r->setup.target.subject->plan;
    const size_t point = members_find(w->test, points);

    if (point == SIZE_MAX && w->test->check.number < w->whole->n)
        profile_begin_pieces(&ready->pieces, plan); /* it was not come to */
    else
        stretches_of_point(&ready->stretches, points, point, plan,
                           &ready->pieces);
    if (!judge(r, w, o, d))
        return false;
    o->lost = ready->pieces.nprocesses == 0;
    return keep(r, ready, o, d);
}

static bool
finish_points(Runner *r, Ready *ready, Diag *d)
{
    TestWork *w = &ready->work;
    const Observed *seen = &w->seen[PHASE_RUN];
    Remarks points;
    bool ok = true;

    remarks_read(&w->arena, &w->whole->rules, &seen->out, &seen->err, &points);
    stretches_assign(&ready->stretches, &points);
    for (size_t i = w->index; ok && i < r->spec->suite->n; i++) {
        if (!is_member(r, w, i))
            continue;
        w->test = &r->spec->suite->tests[i];
        w->index = i;
        ok = finish_point(r, ready, &points, d);
        if (ok)
            account(r, &r->result->outcomes[i]);
    }
    return ok;
}

/* Each of them is run without the others. */
static void
run_alone(Runner *r, const TestWork *w)
{
    for (size_t i = w->index; i < r->spec->suite->n; i++)
        if (is_member(r, w, i)) {
            r->company.taken[i] = false;
            r->company.alone[i] = true;
        }
    if (w->index < r->next)
        r->next = w->index;
}

/* If all is well, it is with each of the checks. */
static bool
finish_checks(Runner *r, Ready *ready, Diag *d)
{
    TestWork *w = &ready->work;
    Outcome all = {0};
    const ProbePlan *plan = &r->setup.target.subject->plan;

    if (!judge(r, w, &all, d))
        return false;
    if (all.judgement.verdict != VERDICT_PASS) {
        run_alone(r, w);
        return true;
    }
    bool ok = true;
    for (size_t i = w->index; ok && i < r->spec->suite->n; i++) {
        if (!is_member(r, w, i))
            continue;
        Outcome *o = &r->result->outcomes[i];
        w->test = &r->spec->suite->tests[i];
        w->index = i;
        stretches_of_check(&ready->stretches, w->test->check.function, plan,
                           &ready->pieces);
        o->lost = ready->pieces.nprocesses == 0;
        o->judgement = o->lost ? unbegun(&all.judgement) : all.judgement;
        ok = keep(r, ready, o, d);
        if (ok)
            account(r, o);
    }
    return ok;
}

/* Judge and keep a test whose processes have ended, if there is one. */
static bool
finish(Runner *r, Ready *ready, Diag *d)
{
    const TestWork *w = &ready->work;

    if (!w->test)
        return true;
    const bool ok = !w->whole         ? finish_test(r, ready, d)
                    : w->whole->names ? finish_points(r, ready, d)
                                      : finish_checks(r, ready, d);
    stretches_done(&ready->stretches);
    work_end(&ready->work);
    return ok;
}

static bool
finish_all(Runner *r, Diag *d)
{
    bool ok = true;

    for (unsigned i = 0; i < r->spec->setup.jobs; i++)
        ok = finish(r, &r->ready[i], d) && ok;
    return ok;
}

/* The pool's questions */

/* As it was built, a program cannot run one of its checks. */
static bool
is_native(const RunnerSpec *spec, const Test *t)
{
    return spec->verify || spec->record || (spec->native && !t->check.function);
}

/* What the test is run with, unless it is run alone; or NULL. */
static const TestWhole *
whole_of(Runner *r, size_t index)
{
    const TestWhole *w = r->spec->suite->tests[index].check.whole;

    if (!w || r->company.alone[index] || r->spec->record || r->spec->verify ||
        r->spec->setup.judge.oracle != ORACLE_STATUS)
        return NULL;
    for (size_t i = index; i < r->spec->suite->n; i++)
        r->company.taken[i] |= r->spec->suite->tests[i].check.whole == w;
    return w;
}

static bool
begin(Runner *r, TestWork *w, size_t index, Diag *d)
{
    const RunnerSpec *spec = r->spec;
    StoredOutput cached = {0};
    bool has = true;

    if (spec->setup.judge.oracle == ORACLE_REFERENCE && !spec->record) {
        if (!store_find_output(spec->store, r->schedule.references[index],
                               &cached, &has, d))
            return false;
        store_output_done(&cached);
    }
    const bool wanted[PHASE_COUNT] = {
        [PHASE_REFERENCE] = !has,
        [PHASE_RUN] = !spec->record,
        [PHASE_NATIVE] = is_native(spec, &spec->suite->tests[index]),
        [PHASE_ORACLE] =
            spec->setup.judge.oracle == ORACLE_SCRIPT && !spec->record,
    };
    const TestWhole *whole = whole_of(r, index);
    const Test *t = whole ? whole->test : &spec->suite->tests[index];
    if (!work_begin(w, &r->root, t, index, wanted, d))
        return false;
    w->whole = whole;
    return true;
}

/* Where one test loops for ever, others do: they need not be waited for as
 * long. */
static void
hurry(const Runner *r, TestWork *w, Task *task)
{
    double most = fmax(hasty_least, hasty_factor * r->pace.longest);

    if (!r->spec->hasty || !r->pace.hung || r->pace.longest <= 0 ||
        task->limits.time_s <= most)
        return;
    task->limits.time_s = w->seen[w->phase].limits.time_s = most;
}

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Runner *r = context;
    TestWork *w = &r->works[slot];

    if (!w->test) {
        while (r->next < r->spec->suite->n &&
               (r->result->outcomes[r->next].done || r->company.taken[r->next]))
            r->next++;
        *has = r->next < r->spec->suite->n;
        if (!*has)
            return true;
        r->company.taken[r->next] = true; /* run_alone goes back */
        if (!begin(r, w, r->next++, d))
            return false;
    }
    *has = work_advance(w);
    if (!work_task(w, &r->setup, task, d))
        return false;
    if (w->phase == PHASE_RUN || w->phase == PHASE_NATIVE)
        hurry(r, w, task);
    return true;
}

static bool
is_same_natively(TestWork *w)
{
    const char *why;

    return oracle_agree(&w->arena, &w->seen[PHASE_NATIVE], &w->seen[PHASE_RUN],
                        &why);
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Runner *r = context;
    TestWork *w = &r->works[slot];
    Ready *ready = &r->ready[slot];

    if (!work_observe(w, &r->setup, e, d))
        return false;
    if (w->phase == PHASE_RUN) {
        r->pace.hung |= e->timed_out;
        if (!e->timed_out)
            r->pace.longest = fmax(r->pace.longest, e->wall_s);
        if (!finish(r, ready, d) || !read_missed(r, w, d) ||
            !read_counts(r, w, ready, d))
            return false;
        if (!e->started)
            w->wanted[PHASE_ORACLE] = false;
        if (!e->started || e->timed_out) /* nothing to compare with, or slow */
            w->wanted[PHASE_NATIVE] = r->spec->verify;
    }
    if (w->phase == PHASE_NATIVE && r->spec->native)
        w->wanted[PHASE_AGAIN] = !is_same_natively(w);
    w->phase++;
    if (work_advance(w))
        return true;
    if (!finish(r, ready, d))
        return false;
    work_detach(w, &ready->work);
    return !ready->work.whole || finish(r, ready, d); /* more may follow */
}

/* All slots are busy. */
static bool
catch_up(void *context, Diag *d)
{
    Runner *r = context;

    return finish_all(r, d) && pause_for_commit(r, d);
}

/* Name tests whose native verdict is another. */
static void
warn_of_contested(const Runner *r, Diag *d)
{
    size_t named = 0, all = r->result->ncontested;

    for (size_t i = 0; i < r->spec->suite->n && named < CONTESTED_NAMED; i++) {
        const Judgement *j = &r->result->outcomes[i].judgement;
        if (!r->result->outcomes[i].done || !oracle_is_contested(j))
            continue;
        diag_warn(d, "test \"%s\" has no verdict: %s",
                  r->spec->suite->tests[i].key, j->reason);
        named++;
    }
    if (all > named)
        diag_warn(d, "nor have %zu other tests, for the same reason",
                  all - named);
    if (all)
        diag_warn(d,
                  "a program that does something else when it is compiled "
                  "otherwise has undefined behaviour: build it with "
                  "-fsanitize=address,undefined%s",
                  r->setup.jobs > 1
                      ? "; or tests that run at once disturb each other: try "
                        "-j 1"
                      : "");
}

/* Has one of the tests that are run with this one failed? */
static bool
has_failed(const Runner *r, const TestWhole *w)
{
    for (size_t i = 0; i < r->spec->suite->n; i++)
        if (r->spec->suite->tests[i].check.whole == w &&
            r->result->outcomes[i].judgement.verdict == VERDICT_FAIL)
            return true;
    return false;
}

/* Name programs that fail though none of their checks does alone. */
static void
warn_of_order(const Runner *r, Diag *d)
{
    const TestWhole *last = NULL;

    for (size_t i = 0; i < r->spec->suite->n; i++) {
        const TestWhole *w = r->spec->suite->tests[i].check.whole;
        if (!r->company.alone[i] || w == last)
            continue;
        last = w;
        if (!has_failed(r, w))
            diag_warn(d,
                      "the checks of %s fail together, and none fails alone: "
                      "they depend on those before them; look at all of them "
                      "as one test, with --command",
                      w->test->argv[0]);
    }
}

/* Name tests that an application could not even be asked; it is a failure if
 * there are no others. */
static bool
check_requests(const Runner *r, Diag *d)
{
    const Outcome *outcomes = r->result->outcomes;
    const size_t n = r->spec->suite->n;
    size_t none = 0;

    for (size_t i = 0; i < n; i++)
        none +=
            outcomes[i].done && oracle_is_no_request(&outcomes[i].judgement);
    if (none && none == n)
        return diag_fail(d, "%s", outcomes[0].judgement.reason);
    for (size_t i = 0, named = 0; none && i < n && named < CONTESTED_NAMED;
         i++) {
        if (!outcomes[i].done || !oracle_is_no_request(&outcomes[i].judgement))
            continue;
        diag_warn(d, "test \"%s\" has no verdict: %s",
                  r->spec->suite->tests[i].key, outcomes[i].judgement.reason);
        named++;
    }
    return true;
}

static bool
run_all(Runner *r, Diag *d)
{
    const PoolHooks hooks = {
        .context = r,
        .next = next_task,
        .ended = task_ended,
        .patience = patience,
        .pause = catch_up,
    };
    Diag late;

    diag_init(&late);
    bool ok = pool_run(&hooks, r->spec->setup.jobs, &r->result->interrupted, d);
    /* What is done stays done, whatever happened then. */
    bool finished = finish_all(r, &late);
    if ((!commit(r, &late) || !finished) && ok)
        ok = diag_fail(d, "%s", late.error);
    for (unsigned i = 0; i < r->spec->setup.jobs; i++) {
        work_done(&r->works[i]);
        work_done(&r->ready[i].work);
    }
    diag_done(&late);
    if (r->ncontradictions)
        diag_warn(d,
                  "the counters of %u processes contradict each other (were "
                  "they killed between two updates?); their counts may be "
                  "off",
                  r->ncontradictions);
    return ok;
}

bool
runner_run(const RunnerSpec *spec, RunnerResult *out, Diag *d)
{
    Runner r = {.spec = spec,
                .setup = spec->setup,
                .result = out,
                .root = {.lock = -1}};

    *out = (RunnerResult){0};
    if (spec->record) /* whatever happens is written down */
        r.setup.judge.compare |= COMPARE_FILES;
    out->outcomes = ARENA_ARRAY(&out->arena, Outcome, spec->suite->n);
    r.company.taken = mem_zalloc(spec->suite->n + 1, sizeof *r.company.taken);
    r.company.alone = mem_zalloc(spec->suite->n + 1, sizeof *r.company.alone);
    r.works = mem_zalloc(spec->setup.jobs, sizeof *r.works);
    r.ready = mem_zalloc(spec->setup.jobs, sizeof *r.ready);
    for (unsigned i = 0; i < spec->setup.jobs; i++) {
        profile_init(&r.ready[i].profile, &spec->setup.target.subject->plan,
                     spec->setup.target.nvalues);
        profile_init(&r.ready[i].pieces, &spec->setup.target.subject->plan,
                     spec->setup.target.nvalues);
    }
    bool ok = schedule_make(spec, &r.schedule, out->outcomes, d) &&
              rundir_open(spec->setup.scratch, &r.root, d);
    for (size_t i = 0; ok && i < spec->suite->n; i++) {
        Outcome *o = &out->outcomes[i];
        if (o->done) {
            o->judgement.reason =
                arena_strdup(&out->arena, o->judgement.reason);
            count(out, o);
        }
    }
    ok = ok && run_all(&r, d);
    missed_warn(&out->missed, spec->setup.target.subject, d);
    ok = ok && check_requests(&r, d);
    if (ok && !out->interrupted)
        warn_of_order(&r, d);
    if (ok)
        warn_of_contested(&r, d);
    if (ok && !out->interrupted && !spec->record &&
        out->nlost == spec->suite->n)
        /* Nothing to learn from: the next try must not call it unchanged. */
        ok = store_retain(spec->store, NULL, NULL, 0, d);
    rundir_close(&r.root);
    schedule_done(&r.schedule);
    for (unsigned i = 0; i < spec->setup.jobs; i++) {
        profile_done(&r.ready[i].profile);
        profile_done(&r.ready[i].pieces);
    }
    free(r.company.taken);
    free(r.company.alone);
    free(r.works);
    free(r.ready);
    return ok;
}

void
runner_done(RunnerResult *r)
{
    arena_done(&r->arena);
    *r = (RunnerResult){0};
}
