/* mutate_instrument.c - put a check at every site of a module.
 *
 * A check is a comparison of the active site's number with this one's; the
 * runtime is called only where they are equal. For values it is a function
 * (mutate_check_values.c), for statements and calls a branch of our own
 * (mutate_check_flow.c). The checks are in a twin of the module
 * (mutate_twin.c); a function of the module goes there on entry if its
 * site is the active one. Where there is no twin the checks of values are
 * inlined (always-inline does the splitting of blocks). Each function has a
 * table of its variables' addresses, filled on entry if its site is the active
 * one. Steps are counted at function entries and heads of loops.
 */
#include "variant/mutate_instrument.h"

#include "base/mem.h"
#include "program/build.h"
#include "variant/leave.h"
#include "variant/mutate_checks.h"
#include "variant/mutate_same.h"
#include "variant/mutate_twin.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>

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
    LLVMMetadataRef place = mutator_place(m, first_after_allocas(m->f));

    mutator_position(m, entry, entry);
    m->table = LLVMBuildAlloca(m->ir.builder, array, "culprit.table");
    LLVMBasicBlockRef start = mutator_split_entry(m);
    LLVMBasicBlockRef fill =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    mutator_branch_if(m, start, m->checks.active_function, number, fill, on);
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
    LLVMValueRef end_f = mutator_runtime(m, "__culprit_out_of_steps", type);
    LLVMValueRef f = LLVMAddFunction(m->ir.module, "culprit.step", type);

    LLVMSetLinkage(f, LLVMInternalLinkage);
    mutator_attribute(m, f, "alwaysinline");
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
    mutator_position(m, before, before);
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
            check_at_phi(m, mf, i);
            m->s->lists.places.at[i].inst = NULL; /* it does not stay */
        }
    for (uint32_t i = mf->first + mf->n;
         i-- > mf->first;) /* outer ones first */
        if (m->s->out->at[i].kind == MSITE_WIDE)
            check_at_wide(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_STATEMENT)
            check_at_statement(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_CALL)
            check_at_call(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->out->at[i].kind == MSITE_JUNCTION)
            check_at_junction(m, i);
    for (uint32_t i = mf->first; i < mf->first + mf->n; i++)
        if (m->s->lists.places.at[i].inst)
            check_at_value(m, i);
}

/* Addresses of globals for the runtime, which may change them. */
static void
define_globals(Mutator *m, LLVMValueRef *all, uint32_t n)
{
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
    m->checks.active = mutator_global(m, "__culprit_active", m->ir.i32);
    m->checks.active_function =
        mutator_global(m, "__culprit_active_function", m->ir.i32);
    m->checks.steps = mutator_global(m, "__culprit_steps", m->ir.i64);
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
    check_define(m);
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
    LLVMMetadataRef place = mutator_place(m, first);
    LLVMBasicBlockRef on = LLVMGetInstructionParent(first);
    LLVMBasicBlockRef start = mutator_split_entry(m);
    LLVMBasicBlockRef turn =
        LLVMInsertBasicBlockInContext(m->ir.context, on, "");
    LLVMSetCurrentDebugLocation2(m->ir.builder, place);
    mutator_branch_if(m, start, m->checks.active_function, number, turn, on);
    LLVMPositionBuilderAtEnd(m->ir.builder, turn);
    LLVMGetParams(f, args);
    LLVMValueRef call = LLVMBuildCall2(
        m->ir.builder, type, mutator_runtime(m, name, type), args, n, "");
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
    define_globals(&m, scan.globals.at, (uint32_t)scan.globals.n);
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

void
mutate_choose(LLVMModuleRef module, const char *id, const char *name)
{
    MutateSites sites;
    MutateScan scan;
    Mutator m;

    mutator_init(&m, module, id, &sites, &scan);
    LLVMValueRef choice = LLVMGetNamedGlobal(module, name);
    if (!choice)
        choice = LLVMAddGlobal(module, m.ir.i32, name);
    LLVMSetLinkage(choice, LLVMExternalLinkage);
    LLVMSetInitializer(choice, LLVMConstInt(m.ir.i32, 0, 0));
    LLVMSetVisibility(choice, LLVMHiddenVisibility);
    define_globals(&m, &choice, 1);
    count_steps(&m);
    mutator_done(&m);
}
