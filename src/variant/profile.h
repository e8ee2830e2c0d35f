/* profile.h - put edge counters, and value counters, into a module. */
#ifndef CULPRIT_VARIANT_PROFILE_H
#define CULPRIT_VARIANT_PROFILE_H

#include "program/probe.h"

#include <llvm-c/Types.h>

#include <stdint.h>

/* The module must be the one the model was built from, unchanged. Of the value
 * counters the first `nvalues` are kept: none, Program.n.returns or .n.values.
 */
void profile_instrument(LLVMModuleRef module, const ProbePlan *plan,
                        uint32_t nvalues);

#endif
