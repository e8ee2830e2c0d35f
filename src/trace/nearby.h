/* nearby.h - the statements around some instances, by dependence distance.
 *
 * The distance between two instances of statements is the least number of
 * dynamic dependences, flow, control or summary control, in either direction,
 * that lead from one to the other; of a statement the least over its instances.
 */
#ifndef CULPRIT_TRACE_NEARBY_H
#define CULPRIT_TRACE_NEARBY_H

#include "base/bitset.h"
#include "base/vec.h"
#include "trace/graph.h"

typedef struct Nearby Nearby;
struct Nearby {
    uint32_t node;     /* of the instance: the first met */
    uint32_t line;     /* of the script */
    uint32_t distance; /* 0: one of those asked for */
};

typedef VEC(Nearby) Neighbours;

/* Each line once, the nearest first; of equally near ones those in `first`
 * (nodes; NULL: none) before the others. Begins with `from` in their order. */
void nearby_find(const Graph *g, const uint32_t *from, size_t n, bool summary,
                 const Bitset *first, uint32_t most, Neighbours *out);

#endif
