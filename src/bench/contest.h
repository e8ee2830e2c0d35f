/* contest.h - two techniques version by version, or a bench against an older
 * one.
 */
#ifndef CULPRIT_BENCH_CONTEST_H
#define CULPRIT_BENCH_CONTEST_H

#include "bench/pick.h"
#include "bench/result.h"

#include <stdio.h>

/* `what` is "A,B", a file in the format culprit.bench/1, or "" for nothing. */

/* Add the techniques that it names. */
bool contest_picks(Arena *a, const char *what, Picks *out, Diag *d);

bool contest_write(const Results *r, const char *what, FILE *out, Diag *d);

/* Chance of a split at least as uneven as wins : losses, if both were equally
 * likely (two-sided sign test, ties left out). */
double contest_sign_test(size_t wins, size_t losses);

#endif
