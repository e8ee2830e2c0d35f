/* site.h - mark the places where a run's state can be altered.
 *
 * Every site of the script (format/alter.h) gets its value through a function
 * `__culprit_site_T(value, instruction)`, T being i1, i8 ... ptr, float or
 * double. It has the attribute alwaysinline and costs two instructions; what
 * happens when its turn comes is in runtime/alter.c. Passes may run over the
 * module afterwards; an instrumenter that must know the sites finds them by
 * the function's name.
 */
#ifndef CULPRIT_VARIANT_SITE_H
#define CULPRIT_VARIANT_SITE_H

#include "variant/script.h"

#include <stdbool.h>

#define SITE_PREFIX "__culprit_site_"

/* needs: the module as it was for script_build. calls[i], one for each
 * instruction, becomes the call that gives site i its value; else NULL. */
void site_mark(LLVMModuleRef module, const Script *s, const ScriptSource *from,
               LLVMValueRef *calls);

/* The same for variants that have no use for the script itself. */
void site_mark_module(LLVMModuleRef module);

#endif
