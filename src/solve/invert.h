/* invert.h - values of one symbol that would give an expression a certain
 * value.
 *
 * Goes down through operations that can be undone and keeps everything else as
 * it is; the results are proposals, to be tried by evaluation.
 */
#ifndef CULPRIT_SOLVE_INVERT_H
#define CULPRIT_SOLVE_INVERT_H

#include "solve/problem.h"

typedef struct Proposal Proposal;
struct Proposal {
    uint32_t symbol;
    uint64_t value;
};

typedef VEC(Proposal) Proposals;

/* Append proposals to make the condition hold, given the present values of
 * all expressions; a few dozen at most. */
void invert_condition(const Problem *p, const Condition *c,
                      const uint64_t *values, Proposals *out);

#endif
