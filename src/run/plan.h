/* plan.h - what of a suite is to be run, and what the store knows already. */
#ifndef CULPRIT_RUN_PLAN_H
#define CULPRIT_RUN_PLAN_H

#include "run/runner.h"

typedef struct Plan Plan;
struct Plan {
    Arena arena;
    const char **keys;       /* of each test */
    const char **digests;    /* of each test's run */
    const char **references; /* of each test's reference run */
};

/* Compute the digests, forget stale runs, and fill in the outcomes of tests
 * that need not be run (reasons are the plan's). */
bool plan_make(const RunnerSpec *spec, Plan *p, Outcome *outcomes, Diag *d);
void plan_done(Plan *p);

/* What is recorded for the test, as the spec asks. */
bool plan_expected(const RunnerSpec *spec, Arena *a, const Test *t, Wanted *w,
                   Diag *d);

#endif
