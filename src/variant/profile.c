/* profile.c - put edge counters, and value counters, into a module.
 *
 * Walks functions, blocks, successors, calls and assignments in the model's
 * order (see program/build.c), so that numbers need not be looked up. A counter
 * is an inline 64-bit increment: at the head of the edge's target if that has
 * no other way in, at the foot of its source if that has no other way out, else
 * in a new block on the edge.
 */
#include "variant/profile.h"

#include "base/mem.h"
#include "format/profile.h"
#include "program/build.h"
#include "program/debug.h"
#include "program/pairs.h"
#include "variant/ir.h"
#include "variant/leave.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Profiler Profiler;
struct Profiler {
    const Program *p;
    const ProbePlan *plan;
    uint32_t nvalues;
    Ir ir;
    LLVMValueRef counters;
    LLVMTypeRef array;
    const ProgramFunction *f;
    LLVMValueRef function;
    LLVMBasicBlockRef *blocks; /* of the function, by local number */
    uint32_t site, pair;       /* next site, next pair of the model */
    Pairs scope;
};

/* Code of ours has no place in the source; moving the builder gives it one. */
static void
position_before(Profiler *pr, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(pr->ir.builder, inst);
    LLVMSetCurrentDebugLocation2(pr->ir.builder, NULL);
}

static LLVMValueRef
counter_address(Profiler *pr, uint64_t index)
{
    LLVMValueRef at[2] = {LLVMConstInt(pr->ir.i64, 0, 0),
                          LLVMConstInt(pr->ir.i64, index, 0)};

    return LLVMConstInBoundsGEP2(pr->array, pr->counters, at, 2);
}

/* A sanitizer, if there is one, shall not look at our own accesses. */
static void
hide(Profiler *pr, LLVMValueRef access)
{
    unsigned kind = LLVMGetMDKindIDInContext(pr->ir.context, "nosanitize", 10);
    LLVMMetadataRef empty = LLVMMDNodeInContext2(pr->ir.context, NULL, 0);

    LLVMSetMetadata(access, kind, LLVMMetadataAsValue(pr->ir.context, empty));
}

static void
add(Profiler *pr, LLVMValueRef address, LLVMValueRef amount)
{
    LLVMBuilderRef b = pr->ir.builder;
    LLVMValueRef old = LLVMBuildLoad2(b, pr->ir.i64, address, "");
    LLVMValueRef next = LLVMBuildAdd(b, old, amount, "");

    hide(pr, old);
    hide(pr, LLVMBuildStore(b, next, address));
}

static void
increment(Profiler *pr, LLVMValueRef address)
{
    add(pr, address, LLVMConstInt(pr->ir.i64, 1, 0));
}

/* The first instruction that ordinary code may stand before. */
static LLVMValueRef
first_ordinary(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);

    while (i && (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i)))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* The last instruction that ordinary code may stand before: nothing comes
 * between a call that must be a jump (musttail) and its return. */
static LLVMValueRef
last_ordinary(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef call = end;

    while (LLVMIsAReturnInst(end) && call && !LLVMIsACallInst(call))
        call = LLVMGetPreviousInstruction(call);
    if (call && LLVMIsACallInst(call) &&
        LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
        return call;
    return end;
}

static unsigned
count_predecessors(LLVMBasicBlockRef block)
{
    LLVMValueRef value = LLVMBasicBlockAsValue(block);
    unsigned n = 0;

    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        n += LLVMIsATerminatorInst(LLVMGetUser(u)) != NULL;
    return n;
}

/* Phis of `to` that expect `from` shall expect `middle`, once. LLVM-C cannot
 * change a phi, so each is built anew. */
static void
redirect_phis(Profiler *pr, LLVMBasicBlockRef to, LLVMBasicBlockRef from,
              LLVMBasicBlockRef middle)
{
    LLVMValueRef next;

    for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
         phi && LLVMIsAPHINode(phi); phi = next) {
        unsigned n = LLVMCountIncoming(phi);
        bool seen = false;
        next = LLVMGetNextInstruction(phi);
        position_before(pr, phi);
        LLVMValueRef fresh = LLVMBuildPhi(pr->ir.builder, LLVMTypeOf(phi), "");
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef value = LLVMGetIncomingValue(phi, i);
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
            if (block == from && seen)
                continue; /* parallel edges have become one */
            seen = seen || block == from;
            block = block == from ? middle : block;
            LLVMAddIncoming(fresh, &value, &block, 1);
        }
        LLVMReplaceAllUsesWith(phi, fresh);
        LLVMInstructionEraseFromParent(phi);
    }
}

