/* distance.h - how far a condition is from holding, for descent methods. */
#ifndef CULPRIT_SOLVE_DISTANCE_H
#define CULPRIT_SOLVE_DISTANCE_H

#include "solve/problem.h"

/* 0 if it holds under these values of all expressions; else more, the more
 * its numbers have to change: a logarithm, so that sums are fair. */
double distance_of(const Problem *p, const Condition *c,
                   const uint64_t *values);

#endif
