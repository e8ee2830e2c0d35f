/* mutate_instrument.h - put a check at every site of a module. */
#ifndef CULPRIT_VARIANT_MUTATE_INSTRUMENT_H
#define CULPRIT_VARIANT_MUTATE_INSTRUMENT_H

#include <llvm-c/Types.h>

/* The module must be fresh. See format/mutate.h. */
void mutate_instrument(LLVMModuleRef module, const char *id);

#endif