static void
split_edge(Profiler *pr, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(from);
    LLVMBasicBlockRef middle =
        LLVMInsertBasicBlockInContext(pr->ir.context, to, "");

    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++)
        if (LLVMGetSuccessor(t, i) == to)
            LLVMSetSuccessor(t, i, middle);
    redirect_phis(pr, to, from, middle);
    LLVMPositionBuilderAtEnd(pr->ir.builder, middle);
    LLVMSetCurrentDebugLocation2(pr->ir.builder, NULL);
    position_before(pr, LLVMBuildBr(pr->ir.builder, to));
}

/* Put the builder where it is passed exactly when the edge is taken. */
static void
position_on_edge(Profiler *pr, const ProgramEdge *e)
{
    LLVMBasicBlockRef from =
        e->from == PROGRAM_NONE ? NULL : pr->blocks[e->from - pr->f->block];
    LLVMBasicBlockRef to =
        e->to == PROGRAM_NONE ? NULL : pr->blocks[e->to - pr->f->block];

    if (!from) { /* entry blocks have no predecessors; keep allocas first */
        LLVMValueRef i = LLVMGetFirstInstruction(to);
        while (LLVMIsAAllocaInst(i))
            i = LLVMGetNextInstruction(i);
        position_before(pr, i);
    } else if (!to ||
               LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(from)) == 1) {
        position_before(pr, last_ordinary(from));
    } else if (count_predecessors(to) == 1) {
        position_before(pr, first_ordinary(to));
    } else {
        split_edge(pr, from, to);
    }
}

/* index = (v > 0) + (v >= 0): negative 0, zero 1, positive 2. Unsigned values
 * are compared as such, so their class 0 never occurs. */
static LLVMValueRef
class_of_int(Profiler *pr, LLVMValueRef v, bool is_signed)
{
    LLVMBuilderRef b = pr->ir.builder;
    LLVMValueRef zero = LLVMConstInt(LLVMTypeOf(v), 0, 0);
    LLVMValueRef above =
        LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntUGT, v, zero, "");
    LLVMValueRef from =
        LLVMBuildICmp(b, is_signed ? LLVMIntSGE : LLVMIntUGE, v, zero, "");

    return LLVMBuildAdd(b, LLVMBuildZExt(b, above, pr->ir.i64, ""),
                        LLVMBuildZExt(b, from, pr->ir.i64, ""), "");
}

/* NaN 2, non-zero 1, zero 0. */
static LLVMValueRef
class_of_float(Profiler *pr, LLVMValueRef v)
{
    LLVMBuilderRef b = pr->ir.builder;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    LLVMValueRef other = LLVMBuildFCmp(b, LLVMRealUNE, v, zero, "");
    LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, v, v, "");

    return LLVMBuildAdd(b, LLVMBuildZExt(b, other, pr->ir.i64, ""),
                        LLVMBuildZExt(b, nan, pr->ir.i64, ""), "");
}

static LLVMValueRef
class_of_pointer(Profiler *pr, LLVMValueRef v)
{
    LLVMValueRef some = LLVMBuildIsNotNull(pr->ir.builder, v, "");

    return LLVMBuildZExt(pr->ir.builder, some, pr->ir.i64, "");
}

/* null 0, empty 1, non-empty 2. The byte is read only through an address that
 * can be one: a null or error value ((char *)-1) is read from `v` itself, by
 * choosing a byte of our own counters instead. */
static LLVMValueRef
class_of_string(Profiler *pr, LLVMValueRef v)
{
    LLVMBuilderRef b = pr->ir.builder;
    LLVMTypeRef i8 = LLVMInt8TypeInContext(pr->ir.context);
    LLVMValueRef page = LLVMConstInt(pr->ir.i64, 4096, 0);
    LLVMValueRef address = LLVMBuildPtrToInt(b, v, pr->ir.i64, "");
    LLVMValueRef shifted = LLVMBuildAdd(b, address, page, "");
    LLVMValueRef real = LLVMBuildICmp(b, LLVMIntUGE, shifted,
                                      LLVMConstInt(pr->ir.i64, 8192, 0), "");
    LLVMValueRef safe = LLVMBuildSelect(b, real, v, counter_address(pr, 0), "");
    LLVMValueRef byte = LLVMBuildLoad2(b, i8, safe, "");
    LLVMValueRef full = LLVMBuildAnd(
        b, real, LLVMBuildICmp(b, LLVMIntNE, byte, LLVMConstInt(i8, 0, 0), ""),
        "");

    hide(pr, byte);
    return LLVMBuildAdd(b, class_of_pointer(pr, v),
                        LLVMBuildZExt(b, full, pr->ir.i64, ""), "");
}

