/* full_run.c - run every test on one program, in memory. */
#include "bench/full_run.h"

#include "base/vec.h"
#include "process/pool.h"
#include "run/profile.h"
#include "run/work.h"
#include "suite/compare.h"
#include "suite/oracle.h"

#include <stdlib.h>
#include <string.h>

/* Where a test's sparse counts begin, and how many there are. */
typedef struct Span Span;
struct Span {
    size_t start, n;
};

/* One kind of count while tests end in any order. */
typedef struct Gather Gather;
struct Gather {
    Span *spans; /* of each test */
    VEC(uint32_t) index;
    VEC(uint32_t) count;
};

/* What is kept of the runs of a program that is judged. */
typedef struct FullRunKept FullRunKept;
struct FullRunKept {
    Runs *runs;
    Profile profile; /* of the run that has just ended */
    Gather edges, returns;
};

typedef struct FullRun FullRun;
struct FullRun {
    Setup setup;
    const Suite *suite;
    TestWork *works; /* one per slot */
    RunRoot root;
    Phase phase; /* the correct program runs as a reference: not redirected */
    size_t next;
    size_t most_timeouts;
    Goldens *fill;        /* to be filled, or NULL */
    const Goldens *judge; /* to be judged by, or NULL */
    FullRunKept kept;
    FullRunResult *result;
};

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    FullRun *t = context;
    TestWork *w = &t->works[slot];
    bool wanted[PHASE_COUNT] = {0};

    wanted[t->phase] = true;
    *has = t->next < t->suite->n && !t->result->hangs;
    if (!*has)
        return true;
    size_t i = t->next++;
    return work_begin(w, &t->root, &t->suite->tests[i], i, wanted, d) &&
           work_advance(w) && work_task(w, &t->setup, task, d);
}

static void
keep_answer(FullRun *t, TestWork *w)
{
    Observed *o = &w->seen[t->phase];

    t->result->ntimeouts += o->ended.timed_out;
    t->result->hangs = t->result->ntimeouts > t->most_timeouts;
    t->fill->at[w->index] = (Golden){
        .status = o->ended.status,
        .timed_out = o->ended.timed_out,
        .started = o->ended.started,
        .out = o->out,
        .files = o->files ? mem_strdup(o->files) : NULL,
    };
    o->out = (Bytes){0}; /* taken */
}

static void
gather(Gather *g, size_t test, const uint64_t *counts, size_t n)
{
    size_t start = g->index.n;

    for (size_t i = 0; i < n; i++) {
        if (!counts[i])
            continue;
        vec_push(&g->index, (uint32_t)i);
        vec_push(&g->count,
                 counts[i] < UINT32_MAX ? (uint32_t)counts[i] : UINT32_MAX);
    }
    g->spans[test] = (Span){start, g->index.n - start};
}

static bool
keep_run(FullRun *t, TestWork *w, Diag *d)
{
    FullRunKept *k = &t->kept;
    const Golden *a = &t->judge->at[w->index];
    const Observed *o = &w->seen[PHASE_RUN];
    const ProbePlan *plan = &t->setup.target.subject->plan;
    const Wanted want = {
        .known = t->setup.judge.compare,
        .status = a->status,
        .timed_out = a->timed_out,
        .out = a->out,
        .files = a->files,
        .missing = !a->started    ? "the correct program cannot be started"
                   : a->timed_out ? "the correct program timed out"
                                  : NULL,
    };
    Diag ignored; /* a counter file that cannot be read is a lost run */

    Judgement j = oracle_judge(&k->runs->arena, w->test, o, &want);
    diag_init(&ignored);
    bool ok = work_profile(w, &t->setup, &k->profile, &ignored);
    if (!ok)
        diag_fail(d, "%s", ignored.error);
    diag_done(&ignored);
    bool lost = k->profile.nprocesses == 0;
    k->runs->runs[w->index] = (Run){
        .name = w->test->key,
        .verdict = j.verdict,
        .reason = j.reason,
        .timed_out = j.timed_out,
        .lost = lost,
    };
    t->result->nlost += lost;
    t->result->ntimeouts += o->ended.timed_out && !a->timed_out;
    t->result->hangs = t->result->ntimeouts > t->most_timeouts;
    gather(&k->edges, w->index, k->profile.edges, plan->program->n.edges);
    if (k->profile.returns)
        gather(&k->returns, w->index, k->profile.returns, k->profile.nvalues);
    return ok;
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    FullRun *t = context;
    TestWork *w = &t->works[slot];
    bool ok = work_observe(w, &t->setup, e, d);

    if (ok && t->fill)
        keep_answer(t, w);
    else if (ok)
        ok = keep_run(t, w, d);
    work_end(w);
    return ok;
}

unsigned
full_run_compares(bool files)
{
    return COMPARE_STDOUT | COMPARE_STATUS | (files ? COMPARE_FILES : 0);
}

