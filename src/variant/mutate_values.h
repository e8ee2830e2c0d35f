/* mutate_values.h - the sites of an instruction. */
#ifndef CULPRIT_VARIANT_MUTATE_VALUES_H
#define CULPRIT_VARIANT_MUTATE_VALUES_H

#include "variant/mutate_sites.h"

/* What is the same for all sites of an instruction. */
typedef struct MutateAt MutateAt;
struct MutateAt {
    MutateScan *s;
    uint32_t function, block, statement, first_variable;
    LLVMValueRef f, retval; /* where the value to return is kept */
};

void values_add(const MutateAt *at, LLVMValueRef inst);

/* Is it a number? */
bool values_literal(LLVMValueRef v, int64_t *out);

#endif
