/* linear.h - sparse linear systems; the only file that knows KLU. */
#ifndef CULPRIT_SPECTRUM_LINEAR_H
#define CULPRIT_SPECTRUM_LINEAR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct LinearEntry LinearEntry;
struct LinearEntry { /* entries of one place add up */
    uint32_t row, column;
    double value;
};

/* Ax = b. False (x undefined) if A is singular or so nearly so that the
 * answer would not be worth the name: a condition above 1e12 with its rows
 * scaled to largest entry 1, or a residual that shows it. */
bool linear_solve(uint32_t n, const LinearEntry *entries, uint32_t nentries,
                  const double *b, double *x);

/* The x that minimises |A'x - b'|^2 + 1e-8 |x|^2, where rows of A' and b' are
 * those of A and b, scaled to largest entry 1: of all that (nearly) fulfil
 * the equations best, the smallest. False only if that is not finite. */
bool linear_least_squares(uint32_t n, const LinearEntry *entries,
                          uint32_t nentries, const double *b, double *x);

#endif
