/* mutate_wide.h - where a cast is missing. */
#ifndef CULPRIT_VARIANT_MUTATE_WIDE_H
#define CULPRIT_VARIANT_MUTATE_WIDE_H

#include <llvm-c/Core.h>

#include <stdbool.h>

/* Would the instruction give something else if what it computes with were
 * computed in 64 bits (or as real numbers: `real`)? */
bool wide_fits(LLVMValueRef inst, bool *real);

/* That, built where the builder is, which is right after `inst`; of the same
 * type. needs: wide_fits, and nothing else was changed yet. */
LLVMValueRef wide_compute(LLVMBuilderRef b, LLVMValueRef inst);

#endif
