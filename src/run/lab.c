/* lab.c - run inputs that culprit made up. */
#include "run/lab.h"

#include "base/io.h"
#include "base/mem.h"
#include "process/confine.h"
#include "process/pool.h"
#include "run/work.h"
#include "suite/compare.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { PROCESSES = 200 }; /* of a test that needs some, if nobody says */

typedef struct Bench Bench; /* a slot's place */
struct Bench {
    RunRoot root; /* below the lab's; the slot may write there */
    Confine confine;
    TestWork work;
    char *place; /* where inputs are made real */
    Test test;
    const Input *input;
};

struct Lab {
    LabSpec spec;
    char *variant;   /* one that confines itself, or NULL */
    char *reference; /* likewise */
    RunRoot root;
    Pool *pool;
    Bench *benches;
    const LabHooks *hooks;
};

/* Tests that write the files that the reference reads, or whose files are
 * compared, need copies. */
static bool
needs_copies(const LabSpec *s)
{
    return s->setup.scratch || s->setup.judge.oracle == ORACLE_REFERENCE ||
           s->setup.judge.compare & COMPARE_FILES;
}

static bool
open_bench(Lab *l, Bench *b, const ConfineMeans *m, Diag *d)
{
    b->confine = (Confine){.ruleset = -1, .spaces = {-1, -1, -1, -1}};
    b->root.lock = -1;
    if (!rundir_make(&l->root, &b->root.path, d))
        return false;
    b->place = io_join(b->root.path, "input");
    return l->spec.unconfined ||
           confine_open(&b->confine, m,
                        &(ConfineFiles){.writable = b->root.path},
                        l->spec.processes, d);
}

/* What can confine itself does so in our place. */
static bool
let_confine(Lab *l, Diag *d)
{
    Setup *s = &l->spec.setup;

    if (l->spec.unconfined)
        return true;
    if (!variant_confined(s->target.variant, &l->variant, d) ||
        (s->judge.reference &&
         !variant_confined(s->judge.reference, &l->reference, d)))
        return false;
    if (l->reference)
        s->judge.reference = l->reference;
    if (l->variant) {
        s->target.variant = l->variant;
        l->spec.unconfined = true;
    }
    return true;
}

bool
lab_open(const LabSpec *spec, Lab **out, Diag *d)
{
    Lab *l = *out = mem_zalloc(1, sizeof *l);
    ConfineMeans means = {0};
    Str gaps = {0};

    l->spec = *spec;
    l->spec.setup.scratch = needs_copies(spec);
    l->root.lock = -1;
    l->benches = mem_zalloc(spec->setup.jobs, sizeof *l->benches);
    for (unsigned i = 0; i < spec->setup.jobs; i++)
        l->benches[i].root.lock = l->benches[i].confine.ruleset = -1;
    bool ok = let_confine(l, d);
    if (!l->spec.unconfined) {
        confine_probe(&means);
        confine_gaps(&means, spec->processes, &gaps);
    }
    ok = ok && rundir_open(true, &l->root, d);
    for (unsigned i = 0; ok && i < spec->setup.jobs; i++)
        ok = open_bench(l, &l->benches[i], &means, d);
    ok = ok && pool_open(spec->setup.jobs, &l->pool, d);
    if (ok && gaps.n && !spec->quiet)
        diag_warn(d, "runs are not kept from %s (see culprit doctor)",
                  str_text(&gaps));
    str_done(&gaps);
    if (!ok) {
        lab_close(l);
        *out = NULL;
    }
    return ok;
}

void
lab_close(Lab *l)
{
    if (!l)
        return;
    pool_close(l->pool);
    for (unsigned i = 0; i < l->spec.setup.jobs; i++) {
        Bench *b = &l->benches[i];
        work_done(&b->work);
        free(b->place);
        if (b->root.path && !l->spec.unconfined)
            confine_close(&b->confine);
        free(b->root.path);
    }
    free(l->benches);
    free(l->variant);
    free(l->reference);
    rundir_close(&l->root);
    free(l);
}

static bool
begin(Lab *l, Bench *b, Diag *d)
{
    const OracleKind oracle = l->spec.setup.judge.oracle;
    const bool wanted[PHASE_COUNT] = {
        [PHASE_REFERENCE] = oracle == ORACLE_REFERENCE,
        [PHASE_RUN] = true,
        [PHASE_ORACLE] = oracle == ORACLE_SCRIPT,
    };

    if (!work_begin(&b->work, &b->root, &b->test, 0, wanted, d))
        return false;
    if (mkdir(b->place, 0700) != 0)
        return diag_errno(d, "cannot make %s", b->place);
    return input_place(&b->work.arena, b->input,
                       l->spec.setup.target.subject->path, b->place, &b->test,
                       d);
}

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Lab *l = context;
    Bench *b = &l->benches[slot];

    *has = true;
    if (!b->input) {
        if (!l->hooks->next(l->hooks->context, slot, &b->input, d))
            return false;
        *has = b->input != NULL;
        if (!*has)
            return true;
        if (!begin(l, b, d))
            return false;
    }
    work_advance(&b->work);
    if (!work_task(&b->work, &l->spec.setup, task, d))
        return false;
    task->fixed = l->spec.fixed;
    if (!l->spec.unconfined && b->work.phase != PHASE_ORACLE) {
        task->confine = &b->confine;
        task->serve.allowed =
            task->serve.allowed && confine_can_serve(&b->confine);
        if (l->spec.processes && !task->limits.processes)
            task->limits.processes = PROCESSES;
    }
    return true;
}

