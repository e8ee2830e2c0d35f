/* schedule.h - what of a suite is to be run, and what the store knows already.
 */
#ifndef CULPRIT_RUN_SCHEDULE_H
#define CULPRIT_RUN_SCHEDULE_H

#include "run/runner.h"

typedef struct Schedule Schedule;
struct Schedule {
    Arena arena;
    const char **keys;       /* of each test */
    const char **digests;    /* of each test's run */
    const char **references; /* of each test's reference run */
    Wanted *wanted;   /* of each test, as recorded; unless `read_again` */
    bool *read_again; /* too much to keep in memory */
    size_t kept;      /* bytes of `wanted` */
};

/* Compute the digests, forget stale runs, and fill in the outcomes of tests
 * that need not be run (reasons are the schedule's). */
bool schedule_make(const RunnerSpec *spec, Schedule *p, Outcome *outcomes,
                   Diag *d);
void schedule_done(Schedule *p);

/* What is recorded for the test, as the spec asks. */
bool schedule_expected(const RunnerSpec *spec, const Schedule *p, size_t test,
                       Arena *a, Wanted *w, Diag *d);

#endif
