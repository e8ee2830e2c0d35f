/* lineage.h - what a point of a run depends on, as a graph of its own.
 *
 * The analysis domain of the cause paper (section 3): the instances that reach
 * the point p backwards over flow, control and summary control dependences, and
 * nothing else. Nodes have numbers from 1 in the order of execution; 0 is the
 * ENTRY, on which everything depends that depends on nothing else, the
 * program's input included. So every edge leads to a smaller number, ENTRY is
 * the only node without edges, and p is the last node, or the last of several
 * that are asked for.
 *
 * An instance that can be altered has its sequence number; the others (loads,
 * calls, choices of ?:, uses of input) are steps on the way between those, and
 * no cut should hold them. A node takes 32 bytes, an edge 10, both directions
 * counted.
 */
#ifndef CULPRIT_TRACE_LINEAGE_H
#define CULPRIT_TRACE_LINEAGE_H

#include "process/deadline.h"
#include "trace/slice.h"

typedef struct LineageNode LineageNode;
struct LineageNode {
    uint64_t site;  /* sequence number (format/alter.h), 0: not alterable */
    uint64_t value; /* as in GraphNode */
    uint32_t node;  /* of the graph */
    uint32_t inst;  /* of the script, or GRAPH_INPUT */
    uint32_t step;  /* statement instance: graph->steps */
    uint32_t edge;  /* first of its edges */
};

typedef struct Lineage Lineage;
struct Lineage {
    const Graph *graph;
    LineageNode *nodes; /* nnodes, and one more for its edge */
    uint32_t *to;       /* edges of node i: to[nodes[i].edge ..
                           nodes[i + 1].edge - 1], what it depends on */
    uint8_t *kind;      /* beside `to`: GraphEdge; to ENTRY: GRAPH_FLOW */
    uint32_t *first;    /* nnodes + 1: users of node i are from[first[i] ..
                           first[i + 1] - 1], ascending */
    uint32_t *from;
    uint32_t *wanted; /* the criterion's nodes, ascending */
    uint32_t nnodes, nedges, nwanted;
};

/* The graph must outlive it. `summary`: with summary control dependences.
 * False: the deadline (NULL: none) was over first, and there is nothing. */
bool lineage_build(const Graph *g, const Criterion *c, bool summary,
                   const Deadline *until, Lineage *out);
void lineage_done(Lineage *d);

/* Does it stand for bytes of the program's input? */
bool lineage_is_input(const Lineage *d, uint32_t node);

/* Numbers, order, and that both directions agree. */
bool lineage_check(const Lineage *d, Diag *diag);

#endif