static void
end(Bench *b)
{
    if (b->input)
        io_remove_tree(b->place);
    work_end(&b->work);
    b->input = NULL;
}

/* What the reference did. */
static Wanted
wanted_of(const Lab *l, const TestWork *w)
{
    const Observed *seen = &w->seen[PHASE_REFERENCE];

    return (Wanted){
        .known = l->spec.setup.judge.compare,
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
judge(Lab *l, Bench *b, LabRun *r, Wanted *want, Diag *d)
{
    TestWork *w = &b->work;
    const Observed *run = &w->seen[PHASE_RUN];

    r->judgement = oracle_judge(&w->arena, &b->test, run, NULL);
    if (!run->ended.started)
        return true;
    switch (l->spec.setup.judge.oracle) {
    case ORACLE_SCRIPT:
        return oracle_script(&w->arena, l->spec.setup.judge.script,
                             &w->seen[PHASE_ORACLE], &r->judgement, d);
    case ORACLE_REFERENCE:
        *want = wanted_of(l, w);
        r->want = want;
        r->judgement = oracle_judge(&w->arena, &b->test, run, want);
        return true;
    case ORACLE_CRASH:
        r->judgement = oracle_crash(&w->arena, &b->test, run);
        return true;
    case ORACLE_ASK:
        return ask_verdict(l->spec.ask, b->input, run, &r->judgement, d);
    case ORACLE_STATUS:
        return true;
    case ORACLE_EXPECTED:
        break;
    }
    bug("recorded outputs say nothing of made-up inputs");
}

static bool
finish(Lab *l, Bench *b, unsigned slot, Diag *d)
{
    Wanted want;
    LabRun r = {.input = b->input,
                .test = &b->test,
                .work = &b->work,
                .seen = &b->work.seen[PHASE_RUN]};
    bool ok = judge(l, b, &r, &want, d) &&
              l->hooks->seen(l->hooks->context, slot, &r, d);

    end(b);
    return ok;
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Lab *l = context;
    Bench *b = &l->benches[slot];
    TestWork *w = &b->work;

    if (e->dropped) {
        end(b);
        return true;
    }
    if (!work_observe(w, &l->spec.setup, e, d))
        return false;
    if (w->phase == PHASE_RUN && !e->started)
        w->wanted[PHASE_ORACLE] = false;
    w->phase++;
    return work_advance(w) || finish(l, b, slot, d);
}

static bool
unwanted(void *context, unsigned slot)
{
    Lab *l = context;

    return l->hooks->unwanted && l->hooks->unwanted(l->hooks->context, slot);
}

bool
lab_run(Lab *l, const LabHooks *hooks, Diag *d)
{
    const PoolHooks pool = {
        .context = l,
        .next = next_task,
        .ended = task_ended,
        .unwanted = unwanted,
    };

    l->hooks = hooks;
    bool ok = pool_work(l->pool, &pool, d);
    for (unsigned i = 0; i < l->spec.setup.jobs; i++)
        end(&l->benches[i]);
    return ok;
}

bool
lab_profile(const Lab *l, const LabRun *r, Profile *out, Diag *d)
{
    return work_profile(r->work, &l->spec.setup, out, d);
}

bool
lab_interrupted(Lab *l)
{
    return pool_interrupted(l->pool);
}

typedef struct One One;
struct One {
    const Input *in;
    void *context;
    bool (*seen)(void *context, unsigned slot, const LabRun *run, Diag *d);
};

static bool
next_one(void *context, unsigned slot, const Input **in, Diag *d)
{
    One *o = context;

    (void)slot, (void)d;
    *in = o->in;
    o->in = NULL;
    return true;
}

static bool
seen_one(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    One *o = context;

    return o->seen(o->context, slot, run, d);
}

bool
lab_one(Lab *l, const Input *in, void *context,
        bool (*seen)(void *context, unsigned slot, const LabRun *run, Diag *d),
        Diag *d)
{
    One one = {.in = in, .context = context, .seen = seen};
    const LabHooks hooks = {
        .context = &one, .next = next_one, .seen = seen_one};

    return lab_run(l, &hooks, d);
}
