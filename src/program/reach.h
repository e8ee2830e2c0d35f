/* reach.h - reaching definitions of one function's memory, and summary control
 * dependences.
 *
 * Static single assignment form per class of locations: phi functions at the
 * iterated dominance frontier of its writes (Cytron et al. 1991). A write that
 * may miss passes on what it would have overwritten.
 */
#ifndef CULPRIT_PROGRAM_REACH_H
#define CULPRIT_PROGRAM_REACH_H

#include "program/control.h"
#include "program/events.h"

#define REACH_ENTRY UINT32_MAX /* the value at the function's entry */

typedef struct ReachEdge ReachEdge;
struct ReachEdge {
    uint32_t class_index;
    uint32_t def; /* instruction, or REACH_ENTRY */
    uint32_t use; /* instruction; a return uses what callers see */
};

/* The branch could have made another definition reach this use. */
typedef struct ReachSummary ReachSummary;
struct ReachSummary {
    uint32_t branch; /* block */
    uint32_t use;    /* instruction */
};

typedef struct Reach Reach;
struct Reach {
    VEC(ReachEdge) edges;
    VEC(ReachSummary) summaries; /* once each */
};

/* needs: events of this function. `summary`: find summaries too. */
void reach_build(const Effects *e, const Control *c, const Events *ev,
                 bool summary, Reach *out);
void reach_done(Reach *r);

#endif
