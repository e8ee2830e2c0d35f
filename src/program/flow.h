/* flow.h - one function's control flow as a graph with one exit.
 *
 * Nodes are the function's blocks, counted from 0, and one more, the exit. To
 * it lead: every block that leaves the function (return, exit(), a crash), and
 * one edge out of each endless region, so that every node reaches the exit. A
 * region is endless if it is a strongly connected component without a way out;
 * its edge leaves from its lowest-numbered block, in compiled C the loop's
 * head. Such an edge is not of the model: FlowArc.edge is PROGRAM_NONE.
 */
#ifndef CULPRIT_PROGRAM_FLOW_H
#define CULPRIT_PROGRAM_FLOW_H

#include "program/program.h"

typedef struct FlowArc FlowArc;
struct FlowArc {
    uint32_t node; /* the other end */
    uint32_t edge; /* of the model, or PROGRAM_NONE */
};

typedef struct Flow Flow;
struct Flow {
    uint32_t block;                 /* the model's number of node 0 */
    uint32_t n;                     /* blocks; node n is the exit */
    uint32_t *first_out, *first_in; /* n + 2 each */
    FlowArc *out, *in;
};

void flow_init(const Program *p, uint32_t function, Flow *out);
void flow_done(Flow *g);

#endif
