/* smt.h - the door to Z3: problems to its language, models back to values.
 *
 * Only smt.c includes z3.h. One Smt is used by one thread.
 */
#ifndef CULPRIT_SOLVE_SMT_H
#define CULPRIT_SOLVE_SMT_H

#include "solve/problem.h"

typedef struct Smt Smt;

typedef enum { SMT_SAT, SMT_UNSAT, SMT_UNKNOWN } SmtAnswer;

/* False with a message if there is no such solver. */
bool smt_new(Smt **out, Diag *d);
void smt_free(Smt *s);

/* Limits are no longer of time but of as much work as is done in it on a usual
 * machine: the same answer each time. */
void smt_count_work(Smt *s);

/* Is there a way to meet all conditions, to be found in `ms` milliseconds (0:
 * no limit)? If so, `symbols` gets it; what does not matter is left alone. */
SmtAnswer smt_solve(Smt *s, const Problem *p, unsigned ms, uint64_t *symbols);

/* Conditions that cannot be met together, none of which could be left out
 * (unless they are many): core[i] is set for condition i. SMT_UNSAT if that is
 * so. */
SmtAnswer smt_core(Smt *s, const Problem *p, unsigned ms, bool *core);

#endif
