/* checks.h - let a variant of a test program run one check alone. */
#ifndef CULPRIT_VARIANT_CHECKS_H
#define CULPRIT_VARIANT_CHECKS_H

#include <llvm-c/Types.h>

#include <stdbool.h>

/* needs: a fresh module. Marks are attributes, which survive new names. */
void checks_mark(LLVMModuleRef module);

/* needs: checks_mark. To be done when all else is instrumented. `followed`: by
 * the runtime, which can do that only as long as nobody jumps. */
void checks_prepare(LLVMModuleRef module, bool followed);

#endif
