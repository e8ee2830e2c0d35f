/* failure.h - how a run failed, so that two failures can be called the same.
 *
 * Same means: both fail; both end alike (time-out, signal, exit status); the
 * same thing differs first from the reference; a sanitizer says the same; and
 * they stop at the same place of the program, if they stop in it at all. The
 * place is found from counters: a block that was entered once more than left
 * is where a function was stopped, and the innermost of these are those that
 * call no other function with one. For an ending by signal the innermost
 * block counts, for exit() also those that called its function.
 */
#ifndef CULPRIT_RUN_FAILURE_H
#define CULPRIT_RUN_FAILURE_H

#include "program/calls.h"
#include "run/profile.h"
#include "suite/oracle.h"

typedef struct Failure Failure;
struct Failure { /* plain numbers: stored as it is */
    uint32_t version;
    int32_t verdict; /* Verdict */
    int32_t timed_out;
    int32_t signal, status;
    uint32_t differs;   /* the first COMPARE_* bit, 0: none */
    uint32_t block;     /* innermost, if there is one; PROGRAM_NONE */
    uint32_t unused;    /* 0 */
    uint64_t sanitizer; /* hash of its summary, 0: none */
    uint64_t place;     /* hash of where it stopped, 0: nowhere or unknown */
    uint64_t output;    /* hash of all that was compared or printed */
};

/* `want` (NULL: none) is what it was compared with; without `calls` or counts
 * the place is unknown. */
Failure failure_of(const Observed *o, const Wanted *want, Verdict v,
                   const Program *p, const Calls *calls,
                   const Profile *profile);

bool failure_same(const Failure *x, const Failure *y);

/* In words: "killed by SIGSEGV at f (x.c:12)". */
void failure_tell(const Failure *f, const Program *p, Str *out);

#endif
