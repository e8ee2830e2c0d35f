/* alone.c - find with one failing test of a version, and no other. */
#include "bench/alone.h"

#include "find/find.h"
#include "process/child.h"
#include "session/supply.h"
#include "suite/compare.h"

#include <stdlib.h>

static RunnerSpec
runner_spec(const AloneSpec *s, const char *variant)
{
    return (RunnerSpec){.subject = s->subject,
                        .variant = variant,
                        .oracle = ORACLE_REFERENCE,
                        .reference = s->correct,
                        .compare = COMPARE_STDOUT | COMPARE_STATUS,
                        .limits = s->limits,
                        .jobs = s->jobs};
}

static bool
find(const AloneSpec *s, const Supply *supply, const char *variant,
     double start, Findings *out, Diag *d)
{
    FindResult result;
    Stock stock;
    FindSpec f = {.time_s = s->time_s - (child_clock(true) - start),
                  .log = s->log,
                  .experiment = {.run = runner_spec(s, variant), .cpu = true}};

    supply_join(supply, &s->subject->program, NULL, &stock);
    f.experiment.run.suite = &stock.suite;
    f.experiment.wanted = stock.wanted;
    f.experiment.runs = &stock.runs;
    bool ok = find_run(&f, &result, d);
    if (ok) {
        *out = result.findings;
        result.findings = (Findings){0};
    }
    find_done(&result);
    stock_done(&stock);
    return ok;
}

bool
alone_run(const AloneSpec *s, Findings *out, Diag *d)
{
    RunRoot root = {.lock = -1};
    const double start = child_clock(true);
    Supply supply = {0};
    char *variant = NULL;
    bool ok = variant_get(s->subject, VARIANT_MUTATE, &variant, d) &&
              rundir_open(true, &root, d);
    const SupplySpec spec = {.subject = s->subject,
                             .run = runner_spec(s, NULL),
                             .failing = s->test,
                             .dir = root.path,
                             .time_s = s->time_s,
                             .quiet = true};

    ok = ok && supply_make(&spec, &supply, d) &&
         find(s, &supply, variant, start, out, d);
    supply_done(&supply);
    rundir_close(&root);
    free(variant);
    return ok;
}
