/* interval.h - bounds of an expression's value, from bounds of its operands.
 *
 * An interval goes from low to high, upwards and perhaps through zero: it is
 * as good for signed as for unsigned numbers. Sound: the value is never
 * outside. Exact where all operands are known.
 */
#ifndef CULPRIT_SOLVE_INTERVAL_H
#define CULPRIT_SOLVE_INTERVAL_H

#include "solve/problem.h"

typedef struct Interval Interval;
struct Interval {
    uint64_t low, high;
};

/* Of expression i, given those of its operands and of all symbols. */
Interval interval_of(const Problem *p, uint32_t i, const Interval *known,
                     const Interval *symbols);

bool interval_has(Interval x, uint64_t value, unsigned width);

/* Can the condition still hold? */
bool interval_allows(const Problem *p, const Condition *c, Interval value);

#endif
