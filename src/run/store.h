/* store.h - the SQLite store of a project's runs, `.culprit/store.db`.
 *
 * Only store*.c speak SQL. Every call is one transaction or part of an open
 * batch, so a kill at any moment leaves a store that opens.
 */
#ifndef CULPRIT_RUN_STORE_H
#define CULPRIT_RUN_STORE_H

#include "base/diag.h"
#include "base/str.h"
#include "run/blob.h"
#include "run/runs.h"

typedef struct Store Store;

/* How the process of a run ended, and what it cost. */
typedef struct StoredEnd StoredEnd;
struct StoredEnd {
    int status; /* exit status, or 128 + signal */
    bool timed_out;
    const char *stdout_digest, *stderr_digest;
    double wall_s, cpu_s;
};

/* What it counted. */
typedef struct StoredCounts StoredCounts;
struct StoredCounts {
    const uint64_t *edges;   /* dense, program->nedges; NULL if lost */
    const uint64_t *returns; /* dense, nvalues; NULL if none */
    uint32_t nvalues;        /* program->nreturns or ->nvalues */
    BlobList some_edges, some_returns; /* all that are other than 0 */
};

typedef struct StoredRun StoredRun;
struct StoredRun {
    const char *test;   /* key: identifies the test in its suite */
    const char *name;   /* what a person sees */
    const char *digest; /* of program, test, inputs and oracle: equal digest
                           means the run need not be repeated */
    const char *origin; /* "suite"; "generated" by generate, "made" and
                           "varied" by find */
    uint32_t place;     /* in its suite: the order of store_load */
    Verdict verdict;
    const char *reason;
    bool lost;
    StoredEnd end;
    StoredCounts counts;
};

/* Open or create; `dir` is the `.culprit` directory. Without `create` a store
 * on a read-only disk may still be read. */
bool store_open(const char *dir, bool create, Store **out, Diag *d);
void store_close(Store *s);

/* Make `p` the program that following runs belong to (stored by its id). The
 * runs of the few programs used last are kept beside it. */
bool store_set_program(Store *s, const Program *p, const char *path, Diag *d);
bool store_load_program(Store *s, Program *out, Diag *d); /* the newest one */

/* Batches: everything between is one transaction. */
bool store_begin(Store *s, Diag *d);
bool store_commit(Store *s, Diag *d);

bool store_put(Store *s, const StoredRun *r, Diag *d);

/* Is there a run of this test with this digest? Its verdict, reason (in the
 * arena) and loss are given if so; the three may be NULL. */
typedef struct StoreFound StoreFound;
struct StoreFound {
    bool has;
    Verdict verdict;
    const char *reason;
    bool lost, timed_out;
};
bool store_find(Store *s, const char *test, const char *digest, Arena *a,
                StoreFound *out, Diag *d);

/* Forget the suite's runs of the current program that are not among these
 * tests with these digests, and put the others in this order: a suite with
 * fewer or changed lines ranks with fewer runs, never with stale ones. */
bool store_retain(Store *s, const char *const *tests,
                  const char *const *digests, size_t n, Diag *d);

/* All runs of the current program, with spectra. `p` must outlive `out`. */
bool store_load(Store *s, const Program *p, Runs *out, Diag *d);

/* Those of the suite alone. */
bool store_load_suite(Store *s, const Program *p, Runs *out, Diag *d);

/* Forget the current program's runs of this origin. */
bool store_forget(Store *s, const char *origin, Diag *d);

/* What another program did on a test, kept by the digest of both. */
typedef struct StoredOutput StoredOutput;
struct StoredOutput {
    int status; /* exit status, or 128 + signal */
    bool timed_out;
    Str out, err, files;
};
bool store_put_output(Store *s, const char *digest, const StoredOutput *o,
                      Diag *d);
bool store_find_output(Store *s, const char *digest, StoredOutput *out,
                       bool *has, Diag *d); /* store_output_done frees */
void store_output_done(StoredOutput *o);

/* Small things remembered by kind and key, across programs. Trimming forgets
 * those of the kind that are not among about the last `most` of all. */
bool store_put_note(Store *s, const char *kind, const char *key,
                    const void *bytes, size_t n, Diag *d);
bool store_find_note(Store *s, const char *kind, const char *key, Str *out,
                     bool *has, Diag *d);
bool store_trim_notes(Store *s, const char *kind, size_t most, Diag *d);

#endif
