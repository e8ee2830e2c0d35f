/* build.h - the model from an LLVM module. */
#ifndef CULPRIT_PROGRAM_BUILD_H
#define CULPRIT_PROGRAM_BUILD_H

#include "program/program.h"

#include <llvm-c/Types.h>

/* Number everything in the module. `id` becomes Program.id. */
void program_build(LLVMModuleRef module, const char *id, Program *out);

/* Likewise, and give the statement of every instruction that is no marker, in
 * module order, PROGRAM_NONE where it has none; the caller frees. */
uint32_t *program_build_origins(LLVMModuleRef module, const char *id,
                                Program *out);

/* The functions, blocks and calls a model has numbers for, in their order, so
 * that instrumenters walk just what the model counts. */
bool build_has_function(LLVMValueRef function);

/* The kind of return site this instruction is, or SITE_BRANCH if none. */
SiteKind build_return_kind(LLVMValueRef instruction);

#endif
