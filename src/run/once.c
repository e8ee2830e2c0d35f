/* once.c - one test, run once. */
#include "run/once.h"

#include "base/io.h"
#include "run/work.h"
#include "suite/expected.h"

typedef struct OnceWork OnceWork;
struct OnceWork {
    Setup setup;
    const Test *test;
    RunRoot root;
    TestWork work;
    bool begun, over;
};

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    OnceWork *o = context;
    const OracleKind oracle = o->setup.judge.oracle;
    const bool instead = o->setup.target.variant != NULL;
    const bool wanted[PHASE_COUNT] = {
        [PHASE_REFERENCE] = instead && oracle == ORACLE_REFERENCE,
        [PHASE_RUN] = instead,
        [PHASE_NATIVE] = !instead,
        [PHASE_ORACLE] = instead && oracle == ORACLE_SCRIPT,
    };

    (void)slot;
    *has = !o->over;
    if (o->over)
        return true;
    if (!o->begun && !work_begin(&o->work, &o->root, o->test, 0, wanted, d))
        return false;
    o->begun = true;
    *has = work_advance(&o->work);
    return !*has || work_task(&o->work, &o->setup, task, d);
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    OnceWork *o = context;
    TestWork *w = &o->work;

    (void)slot;
    if (!work_observe(w, &o->setup, e, d))
        return false;
    if (w->phase == PHASE_RUN && !e->started)
        w->wanted[PHASE_ORACLE] = false;
    w->phase++;
    o->over = !work_advance(w);
    return true;
}

/* What the reference did just now. */
static Wanted
wanted_of(const OnceWork *o)
{
    const Observed *seen = &o->work.seen[PHASE_REFERENCE];

    return (Wanted){
        .known = o->setup.judge.compare,
        .status = seen->ended.status,
        .timed_out = seen->ended.timed_out,
        .out = seen->out,
        .err = seen->err,
        .files = seen->files,
        .missing = !seen->ended.started    ? "the reference cannot be started"
                   : seen->ended.timed_out ? "the reference timed out"
                                           : NULL,
    };
}

static bool
judge(OnceWork *o, const Observed *run, OnceRun *out, Diag *d)
{
    const Judge *j = &o->setup.judge;
    Arena *a = &out->arena;
    Wanted want = {0};
    bool ok = true;

    out->judgement = oracle_judge(a, o->test, run, NULL);
    if (!run->ended.started || !o->setup.target.variant)
        return true;
    if (j->oracle == ORACLE_SCRIPT)
        return oracle_script(a, j->script, &o->work.seen[PHASE_ORACLE],
                             &out->judgement, d);
    if (j->oracle == ORACLE_CRASH)
        out->judgement = oracle_crash(a, o->test, run);
    if (j->oracle == ORACLE_EXPECTED)
        ok = expected_load(a, j->expected, o->test, j->compare,
                           j->expected_optional, &want, d);
    else if (j->oracle == ORACLE_REFERENCE)
        want = wanted_of(o);
    else
        return true;
    if (ok)
        out->judgement = oracle_judge(a, o->test, run, &want);
    return ok;
}

static Bytes
copy_bytes(Arena *a, const Bytes *b)
{
    return (Bytes){.at = b->n ? arena_dup(a, b->at, b->n) : NULL, .n = b->n};
}

bool
once_run(const Setup *setup, const Test *t, OnceRun *out, Diag *d)
{
    OnceWork o = {.setup = *setup, .test = t, .root = {.lock = -1}};
    const PoolHooks hooks = {
        .context = &o, .next = next_task, .ended = task_ended};
    bool interrupted = false;

    *out = (OnceRun){0};
    o.setup.no_server = true;
    bool ok =
        rundir_open(true, &o.root, d) && pool_run(&hooks, 1, &interrupted, d);
    if (ok && interrupted)
        ok = diag_fail(d, "interrupted");
    if (ok) {
        const Observed *run =
            &o.work.seen[setup->target.variant ? PHASE_RUN : PHASE_NATIVE];
        out->ended = run->ended;
        out->out = copy_bytes(&out->arena, &run->out);
        out->err = copy_bytes(&out->arena, &run->err);
        out->crashed =
            oracle_crash(&out->arena, t, run).verdict == VERDICT_FAIL;
        ok = judge(&o, run, out, d);
    }
    if (o.begun)
        work_done(&o.work);
    rundir_close(&o.root);
    return ok;
}

void
once_done(OnceRun *o)
{
    arena_done(&o->arena);
    *o = (OnceRun){0};
}
