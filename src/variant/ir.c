/* ir.c - what every instrumenter needs of a module. */
#include "variant/ir.h"

void
ir_init(Ir *ir, LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);

    *ir = (Ir){.module = module,
               .context = context,
               .builder = LLVMCreateBuilderInContext(context),
               .i1 = LLVMInt1TypeInContext(context),
               .i8 = LLVMInt8TypeInContext(context),
               .i32 = LLVMInt32TypeInContext(context),
               .i64 = LLVMInt64TypeInContext(context),
               .real = LLVMDoubleTypeInContext(context),
               .ptr = LLVMPointerTypeInContext(context, 0),
               .nothing = LLVMVoidTypeInContext(context)};
}

void
ir_done(Ir *ir)
{
    LLVMDisposeBuilder(ir->builder);
}

bool
ir_is_local(LLVMValueRef v)
{
    LLVMValueRef at = v;

    if (!LLVMIsAAllocaInst(v))
        return false;
    while (at && LLVMIsAAllocaInst(at))
        at = LLVMGetPreviousInstruction(at);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(v);
    return !at &&
           block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

bool
ir_is_at_once(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMGetDebugLocLine(a) == LLVMGetDebugLocLine(b) &&
           LLVMGetDebugLocColumn(a) == LLVMGetDebugLocColumn(b);
}
