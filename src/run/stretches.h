/* stretches.h - what a run counted, stretch by stretch: each process that a
 * script started, and within a process each piece between two cuts.
 *
 * A stretch belongs to the check that is told about next: to the first line
 * about one that was not there when the stretch began.
 */
#ifndef CULPRIT_RUN_STRETCHES_H
#define CULPRIT_RUN_STRETCHES_H

#include "run/work.h"

typedef struct StretchCount StretchCount;
struct StretchCount {
    uint32_t index;
    uint64_t count;
};

typedef struct Stretch Stretch;
struct Stretch {
    uint64_t at[REMARK_STREAMS]; /* where the test's output was as it began */
    size_t
        owner[REMARK_STREAMS]; /* points that it belongs to; SIZE_MAX: none */
    const char *check;         /* the function; "": none that is known */
    StretchCount *counts;
    uint32_t n;
};

typedef struct Stretches Stretches;
struct Stretches {
    Arena arena;
    Stretch *at; /* in the order of the output */
    size_t n;
};

/* The stretches of PHASE_RUN, before the next task starts. */
bool stretches_read(const TestWork *w, const Setup *setup, Stretches *out,
                    Diag *d);
void stretches_done(Stretches *s);

/* Safe on any bytes: add the stretches of one process, by its counter file and
 * its file of cuts, which may be empty. */
bool stretches_add(Stretches *s, const ProbePlan *plan, uint32_t nvalues,
                   const Bytes *counters, const Bytes *cuts, Diag *d);

/* Find the owners among these points. */
void stretches_assign(Stretches *s, const Remarks *points);

/* What the point's stretches counted, as the counts of one process; nprocesses
 * is 0 if it has none. Where several lines follow one stretch, it is all of
 * theirs. SIZE_MAX: what belongs to no point. */
void stretches_of_point(const Stretches *s, const Remarks *points, size_t point,
                        const ProbePlan *plan, Profile *out);

/* Likewise of a check. */
void stretches_of_check(const Stretches *s, const char *check,
                        const ProbePlan *plan, Profile *out);

#endif
