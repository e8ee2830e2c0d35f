/* mutate_instrument.c - put a check at every site of a module.
 *
 * A check is a comparison of the active site's number with this one's; the
 * runtime is called only where they are equal. For values it is a function,
 * for statements and calls a branch of our own. The checks are in a twin of the
 * module (mutate_twin.c); a function of the module goes there on entry if its
 * site is the active one. Where there is no twin the checks of values are
 * inlined (always-inline does the splitting of blocks). Each function has a
 * table of its variables' addresses, filled on entry if its site is the active
 * one. Steps are counted at function entries and heads of loops.
 */
#include "variant/mutate_instrument.h"

#include "base/mem.h"
#include "program/build.h"
#include "variant/ir.h"
#include "variant/leave.h"
#include "variant/mutate_same.h"
#include "variant/mutate_sites.h"
#include "variant/mutate_twin.h"
#include "variant/mutate_wide.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables of the runtime, and the checks that sites call. */
typedef struct MutateChecks MutateChecks;
struct MutateChecks {
    LLVMValueRef active, active_function, steps;
    LLVMValueRef value, place, store, binary; /* inline */
};

typedef struct Mutator Mutator;
struct Mutator {
    MutateScan *s;
    Ir ir;
    MutateChecks checks;
    LLVMValueRef f;          /* the function at hand, */
    LLVMValueRef table;      /* its table, */
    LLVMBasicBlockRef leave; /* its early return, or NULL yet */
    bool is_twin;
    VEC(LLVMValueRef) functions; /* of the program */
};

static void
position_at(Mutator *m, LLVMValueRef before, LLVMValueRef like)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(like);
    LLVMMetadataRef scope = LLVMGetSubprogram(m->f);

    LLVMPositionBuilderBefore(m->ir.builder, before);
    if (!place && scope)
        place =
            LLVMDIBuilderCreateDebugLocation(m->ir.context, 0, 0, scope, NULL);
    LLVMSetCurrentDebugLocation2(m->ir.builder, scope ? place : NULL);
}

static LLVMValueRef
extern_global(Mutator *m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef g = LLVMAddGlobal(m->ir.module, type, name);

    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

static LLVMValueRef
runtime_function(Mutator *m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->ir.module, name);

    if (!f) {
        f = LLVMAddFunction(m->ir.module, name, type);
        LLVMSetVisibility(f, LLVMHiddenVisibility);
    }
    return f;
}

static void
attribute(Mutator *m, LLVMValueRef f, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(m->ir.context, kind, 0));
}

/* Type of an inline check: the site's number, n values, the table. */
static LLVMTypeRef
check_type(Mutator *m, unsigned n)
{
    LLVMTypeRef types[5] = {m->ir.i32, m->ir.i64, m->ir.i64, m->ir.i64,
                            m->ir.ptr};

    types[n + 1] = m->ir.ptr;
    return LLVMFunctionType(m->ir.i64, types, n + 2, 0);
}

/* define i64 NAME(i32 site, i64 v..., ptr table): the last value unless the
 * site is active, what the runtime's NAME says if it is. */
static LLVMValueRef
define_check(Mutator *m, const char *name, unsigned n)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMTypeRef types[4] = {m->ir.i64, m->ir.i64, m->ir.i64, m->ir.ptr};
    char inner[64], outer[64];
    LLVMValueRef args[4];

    snprintf(inner, sizeof inner, "__culprit_%s", name);
    snprintf(outer, sizeof outer, "culprit.%s", name);
    types[n] = m->ir.ptr;
    LLVMTypeRef slow_type = LLVMFunctionType(m->ir.i64, types, n + 1, 0);
    LLVMValueRef slow_f = runtime_function(m, inner, slow_type);
    LLVMValueRef f = LLVMAddFunction(m->ir.module, outer, check_type(m, n));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    attribute(m, f, m->is_twin ? "noinline" : "alwaysinline");
    attribute(m, f, "nounwind");
    LLVMBasicBlockRef entry =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef slow =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef is = LLVMBuildICmp(
        b, LLVMIntEQ, LLVMBuildLoad2(b, m->ir.i32, m->checks.active, ""),
        LLVMGetParam(f, 0), "");
    LLVMBuildCondBr(b, is, slow, end);
    LLVMPositionBuilderAtEnd(b, slow);
    for (unsigned i = 0; i <= n; i++)
        args[i] = LLVMGetParam(f, i + 1);
    LLVMValueRef altered =
        LLVMBuildCall2(b, slow_type, slow_f, args, n + 1, "");
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef phi = LLVMBuildPhi(b, m->ir.i64, "");
    LLVMValueRef kept = LLVMGetParam(f, n == 2 ? 1 : n);
    LLVMAddIncoming(phi, &kept, &entry, 1);
    LLVMAddIncoming(phi, &altered, &slow, 1);
    LLVMBuildRet(b, phi);
    return f;
}

