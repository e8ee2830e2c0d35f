/* alone.c - find with one failing test of a version, and no other. */
#include "bench/alone.h"

#include "localize/find.h"
#include "localize/supply.h"
#include "run/compare.h"

#include <stdlib.h>

typedef struct Alone Alone;
struct Alone {
    const AloneSpec *spec;
    Arena arena;
    char *concolic, *profile, *mutate;
    Input input;
    Engine *engine;
    RunRoot root;
    Supply supply;
    Stock stock;
};

static bool
open_all(Alone *x, Diag *d)
{
    Subject *s = x->spec->subject;
    EngineSpec e = ENGINE_DEFAULTS;

    if (!input_of_test(&x->arena, x->spec->test, &x->input, d) ||
        !variant_get(s, VARIANT_CONCOLIC, &x->concolic, d) ||
        !variant_get(s, VARIANT_PROFILE, &x->profile, d) ||
        !variant_get(s, VARIANT_MUTATE, &x->mutate, d) ||
        !rundir_open(true, &x->root, d))
        return false;
    e.subject = s;
    e.variant = x->concolic;
    e.limits.time_s = x->spec->limits.time_s;
    return engine_open(&e, &x->engine, d);
}

static RunnerSpec
runner_spec(const Alone *x, const char *variant)
{
    return (RunnerSpec){.subject = x->spec->subject,
                        .variant = variant,
                        .oracle = ORACLE_REFERENCE,
                        .reference = x->spec->correct,
                        .compare = COMPARE_STDOUT | COMPARE_STATUS,
                        .limits = x->spec->limits,
                        .jobs = x->spec->jobs};
}

static bool
make_tests(Alone *x, Diag *d)
{
    SupplySpec s = {.engine = x->engine,
                    .lab = {.run = runner_spec(x, x->profile), .quiet = true},
                    .failing = &x->input,
                    .dir = x->root.path,
                    .tests = SUPPLY_TESTS,
                    .time_s = supply_share * x->spec->time_s};

    s.lab.run.jobs = 1;
    s.lab.run.no_server = true;
    return supply_make(&s, &x->supply, d);
}

static bool
find(Alone *x, Findings *out, Diag *d)
{
    FindResult result;
    FindSpec f = {.time_s = x->spec->time_s - x->supply.wall_s,
                  .log = x->spec->log,
                  .experiment = {.run = runner_spec(x, x->mutate)}};

    supply_join(&x->supply, &x->spec->subject->program, NULL, &x->stock);
    f.experiment.run.suite = &x->stock.suite;
    f.experiment.wanted = x->stock.wanted;
    f.experiment.runs = &x->stock.runs;
    bool ok = find_run(&f, &result, d);
    if (ok) {
        *out = result.findings;
        result.findings = (Findings){0};
    }
    find_done(&result);
    return ok;
}

bool
alone_run(const AloneSpec *spec, Findings *out, Diag *d)
{
    Alone x = {.spec = spec, .root = {.lock = -1}};
    bool ok = open_all(&x, d) && make_tests(&x, d) && find(&x, out, d);

    stock_done(&x.stock);
    supply_done(&x.supply);
    engine_close(x.engine);
    rundir_close(&x.root);
    free(x.concolic);
    free(x.profile);
    free(x.mutate);
    arena_done(&x.arena);
    return ok;
}
