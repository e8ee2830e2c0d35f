/* ancestry.h - who stands above whom in a forest that grows.
 *
 * Nodes are numbered in the order in which they come, so what is above has the
 * smaller number. Each keeps a second link that leads far up (Myers, An
 * applicative random-access stack, 1983): a climb takes logarithmic time
 * however long the chain is, and a node constant time and space.
 */
#ifndef CULPRIT_TRACE_ANCESTRY_H
#define CULPRIT_TRACE_ANCESTRY_H

#include "base/vec.h"

#include <stdint.h>

typedef struct Ancestor Ancestor;
struct Ancestor {
    uint32_t parent, jump; /* both smaller; node 0 is its own */
    uint32_t depth;
};

typedef struct Ancestry Ancestry;
struct Ancestry {
    VEC(Ancestor) at;
    uint64_t steps; /* that all climbs took */
};

/* The next node; its parent came before it. The first one is node 0, which
 * everything ends in. */
void ancestry_add(Ancestry *a, uint32_t parent);

/* The lowest of the node and what is above it whose number is at most this. */
uint32_t ancestry_climb(Ancestry *a, uint32_t node, uint32_t most);

void ancestry_done(Ancestry *a);

#endif
