/* probe.h - which edges carry a counter, and how the others are derived.
 *
 * Flow is conserved at a block unless control may leave it midway (a call
 * that never returns, a fault), so of all edges only the chords of a maximum
 * spanning tree are counted (Knuth 1973, Ball & Larus 1994). Blocks that may
 * stop midway, entries and exits are one node, the ground, where nothing is
 * conserved: whatever way the run ends, derived counts are right.
 * In threaded programs, where increments may be lost, every edge is counted.
 */
#ifndef CULPRIT_PROGRAM_PROBE_H
#define CULPRIT_PROGRAM_PROBE_H

#include "program/program.h"

typedef struct ProbePlan ProbePlan;
struct ProbePlan {
    uint32_t nprobes;        /* counters used, meters included */
    uint32_t *edge;          /* edge -> its counter, PROGRAM_NONE if derived */
    uint32_t *meter;         /* block -> counter of its entries (BLOCK_LANDING
                                only), else PROGRAM_NONE */
    struct ProbeStep *steps; /* derivations, in order */
    uint32_t nsteps;
    uint32_t *first; /* function -> its first step; one more at the end */
    struct ProbeTerm *terms;
    const Program *program;
};

/* `all`: count every edge that can be; derive only what cannot. */
void probe_plan(const Program *p, bool all, ProbePlan *plan);
void probe_done(ProbePlan *plan);

/* Counts of all edges (program->n.edges of them) from the counters. False if
 * the counters contradict each other, as after a lost update. */
bool probe_derive(const ProbePlan *plan, const uint64_t *counters,
                  uint64_t *edges);

/* Those of one function only. */
bool probe_derive_function(const ProbePlan *plan, uint32_t function,
                           const uint64_t *counters, uint64_t *edges);

#endif
