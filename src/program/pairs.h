/* pairs.h - which variables an assigned one is compared with.
 *
 * Model and instrumenter both ask here, so that they agree. An assigned scalar
 * is compared with those of the same type that are in scope at the assignment,
 * as far as debug information tells: locals, parameters and local
 * statics of the blocks around it that are declared before it, then globals of
 * its unit declared before it, then globals of other units that its function
 * uses somewhere. Volatile, atomic and thread-local ones are left out.
 */
#ifndef CULPRIT_PROGRAM_PAIRS_H
#define CULPRIT_PROGRAM_PAIRS_H

#include "base/map.h"
#include "base/vec.h"
#include "program/debug.h"

enum { PAIRS_MAX = 8 }; /* per assignment, nearest declared first */

typedef struct PairVariable PairVariable;
struct PairVariable {
    DebugScalar scalar;
    int nearness; /* 2: in a function, 1: global of its file, 0: of another */
};

typedef struct Pairs Pairs;
struct Pairs {
    LLVMContextRef context;
    VEC(DebugScalar) globals;   /* of the module */
    VEC(PairVariable) function; /* seen in the current one, farthest first */
    Map index;                  /* place -> number of the variable */
};

void pairs_init(Pairs *p, LLVMModuleRef module);
void pairs_done(Pairs *p);

/* Go on to this function, which must not be instrumented yet. */
void pairs_enter(Pairs *p, LLVMValueRef function);

/* If the instruction assigns a value to a variable of the current function's
 * scope: that variable, those to compare it with, and their number. 0 if not.
 * All are valid until the next function. */
unsigned pairs_of(const Pairs *p, LLVMValueRef instruction,
                  const DebugScalar **assigned,
                  const DebugScalar *others[PAIRS_MAX]);

#endif