/* The counter of this class of the site's. */
static LLVMValueRef
class_address(Profiler *pr, const ProgramSite *site, LLVMValueRef class_index)
{
    LLVMValueRef first =
        counter_address(pr, (uint64_t)pr->plan->nprobes + site->counter);

    return LLVMBuildGEP2(pr->ir.builder, pr->ir.i64, first, &class_index, 1,
                         "");
}

static void
count_return(Profiler *pr, LLVMValueRef call, const ProgramSite *site)
{
    LLVMValueRef class_index = NULL;

    position_before(pr, LLVMGetNextInstruction(call));
    switch ((SiteKind)site->kind) {
    case SITE_RETURN_INT:
    case SITE_RETURN_UINT:
        class_index = class_of_int(pr, call, site->kind == SITE_RETURN_INT);
        break;
    case SITE_RETURN_FLOAT:
        class_index = class_of_float(pr, call);
        break;
    case SITE_RETURN_POINTER:
        class_index = class_of_pointer(pr, call);
        break;
    case SITE_RETURN_STRING:
        class_index = class_of_string(pr, call);
        break;
    case SITE_BRANCH:
    case SITE_PAIR:
    case SITE_RETURN_TRUTH:
    case SITE_RETURN_TEXT:
    case SITE_RETURN_LIST:
    case SITE_RETURN_SOURCE:
    case SITE_KINDS:
        bug("site of kind %d counts no return", site->kind);
    }
    increment(pr, class_address(pr, site, class_index));
}

/* Of the value just stored and the other variable's, less 0, equal 1, greater
 * 2. That may be uninitialised: it is frozen, so that any value will do. */
static void
count_pair(Profiler *pr, LLVMValueRef store, const DebugScalar *other,
           const ProgramSite *site)
{
    LLVMBuilderRef b = pr->ir.builder;
    LLVMValueRef x = LLVMGetOperand(store, 0);
    LLVMValueRef one = LLVMConstInt(pr->ir.i64, 1, 0), above, from;
    LLVMValueRef read = LLVMBuildLoad2(b, other->type, other->place, "");
    LLVMValueRef y = LLVMBuildFreeze(b, read, "");
    LLVMTypeKind kind = LLVMGetTypeKind(other->type);

    hide(pr, read);
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
        above = LLVMBuildFCmp(b, LLVMRealOGT, x, y, "");
        from = LLVMBuildFCmp(b, LLVMRealOGE, x, y, "");
        one = LLVMBuildZExt(b, LLVMBuildFCmp(b, LLVMRealORD, x, y, ""),
                            pr->ir.i64, "");
    } else {
        bool wide = other->is_unsigned;
        above = LLVMBuildICmp(b, wide ? LLVMIntUGT : LLVMIntSGT, x, y, "");
        from = LLVMBuildICmp(b, wide ? LLVMIntUGE : LLVMIntSGE, x, y, "");
    }
    LLVMValueRef class_index =
        LLVMBuildAdd(b, LLVMBuildZExt(b, above, pr->ir.i64, ""),
                     LLVMBuildZExt(b, from, pr->ir.i64, ""), "");
    add(pr, class_address(pr, site, class_index), one);
}

static void
count_pairs(Profiler *pr, LLVMValueRef inst, uint32_t number)
{
    const DebugScalar *assigned, *others[PAIRS_MAX];
    unsigned n = pairs_of(&pr->scope, inst, &assigned, others);

    if (n && pr->nvalues > pr->p->n.returns)
        position_before(pr, LLVMGetNextInstruction(inst));
    for (unsigned i = 0; i < n; i++) {
        const ProgramSite *site = &pr->p->sites[pr->pair++];
        assert(site->kind == SITE_PAIR && site->block == number &&
               strcmp(site->name, assigned->name) == 0 &&
               strcmp(site->other, others[i]->name) == 0);
        if (site->counter < pr->nvalues)
            count_pair(pr, inst, others[i], site);
    }
}

