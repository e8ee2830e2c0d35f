/* cut.h - the minimum vertex cut of a graph that is nearest to its end. */
#ifndef CULPRIT_CAUSE_CUT_H
#define CULPRIT_CAUSE_CUT_H

#include <stdbool.h>
#include <stdint.h>

/* Node i's successors are to[first[i]] .. to[first[i+1]-1]. Begin and end
 * nodes, and those with `fixed` set (NULL: none), are never in a cut. */
typedef struct CutGraph CutGraph;
struct CutGraph {
    uint32_t n;
    const uint32_t *first, *to;
    const uint8_t *fixed;
    const uint32_t *begin, *end;
    uint32_t nbegin, nend;
};

/* The fewest nodes whose removal leaves no way from begin to end; of several
 * such sets the one nearest to the end: what remains on the end's side is the
 * least. Fills `cut` (room for n), ascending, and their number. False if there
 * is no cut: a way from begin to end has fixed nodes only. A graph without any
 * such way has the empty cut. */
bool cut_run(const CutGraph *g, uint32_t *cut, uint32_t *ncut);

#endif
