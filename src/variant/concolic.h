/* concolic.h - make a module record expressions, as format/concolic.h says. */
#ifndef CULPRIT_VARIANT_CONCOLIC_H
#define CULPRIT_VARIANT_CONCOLIC_H

#include "base/diag.h"

#include <llvm-c/Types.h>

/* The module must be the one the model was built from, unchanged; `models` is
 * a file of bitcode with models of libc; `sites`: values can be altered, as
 * format/alter.h says. */
bool concolic_instrument(LLVMModuleRef module, const char *id,
                         const char *models, bool sites, Diag *d);

#endif
