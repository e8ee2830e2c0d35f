/* ir.h - a module to write instructions into, and the types they are of. */
#ifndef CULPRIT_VARIANT_IR_H
#define CULPRIT_VARIANT_IR_H

#include <llvm-c/Core.h>

#include <stdbool.h>

typedef struct Ir Ir;
struct Ir {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef i1, i8, i32, i64, real, ptr, nothing;
};

void ir_init(Ir *ir, LLVMModuleRef module);
void ir_done(Ir *ir);

/* Is it room that a function has from its beginning? That of an array of
 * variable length, or of alloca(), is a value like any other. */
bool ir_is_local(LLVMValueRef v);

/* Have the instructions one place in the source? */
bool ir_is_at_once(LLVMValueRef a, LLVMValueRef b);

#endif
