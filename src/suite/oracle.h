/* oracle.h - the verdict on one run.
 *
 * Pure: what was observed, what was wanted, and the test's own rules in; a
 * verdict and its reason out. Running scripts and references is the runner's.
 */
#ifndef CULPRIT_SUITE_ORACLE_H
#define CULPRIT_SUITE_ORACLE_H

#include "base/arena.h"
#include "base/io.h"
#include "base/str.h"
#include "process/pool.h"
#include "suite/suite.h"
#include "suite/verdict.h"

typedef struct Observed Observed;
struct Observed {
    Ended ended;
    Bytes out, err;
    const char *files; /* manifest of the scratch directory, or NULL */
    Limits limits;     /* that it ran under */
};

/* What a run should do, as far as known. */
typedef struct Wanted Wanted;
struct Wanted {
    unsigned known; /* COMPARE_* bits */
    int status;     /* exit status, or 128 + signal */
    bool timed_out; /* the reference did */
    Bytes out, err;
    const char *files;
    const char *missing; /* why nothing is known: the verdict is unknown */
};

typedef struct Judgement Judgement;
struct Judgement {
    Verdict verdict;
    const char *reason; /* "" for a pass; the arena's */
    bool timed_out;     /* it failed by not ending */
};

/* Without `want` the exit status decides. */
Judgement oracle_judge(Arena *a, const Test *t, const Observed *o,
                       const Wanted *want);

/* Only signals, time-outs and sanitizers' reports are failures. */
Judgement oracle_crash(Arena *a, const Test *t, const Observed *o);

/* Append the summary line of a sanitizer's report, if there is one. */
bool oracle_sanitizer(const Bytes *err, Str *why);

/* What the status of an oracle script says (git bisect run): 0 pass, 125
 * unknown, other values below 128 fail. False if it says nothing. */
bool oracle_script(Arena *a, const char *script, const Observed *answer,
                   Judgement *out, Diag *d);

/* Do two runs of one test agree? If not, *why (the arena's) says where. */
bool oracle_agree(Arena *a, const Observed *x, const Observed *y,
                  const char **why);

/* The verdict where the program as built and its variant differ: unknown, with
 * a reason by which it is known later. */
Judgement oracle_contest(Arena *a, const Judgement *native,
                         const Judgement *variant);
bool oracle_is_contested(const Judgement *j);

/* Was nothing run, because the application takes no such request? */
bool oracle_is_no_request(const Judgement *j);

#endif
