/* fault.h - which statements of a faulty version are the fault.
 *
 * A manifest names lines. Without one they are derived from the change:
 * changed and added lines; for what was left out, the line that follows the
 * gap; for a changed #define, the lines that use the macro; for a seeded
 * macro, what it compiles in. Of a fault's lines, those with code count; if
 * none has code, the next statement of the same function does, or, if nothing
 * follows, the last one before.
 */
#ifndef CULPRIT_BENCH_FAULT_H
#define CULPRIT_BENCH_FAULT_H

#include "base/vec.h"
#include "bench/corpus.h"
#include "spectrum/entity.h"

typedef VEC(Place) Places;

/* The lines of the change, as one fault. The two directories hold the correct
 * and the faulty sources. It fails if nothing was changed. */
bool fault_derive(Arena *a, const Version *v, const char *correct,
                  const char *faulty, Fault *out, Diag *d);

/* Set mark[i] for the faulty ones of the statements; gives how many. `dir` is
 * where the sources were compiled. */
uint32_t fault_mark(const Fault *faults, size_t n, const char *dir,
                    const Program *p, const Entities *statements, bool *mark);

#endif
