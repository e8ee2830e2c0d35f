/* measure.h - one faulty version, from its sources to its scores. */
#ifndef CULPRIT_BENCH_MEASURE_H
#define CULPRIT_BENCH_MEASURE_H

#include "bench/full_run.h"
#include "bench/pick.h"
#include "bench/result.h"

typedef struct MeasureSpec MeasureSpec;
struct MeasureSpec {
    const Corpus *corpus;
    const Answered *given, *hidden; /* hidden: NULL if there is none */
    const char *correct; /* directory where the correct sources were built */
    const char *dir;     /* of this version; made here */
    const Texts *cflags, *ldflags;
    const Picks *picks;
    Limits limits;
    double find_s;
    const char *trials; /* file for the list of experiments, or NULL */
    unsigned jobs;
};

/* Fills all but suite and key. A version that cannot be measured is a result
 * with a reason, not a failure: it fails only for trouble of our own, and if it
 * is interrupted (*interrupted). */
bool measure_version(const MeasureSpec *s, const Version *v, Arena *a,
                     Measured *m, bool *interrupted, Diag *d);

#endif
