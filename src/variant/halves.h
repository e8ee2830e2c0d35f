/* halves.h - one module compiled as two, at the same time. */
#ifndef CULPRIT_VARIANT_HALVES_H
#define CULPRIT_VARIANT_HALVES_H

#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stdint.h>

/* How many instructions there are in it. */
uint64_t halves_size(LLVMModuleRef module);

/* Can it be had in two? Not if assembler code or aliases name parts of it. */
bool halves_are_possible(LLVMModuleRef module);

/* What only one definition's own module could name gets a name that is nobody
 * else's, which the linker knows: `number` tells definitions apart. */
void halves_share(LLVMValueRef global, uint32_t number);

/* Share all definitions, so that either half can refer to the other's.
 * needs: halves_are_possible. */
void halves_open(LLVMModuleRef module);

/* Leave to code generation one half of the module, 0 or 1: together they have
 * each definition once. Half 0 has the data. needs: halves_open; it is done in
 * copies of the module, or of the process. */
void halves_keep(LLVMModuleRef module, int half);

#endif
