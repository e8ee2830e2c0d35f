/* graph.h - the dynamic dependence graph of one run.
 *
 * Nodes are instances of instructions that define or decide something: stores,
 * loads through pointers, branches, calls, returns. What an expression reads
 * on the way is folded into the node it ends in. Node numbers grow with time,
 * so every edge points to a smaller number; node 0 stands for what was there
 * before the program. A step is the instance of a statement that nodes belong
 * to: one arrival of control at a source line in one activation.
 */
#ifndef CULPRIT_TRACE_GRAPH_H
#define CULPRIT_TRACE_GRAPH_H

#include "base/diag.h"
#include "format/script.h"
#include "process/deadline.h"
#include "program/control.h"
#include "program/summary.h"
#include "trace/condition.h"
#include "trace/trace.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    GRAPH_INPUT = -2, /* in place of an instruction: bytes of input were used;
                         the value is the number of a GraphInput */
    GRAPH_OUTSIDE = -3,
};

typedef enum {
    GRAPH_FLOW,    /* what was read was written there */
    GRAPH_CONTROL, /* it was executed because of that */
    GRAPH_SUMMARY, /* that could have made another definition reach it */
    GRAPH_EDGES
} GraphEdge;

typedef struct GraphNode GraphNode;
struct GraphNode {
    uint32_t inst;    /* of the script, or GRAPH_INPUT ... */
    uint32_t step;    /* steps[step] */
    uint32_t control; /* the branch or call it was executed for, 0: none */
    uint32_t dep;     /* flow: deps[dep .. next node's dep) */
    uint64_t value;   /* stored, returned, decided on */
};

typedef struct GraphStep GraphStep;
struct GraphStep {
    uint32_t line;     /* of the script; SCRIPT_NONE */
    uint32_t instance; /* counted from 1 */
    uint32_t function;
    uint32_t depth; /* of calls */
};

enum { GRAPH_ARGUMENT = -1 }; /* in place of a descriptor */

typedef struct GraphInput GraphInput;
struct GraphInput {
    int32_t descriptor; /* or GRAPH_ARGUMENT */
    uint32_t number;    /* of the argument; the program's name is 0 */
    uint64_t offset;
    uint32_t length;
    uint32_t inst;  /* that used the bytes */
    uint32_t width; /* bytes of `value` that are known, 0: none */
    uint64_t value; /* of the memory that was read */
};

enum { GRAPH_ARGUMENTS = 12 };

typedef struct GraphOutput GraphOutput;
struct GraphOutput {
    uint32_t node;
    int32_t descriptor;
    uint8_t narguments;            /* of the call, so far as is known */
    uint8_t upto[GRAPH_ARGUMENTS]; /* flow dependences of the node up to there
                                      come from the arguments up to this; then
                                      come those of memory */
};

/* A summary control dependence: of a load, copy or call on a branch. */
typedef struct GraphSummary GraphSummary;
struct GraphSummary {
    uint32_t node, branch; /* both nodes */
};

/* What crossed the border of the program. */
typedef struct GraphIo GraphIo;
struct GraphIo {
    GraphInput *inputs;
    GraphOutput *outputs;
    uint32_t ninputs, noutputs;
};

typedef struct GraphSummaries GraphSummaries;
struct GraphSummaries {
    GraphSummary *at; /* by node: graph_summaries */
    uint32_t n;
    uint32_t nbounded; /* uses with more than are here */
    uint64_t nclimbs;  /* up chains of control, to find them */
};

/* Executions of instructions whose values can be altered. */
typedef struct GraphSites GraphSites;
struct GraphSites {
    uint32_t *nodes; /* graph_site */
    uint32_t n;
    uint32_t first;    /* executions before those */
    uint64_t *numbers; /* in another run, or NULL: see graph_number_sites */
};

/* The run as a whole. */
typedef struct GraphRun GraphRun;
struct GraphRun {
    uint32_t *arrivals;     /* per line: how often control arrived there */
    uint32_t last;          /* the node whose record is the trace's last */
    uint64_t ninstructions; /* executed */
    uint64_t nrecords;
    uint64_t
        nforgotten;    /* nodes, by GraphBounds.last; node 1 stands for them */
    uint32_t nunknown; /* calls of functions whose effects are not known */
    const char *unknown; /* one of them */
};

typedef struct Graph Graph;
struct Graph {
    const Script *script;
    Conditions conditions;
    GraphNode *nodes; /* nnodes, and one more for its dep */
    uint32_t *deps;
    GraphStep *steps;
    uint32_t nnodes, ndeps, nsteps;
    GraphIo io;
    GraphSummaries summaries;
    GraphSites sites;
    GraphRun run;
};

typedef struct GraphBounds GraphBounds;
struct GraphBounds {
    uint32_t line;     /* of the script: stop behind its ... */
    uint32_t instance; /* ... k-th instance; 0: go to the end */
    uint32_t last;     /* keep only that many nodes; 0: all */
    uint32_t first;    /* stop when there are so many; 0: go to the end */
};

/* What a graph is made from. */
typedef struct GraphSpec GraphSpec;
struct GraphSpec {
    const Script *script; /* must outlive the graph */
    const Control *control;
    const Summaries *summaries; /* NULL: no summary control dependences */
    const Summaries *across;    /* those between functions, or NULL */
    uint32_t most; /* of these a use may have per branch, 0: GRAPH_MOST */
    GraphBounds bounds;
    const Trace *trace;
    const Deadline *deadline; /* or NULL: it fails if that is over */
};

enum { GRAPH_MOST = 256 };

/* Replay a trace. Fails if the records do not fit the script; a trace that
 * just ends (a crash) is whole. */
bool graph_make(const GraphSpec *spec, Graph *out, Diag *d);
void graph_done(Graph *g);

/* The summary control dependences of a node: *n of them. */
const GraphSummary *graph_summaries(const Graph *g, uint32_t node, size_t *n);

/* From now on an output call depends on one of its arguments only, and if
 * `memory` on what was read through pointers. False, and all is as before, if
 * it is not known what came from there. */
bool graph_keep_argument(Graph *g, uint32_t node, uint32_t argument,
                         bool memory);

/* The instruction of a node; NULL: it has none. */
static inline const ScriptInst *
graph_inst(const Graph *g, uint32_t node)
{
    const uint32_t inst = g->nodes[node].inst;

    return inst < g->script->ninsts ? &g->script->insts[inst] : NULL;
}

/* Is it a branch, or a choice between two values? */
static inline bool
graph_is_decision(const Graph *g, uint32_t node)
{
    const ScriptInst *i = graph_inst(g, node);

    return i && (i->op == SCRIPT_BRANCH || i->op == SCRIPT_SELECT);
}

/* The sequence number by which format/alter.h names the instance; 0 if its
 * value cannot be altered. And the node with that number, 0: there is none. */
uint64_t graph_site(const Graph *g, uint32_t node);
uint32_t graph_find_site(const Graph *g, uint64_t seq);

/* The number of sites[i]. */
uint64_t graph_site_number(const Graph *g, uint32_t i);

/* From now on sites are named by their numbers in another run, in ascending
 * order; one that has none has that of the site before it. The graph frees
 * them. */
void graph_number_sites(Graph *g, uint64_t *numbers);

/* Edges point back, ranges and steps are sound. */
bool graph_check(const Graph *g, Diag *d);

#endif
