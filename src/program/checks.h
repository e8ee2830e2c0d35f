/* checks.h - the checks of a test program: functions that a framework, or a
 * table in the program, runs one after the other.
 */
#ifndef CULPRIT_PROGRAM_CHECKS_H
#define CULPRIT_PROGRAM_CHECKS_H

#include "base/arena.h"

#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct FoundCheck FoundCheck;
struct FoundCheck {
    LLVMValueRef function;
    const char *name;      /* as the framework calls it */
    const char *framework; /* "": none, it looks like a check */
};

/* In the order of the module. Everything is the arena's. */
FoundCheck *checks_find(LLVMModuleRef module, Arena *a, size_t *n);

/* Is it a function of a framework, which registers or runs checks? */
bool checks_is_framework(LLVMValueRef function);

#endif