/* Values as 64 bits and back. */
static LLVMValueRef
widen(Mutator *m, LLVMValueRef v)
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

static LLVMValueRef
narrow(Mutator *m, LLVMValueRef v, LLVMTypeRef type)
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

static LLVMValueRef
call_check(Mutator *m, LLVMValueRef check, uint32_t site,
           const LLVMValueRef *values, unsigned n)
{
    LLVMValueRef args[5] = {LLVMConstInt(m->ir.i32, site, 0)};

    for (unsigned i = 0; i < n; i++)
        args[i + 1] = values[i];
    args[n + 1] = m->table;
    return LLVMBuildCall2(m->ir.builder, check_type(m, n), check, args, n + 2,
                          "");
}

/* An operand passes the check on its way into the instruction. */
static void
check_operand(Mutator *m, LLVMValueRef inst, unsigned operand, uint32_t site,
              LLVMValueRef check, LLVMValueRef before)
{
    LLVMValueRef v = LLVMGetOperand(inst, operand);

    position_at(m, before, inst);
    LLVMValueRef wide = widen(m, v);
    LLVMValueRef checked = call_check(m, check, site, &wide, 1);
    LLVMSetOperand(inst, operand, narrow(m, checked, LLVMTypeOf(v)));
}

/* What the instruction gave passes the check, where the builder is, before
 * anybody of those that use it now sees it. */
static void
check_users(Mutator *m, LLVMValueRef inst, uint32_t site, LLVMValueRef check,
            const LLVMValueRef *operands, unsigned noperands)
{
    VEC(LLVMValueRef) users = {0};
    LLVMValueRef values[3];
    LLVMTypeRef type = LLVMTypeOf(inst);

    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u))
        vec_push(&users, LLVMGetUser(u));
    for (unsigned i = 0; i < noperands; i++)
        values[i] = widen(m, operands[i]);
    values[noperands] = widen(m, inst);
    LLVMValueRef checked =
        narrow(m, call_check(m, check, site, values, noperands + 1), type);
    for (size_t i = 0; i < users.n; i++)
        for (int k = 0; k < LLVMGetNumOperands(users.at[i]); k++)
            if (LLVMGetOperand(users.at[i], (unsigned)k) == inst)
                LLVMSetOperand(users.at[i], (unsigned)k, checked);
    vec_done(&users);
}

static void
check_result(Mutator *m, LLVMValueRef inst, uint32_t site, LLVMValueRef check,
             const LLVMValueRef *operands, unsigned noperands)
{
    position_at(m, LLVMGetNextInstruction(inst), inst);
    check_users(m, inst, site, check, operands, noperands);
}

/* Blocks */

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
            position_at(m, phi, phi);
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

/* The instruction and all that follow it become a block of their own; the
 * first part is left without an end. */
static LLVMBasicBlockRef
split_before(Mutator *m, LLVMValueRef inst)
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

/* The function's own room becomes its first block, which is left without an
 * end; all else stays where it is, so that nobody's phi need change. */
static LLVMBasicBlockRef
split_entry(Mutator *m)
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

static LLVMMetadataRef
place_of(Mutator *m, LLVMValueRef inst)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(inst);
    LLVMMetadataRef scope = LLVMGetSubprogram(m->f);

    if (!place && scope)
        place =
            LLVMDIBuilderCreateDebugLocation(m->ir.context, 0, 0, scope, NULL);
    return place;
}

