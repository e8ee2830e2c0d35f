/* ctype.h - tables of <ctype.h> as functions. */
#ifndef CULPRIT_VARIANT_CTYPE_H
#define CULPRIT_VARIANT_CTYPE_H

#include <llvm-c/Types.h>

/* What the macros of <ctype.h> load from tables comes from calls of the models
 * ctype_b, ctype_tolower and ctype_toupper instead: a table read at a symbolic
 * place would be hundreds of cases. The number of loads replaced. */
unsigned ctype_replace(LLVMModuleRef module);

#endif
