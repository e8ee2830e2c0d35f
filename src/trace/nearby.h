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
#include "process/deadline.h"
#include "trace/graph.h"

typedef struct Nearby Nearby;
struct Nearby {
    uint32_t node;     /* of the instance: the first met */
    uint32_t line;     /* of the script */
    uint32_t distance; /* 0: one of those asked for */
};

typedef VEC(Nearby) Neighbours;

/* What is asked for. */
typedef struct NearbySpec NearbySpec;
struct NearbySpec {
    const Graph *graph;
    const uint32_t *from; /* n nodes */
    size_t n;
    bool summary;          /* also by summary control dependences */
    const Bitset *first;   /* nodes that come first among equally near ones */
    uint32_t most;         /* lines */
    const Deadline *until; /* NULL: any time */
};

/* Each line once, the nearest first. Begins with `from` in their order; once
 * the deadline is over nothing is added to what is there. */
void nearby_find(const NearbySpec *s, Neighbours *out);

#endif
