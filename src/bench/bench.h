/* bench.h - every technique on every faulty version.
 *
 * Each version is measured by a process of its own, several at a time: whatever
 * goes wrong with one, even a crash of culprit itself, never stops the rest.
 * Each result is kept in the work directory under a digest of all that it
 * depends on, so a bench that was interrupted, or that has new versions, does
 * only what is missing.
 */
#ifndef CULPRIT_BENCH_BENCH_H
#define CULPRIT_BENCH_BENCH_H

#include "bench/corpus.h"
#include "bench/pick.h"
#include "bench/result.h"

typedef struct BenchProgress BenchProgress;
struct BenchProgress {
    size_t done, total; /* versions */
    const char *suite;  /* being worked on */
    const char *what;   /* "building", "measuring" */
};

/* Who is told how far it is; `progress` may be NULL. */
typedef struct BenchHooks BenchHooks;
struct BenchHooks {
    void (*progress)(void *context, const BenchProgress *p);
    void *context;
};

typedef struct BenchSpec BenchSpec;
struct BenchSpec {
    const Corpora *corpora;
    const Picks *picks;
    Texts versions; /* only these, by id; none: all */
    Texts cflags, ldflags;
    const char *work; /* absolute, without symbolic links */
    unsigned jobs;
    double time_s;      /* per test */
    double find_s;      /* processor time for the experiments on a version */
    const char *trials; /* a directory to list those in, or NULL */
    bool rerun;         /* measure again what is known */
    BenchHooks hooks;
};

/* Results of all versions, in order; if it is interrupted, of those that are
 * done. */
bool bench_run(const BenchSpec *spec, Results *out, Diag *d);

#endif
