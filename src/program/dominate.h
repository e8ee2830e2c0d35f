/* dominate.h - dominators and postdominators of one function.
 *
 * Node a dominates b if every path from the entry to b passes a; it
 * postdominates b if every path from b to the exit does. Nodes are those of
 * flow.h: the tree of postdominators has the exit as its root.
 */
#ifndef CULPRIT_PROGRAM_DOMINATE_H
#define CULPRIT_PROGRAM_DOMINATE_H

#include "program/flow.h"

typedef struct DomTree DomTree;
struct DomTree {
    uint32_t n, root;
    uint32_t *parent; /* immediate (post)dominator; the root's is itself;
                         PROGRAM_NONE if never reached from the root */
    uint32_t *order;  /* reached nodes, every parent before its children */
    uint32_t norder;
};

void dominate(const Flow *g, bool post, DomTree *out);
void dominate_done(DomTree *t);

/* Does a (post)dominate b? Every node does itself; cost: the tree's depth. */
bool dominate_has(const DomTree *t, uint32_t a, uint32_t b);

#endif