/* End `from` with a branch: to `slow` if the global is this number. */
static void
branch_if(Mutator *m, LLVMBasicBlockRef from, LLVMValueRef global,
          uint32_t number, LLVMBasicBlockRef slow, LLVMBasicBlockRef on)
{
    LLVMPositionBuilderAtEnd(m->ir.builder, from);
    LLVMValueRef is =
        LLVMBuildICmp(m->ir.builder, LLVMIntEQ,
                      LLVMBuildLoad2(m->ir.builder, m->ir.i32, global, ""),
                      LLVMConstInt(m->ir.i32, number, 0), "");
    LLVMBuildCondBr(m->ir.builder, is, slow, on);
}

static LLVMValueRef
runtime_result(Mutator *m)
{
    LLVMTypeRef type = LLVMFunctionType(m->ir.i64, &m->ir.ptr, 1, 0);

    return LLVMBuildCall2(m->ir.builder, type,
                          runtime_function(m, "__culprit_result", type),
                          &m->table, 1, "");
}

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
        LLVMBuildRet(m->ir.builder, narrow(m, runtime_result(m), type));
    return m->leave;
}

typedef struct ActionCase ActionCase; /* of a statement's switch */
struct ActionCase {
    MutateAction action;
    LLVMBasicBlockRef to;
};

