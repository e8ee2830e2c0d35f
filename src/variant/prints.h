/* prints.h - let a variant that counts know when a line was printed. */
#ifndef CULPRIT_VARIANT_PRINTS_H
#define CULPRIT_VARIANT_PRINTS_H

#include <llvm-c/Types.h>

/* Behind each call of prints.def a call of the runtime (runtime/cuts.c), if the
 * program has texts that tell what became of a check. To be done when all else
 * is instrumented. */
void prints_prepare(LLVMModuleRef module);

#endif
