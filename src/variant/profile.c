/* profile.c - put edge counters, and return counters, into a module.
 *
 * Walks functions, blocks, successors and calls in the model's order (see
 * program/build.c), so that numbers need not be looked up. A counter is an
 * inline 64-bit increment: at the head of the edge's target if that has no
 * other way in, at the foot of its source if that has no other way out, else
 * in a new block on the edge.
 */
#include "variant/profile.h"

#include "base/mem.h"
#include "program/build.h"
#include "program/debug.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Profiler Profiler;
struct Profiler {
    const Program *p;
    const ProbePlan *plan;
    bool returns;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef counters;
    LLVMTypeRef i64, array;
    const ProgramFunction *f;
    LLVMValueRef function;
    LLVMBasicBlockRef *blocks; /* of the function, by local number */
    uint32_t site;             /* next site of the model */
};

/* Code of ours has no place in the source; moving the builder gives it one. */
static void
position_before(Profiler *pr, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(pr->builder, inst);
    LLVMSetCurrentDebugLocation2(pr->builder, NULL);
}

static LLVMValueRef
counter_address(Profiler *pr, uint64_t index)
{
    LLVMValueRef at[2] = {LLVMConstInt(pr->i64, 0, 0),
                          LLVMConstInt(pr->i64, index, 0)};

    return LLVMConstInBoundsGEP2(pr->array, pr->counters, at, 2);
}

/* A sanitizer, if there is one, shall not look at our own accesses. */
static void
hide(Profiler *pr, LLVMValueRef access)
{
    unsigned kind = LLVMGetMDKindIDInContext(pr->context, "nosanitize", 10);
    LLVMMetadataRef empty = LLVMMDNodeInContext2(pr->context, NULL, 0);

    LLVMSetMetadata(access, kind, LLVMMetadataAsValue(pr->context, empty));
}

static void
increment(Profiler *pr, LLVMValueRef address)
{
    LLVMBuilderRef b = pr->builder;
    LLVMValueRef old = LLVMBuildLoad2(b, pr->i64, address, "");
    LLVMValueRef next = LLVMBuildAdd(b, old, LLVMConstInt(pr->i64, 1, 0), "");

    hide(pr, old);
    hide(pr, LLVMBuildStore(b, next, address));
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
        LLVMValueRef fresh = LLVMBuildPhi(pr->builder, LLVMTypeOf(phi), "");
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
        LLVMInsertBasicBlockInContext(pr->context, to, "");

    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++)
        if (LLVMGetSuccessor(t, i) == to)
            LLVMSetSuccessor(t, i, middle);
    redirect_phis(pr, to, from, middle);
    LLVMPositionBuilderAtEnd(pr->builder, middle);
    LLVMSetCurrentDebugLocation2(pr->builder, NULL);
    position_before(pr, LLVMBuildBr(pr->builder, to));
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
    LLVMBuilderRef b = pr->builder;
    LLVMValueRef zero = LLVMConstInt(LLVMTypeOf(v), 0, 0);
    LLVMValueRef above =
        LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntUGT, v, zero, "");
    LLVMValueRef from =
        LLVMBuildICmp(b, is_signed ? LLVMIntSGE : LLVMIntUGE, v, zero, "");

    return LLVMBuildAdd(b, LLVMBuildZExt(b, above, pr->i64, ""),
                        LLVMBuildZExt(b, from, pr->i64, ""), "");
}

/* NaN 2, non-zero 1, zero 0. */
static LLVMValueRef
class_of_float(Profiler *pr, LLVMValueRef v)
{
    LLVMBuilderRef b = pr->builder;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    LLVMValueRef other = LLVMBuildFCmp(b, LLVMRealUNE, v, zero, "");
    LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, v, v, "");

    return LLVMBuildAdd(b, LLVMBuildZExt(b, other, pr->i64, ""),
                        LLVMBuildZExt(b, nan, pr->i64, ""), "");
}

static LLVMValueRef
class_of_pointer(Profiler *pr, LLVMValueRef v)
{
    LLVMValueRef some = LLVMBuildIsNotNull(pr->builder, v, "");

    return LLVMBuildZExt(pr->builder, some, pr->i64, "");
}

/* null 0, empty 1, non-empty 2. The byte is read only through an address that
 * can be one: a null or error value ((char *)-1) is read from `v` itself, by
 * choosing a byte of our own counters instead. */
