/* mutate_twin.h - a module and its twin: one as it was, one with the sites. */
#ifndef CULPRIT_VARIANT_MUTATE_TWIN_H
#define CULPRIT_VARIANT_MUTATE_TWIN_H

#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stddef.h>

/* Can the module be had twice? Not if assembler code or aliases name parts of
 * it, or if a function cannot let its twin do its work. */
bool twin_is_possible(LLVMModuleRef module);

/* A copy of the module. What only the module knew, both know now. */
LLVMModuleRef twin_make(LLVMModuleRef module);

/* Leave to the module what the copy has of it, but for those of its functions
 * that are kept: they become twin_name(). Functions that were added to the
 * copy are not concerned. */
void twin_leave(LLVMModuleRef copy, LLVMValueRef *functions, const bool *kept,
                size_t n);

/* What the twin of the function of this name is called; to be freed. */
char *twin_name(const char *function);

#endif
