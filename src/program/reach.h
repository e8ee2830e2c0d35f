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

#define REACH_ENTRY UINT32_MAX  /* the value at the function's entry */
#define REACH_MERGE 0x80000000u /* and a number: a merge, see below */

/* A definition and where it goes, sparsely: where definitions meet (a phi, or
 * behind a write that may miss) they lead to a merge, and the merge to uses and
 * other merges. What reaches a use is found by walking back through merges. */
typedef struct ReachEdge ReachEdge;
struct ReachEdge {
    uint32_t class_index;
    uint32_t def; /* instruction, REACH_ENTRY, or a merge */
    uint32_t use; /* instruction (a return uses what callers see), or a merge */
};

/* The branch could have made another definition reach this use. */
typedef struct ReachSummary ReachSummary;
struct ReachSummary {
    uint32_t branch; /* block */
    uint32_t use;    /* instruction */
    bool carried;    /* the use is control dependent on the branch, by a chain:
                        that counts in a later round of a loop only */
};

typedef struct Reach Reach;
struct Reach {
    VEC(ReachEdge) edges;        /* class by class */
    VEC(uint32_t) merges;        /* their classes */
    VEC(ReachSummary) summaries; /* once each */
};

/* needs: events of this function. `summary`: find summaries too. */
void reach_build(const Effects *e, const Control *c, const Events *ev,
                 bool summary, Reach *out);
void reach_done(Reach *r);

#endif
