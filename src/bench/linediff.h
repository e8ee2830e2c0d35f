/* linediff.h - where two texts differ, by lines (Myers 1986, without the
 * refinement for linear space: faulty versions differ in a few lines).
 *
 * Lines that differ in trailing white space only are equal.
 */
#ifndef CULPRIT_BENCH_LINEDIFF_H
#define CULPRIT_BENCH_LINEDIFF_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* Lines from..from+nfrom-1 of the old text became to..to+nto-1 of the new one;
 * counted from 1. With nto == 0, `to` is the line that follows the gap. */
typedef struct Hunk Hunk;
struct Hunk {
    uint32_t from, nfrom, to, nto;
};

/* The hunks, in order; the array is the arena's. */
size_t linediff_hunks(Arena *a, const char *old, size_t nold, const char *new,
                      size_t nnew, Hunk **out);

#endif
