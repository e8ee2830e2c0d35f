/* concolic_prune.c - leave out expressions that are never there.
 *
 * After mem2reg a shadow is a constant 0, what the runtime gives (a load, an
 * argument, a result), or made of such by phis and by calls that make
 * expressions. What is made of zeros only is zero. Optimistic: a loop's own
 * counter counts as zero until something else flows in.
 */
#include "variant/concolic_code.h"

#include <string.h>

/* Where these functions take shadows; they give 0 if all are 0. */
static const struct {
    const char *name;
    uint8_t first, n, step;
} makers[] = {
    {"__culprit_crt_binary", 2, 2, 1}, {"__culprit_crt_unary", 2, 1, 1},
    {"__culprit_crt_ite", 1, 3, 1},    {"__culprit_crt_real", 2, 2, 1},
    {"__culprit_crt_offset", 0, 2, 2}, {"__culprit_crt_composed", 3, 3, 1},
    {"__culprit_crt_muladd", 1, 3, 1},
};
/* These do nothing then. */
static const struct {
    const char *name;
    uint8_t shadow;
} notes[] = {
    {"__culprit_crt_assume", 1},
    {"__culprit_crt_branch", 1},
    {"__culprit_crt_switch", 1},
};

typedef struct Prune Prune;
struct Prune {
    LLVMValueRef zero;
    Map index; /* of `at` */
    VEC(LLVMValueRef) at;
    VEC(uint8_t) live; /* something flows in */
    VEC(uint32_t) work;
};

static const char *
callee_name(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

    return f && LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

static int
maker_of(LLVMValueRef inst)
{
    const char *name = callee_name(inst);

    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (strcmp(makers[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Is this operand 0 as far as we know? */
static bool
is_zero(const Prune *p, LLVMValueRef v)
{
    uint32_t *i = map_find(&p->index, &v, sizeof v);

    return v == p->zero || (i && !p->live.at[*i]);
}

static bool
has_source(const Prune *p, LLVMValueRef v)
{
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
            if (!is_zero(p, LLVMGetIncomingValue(v, i)))
                return true;
        return false;
    }
    int m = maker_of(v);
    for (unsigned i = 0; i < makers[m].n; i++)
        if (!is_zero(p,
                     LLVMGetOperand(v, makers[m].first + i * makers[m].step)))
            return true;
    return false;
}

static void
collect(Prune *p, LLVMValueRef function, LLVMTypeRef i32)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if ((LLVMIsAPHINode(i) && LLVMTypeOf(i) == i32) ||
                maker_of(i) >= 0) {
                map_put(&p->index, &i, sizeof i, (uint32_t)p->at.n);
                vec_push(&p->at, i);
                vec_push(&p->live, 0);
            }
}

static void
spread(Prune *p)
{
    for (size_t i = 0; i < p->at.n; i++)
        if (!p->live.at[i] && has_source(p, p->at.at[i])) {
            p->live.at[i] = 1;
            vec_push(&p->work, (uint32_t)i);
        }
    while (p->work.n > 0) {
        LLVMValueRef v = p->at.at[vec_pop(&p->work)];
        for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            uint32_t *i = map_find(&p->index, &user, sizeof user);
            if (i && !p->live.at[*i] && has_source(p, user)) {
                p->live.at[*i] = 1;
                vec_push(&p->work, *i);
            }
        }
    }
}

/* Calls that have nothing to note. */
static void
drop_notes(const Prune *p, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            const char *name = callee_name(i);
            next = LLVMGetNextInstruction(i);
            for (size_t k = 0; k < sizeof notes / sizeof notes[0]; k++)
                if (strcmp(name, notes[k].name) == 0 &&
                    LLVMGetOperand(i, notes[k].shadow) == p->zero) {
                    LLVMInstructionEraseFromParent(i);
                    break;
                }
        }
}

void
prune_function(LLVMValueRef function, LLVMTypeRef i32)
{
    Prune p = {.zero = LLVMConstInt(i32, 0, 0)};

    collect(&p, function, i32);
    spread(&p);
    for (size_t i = 0; i < p.at.n; i++)
        if (!p.live.at[i])
            LLVMReplaceAllUsesWith(p.at.at[i], p.zero);
    for (size_t i = 0; i < p.at.n; i++)
        if (!p.live.at[i])
            LLVMInstructionEraseFromParent(p.at.at[i]);
    drop_notes(&p, function);
    map_done(&p.index);
    vec_done(&p.at);
    vec_done(&p.live);
    vec_done(&p.work);
}
