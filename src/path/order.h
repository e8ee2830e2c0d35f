/* order.h - which branches of a failing run to flip, nearest run first.
 *
 * The recursion of generatePaths (Figure 3 of the path generation paper) as an
 * iterator: it gives sets of branch events to evaluate differently, in the
 * order in which the paper tries them, so that their distances never decrease
 * (its Theorem 1). What becomes of a set is the caller's to find out; what it
 * reports back prunes the sets that contain it.
 */
#ifndef CULPRIT_PATH_ORDER_H
#define CULPRIT_PATH_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#define ORDER_NONE UINT32_MAX

typedef struct Order Order;
struct Order {
    const uint32_t *parent; /* of a branch event: the one it is directly
                               control dependent on; ORDER_NONE */
    uint32_t n;
    uint32_t max;       /* events in a set at most; 0: any number */
    uint32_t *distance; /* the current set, latest event first */
    uint32_t size;
    bool pruned;       /* nothing that contains the set is wanted */
    bool closed;       /* and nothing that contains the set without its earliest
                          event and an event before that one either */
    uint32_t *hinders; /* of an event: members of the set that are control
                          dependent on it */
};

/* `parent` must outlive it; parents come before their children. */
void order_init(Order *o, const uint32_t *parent, uint32_t n, uint32_t max);
void order_done(Order *o);

/* The next set: o->distance[0 .. o->size-1], descending. */
bool order_next(Order *o);

/* The set just given has no feasible run (line 18: newpaths is empty): its
 * extensions are not tried. */
void order_prune(Order *o);

/* The part of the runs from the earliest event of the set on is infeasible
 * whatever precedes it (lines 24-29): nor are other extensions of the rest. */
void order_close(Order *o);

#endif