static bool
run_all(FullRun *t, const FullRunSpec *s, Diag *d)
{
    const PoolHooks hooks = {
        .context = t,
        .next = next_task,
        .ended = task_ended,
    };

    t->suite = s->suite;
    t->setup = (Setup){
        .target = {s->subject, s->executable, s->nvalues},
        .judge = {.reference = s->executable,
                  .compare = full_run_compares(s->files)},
        .limits = s->limits,
        .jobs = s->jobs,
        .scratch = s->files,
    };
    t->most_timeouts = s->most_timeouts;
    t->root.lock = -1;
    if (!rundir_open(s->files, &t->root, d))
        return false;
    t->works = mem_zalloc(s->jobs, sizeof *t->works);
    bool ok = pool_run(&hooks, s->jobs, &t->result->interrupted, d);
    for (unsigned i = 0; i < s->jobs; i++)
        work_done(&t->works[i]);
    free(t->works);
    rundir_close(&t->root);
    return ok;
}

bool
full_run_goldens(const FullRunSpec *spec, Goldens *out, bool *interrupted,
                 Diag *d)
{
    FullRunResult result = {0};
    FullRun t = {.fill = out, .result = &result, .phase = PHASE_REFERENCE};

    *out = (Goldens){.at = mem_zalloc(spec->suite->n, sizeof *out->at),
                     .n = spec->suite->n};
    bool ok = run_all(&t, spec, d);
    *interrupted = result.interrupted;
    if (ok && result.hangs)
        ok = diag_fail(d, "hangs: %zu tests timed out after %g s",
                       result.ntimeouts, spec->limits.time_s);
    return ok;
}

void
goldens_done(Goldens *a)
{
    for (size_t i = 0; i < a->n; i++) {
        io_bytes_done(&a->at[i].out);
        free(a->at[i].files);
    }
    free(a->at);
    *a = (Goldens){0};
}

void
answered_done(Answered *a)
{
    suite_done(&a->suite);
    goldens_done(&a->answers);
}

static bool
is_same(const Golden *a, const Golden *b)
{
    return !b->timed_out && a->status == b->status && a->out.n == b->out.n &&
           (a->out.n == 0 || memcmp(a->out.at, b->out.at, a->out.n) == 0) &&
           (!a->files || !b->files || strcmp(a->files, b->files) == 0);
}

size_t
goldens_differ(const Goldens *right, const Goldens *given)
{
    size_t n = 0;

    for (size_t i = 0; i < right->n; i++) {
        const Golden *g = &right->at[i];
        n += g->started && !g->timed_out && !is_same(g, &given->at[i]);
    }
    return n;
}

/* Lay the counts out run by run. */
static Counted
finish(Gather *g, size_t n, Arena *a)
{
    Counted c = {
        .start = ARENA_ARRAY(a, uint64_t, n + 1),
        .index = ARENA_ARRAY(a, uint32_t, g->index.n),
        .count = ARENA_ARRAY(a, uint32_t, g->index.n),
    };
    size_t at = 0;

    for (size_t r = 0; r < n; r++) {
        Span s = g->spans[r];
        c.start[r] = at;
        for (size_t i = 0; i < s.n; i++, at++) {
            c.index[at] = g->index.at[s.start + i];
            c.count[at] = g->count.at[s.start + i];
        }
    }
    c.start[n] = at;
    free(g->spans);
    vec_done(&g->index);
    vec_done(&g->count);
    return c;
}

bool
full_run(const FullRunSpec *spec, const Goldens *answers, Runs *out,
         FullRunResult *result, Diag *d)
{
    size_t n = spec->suite->n;
    FullRun t = {.judge = answers,
                 .kept.runs = out,
                 .result = result,
                 .phase = PHASE_RUN};

    *result = (FullRunResult){0};
    *out = (Runs){.nruns = (uint32_t)n,
                  .program = &spec->subject->program,
                  .has_returns = spec->nvalues > 0};
    out->runs = ARENA_ARRAY(&out->arena, Run, n);
    for (size_t i = 0; i < n; i++) /* until it has ended */
        out->runs[i] = (Run){.name = spec->suite->tests[i].key,
                             .verdict = VERDICT_UNKNOWN,
                             .reason = "",
                             .lost = true};
    t.kept.edges.spans = mem_zalloc(n, sizeof *t.kept.edges.spans);
    t.kept.returns.spans = mem_zalloc(n, sizeof *t.kept.returns.spans);
    profile_init(&t.kept.profile, &spec->subject->plan, spec->nvalues);
    bool ok = run_all(&t, spec, d);
    profile_done(&t.kept.profile);
    for (size_t i = 0; i < n; i++) {
        out->npassed += out->runs[i].verdict == VERDICT_PASS;
        out->nfailed += out->runs[i].verdict == VERDICT_FAIL;
    }
    out->edges = finish(&t.kept.edges, n, &out->arena);
    out->returns = finish(&t.kept.returns, n, &out->arena);
    return ok;
}