/* Return sites and pairs of a block, in the model's order. */
static void
count_values(Profiler *pr, LLVMBasicBlockRef block, uint32_t number)
{
    uint32_t first_pair = program_first_pair(pr->p);
    LLVMValueRef next;

    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        count_pairs(pr, i, number);
        if (build_return_kind(i) == SITE_BRANCH)
            continue;
        const ProgramSite *site = &pr->p->sites[pr->site++];
        assert(site->block == number && site->kind == build_return_kind(i));
        if (site->counter < pr->nvalues)
            count_return(pr, i, site);
    }
    /* The branch site, if any, comes after the block's calls. */
    while (pr->site < first_pair && pr->p->sites[pr->site].block == number)
        pr->site++;
}

static void
instrument_function(Profiler *pr)
{
    const ProgramFunction *f = pr->f;
    uint32_t n = 0;

    pr->blocks = mem_resize(pr->blocks, f->nblocks, sizeof *pr->blocks);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(pr->function); b;
         b = LLVMGetNextBasicBlock(b))
        pr->blocks[n++] = b;
    assert(n == f->nblocks);
    pairs_enter(&pr->scope, pr->function);
    for (uint32_t i = 0; i < f->nblocks; i++)
        count_values(pr, pr->blocks[i], f->block + i);
    for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
        if (pr->plan->edge[i] == PROGRAM_NONE)
            continue;
        position_on_edge(pr, &pr->p->edges[i]);
        increment(pr, counter_address(pr, pr->plan->edge[i]));
    }
    for (uint32_t i = 0; i < f->nblocks; i++) {
        uint32_t meter = pr->plan->meter[f->block + i];
        if (meter == PROGRAM_NONE)
            continue;
        position_before(pr, first_ordinary(pr->blocks[i]));
        increment(pr, counter_address(pr, meter));
    }
}

/* Of a function that stays as it is nothing is counted. */
static void
pass_function(Profiler *pr)
{
    const uint32_t end = pr->f->block + pr->f->nblocks;

    while (pr->site < program_first_pair(pr->p) &&
           pr->p->sites[pr->site].block < end)
        pr->site++;
    while (pr->pair < pr->p->n.sites && pr->p->sites[pr->pair].block < end)
        pr->pair++;
}

/* The names the runtime knows (see runtime/profile.c). */
static void
define_counters(Profiler *pr, LLVMModuleRef module)
{
    uint64_t used = (uint64_t)pr->plan->nprobes + pr->nvalues + PROFILE_OWN;
    uint64_t padded = (used * 8 + 4095) / 4096 * 512;

    pr->array = LLVMArrayType2(pr->ir.i64, padded);
    pr->counters = LLVMAddGlobal(module, pr->array, "__culprit_counters");
    LLVMSetInitializer(pr->counters, LLVMConstNull(pr->array));
    LLVMSetAlignment(pr->counters, 4096);
    LLVMSetVisibility(pr->counters, LLVMHiddenVisibility);
    LLVMValueRef count =
        LLVMAddGlobal(module, pr->ir.i64, "__culprit_ncounters");
    LLVMSetInitializer(count, LLVMConstInt(pr->ir.i64, used, 0));
    LLVMSetGlobalConstant(count, 1);
    LLVMSetVisibility(count, LLVMHiddenVisibility);
    LLVMValueRef id_text = LLVMConstStringInContext2(pr->ir.context, pr->p->id,
                                                     strlen(pr->p->id), 0);
    LLVMValueRef id =
        LLVMAddGlobal(module, LLVMTypeOf(id_text), "__culprit_id");
    LLVMSetInitializer(id, id_text);
    LLVMSetGlobalConstant(id, 1);
    LLVMSetVisibility(id, LLVMHiddenVisibility);
}

void
profile_instrument(LLVMModuleRef module, const ProbePlan *plan,
                   uint32_t nvalues)
{
    Profiler pr = {.p = plan->program, .plan = plan, .nvalues = nvalues};
    uint32_t n = 0;

    ir_init(&pr.ir, module);
    pr.pair = program_first_pair(pr.p);
    pairs_init(&pr.scope, module);
    define_counters(&pr, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        pr.function = f;
        pr.f = &pr.p->functions[n++];
        if (leave_is(f))
            pass_function(&pr);
        else
            instrument_function(&pr);
    }
    assert(n == pr.p->n.functions && pr.pair == pr.p->n.sites &&
           pr.site == program_first_pair(pr.p));
    pairs_done(&pr.scope);
    free(pr.blocks);
    ir_done(&pr.ir);
}
