/* store.h - the SQLite store of a project's runs, `.culprit/store.db`.
 *
 * The only file that speaks SQL. Every call is one transaction or part of an
 * open batch, so a kill at any moment leaves a store that opens.
 */
#ifndef CULPRIT_RUN_STORE_H
#define CULPRIT_RUN_STORE_H

#include "base/diag.h"
#include "run/runs.h"

typedef struct Store Store;

typedef struct StoredRun StoredRun;
struct StoredRun {
    const char *test;   /* key: identifies the test in its suite */
    const char *name;   /* what a person sees */
    const char *digest; /* of program, test, inputs and oracle: equal digest
                           means the run need not be repeated */
    const char *origin; /* "suite", later "generated" and the like */
    Verdict verdict;
    const char *reason;
    int status; /* exit status, or 128 + signal */
    const char *stdout_digest, *stderr_digest;
    double wall_s, cpu_s;
    bool lost;
    const uint64_t *edges;   /* dense, program->nedges; NULL if lost */
    const uint64_t *returns; /* dense, program->nreturns; NULL if none */
};

/* Open or create; `dir` is the `.culprit` directory. */
bool store_open(const char *dir, bool create, Store **out, Diag *d);
void store_close(Store *s);

/* Make `p` the program that following runs belong to (stored by its id). */
bool store_set_program(Store *s, const Program *p, const char *path, Diag *d);
bool store_load_program(Store *s, Program *out, Diag *d); /* the newest one */

/* Batches: everything between is one transaction. */
bool store_begin(Store *s, Diag *d);
bool store_commit(Store *s, Diag *d);

bool store_put(Store *s, const StoredRun *r, Diag *d);

/* Is there a run of this test with this digest? */
bool store_has(Store *s, const char *test, const char *digest, bool *has,
               Diag *d);

/* Forget runs of tests that are not among `tests` (the suite's keys), so that
 * a suite with fewer lines ranks with fewer runs. */
bool store_retain(Store *s, const char *const *tests, size_t n, Diag *d);

/* All runs of the current program, with spectra. `p` must outlive `out`. */
bool store_load(Store *s, const Program *p, Runs *out, Diag *d);

#endif
