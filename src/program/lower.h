/* lower.h - instructions of an LLVM module as code.h has them. */
#ifndef CULPRIT_PROGRAM_LOWER_H
#define CULPRIT_PROGRAM_LOWER_H

#include "program/code.h"

#include <llvm-c/Types.h>

/* needs: what program_build_origins made of this module. */
void code_lower(LLVMModuleRef module, const Program *p, const uint32_t *origins,
                Code *out);

#endif
