/* chain.h - how what happens at a line reaches the failure: a shortest chain
 * of dependences of one run.
 */
#ifndef CULPRIT_FIND_CHAIN_H
#define CULPRIT_FIND_CHAIN_H

#include "base/arena.h"
#include "format/findings.h"
#include "trace/slice.h"

/* Where a failure shows: as criterion_default has it after a signal, else
 * everything that is written to standard output, or the run's end. */
bool chain_failure(const Graph *g, int signal, Criterion *out, Diag *d);

/* From the line (its instance that is nearest to the criterion) on, a step per
 * statement instance; all is the arena's. 0 if no dependence leads there. */
size_t chain_steps(const Graph *g, const Criterion *c, const char *file,
                   uint32_t line, Arena *a, Step **out);

#endif