static void
check_statement(Mutator *m, uint32_t number)
{
    const MutateSite *site = &m->s->out->at[number];
    const MutatePlace *p = &m->s->lists.places.at[number];
    LLVMMetadataRef place = place_of(m, p->inst);
    LLVMBasicBlockRef skip = NULL;
    LLVMTypeRef type = LLVMFunctionType(m->ir.i32, &m->ir.ptr, 1, 0);

    LLVMBasicBlockRef from = LLVMGetInstructionParent(p->inst);
    LLVMBasicBlockRef on = split_before(m, p->inst);
    if (site->actions & 1 << MUTATE_SKIP) {
        skip = split_before(m, p->next);
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
    branch_if(m, from, m->checks.active, number, slow, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    LLVMValueRef action = LLVMBuildCall2(
        m->ir.builder, type, runtime_function(m, "__culprit_statement", type),
        &m->table, 1, "");
    LLVMValueRef choice = LLVMBuildSwitch(m->ir.builder, action, on, 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (site->actions & 1 << cases[i].action)
            LLVMAddCase(choice, LLVMConstInt(m->ir.i32, cases[i].action, 0),
                        cases[i].to);
}

/* The call is in a block of its own, with a way round it. */
static void
check_call(Mutator *m, uint32_t number)
{
    LLVMValueRef call = m->s->lists.places.at[number].inst, other = NULL;
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMMetadataRef place = place_of(m, call);
    bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;

    LLVMBasicBlockRef from = LLVMGetInstructionParent(call);
    LLVMValueRef after = LLVMGetNextInstruction(call);
    LLVMBasicBlockRef with = split_before(m, call);
    LLVMBasicBlockRef end = split_before(m, after);
    LLVMPositionBuilderAtEnd(m->ir.builder, with);
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    LLVMBuildBr(m->ir.builder, end);
    LLVMBasicBlockRef slow =
        LLVMInsertBasicBlockInContext(m->ir.context, end, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    branch_if(m, from, m->checks.active, number, slow, with);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    /* The call's site counts as reached; the guard decides nothing here. */
    LLVMValueRef wide = runtime_result(m);
    if (!is_void)
        other = narrow(m, wide, type);
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

/* The value to store instead of this one at this address. */
static LLVMValueRef
call_store(Mutator *m, uint32_t number, LLVMValueRef wide, LLVMValueRef to)
{
    LLVMTypeRef types[] = {m->ir.i32, m->ir.i64, m->ir.ptr, m->ir.ptr};
    LLVMTypeRef type = LLVMFunctionType(m->ir.i64, types, 4, 0);
    LLVMValueRef args[] = {LLVMConstInt(m->ir.i32, number, 0), wide, to,
                           m->table};

    return LLVMBuildCall2(m->ir.builder, type, m->checks.store, args, 4, "");
}

static void
check_store(Mutator *m, uint32_t number)
{
    LLVMValueRef inst = m->s->lists.places.at[number].inst;
    LLVMValueRef v = LLVMGetOperand(inst, 0), to = LLVMGetOperand(inst, 1);

    position_at(m, inst, inst);
    LLVMValueRef checked = call_store(m, number, widen(m, v), to);
    LLVMSetOperand(inst, 0, narrow(m, checked, LLVMTypeOf(v)));
    check_operand(m, inst, 1, number, m->checks.place, inst);
}

/* A place that has the bit-field's old value. */
static LLVMValueRef
old_field(Mutator *m, const MutateField *f)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->f));

    position_at(m, first, f->value);
    LLVMValueRef slot =
        LLVMBuildAlloca(m->ir.builder, LLVMTypeOf(f->value), "");
    position_at(m, f->value, f->value);
    LLVMBuildStore(m->ir.builder, fields_unpack(m->ir.builder, f, f->load),
                   slot);
    return slot;
}

/* What is written into a bit-field, or where to. */
static void
check_field(Mutator *m, uint32_t number)
{
    const MutateField *f = m->s->lists.places.at[number].field;
    const bool store = m->s->out->at[number].kind == MSITE_STORE;
    LLVMValueRef slot = store ? old_field(m, f) : NULL, checked;

    position_at(m, f->value, f->value);
    LLVMValueRef wide =
        widen(m, fields_unpack(m->ir.builder, f, LLVMGetOperand(f->value, 1)));
    checked = store ? call_store(m, number, wide, slot)
                    : call_check(m, m->checks.value, number, &wide, 1);
    LLVMSetOperand(f->value, 1,
                   fields_pack(m->ir.builder, f,
                               narrow(m, checked, LLVMTypeOf(f->value))));
    if (store)
        check_operand(m, f->store, 1, number, m->checks.place, f->store);
}

/* define i64 culprit.store(i32 site, i64 v, ptr to, ptr table) */
static LLVMValueRef
define_store(Mutator *m)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMTypeRef types[] = {m->ir.i32, m->ir.i64, m->ir.ptr, m->ir.ptr};
    LLVMTypeRef slow_type = LLVMFunctionType(m->ir.i64, types + 1, 3, 0);
    LLVMTypeRef type = LLVMFunctionType(m->ir.i64, types, 4, 0);
    LLVMValueRef slow_f = runtime_function(m, "__culprit_store", slow_type);
    LLVMValueRef f = LLVMAddFunction(m->ir.module, "culprit.store", type);

    LLVMSetLinkage(f, LLVMInternalLinkage);
    attribute(m, f, m->is_twin ? "noinline" : "alwaysinline");
    LLVMBasicBlockRef entry =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef slow =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef is = LLVMBuildICmp(
        b, LLVMIntEQ, LLVMBuildLoad2(b, m->ir.i32, m->checks.active, ""),
        LLVMGetParam(f, 0), "");
    LLVMBuildCondBr(b, is, slow, end);
    LLVMPositionBuilderAtEnd(b, slow);
    LLVMValueRef args[] = {LLVMGetParam(f, 1), LLVMGetParam(f, 2),
                           LLVMGetParam(f, 3)};
    LLVMValueRef altered = LLVMBuildCall2(b, slow_type, slow_f, args, 3, "");
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef phi = LLVMBuildPhi(b, m->ir.i64, "");
    LLVMValueRef kept = LLVMGetParam(f, 1);
    LLVMAddIncoming(phi, &kept, &entry, 1);
    LLVMAddIncoming(phi, &altered, &slow, 1);
    LLVMBuildRet(b, phi);
    return f;
}

/* The branch as that of the other operator, if the site is active. */
static void
check_junction(Mutator *m, uint32_t number)
{
    const MutatePlace *p = &m->s->lists.places.at[number];
    LLVMValueRef condition = LLVMGetCondition(p->inst);
    LLVMMetadataRef place = place_of(m, p->inst);
    LLVMBasicBlockRef from = LLVMGetInstructionParent(p->inst);
    LLVMBasicBlockRef on = split_before(m, p->inst);
    LLVMBasicBlockRef slow =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    bool is_or = m->s->out->at[number].op == MUTATE_OR;
    LLVMBasicBlockRef merge = is_or ? p->other : p->then;
    LLVMValueRef phi = LLVMGetFirstInstruction(merge);

    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    branch_if(m, from, m->checks.active, number, slow, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, slow);
    LLVMBuildCondBr(m->ir.builder, condition, p->then, p->other);
    if (LLVMIsAPHINode(phi)) {
        LLVMValueRef value =
            LLVMConstInt(LLVMInt1TypeInContext(m->ir.context), !is_or, 0);
        LLVMAddIncoming(phi, &value, &slow, 1);
    }
}

static void
check_value(Mutator *m, uint32_t number)
{
    const MutateSite *site = &m->s->out->at[number];
    LLVMValueRef inst = m->s->lists.places.at[number].inst, operands[2];

    if (m->s->lists.places.at[number].field) {
        check_field(m, number);
        return;
    }
    switch ((MutateSiteKind)site->kind) {
    case MSITE_LITERAL:
    case MSITE_REFERENCE:
        check_operand(m, inst, m->s->lists.places.at[number].operand, number,
                      m->checks.value, inst);
        break;
    case MSITE_USE:
    case MSITE_RESULT:
        check_result(m, inst, number, m->checks.value, NULL, 0);
        break;
    case MSITE_ADDRESS:
        check_result(m, inst, number, m->checks.place, NULL, 0);
        break;
    case MSITE_COMPARE:
    case MSITE_BINARY:
        operands[0] = LLVMGetOperand(inst, 0);
        operands[1] = LLVMGetOperand(inst, 1);
        check_result(m, inst, number, m->checks.binary, operands, 2);
        break;
    case MSITE_BRANCH:
    case MSITE_SWITCH:
        check_operand(m, inst, 0, number, m->checks.value, inst);
        break;
    case MSITE_STORE:
        check_store(m, number);
        break;
    case MSITE_CALL:
    case MSITE_JUNCTION:
    case MSITE_STATEMENT:
    case MSITE_WIDE:
    case MSITE_INIT:
    case MSITE_KINDS:
        break;
    }
}

/* The expression in a wider type is the first of two operands, of which the
 * other never counts. Comes before everything that changes operands. */
static void
check_wide(Mutator *m, uint32_t number)
{
    LLVMValueRef inst = m->s->lists.places.at[number].inst;
    LLVMValueRef operands[2];

    position_at(m, LLVMGetNextInstruction(inst), inst);
    operands[0] = wide_compute(m->ir.builder, inst);
    operands[1] = operands[0];
    check_users(m, inst, number, m->checks.binary, operands, 2);
}

/* Literals of phis, at the end of where they come from. Phis do not survive
 * the splitting of blocks, so they are no longer looked at then. */
static void
check_phi(Mutator *m, const MutateFunction *mf, uint32_t number)
{
    MutatePlace *p = &m->s->lists.places.at[number];
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(p->inst, p->operand);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    LLVMValueRef last = LLVMGetPreviousInstruction(end);

    check_operand(m, p->inst, p->operand, number, m->checks.value, end);
    /* A statement that is skipped before is skipped up to here. */
    LLVMValueRef first =
        last ? LLVMGetNextInstruction(last) : LLVMGetFirstInstruction(from);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->lists.places.at[i].next == end)
            m->s->lists.places.at[i].next = first;
}