static LLVMValueRef
class_of_string(Profiler *pr, LLVMValueRef v)
{
    LLVMBuilderRef b = pr->builder;
    LLVMTypeRef i8 = LLVMInt8TypeInContext(pr->context);
    LLVMValueRef page = LLVMConstInt(pr->i64, 4096, 0);
    LLVMValueRef address = LLVMBuildPtrToInt(b, v, pr->i64, "");
    LLVMValueRef shifted = LLVMBuildAdd(b, address, page, "");
    LLVMValueRef real = LLVMBuildICmp(b, LLVMIntUGE, shifted,
                                      LLVMConstInt(pr->i64, 8192, 0), "");
    LLVMValueRef safe = LLVMBuildSelect(b, real, v, counter_address(pr, 0), "");
    LLVMValueRef byte = LLVMBuildLoad2(b, i8, safe, "");
    LLVMValueRef full = LLVMBuildAnd(
        b, real, LLVMBuildICmp(b, LLVMIntNE, byte, LLVMConstInt(i8, 0, 0), ""),
        "");

    hide(pr, byte);
    return LLVMBuildAdd(b, class_of_pointer(pr, v),
                        LLVMBuildZExt(b, full, pr->i64, ""), "");
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
    case SITE_KINDS:
        bug("site of kind %d counts no return", site->kind);
    }
    LLVMValueRef first =
        counter_address(pr, (uint64_t)pr->plan->nprobes + site->counter);
    increment(pr,
              LLVMBuildGEP2(pr->builder, pr->i64, first, &class_index, 1, ""));
}

/* Return sites of a block, in the model's order. */
static void
count_returns(Profiler *pr, LLVMBasicBlockRef block, uint32_t number)
{
    LLVMValueRef next;

    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (build_return_kind(i) == SITE_BRANCH)
            continue;
        const ProgramSite *site = &pr->p->sites[pr->site++];
        assert(site->block == number && site->kind == build_return_kind(i));
        if (pr->returns)
            count_return(pr, i, site);
    }
    /* The branch site, if any, comes after the block's calls. */
    while (pr->site < pr->p->nsites && pr->p->sites[pr->site].block == number)
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
    for (uint32_t i = 0; i < f->nblocks; i++)
        count_returns(pr, pr->blocks[i], f->block + i);
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

/* The names the runtime knows (see runtime/profile.c). */
static void
define_counters(Profiler *pr, LLVMModuleRef module)
{
    uint64_t used = pr->plan->nprobes + (pr->returns ? pr->p->nreturns : 0);
    uint64_t padded = ((used ? used : 1) * 8 + 4095) / 4096 * 512;

    pr->array = LLVMArrayType2(pr->i64, padded);
    pr->counters = LLVMAddGlobal(module, pr->array, "__culprit_counters");
    LLVMSetInitializer(pr->counters, LLVMConstNull(pr->array));
    LLVMSetAlignment(pr->counters, 4096);
    LLVMSetVisibility(pr->counters, LLVMHiddenVisibility);
    LLVMValueRef count = LLVMAddGlobal(module, pr->i64, "__culprit_ncounters");
    LLVMSetInitializer(count, LLVMConstInt(pr->i64, used, 0));
    LLVMSetGlobalConstant(count, 1);
    LLVMSetVisibility(count, LLVMHiddenVisibility);
    LLVMValueRef id_text =
        LLVMConstStringInContext2(pr->context, pr->p->id, strlen(pr->p->id), 0);
    LLVMValueRef id =
        LLVMAddGlobal(module, LLVMTypeOf(id_text), "__culprit_id");
    LLVMSetInitializer(id, id_text);
    LLVMSetGlobalConstant(id, 1);
    LLVMSetVisibility(id, LLVMHiddenVisibility);
}

void
profile_instrument(LLVMModuleRef module, const ProbePlan *plan, bool returns)
{
    Profiler pr = {.p = plan->program, .plan = plan, .returns = returns};
    uint32_t n = 0;

    pr.context = LLVMGetModuleContext(module);
    pr.builder = LLVMCreateBuilderInContext(pr.context);
    pr.i64 = LLVMInt64TypeInContext(pr.context);
    define_counters(&pr, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        if (!build_has_function(f))
            continue;
        pr.function = f;
        pr.f = &pr.p->functions[n++];
        instrument_function(&pr);
    }
    assert(n == pr.p->nfunctions && pr.site == pr.p->nsites);
    free(pr.blocks);
    LLVMDisposeBuilder(pr.builder);
}
