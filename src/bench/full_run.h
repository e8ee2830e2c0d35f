/* full_run.h - run every test on one program, in memory.
 *
 * The run room's pool, limits and counters without its store: a bench runs
 * hundreds of thousands of tests once each and keeps only the scores.
 */
#ifndef CULPRIT_BENCH_FULL_RUN_H
#define CULPRIT_BENCH_FULL_RUN_H

#include "base/io.h"
#include "process/child.h"
#include "run/runs.h"
#include "suite/suite.h"
#include "variant/variant.h"

/* What the correct program did: the oracle. */
typedef struct Golden Golden;
struct Golden {
    int status;
    bool timed_out, started;
    Bytes out;
    char *files; /* manifest of its working directory; or NULL */
};

typedef struct Goldens Goldens;
struct Goldens {
    Golden *at; /* of each test */
    size_t n;
};

/* Tests, and what the correct program does with them. */
typedef struct Answered Answered;
struct Answered {
    Suite suite;
    Goldens answers;
    bool files; /* they write some, which are compared, too */
};

typedef struct FullRunSpec FullRunSpec;
struct FullRunSpec {
    const Subject *subject;
    const char *executable; /* the program itself or its variant */
    uint32_t nvalues;       /* value counters it has (variant_nvalues) */
    const Suite *suite;
    bool files; /* each in a copy of its directory, and what becomes of it */
    Limits limits;
    unsigned jobs;
    size_t most_timeouts; /* with more of them it gives up */
};

typedef struct FullRunResult FullRunResult;
struct FullRunResult {
    size_t ntimeouts, nlost;
    bool interrupted, hangs; /* hangs: gave up */
};

/* COMPARE_* bits. */
unsigned full_run_compares(bool files);

bool full_run_goldens(const FullRunSpec *spec, Goldens *out, bool *interrupted,
                      Diag *d);
void goldens_done(Goldens *a);
void answered_done(Answered *a);

/* How many of the answers are not the right ones; of those that are known. */
size_t goldens_differ(const Goldens *right, const Goldens *given);

/* Verdicts by the answers, and the spectra. runs_done frees `out`. */
bool full_run(const FullRunSpec *spec, const Goldens *answers, Runs *out,
              FullRunResult *result, Diag *d);

#endif
