/* mutate_habits.c - what the program already does. */
#include "variant/mutate_habits.h"

#include "program/build.h"
#include "program/debug.h"
#include "program/layout.h"

#include <llvm-c/Core.h>

#include <string.h>

/* Where a store goes, as an operand names it: a base and an offset, or what is
 * at an offset from what the base holds. */
typedef struct Destination Destination;
struct Destination {
    LLVMValueRef base;
    uint64_t offset;
    uint8_t deref;
};

static LLVMValueRef
strip(const MutateScan *s, LLVMValueRef v, uint64_t *offset)
{
    while (LLVMIsAGetElementPtrInst(v)) {
        if (!layout_offset(s->layout, v, offset))
            return NULL;
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

static bool
find_destination(const MutateScan *s, LLVMValueRef address, Destination *out)
{
    *out = (Destination){.deref = MUTATE_DIRECT};
    out->base = strip(s, address, &out->offset);
    if (out->base && LLVMIsALoadInst(out->base)) {
        out->base = LLVMGetOperand(out->base, 0);
        out->deref = MUTATE_DEREF;
    }
    return out->base != NULL;
}

/* Does the store put back what was there, plus or minus a literal? */
static bool
is_step(const MutateScan *s, LLVMValueRef store, Destination *to)
{
    LLVMValueRef sum = LLVMGetOperand(store, 0), old;
    Destination from;

    while (LLVMIsATruncInst(sum) || LLVMIsASExtInst(sum) ||
           LLVMIsAZExtInst(sum))
        sum = LLVMGetOperand(sum, 0);
    if (!LLVMIsABinaryOperator(sum) || !LLVMIsAConstant(LLVMGetOperand(sum, 1)))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(sum);
    if (op != LLVMAdd && op != LLVMSub && op != LLVMFAdd && op != LLVMFSub)
        return false;
    old = LLVMGetOperand(sum, 0);
    while (LLVMIsASExtInst(old) || LLVMIsAZExtInst(old))
        old = LLVMGetOperand(old, 0);
    return LLVMIsALoadInst(old) &&
           find_destination(s, LLVMGetOperand(store, 1), to) &&
           find_destination(s, LLVMGetOperand(old, 0), &from) &&
           from.base == to->base && from.offset == to->offset &&
           from.deref == to->deref;
}

void
habits_mark_steps(MutateScan *s, LLVMValueRef f, uint32_t first)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i)) {
            Destination to;
            if (!LLVMIsAStoreInst(i) || !is_step(s, i, &to))
                continue;
            const uint32_t *base =
                map_find(&s->bases.index, &to.base, sizeof to.base);
            for (size_t k = first; base && k < s->lists.variables.n; k++) {
                MutateVariable *v = &s->lists.variables.at[k];
                v->is_stepped |= v->operand.base == *base &&
                                 v->operand.offset == to.offset &&
                                 v->operand.deref == to.deref;
            }
        }
}

/* Functions of libc that only look. */
static bool
only_looks(const char *name)
{
    static const char *const names[] = {"strlen",
                                        "strcmp",
                                        "strncmp",
                                        "memcmp",
                                        "strchr",
                                        "strrchr",
                                        "strstr",
                                        "isalpha",
                                        "isdigit",
                                        "isalnum",
                                        "isspace",
                                        "isupper",
                                        "islower",
                                        "ispunct",
                                        "toupper",
                                        "tolower",
                                        "abs",
                                        "labs",
                                        "atoi",
                                        "atol",
                                        "sqrt",
                                        "fabs",
                                        "floor",
                                        "ceil",
                                        "pow",
                                        "strspn",
                                        "strcspn",
                                        "strpbrk",
                                        "memchr",
                                        "strcasecmp",
                                        "__ctype_b_loc",
                                        "__ctype_tolower_loc",
                                        "__ctype_toupper_loc"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return strncmp(name, "llvm.dbg.", 9) == 0 ||
           strncmp(name, "llvm.lifetime.", 14) == 0;
}

static bool
has_effect(LLVMValueRef i, const Map *idle)
{
    LLVMValueRef v;

    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMStore:
        if (LLVMGetVolatile(i))
            return true;
        v = LLVMGetOperand(i, 1);
        while (LLVMIsAGetElementPtrInst(v))
            v = LLVMGetOperand(v, 0);
        return !LLVMIsAAllocaInst(v);
    case LLVMCall:
        v = LLVMGetCalledValue(i);
        if (!LLVMIsAFunction(v))
            return true;
        if (LLVMIsDeclaration(v))
            return !only_looks(LLVMGetValueName(v));
        return !map_find(idle, &v, sizeof v);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
    case LLVMUnreachable:
        return true;
    default:
        return false;
    }
}

static bool
is_idle(LLVMValueRef f, const Map *idle)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if (has_effect(i, idle))
                return false;
    return true;
}

/* From the leaves of the call graph up, so that recursion counts as an effect;
 * it may not end. */
void
habits_find_idle(LLVMModuleRef module, Map *idle)
{
    for (bool more = true; more;) {
        more = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
             f = LLVMGetNextFunction(f)) {
            if (LLVMIsDeclaration(f) || map_find(idle, &f, sizeof f) ||
                !is_idle(f, idle))
                continue;
            map_put(idle, &f, sizeof f, 1);
            more = true;
        }
    }
}
