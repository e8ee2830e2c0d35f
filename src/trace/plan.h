/* plan.h - what replaying needs to know of each instruction beforehand. */
#ifndef CULPRIT_TRACE_PLAN_H
#define CULPRIT_TRACE_PLAN_H

#include "format/script.h"

typedef struct PlanFunction PlanFunction;
struct PlanFunction {
    uint32_t nslots, naddresses, nvalues; /* of an activation */
};

typedef struct Plan Plan;
struct Plan {
    /* Where an activation keeps the node an instruction's value comes from;
     * of a variable in memory: its address. */
    uint32_t *slot;
    /* Where it keeps the value itself of what is SCRIPT_COMPUTED, and of
     * variables in registers; of all others 0, which nobody reads. */
    uint32_t *value;
    /* The loads, calls, phis and parameters a SCRIPT_PURE is computed from:
     * leaves[leaf[i] .. leaf[i] + nleaves[i]), as operands are written. */
    uint32_t *leaf, *nleaves;
    uint32_t *leaves;
    PlanFunction *functions;
};

void plan_build(const Script *s, Plan *out);
void plan_done(Plan *p);

#endif
