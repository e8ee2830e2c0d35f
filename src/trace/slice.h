/* slice.h - the part of a graph that a criterion depends on, or that depends
 * on it.
 */
#ifndef CULPRIT_TRACE_SLICE_H
#define CULPRIT_TRACE_SLICE_H

#include "base/bitset.h"
#include "trace/graph.h"

typedef struct Criterion Criterion;
struct Criterion {
    uint32_t *nodes;
    size_t n, cap;
    uint32_t step;   /* where it is */
    const char *why; /* it was chosen: "the last output"; NULL: asked for */
};

/* Line of the script and instance (0: not said) that "file.c:13#2" means. */
bool criterion_place(const Script *s, const char *place, uint32_t *line,
                     uint32_t *instance, Diag *d);

/* "file.c:13", "file.c:13#2" (the second instance; the last one without #),
 * for one variable (NULL: all) read or written there. Failures name the
 * nearest line that has code, or how many instances there were. */
bool criterion_at(const Graph *g, const char *place, const char *variable,
                  Criterion *out, Diag *d);

/* Where the failure shows: the instruction that trapped, the failed assertion
 * or abort, or the last output. `signal`: that ended the run, 0: none. */
bool criterion_default(const Graph *g, int signal, Criterion *out, Diag *d);
void criterion_done(Criterion *c);

/* The nodes from which (forward: to which) dependences lead to the criterion;
 * bitset_free releases the set. */
Bitset slice_nodes(const Graph *g, const Criterion *c, bool forward);

/* Of those, the nodes of at most `most` statement instances: the ones that the
 * fewest dependences lead to (forward: the first ones). *total is how many
 * instances there are in all. */
Bitset slice_nearest(const Graph *g, const Criterion *c, const Bitset *nodes,
                     bool forward, size_t most, size_t *total);

/* The source's name of what a node stored, "" if it has none. */
const char *slice_name(const Graph *g, uint32_t node);

#endif
