/* mutate_wide.c - where a cast is missing: what was computed in int and used
 * as something wider, or may not fit.
 *
 * A site is an instruction whose operands are expressions of 32-bit integers:
 * their conversion to 64 bits or to a real number, a division or remainder of
 * them, a comparison. The same expression is computed a second time, with
 * every operand converted first.
 */
#include "variant/mutate_wide.h"

#include <assert.h>
#include <stddef.h>

enum { DEPTH = 4 };

static bool
is_int(LLVMValueRef v, unsigned bits)
{
    LLVMTypeRef type = LLVMTypeOf(v);

    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == bits;
}

/* An operation that is done again in the wide type, not a value of its own. */
static bool
is_operation(LLVMValueRef v, bool real, LLVMBasicBlockRef block, unsigned depth)
{
    if (depth == 0 || !LLVMIsABinaryOperator(v) || !is_int(v, 32) ||
        LLVMGetInstructionParent(v) != block)
        return false;
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return true;
    case LLVMSDiv: /* of what may be 0 only where it was before */
        return !is_operation(LLVMGetOperand(v, 1), real, block, depth - 1);
    case LLVMSRem:
        return !real &&
               !is_operation(LLVMGetOperand(v, 1), real, block, depth - 1);
    default:
        return false;
    }
}

/* Can its value be another one if it is wider? n + 1 hardly ever is. */
static bool
may_differ(LLVMValueRef v, bool real, LLVMBasicBlockRef block, unsigned depth)
{
    if (!is_operation(v, real, block, depth))
        return false;
    int opcode = (int)LLVMGetInstructionOpcode(v);
    bool number = LLVMIsAConstantInt(LLVMGetOperand(v, 1)) != NULL;
    if (real && opcode == LLVMSDiv)
        return true;
    if (opcode == LLVMMul || (!number && opcode == LLVMAdd) ||
        (!number && opcode == LLVMSub))
        return true;
    return may_differ(LLVMGetOperand(v, 0), real, block, depth - 1) ||
           may_differ(LLVMGetOperand(v, 1), real, block, depth - 1);
}

bool
wide_fits(LLVMValueRef inst, bool *real)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    LLVMValueRef left =
        LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;

    *real = false;
    if (!left || !is_int(left, 32))
        return false;
    switch ((int)LLVMGetInstructionOpcode(inst)) {
    case LLVMSIToFP:
        *real = true;
        return (int)LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMDoubleTypeKind &&
               may_differ(left, true, block, DEPTH);
    case LLVMSExt:
        /* Not of an index, where nothing overflows. */
        for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u))
            if (LLVMIsAGetElementPtrInst(LLVMGetUser(u)))
                return false;
        return is_int(inst, 64) && may_differ(left, false, block, DEPTH);
    case LLVMSRem:
    case LLVMSDiv:
        return is_operation(inst, false, block, DEPTH) &&
               may_differ(left, false, block, DEPTH);
    case LLVMICmp:
        return LLVMGetICmpPredicate(inst) >= LLVMIntSGT &&
               (may_differ(left, false, block, DEPTH) ||
                may_differ(LLVMGetOperand(inst, 1), false, block, DEPTH));
    default:
        return false;
    }
}

typedef struct Wide Wide;
struct Wide {
    LLVMBuilderRef b;
    LLVMTypeRef type;
    LLVMBasicBlockRef block;
    bool real;
};

static LLVMValueRef
compute(const Wide *w, LLVMValueRef v, unsigned depth)
{
    if (!is_operation(v, w->real, w->block, depth))
        return w->real ? LLVMBuildSIToFP(w->b, v, w->type, "")
                       : LLVMBuildSExt(w->b, v, w->type, "");
    LLVMValueRef x = compute(w, LLVMGetOperand(v, 0), depth - 1);
    LLVMValueRef y = compute(w, LLVMGetOperand(v, 1), depth - 1);
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
        return w->real ? LLVMBuildFAdd(w->b, x, y, "")
                       : LLVMBuildAdd(w->b, x, y, "");
    case LLVMSub:
        return w->real ? LLVMBuildFSub(w->b, x, y, "")
                       : LLVMBuildSub(w->b, x, y, "");
    case LLVMMul:
        return w->real ? LLVMBuildFMul(w->b, x, y, "")
                       : LLVMBuildMul(w->b, x, y, "");
    case LLVMSDiv:
        return w->real ? LLVMBuildFDiv(w->b, x, y, "")
                       : LLVMBuildSDiv(w->b, x, y, "");
    default:
        return LLVMBuildSRem(w->b, x, y, "");
    }
}

LLVMValueRef
wide_compute(LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
    Wide w = {.b = b, .block = LLVMGetInstructionParent(inst)};
    LLVMValueRef left = LLVMGetOperand(inst, 0);
    bool fits = wide_fits(inst, &w.real);

    w.type = w.real ? LLVMTypeOf(inst) : LLVMInt64TypeInContext(c);
    assert(fits);
    (void)fits;
    if (LLVMIsAICmpInst(inst))
        return LLVMBuildICmp(b, LLVMGetICmpPredicate(inst),
                             compute(&w, left, DEPTH),
                             compute(&w, LLVMGetOperand(inst, 1), DEPTH), "");
    if (LLVMIsABinaryOperator(inst))
        return LLVMBuildTrunc(b, compute(&w, inst, DEPTH), LLVMTypeOf(inst),
                              "");
    return compute(&w, left, DEPTH);
}
