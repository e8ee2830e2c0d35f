/* script.h - the script of a module: what its instructions will record. */
#ifndef CULPRIT_VARIANT_SCRIPT_H
#define CULPRIT_VARIANT_SCRIPT_H

#include "format/script.h"

#include <llvm-c/Types.h>

typedef struct ScriptSource ScriptSource;
struct ScriptSource { /* what the numbers of the script stand for */
    LLVMValueRef *functions, *insts, *globals;
    LLVMBasicBlockRef *blocks;
};

/* needs: the module the model was built from, unchanged. */
void script_build(LLVMModuleRef module, const char *id, Script *out,
                  ScriptSource *source);
void script_source_done(ScriptSource *s);

/* Bytes that a trace keeps of a value of the type, 0: none. What kind it is is
 * added to the flags, unless they are NULL. */
uint8_t script_width(LLVMTypeRef type, uint16_t *flags);

/* The effects of a function without bitcode, NULL if it is not known. */
const char *script_effects(const char *name);

#endif
