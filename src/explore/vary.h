/* vary.h - an input that differs from another one in a few values.
 *
 * Numbers and words of its texts are changed where they stand: as many remain,
 * and what seems to count the others keeps its value, so that a program that
 * reads the one can read the other. Nothing is known of the program. See
 * generate.h for inputs that take other paths.
 */
#ifndef CULPRIT_EXPLORE_VARY_H
#define CULPRIT_EXPLORE_VARY_H

#include "base/random.h"
#include "suite/input.h"

/* Another input like `base`; all that is new is the arena's. False: it has no
 * value that could be changed. */
bool vary_input(Arena *a, const Input *base, Random *r, Input *out);

#endif
