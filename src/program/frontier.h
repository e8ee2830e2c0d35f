/* frontier.h - dominance frontiers: where definitions of one thing meet.
 *
 * The frontier of b holds the nodes that b does not strictly dominate but one
 * of whose predecessors it dominates (Cytron et al. 1991). */
#ifndef CULPRIT_PROGRAM_FRONTIER_H
#define CULPRIT_PROGRAM_FRONTIER_H

#include "program/dominate.h"

typedef struct Frontier Frontier;
struct Frontier {
    uint32_t n;            /* nodes of the graph, the exit included */
    uint32_t *first;       /* n + 1 */
    uint32_t *at;          /* frontier of b: at[first[b] .. first[b+1]-1] */
    uint32_t *mark, stamp; /* of the last question */
};

/* needs: the forward dominator tree of g. */
void frontier_init(const Flow *g, const DomTree *dom, Frontier *out);
void frontier_done(Frontier *f);

/* The iterated frontier of `blocks`: where phi functions for something defined
 * in just these blocks are needed. Fills `out` (room for f->n), gives their
 * number; never the exit. */
uint32_t frontier_iterate(Frontier *f, const uint32_t *blocks, uint32_t n,
                          uint32_t *out);

#endif