static LLVMValueRef
first_after_allocas(LLVMValueRef f)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));

    while (LLVMIsAAllocaInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* Fill the function's table on entry, if it holds the active site. */
static void
add_table(Mutator *m, uint32_t number)
{
    uint32_t from = m->s->bases.first.at[number];
    uint32_t n = m->s->bases.first.at[number + 1] - from;
    LLVMTypeRef array = LLVMArrayType2(m->ir.ptr, n ? n : 1);
    LLVMBasicBlockRef on = LLVMGetEntryBasicBlock(m->f);
    LLVMValueRef entry = LLVMGetFirstInstruction(on);
    LLVMMetadataRef place = place_of(m, first_after_allocas(m->f));

    position_at(m, entry, entry);
    m->table = LLVMBuildAlloca(m->ir.builder, array, "culprit.table");
    LLVMBasicBlockRef start = split_entry(m);
    LLVMBasicBlockRef fill =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    branch_if(m, start, m->checks.active_function, number, fill, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, fill);
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef at[2] = {LLVMConstInt(m->ir.i64, 0, 0),
                              LLVMConstInt(m->ir.i64, i, 0)};
        LLVMBuildStore(
            m->ir.builder, m->s->bases.all.at[from + i],
            LLVMBuildInBoundsGEP2(m->ir.builder, array, m->table, at, 2, ""));
    }
    LLVMBuildBr(m->ir.builder, on);
}

