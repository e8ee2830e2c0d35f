/* mutate_check_flow.c - checks of what is executed: statements, calls, && and
 * ||.
 *
 * Each is a branch of our own: blocks are split, and the way that the runtime
 * chooses leads round what is left out.
 */
#include "variant/mutate_checks.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

/* The block that returns early. */
static LLVMBasicBlockRef
leave_block(Mutator *m, LLVMMetadataRef place)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(m->f));

    if (m->leave)
        return m->leave;
    m->leave = LLVMAppendBasicBlockInContext(m->ir.context, m->f, "");
    LLVMPositionBuilderAtEnd(m->ir.builder, m->leave);
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(m->ir.builder);
    else
        LLVMBuildRet(m->ir.builder, mutator_narrow(m, mutator_result(m), type));
    return m->leave;
}

typedef struct ActionCase ActionCase; /* of a statement's switch */
struct ActionCase {
    MutateAction action;
    LLVMBasicBlockRef to;
};

void
check_at_statement(Mutator *m, uint32_t number)
{
    const MutateSite *site = &m->s->out->at[number];
    const MutatePlace *p = &m->s->lists.places.at[number];
    LLVMMetadataRef place = mutator_place(m, p->inst);
    LLVMBasicBlockRef skip = NULL;
    LLVMTypeRef type = LLVMFunctionType(m->ir.i32, &m->ir.ptr, 1, 0);

    LLVMBasicBlockRef from = LLVMGetInstructionParent(p->inst);
    LLVMBasicBlockRef on = mutator_split(m, p->inst);
    if (site->actions & 1 << MUTATE_SKIP) {
        skip = mutator_split(m, p->next);
        LLVMPositionBuilderAtEnd(m->ir.builder, on);
        LLVMSetCurrentDebugLocation2(m->ir.builder, place);
        LLVMBuildBr(m->ir.builder, skip);
    }
    LLVMBasicBlockRef slow =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    LLVMBasicBlockRef back =
        site->actions & 1 << MUTATE_RETURN ? leave_block(m, place) : NULL;
    const ActionCase cases[] = {{MUTATE_RETURN, back},
                                {MUTATE_SKIP, skip},
                                {MUTATE_LEAVE, p->leave},
                                {MUTATE_BREAK, p->leave_loop},
                                {MUTATE_CONTINUE, p->go_on}};
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    mutator_branch_if(m, from, m->checks.active, number, slow, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    LLVMValueRef action = LLVMBuildCall2(
        m->ir.builder, type, mutator_runtime(m, "__culprit_statement", type),
        &m->table, 1, "");
    LLVMValueRef choice = LLVMBuildSwitch(m->ir.builder, action, on, 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (site->actions & 1 << cases[i].action)
            LLVMAddCase(choice, LLVMConstInt(m->ir.i32, cases[i].action, 0),
                        cases[i].to);
}

/* The call is in a block of its own, with a way round it. */
void
check_at_call(Mutator *m, uint32_t number)
{
    LLVMValueRef call = m->s->lists.places.at[number].inst, other = NULL;
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMMetadataRef place = mutator_place(m, call);
    bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;

    LLVMBasicBlockRef from = LLVMGetInstructionParent(call);
    LLVMValueRef after = LLVMGetNextInstruction(call);
    LLVMBasicBlockRef with = mutator_split(m, call);
    LLVMBasicBlockRef end = mutator_split(m, after);
    LLVMPositionBuilderAtEnd(m->ir.builder, with);
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    LLVMBuildBr(m->ir.builder, end);
    LLVMBasicBlockRef slow =
        LLVMInsertBasicBlockInContext(m->ir.context, end, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    mutator_branch_if(m, from, m->checks.active, number, slow, with);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    /* The call's site counts as reached; the guard decides nothing here. */
    LLVMValueRef wide = mutator_result(m);
    if (!is_void)
        other = mutator_narrow(m, wide, type);
    LLVMBuildBr(m->ir.builder, end);
    if (is_void)
        return;
    LLVMPositionBuilderBefore(m->ir.builder, LLVMGetFirstInstruction(end));
    LLVMSetCurrentDebugLocation2(m->ir.builder, NULL);
    LLVMValueRef phi = LLVMBuildPhi(m->ir.builder, type, "");
    LLVMReplaceAllUsesWith(call, phi);
    LLVMAddIncoming(phi, &call, &with, 1);
    LLVMAddIncoming(phi, &other, &slow, 1);
}

/* The branch as that of the other operator, if the site is active. */
void
check_at_junction(Mutator *m, uint32_t number)
{
    const MutatePlace *p = &m->s->lists.places.at[number];
    LLVMValueRef condition = LLVMGetCondition(p->inst);
    LLVMMetadataRef place = mutator_place(m, p->inst);
    LLVMBasicBlockRef from = LLVMGetInstructionParent(p->inst);
    LLVMBasicBlockRef on = mutator_split(m, p->inst);
    LLVMBasicBlockRef slow =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    bool is_or = m->s->out->at[number].op == MUTATE_OR;
    LLVMBasicBlockRef merge = is_or ? p->other : p->then;
    LLVMValueRef phi = LLVMGetFirstInstruction(merge);

    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    mutator_branch_if(m, from, m->checks.active, number, slow, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    LLVMBuildCondBr(m->ir.builder, condition, p->then, p->other);
    if (LLVMIsAPHINode(phi)) {
        LLVMValueRef value =
            LLVMConstInt(LLVMInt1TypeInContext(m->ir.context), !is_or, 0);
        LLVMAddIncoming(phi, &value, &slow, 1);
    }
}
