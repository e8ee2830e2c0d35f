/* runner.h - run a suite: find what changed, run it, judge it, keep it. */
#ifndef CULPRIT_RUN_RUNNER_H
#define CULPRIT_RUN_RUNNER_H

#include "run/missed.h"
#include "run/setup.h"
#include "run/store.h"
#include "suite/oracle.h"
#include "suite/suite.h"

typedef struct RunnerSpec RunnerSpec;
struct RunnerSpec {
    Setup setup;
    const Suite *suite;
    bool rerun;         /* what has not changed, too */
    bool hasty;         /* after the first time-out, less time for others */
    bool native;        /* also natively: where verdicts differ, none */
    bool verify;        /* also natively, and compare all that happens */
    const char *record; /* only write what happens natively here; or NULL */
    Store *store;       /* with the program set; NULL when recording */
    void (*progress)(void *context, size_t done, size_t total, size_t failed);
    void *context;
};

typedef struct Outcome Outcome;
struct Outcome {
    bool done, unchanged, lost;
    Judgement judgement;
    const char *disagreement; /* of the native run, if verified; or NULL */
};

typedef struct RunnerResult RunnerResult;
struct RunnerResult {
    Arena arena;
    Outcome *outcomes; /* of every test */
    size_t ndone, npassed, nfailed, nunknown, nunchanged, nlost, ndisagree;
    size_t ncontested; /* unknown, because the native verdict is another */
    Missed missed;
    bool interrupted;
};

/* What is done before a failure or an interruption is in the store. */
bool runner_run(const RunnerSpec *spec, RunnerResult *out, Diag *d);
void runner_done(RunnerResult *r);

#endif
