/* mutate_instrument.h - put a check at every site of a module. */
#ifndef CULPRIT_VARIANT_MUTATE_INSTRUMENT_H
#define CULPRIT_VARIANT_MUTATE_INSTRUMENT_H

#include <llvm-c/Types.h>

#include <stdbool.h>

/* The module must be fresh. What is returned is to be compiled and linked with
 * it; NULL: the module holds everything (always so `in_place`). See
 * format/mutate.h. */
LLVMModuleRef mutate_instrument(LLVMModuleRef module, const char *id,
                                bool in_place);

/* No checks: the module holds changes itself, and a variable of this name says
 * which one counts. It is the first of the globals that MUTATE_INIT changes. */
void mutate_choose(LLVMModuleRef module, const char *id, const char *name);

#endif
