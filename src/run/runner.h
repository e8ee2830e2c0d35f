/* runner.h - run a suite: find what changed, run it, judge it, keep it. */
#ifndef CULPRIT_RUN_RUNNER_H
#define CULPRIT_RUN_RUNNER_H

#include "process/child.h"
#include "run/store.h"
#include "suite/oracle.h"
#include "suite/suite.h"
#include "variant/variant.h"

/* How verdicts are found, in order of preference. */
typedef enum {
    ORACLE_SCRIPT,
    ORACLE_EXPECTED,
    ORACLE_REFERENCE,
    ORACLE_STATUS,
    ORACLE_CRASH, /* only crashes fail */
    ORACLE_ASK,   /* the person does; run/lab.h only */
} OracleKind;

typedef struct RunnerSpec RunnerSpec;
struct RunnerSpec {
    const Subject *subject;
    const char *variant; /* the executable to run instead */
    uint32_t nvalues;    /* value counters that it has (variant_nvalues) */
    const Suite *suite;
    OracleKind oracle;
    const char *script, *expected, *reference; /* absolute; as oracle says */
    bool expected_optional; /* what is not recorded is judged by status */
    unsigned compare;       /* COMPARE_* bits */
    Limits limits;
    unsigned jobs;
    bool scratch, rerun;
    bool hasty;         /* after the first time-out, less time for others */
    bool no_server;     /* execute the program for each test */
    bool verify;        /* also natively, and compare */
    const char *record; /* only write what happens natively here; or NULL */
    Store *store;       /* with the program set; NULL when recording */
    const char *store_dir;
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
    size_t nref_runs; /* reference runs that were not in the store */
    bool interrupted;
};

/* What is done before a failure or an interruption is in the store. */
bool runner_run(const RunnerSpec *spec, RunnerResult *out, Diag *d);
void runner_done(RunnerResult *r);

#endif
