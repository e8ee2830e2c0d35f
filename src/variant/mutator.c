/* mutator.c - what all that writes checks into a module uses. */
#include "variant/mutator.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

LLVMMetadataRef
mutator_place(Mutator *m, LLVMValueRef inst)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(inst);
    LLVMMetadataRef scope = LLVMGetSubprogram(m->f);

    if (!place && scope)
        place =
            LLVMDIBuilderCreateDebugLocation(m->ir.context, 0, 0, scope, NULL);
    return place;
}

void
mutator_position(Mutator *m, LLVMValueRef before, LLVMValueRef like)
{
    LLVMPositionBuilderBefore(m->ir.builder, before);
    LLVMSetCurrentDebugLocation2(
        m->ir.builder, LLVMGetSubprogram(m->f) ? mutator_place(m, like) : NULL);
}

LLVMValueRef
mutator_global(Mutator *m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef g = LLVMAddGlobal(m->ir.module, type, name);

    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

LLVMValueRef
mutator_runtime(Mutator *m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->ir.module, name);

    if (!f) {
        f = LLVMAddFunction(m->ir.module, name, type);
        LLVMSetVisibility(f, LLVMHiddenVisibility);
    }
    return f;
}

void
mutator_attribute(Mutator *m, LLVMValueRef f, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(m->ir.context, kind, 0));
}

LLVMValueRef
mutator_widen(Mutator *m, LLVMValueRef v)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMTypeRef type = LLVMTypeOf(v);

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildPtrToInt(b, v, m->ir.i64, "");
    case LLVMFloatTypeKind:
        v = LLVMBuildFPExt(b, v, m->ir.real, "");
        return LLVMBuildBitCast(b, v, m->ir.i64, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(b, v, m->ir.i64, "");
    default:
        return LLVMGetIntTypeWidth(type) == 64
                   ? v
                   : LLVMBuildZExt(b, v, m->ir.i64, "");
    }
}

LLVMValueRef
mutator_narrow(Mutator *m, LLVMValueRef v, LLVMTypeRef type)
{
    LLVMBuilderRef b = m->ir.builder;

    switch ((int)LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return LLVMBuildIntToPtr(b, v, type, "");
    case LLVMFloatTypeKind:
        v = LLVMBuildBitCast(b, v, m->ir.real, "");
        return LLVMBuildFPTrunc(b, v, type, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(b, v, m->ir.real, "");
    default:
        return LLVMGetIntTypeWidth(type) == 64 ? v
                                               : LLVMBuildTrunc(b, v, type, "");
    }
}

/* Phis of the block's successors that expect `from` shall expect `to`. LLVM-C
 * cannot change a phi, so each is built anew. */
static void
move_phis(Mutator *m, LLVMValueRef end, LLVMBasicBlockRef from,
          LLVMBasicBlockRef to)
{
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
        LLVMValueRef next;
        for (LLVMValueRef phi =
                 LLVMGetFirstInstruction(LLVMGetSuccessor(end, k));
             phi && LLVMIsAPHINode(phi); phi = next) {
            next = LLVMGetNextInstruction(phi);
            mutator_position(m, phi, phi);
            LLVMValueRef fresh =
                LLVMBuildPhi(m->ir.builder, LLVMTypeOf(phi), "");
            for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
                LLVMValueRef v = LLVMGetIncomingValue(phi, i);
                LLVMBasicBlockRef b = LLVMGetIncomingBlock(phi, i);
                b = b == from ? to : b;
                LLVMAddIncoming(fresh, &v, &b, 1);
            }
            LLVMReplaceAllUsesWith(phi, fresh);
            LLVMInstructionEraseFromParent(phi);
        }
    }
}

LLVMBasicBlockRef
mutator_split(Mutator *m, LLVMValueRef inst)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(inst);
    LLVMBasicBlockRef next = LLVMGetNextBasicBlock(from);
    LLVMBasicBlockRef to =
        next ? LLVMInsertBasicBlockInContext(m->ir.context, next, "")
             : LLVMAppendBasicBlockInContext(m->ir.context, m->f, "");
    LLVMValueRef after;

    for (LLVMValueRef i = inst; i; i = after) {
        after = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMPositionBuilderAtEnd(m->ir.builder, to);
        LLVMInsertIntoBuilder(m->ir.builder, i);
    }
    move_phis(m, LLVMGetBasicBlockTerminator(to), from, to);
    return to;
}

LLVMBasicBlockRef
mutator_split_entry(Mutator *m)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(m->f);
    LLVMBasicBlockRef front =
        LLVMInsertBasicBlockInContext(m->ir.context, entry, "");
    LLVMValueRef next;

    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); LLVMIsAAllocaInst(i);
         i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMPositionBuilderAtEnd(m->ir.builder, front);
        LLVMInsertIntoBuilder(m->ir.builder, i);
    }
    return front;
}

void
mutator_branch_if(Mutator *m, LLVMBasicBlockRef from, LLVMValueRef global,
                  uint32_t number, LLVMBasicBlockRef slow, LLVMBasicBlockRef on)
{
    LLVMPositionBuilderAtEnd(m->ir.builder, from);
    LLVMValueRef is =
        LLVMBuildICmp(m->ir.builder, LLVMIntEQ,
                      LLVMBuildLoad2(m->ir.builder, m->ir.i32, global, ""),
                      LLVMConstInt(m->ir.i32, number, 0), "");
    LLVMBuildCondBr(m->ir.builder, is, slow, on);
}

LLVMValueRef
mutator_result(Mutator *m)
{
    LLVMTypeRef type = LLVMFunctionType(m->ir.i64, &m->ir.ptr, 1, 0);

    return LLVMBuildCall2(m->ir.builder, type,
                          mutator_runtime(m, "__culprit_result", type),
                          &m->table, 1, "");
}