/* One step: if none is left, the end. */
static LLVMValueRef
define_step(Mutator *m)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMTypeRef type = LLVMFunctionType(m->ir.nothing, NULL, 0, 0);
    LLVMValueRef end_f = runtime_function(m, "__culprit_out_of_steps", type);
    LLVMValueRef f = LLVMAddFunction(m->ir.module, "culprit.step", type);

    LLVMSetLinkage(f, LLVMInternalLinkage);
    attribute(m, f, "alwaysinline");
    LLVMBasicBlockRef entry =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef slow =
        LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(m->ir.context, f, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef left =
        LLVMBuildSub(b, LLVMBuildLoad2(b, m->ir.i64, m->checks.steps, ""),
                     LLVMConstInt(m->ir.i64, 1, 0), "");
    LLVMBuildStore(b, left, m->checks.steps);
    LLVMBuildCondBr(
        b, LLVMBuildICmp(b, LLVMIntEQ, left, LLVMConstInt(m->ir.i64, 0, 0), ""),
        slow, end);
    LLVMPositionBuilderAtEnd(b, slow);
    LLVMBuildCall2(b, type, end_f, NULL, 0, "");
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRetVoid(b);
    return f;
}

static void
count_step(Mutator *m, LLVMValueRef step, LLVMValueRef before)
{
    m->f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
    if (leave_is(m->f))
        return;
    position_at(m, before, before);
    LLVMBuildCall2(m->ir.builder, LLVMFunctionType(m->ir.nothing, NULL, 0, 0),
                   step, NULL, 0, "");
}

static void
instrument_function(Mutator *m, uint32_t number, LLVMValueRef f)
{
    const MutateFunction *mf = &m->s->out->functions[number];

    m->f = f;
    m->leave = NULL;
    if (mf->n == 0 || leave_is(f))
        return;
    add_table(m, number);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_LITERAL &&
            LLVMIsAPHINode(m->s->lists.places.at[i].inst)) {
            check_phi(m, mf, i);
            m->s->lists.places.at[i].inst = NULL; /* it does not stay */
        }
    for (uint32_t i = mf->first + mf->n;
         i-- > mf->first;) /* outer ones first */
        if (m->s->out->at[i].kind == MSITE_WIDE)
            check_wide(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_STATEMENT)
            check_statement(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_CALL)
            check_call(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_JUNCTION)
            check_junction(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->lists.places.at[i].inst)
            check_value(m, i);
}

/* The globals with sites, writable, and their addresses for the runtime. */
static void
define_globals(Mutator *m)
{
    uint32_t n = (uint32_t)m->s->globals.n;
    LLVMValueRef *all = m->s->globals.at;
    LLVMValueRef none = LLVMConstNull(m->ir.ptr);

    for (uint32_t i = 0; i < n; i++)
        if (LLVMIsAGlobalVariable(all[i]))
            LLVMSetGlobalConstant(all[i], 0);
    LLVMValueRef list = LLVMConstArray2(m->ir.ptr, n ? all : &none, n ? n : 1);
    LLVMValueRef g =
        LLVMAddGlobal(m->ir.module, LLVMTypeOf(list), "__culprit_globals");
    LLVMSetInitializer(g, list);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    LLVMValueRef count =
        LLVMAddGlobal(m->ir.module, m->ir.i64, "__culprit_nglobals");
    LLVMSetInitializer(count, LLVMConstInt(m->ir.i64, n, 0));
    LLVMSetGlobalConstant(count, 1);
    LLVMSetVisibility(count, LLVMHiddenVisibility);
}

static void
mutator_init(Mutator *m, LLVMModuleRef module, const char *id,
             MutateSites *sites, MutateScan *scan)
{
    *m = (Mutator){.s = scan};
    mutate_scan(module, id, sites, scan);
    ir_init(&m->ir, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f))
            vec_push(&m->functions, f);
    m->checks.active = extern_global(m, "__culprit_active", m->ir.i32);
    m->checks.active_function =
        extern_global(m, "__culprit_active_function", m->ir.i32);
    m->checks.steps = extern_global(m, "__culprit_steps", m->ir.i64);
}

static void
mutator_done(Mutator *m)
{
    ir_done(&m->ir);
    vec_done(&m->functions);
    mutate_done(m->s->out);
    mutate_scan_done(m->s);
}

