/* result.h - what a bench found out, version by version.
 *
 * The same JSON object is a version's file in the work directory, its entry in
 * the bench's own JSON, and what --against reads.
 */
#ifndef CULPRIT_BENCH_RESULT_H
#define CULPRIT_BENCH_RESULT_H

#include "bench/corpus.h"
#include "bench/metric.h"

#include <stdio.h>

/* How its tests ended. */
typedef struct MeasuredRuns MeasuredRuns;
struct MeasuredRuns {
    uint32_t tests, passed, failed, unknown, lost, timeouts;
};

/* How large it is, in statements. */
typedef struct MeasuredCode MeasuredCode;
struct MeasuredCode {
    uint32_t statements, executed, faulty;
    uint32_t nfaults;
};

/* Seconds that its parts took. */
typedef struct MeasuredTimes MeasuredTimes;
struct MeasuredTimes {
    double build_s, run_s, rank_s;
};

typedef struct Measured Measured;
struct Measured {
    const char *suite, *id;
    const char *key; /* digest of all that the result depends on */
    Texts kinds;
    const char *symptom, *note;
    const char *reason; /* why it could not be measured; "" */
    MeasuredRuns runs;
    MeasuredCode code;
    MeasuredTimes took;
    Score *scores;
    size_t nscores;
};

/* Where the figures come from, so that anybody can repeat them. */
typedef struct Provenance Provenance;
struct Provenance {
    const char *date, *commit;
    const char *command; /* "" until the caller says it */
    const char *tuning;  /* what was set, as tuning_changes() writes it; "" */
};

typedef struct Results Results;
struct Results {
    Arena arena; /* owns all texts and arrays */
    Measured *at;
    size_t n, cap;
    Texts techniques; /* in the order asked for */
    Provenance from;
    double wall_s;
    bool interrupted;
};

void results_done(Results *r);
Measured *results_add(Results *r);

/* The version's score of a technique, or NULL. */
const Score *result_score(const Measured *m, const char *technique);

/* exam: share of the statements, with the group rule. */
double result_exam(const Measured *m, const Score *s);

/* One version as a file. Loading gives false without a message if there is no
 * such file or it is not sound: then the version is measured again. */
bool result_save(const Measured *m, const char *file, Diag *d);
bool result_load(const char *file, Arena *a, Measured *out);

/* The whole bench as a document, and back. */
bool results_dump(const Results *r, FILE *out, Diag *d);
bool results_parse(const char *bytes, size_t n, Results *out, Diag *d);

#endif
