/* contest.h - two techniques version by version, or a bench against an older
 * one.
 */
#ifndef CULPRIT_BENCH_CONTEST_H
#define CULPRIT_BENCH_CONTEST_H

#include "bench/pick.h"
#include "bench/result.h"

#include <stdio.h>

typedef enum {
    CONTEST_NONE,       /* "" */
    CONTEST_TECHNIQUES, /* A,B */
    CONTEST_OLDER,      /* FILE: a bench against the older one that it holds */
    CONTEST_FILES,      /* OLD.json,NEW.json: nothing is measured */
} ContestKind;

ContestKind contest_kind(const char *what);

/* Add the techniques that it names. */
bool contest_picks(Arena *a, const char *what, Picks *out, Diag *d);

/* The second of two files. */
bool contest_read_newer(const char *what, Results *out, Diag *d);

/* Not for CONTEST_NONE. `differ`: a version has another rank in the older
 * bench, or was measured in one of the two only. */
bool contest_write(const Results *r, const char *what, FILE *out, bool *differ,
                   Diag *d);

/* Chance of a split at least as uneven as wins : losses, if both were equally
 * likely (two-sided sign test, ties left out). */
double contest_sign_test(size_t wins, size_t losses);

#endif