/* Before everything else: what is split off later must not take them along. */
static void
count_steps(Mutator *m)
{
    LLVMValueRef step = define_step(m);

    for (size_t i = 0; i < m->s->heads.n; i++)
        count_step(m, step, m->s->heads.at[i]);
    for (size_t i = 0; i < m->functions.n; i++)
        count_step(m, step, first_after_allocas(m->functions.at[i]));
}

static void
add_checks(Mutator *m)
{
    m->checks.value = define_check(m, "value", 1);
    m->checks.place = define_check(m, "place", 1);
    m->checks.binary = define_check(m, "binary", 3);
    m->checks.store = define_store(m);
    for (uint32_t i = 0; i < m->functions.n; i++)
        instrument_function(m, i, m->functions.at[i]);
}

static void
copy_attributes(LLVMValueRef from, LLVMValueRef call, unsigned index)
{
    LLVMAttributeRef all[32];
    unsigned n = LLVMGetAttributeCountAtIndex(from, index);

    if (n > sizeof all / sizeof all[0])
        return;
    LLVMGetAttributesAtIndex(from, index, all);
    for (unsigned i = 0; i < n; i++)
        LLVMAddCallSiteAttribute(call, index, all[i]);
}

/* On entry, before the step: let the twin do it if its site is active. */
static void
add_turn(Mutator *m, uint32_t number)
{
    LLVMValueRef f = m->functions.at[number];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMValueRef first = first_after_allocas(f);
    unsigned n = LLVMCountParams(f);
    char *name = twin_name(LLVMGetValueName(f));
    LLVMValueRef *args = mem_zalloc(n + 1, sizeof *args);

    m->f = f;
    LLVMMetadataRef place = place_of(m, first);
    LLVMBasicBlockRef on = LLVMGetInstructionParent(first);
    LLVMBasicBlockRef start = split_entry(m);
    LLVMBasicBlockRef turn =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    branch_if(m, start, m->checks.active_function, number, turn, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, turn);
    LLVMGetParams(f, args);
    LLVMValueRef call = LLVMBuildCall2(
        m->ir.builder, type, runtime_function(m, name, type), args, n, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(f));
    for (unsigned i = 0; i <= n; i++)
        copy_attributes(f, call, i);
    /* Only so can arguments be handed on whose number is not known. */
    LLVMSetTailCallKind(call, LLVMIsFunctionVarArg(type)
                                  ? LLVMTailCallKindMustTail
                                  : LLVMTailCallKindTail);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(m->ir.builder);
    else
        LLVMBuildRet(m->ir.builder, call);
    free(args);
    free(name);
}

/* Are there checks in the function, and may there be? */
static bool
has_checks(const Mutator *m, size_t number)
{
    return m->s->out->functions[number].n > 0 &&
           !leave_is(m->functions.at[number]);
}

/* The checks of the program's copy, which is left with what has some. */
static void
instrument_twin(LLVMModuleRef copy, const char *id, uint32_t nsites)
{
    MutateSites sites;
    MutateScan scan;
    Mutator m;

    mutator_init(&m, copy, id, &sites, &scan);
    assert(sites.n == nsites);
    m.is_twin = true;
    bool *kept = mem_zalloc(m.functions.n, sizeof *kept);
    for (size_t i = 0; i < m.functions.n; i++)
        kept[i] = has_checks(&m, i);
    twin_leave(copy, m.functions.at, kept, m.functions.n);
    count_steps(&m);
    add_checks(&m);
    LLVMStripModuleDebugInfo(copy);
    free(kept);
    mutator_done(&m);
}

LLVMModuleRef
mutate_instrument(LLVMModuleRef module, const char *id, bool in_place)
{
    MutateSites sites;
    MutateScan scan;
    Mutator m;
    LLVMModuleRef twin = NULL;

    if (!in_place && twin_is_possible(module))
        twin = twin_make(module);
    mutator_init(&m, module, id, &sites, &scan);
    define_globals(&m);
    mutate_tell_same(&scan, module, m.functions.at);
    count_steps(&m);
    for (uint32_t i = 0; twin && i < m.functions.n; i++)
        if (has_checks(&m, i))
            add_turn(&m, i);
    if (!twin)
        add_checks(&m);
    uint32_t nsites = sites.n;
    mutator_done(&m);
    if (twin) {
        instrument_twin(twin, id, nsites);
        LLVMStripModuleDebugInfo(module);
    }
    return twin;
}
