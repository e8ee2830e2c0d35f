/* profile.h - put edge counters, and return counters, into a module. */
#ifndef CULPRIT_VARIANT_PROFILE_H
#define CULPRIT_VARIANT_PROFILE_H

#include "program/probe.h"

#include <llvm-c/Types.h>

#include <stdbool.h>

/* The module must be the one the model was built from, unchanged. */
void profile_instrument(LLVMModuleRef module, const ProbePlan *plan,
                        bool returns);

#endif
