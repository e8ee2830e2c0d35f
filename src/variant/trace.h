/* trace.h - make a module record its run, as format/trace.h says. */
#ifndef CULPRIT_VARIANT_TRACE_H
#define CULPRIT_VARIANT_TRACE_H

#include "base/diag.h"
#include "format/script.h"

#include <llvm-c/Types.h>

#include <stdbool.h>

/* Fills the script of the instrumented module; `sites`: its state can be
 * altered (variant/site.h). Fails, with the module unchanged, if it has code
 * that a trace cannot follow. */
bool trace_instrument(LLVMModuleRef module, const char *id, bool sites,
                      Script *out, Diag *d);

#endif
