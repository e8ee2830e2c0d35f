/* checks.h - let a variant of a test program run one check alone. */
#ifndef CULPRIT_VARIANT_CHECKS_H
#define CULPRIT_VARIANT_CHECKS_H

#include <llvm-c/Types.h>

/* needs: an instrumented module, whose own main is still called so. */
void checks_prepare(LLVMModuleRef module);

#endif
