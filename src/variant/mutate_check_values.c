/* mutate_check_values.c - checks of values: literals, variables that are read,
 * results, addresses, what is stored.
 *
 * A value passes a function that compares the active site's number with this
 * one's, and asks the runtime only where they are equal.
 */
#include "variant/mutate_checks.h"

#include "variant/mutate_fields.h"
#include "variant/mutate_wide.h"

#include <llvm-c/Core.h>

#include <assert.h>
#include <stdio.h>

/* Type of an inline check: the site's number, n values, the table. */
static LLVMTypeRef
check_type(Mutator *m, const LLVMTypeRef *values, unsigned n)
{
    LLVMTypeRef types[5] = {m->ir.i32};

    assert(n <= 3);
    for (unsigned i = 0; i < n; i++)
        types[i + 1] = values[i];
    types[n + 1] = m->ir.ptr;
    return LLVMFunctionType(m->ir.i64, types, n + 2, 0);
}

/* define i64 NAME(i32 site, v..., ptr table): the value with number `kept`,
 * counted from 1, unless the site is active; what the runtime's NAME says if it
 * is. */
static LLVMValueRef
define_check(Mutator *m, const char *name, const LLVMTypeRef *values,
             unsigned n, unsigned kept)
{
    LLVMBuilderRef b = m->ir.builder;
    LLVMTypeRef types[5], type = check_type(m, values, n);
    char inner[64], outer[64];
    LLVMValueRef args[4];

    snprintf(inner, sizeof inner, "__culprit_%s", name);
    snprintf(outer, sizeof outer, "culprit.%s", name);
    LLVMGetParamTypes(type, types);
    LLVMTypeRef slow_type = LLVMFunctionType(m->ir.i64, types + 1, n + 1, 0);
    LLVMValueRef slow_f = mutator_runtime(m, inner, slow_type);
    LLVMValueRef f = LLVMAddFunction(m->ir.module, outer, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    mutator_attribute(m, f, m->is_twin ? "noinline" : "alwaysinline");
    mutator_attribute(m, f, "nounwind");
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
    LLVMValueRef same = LLVMGetParam(f, kept);
    LLVMAddIncoming(phi, &same, &entry, 1);
    LLVMAddIncoming(phi, &altered, &slow, 1);
    LLVMBuildRet(b, phi);
    return f;
}

void
check_define(Mutator *m)
{
    LLVMTypeRef wide[] = {m->ir.i64, m->ir.i64, m->ir.i64};
    LLVMTypeRef stored[] = {m->ir.i64, m->ir.ptr};

    m->checks.value = define_check(m, "value", wide, 1, 1);
    m->checks.place = define_check(m, "place", wide, 1, 1);
    m->checks.binary = define_check(m, "binary", wide, 3, 3);
    m->checks.store = define_check(m, "store", stored, 2, 1);
}

static LLVMValueRef
call_check(Mutator *m, LLVMValueRef check, uint32_t site,
           const LLVMValueRef *values, unsigned n)
{
    LLVMValueRef args[5] = {LLVMConstInt(m->ir.i32, site, 0)};

    for (unsigned i = 0; i < n; i++)
        args[i + 1] = values[i];
    args[n + 1] = m->table;
    return LLVMBuildCall2(m->ir.builder, LLVMGlobalGetValueType(check), check,
                          args, n + 2, "");
}

/* An operand passes the check on its way into the instruction. */
static void
check_operand(Mutator *m, LLVMValueRef inst, unsigned operand, uint32_t site,
              LLVMValueRef check, LLVMValueRef before)
{
    LLVMValueRef v = LLVMGetOperand(inst, operand);

    mutator_position(m, before, inst);
    LLVMValueRef wide = mutator_widen(m, v);
    LLVMValueRef checked = call_check(m, check, site, &wide, 1);
    LLVMSetOperand(inst, operand, mutator_narrow(m, checked, LLVMTypeOf(v)));
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
        values[i] = mutator_widen(m, operands[i]);
    values[noperands] = mutator_widen(m, inst);
    LLVMValueRef checked = mutator_narrow(
        m, call_check(m, check, site, values, noperands + 1), type);
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
    mutator_position(m, LLVMGetNextInstruction(inst), inst);
    check_users(m, inst, site, check, operands, noperands);
}

/* The value to store instead of this one at this address. */
static LLVMValueRef
call_store(Mutator *m, uint32_t number, LLVMValueRef wide, LLVMValueRef to)
{
    LLVMValueRef values[] = {wide, to};

    return call_check(m, m->checks.store, number, values, 2);
}

static void
check_store(Mutator *m, uint32_t number)
{
    LLVMValueRef inst = m->s->lists.places.at[number].inst;
    LLVMValueRef v = LLVMGetOperand(inst, 0), to = LLVMGetOperand(inst, 1);

    mutator_position(m, inst, inst);
    LLVMValueRef checked = call_store(m, number, mutator_widen(m, v), to);
    LLVMSetOperand(inst, 0, mutator_narrow(m, checked, LLVMTypeOf(v)));
    check_operand(m, inst, 1, number, m->checks.place, inst);
}

/* A place that has the bit-field's old value. */
static LLVMValueRef
old_field(Mutator *m, const MutateField *f)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->f));

    mutator_position(m, first, f->value);
    LLVMValueRef slot =
        LLVMBuildAlloca(m->ir.builder, LLVMTypeOf(f->value), "");
    mutator_position(m, f->value, f->value);
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

    mutator_position(m, f->value, f->value);
    LLVMValueRef wide = mutator_widen(
        m, fields_unpack(m->ir.builder, f, LLVMGetOperand(f->value, 1)));
    checked = store ? call_store(m, number, wide, slot)
                    : call_check(m, m->checks.value, number, &wide, 1);
    LLVMSetOperand(
        f->value, 1,
        fields_pack(m->ir.builder, f,
                    mutator_narrow(m, checked, LLVMTypeOf(f->value))));
    if (store)
        check_operand(m, f->store, 1, number, m->checks.place, f->store);
}

void
check_at_value(Mutator *m, uint32_t number)
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
    case MSITE_TEXT:
    case MSITE_KINDS:
        break;
    }
}

/* The expression in a wider type is the first of two operands, of which the
 * other never counts. */
void
check_at_wide(Mutator *m, uint32_t number)
{
    LLVMValueRef inst = m->s->lists.places.at[number].inst;
    LLVMValueRef operands[2];

    mutator_position(m, LLVMGetNextInstruction(inst), inst);
    operands[0] = wide_compute(m->ir.builder, inst);
    operands[1] = operands[0];
    check_users(m, inst, number, m->checks.binary, operands, 2);
}

void
check_at_phi(Mutator *m, const MutateFunction *mf, uint32_t number)
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
