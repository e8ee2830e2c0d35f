/* prepare.h - what replaying needs to know of each instruction beforehand. */
#ifndef CULPRIT_TRACE_PREPARE_H
#define CULPRIT_TRACE_PREPARE_H

#include "format/script.h"

typedef struct PreparedFunction PreparedFunction;
struct PreparedFunction {
    uint32_t nslots, naddresses, nvalues; /* of an activation */
};

typedef struct Prepared Prepared;
struct Prepared {
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
    PreparedFunction *functions;
};

void prepare_build(const Script *s, Prepared *out);
void prepare_done(Prepared *p);

#endif
