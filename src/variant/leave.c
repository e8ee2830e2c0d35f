/* leave.c - functions that a variant leaves as they are. */
#include "variant/leave.h"

#include "base/mem.h"
#include "program/build.h"
#include "program/debug.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

static const char number_key[] = "culprit-number", left_key[] = "culprit-left";
static const LLVMAttributeIndex whole =
    (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static LLVMAttributeRef
mark_of(LLVMValueRef f, const char *key)
{
    return LLVMGetStringAttributeAtIndex(f, whole, key, (unsigned)strlen(key));
}

/* What the mark says; to be freed. */
static char *
text_of(LLVMAttributeRef mark)
{
    unsigned n;
    const char *text = LLVMGetStringAttributeValue(mark, &n);

    return mem_printf("%.*s", (int)n, text);
}

static void
put_mark(LLVMValueRef f, const char *key, const char *value)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));

    LLVMAddAttributeAtIndex(
        f, whole,
        LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
                                  (unsigned)strlen(value)));
}

/* A body of assembler alone: it has no frame for code of ours. */
static bool
is_naked(LLVMValueRef f)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("naked", 5);

    return LLVMGetEnumAttributeAtIndex(f, whole, kind) != NULL;
}

/* Has it exceptions, asm goto, or va_arg as an instruction? */
static bool
is_crooked(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);

    return op == LLVMInvoke || op == LLVMCallBr || op == LLVMVAArg ||
           op == LLVMLandingPad;
}

/* A call that must be a jump (musttail). Nothing can stand behind it, and as an
 * ordinary call it could use up the stack. */
static bool
is_jump(LLVMValueRef i)
{
    return LLVMIsACallInst(i) &&
           LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail;
}

static bool
has(LLVMValueRef f, bool (*is)(LLVMValueRef))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            if (is(i))
                return true;
    return false;
}

static bool
is_listed(const LeaveList *list, uint32_t number)
{
    for (size_t i = 0; i < list->at.n; i++)
        if (list->at.at[i] == number)
            return true;
    return false;
}

/* Why the function must be left, NULL: it need not. */
static const char *
reason_of(LLVMValueRef f, uint32_t number, const LeaveList *list, bool straight)
{
    if (is_naked(f))
        return "it is assembler without a frame";
    if (straight && has(f, is_crooked))
        return "it has exceptions or asm goto";
    if (straight && has(f, is_jump))
        return "its musttail calls must stay jumps";
    return is_listed(list, number) ? "our code would break it" : NULL;
}

static void
mark_function(LLVMValueRef f, uint32_t number, const char *reason)
{
    char *text = mem_printf("%u", number);
    char *why = reason ? mem_printf("%s is left as it is (%s)",
                                    debug_function_name(f), reason)
                       : NULL;

    put_mark(f, number_key, text);
    if (why)
        put_mark(f, left_key, why);
    free(text);
    free(why);
}

void
leave_mark(LLVMModuleRef module, const LeaveList *list, bool straight)
{
    uint32_t number = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (build_has_function(f)) {
            mark_function(f, number, reason_of(f, number, list, straight));
            number++;
        }
}

bool
leave_is(LLVMValueRef function)
{
    return mark_of(function, left_key) != NULL;
}

/* Put the broken function on the list. */
static void
take(LLVMValueRef f, LeaveList *list)
{
    LLVMAttributeRef mark = mark_of(f, number_key);

    if (!mark || leave_is(f))
        bug("%s is broken: it is ours, or was not touched",
            LLVMGetValueName(f));
    char *number = text_of(mark);
    vec_push(&list->at, (uint32_t)strtoul(number, NULL, 10));
    free(number);
}

bool
leave_check(LLVMModuleRef module, LeaveList *list)
{
    size_t before = list->at.n;
    char *error = NULL;
    bool sound = !LLVMVerifyModule(module, LLVMReturnStatusAction, &error);

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !sound;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) &&
            LLVMVerifyFunction(f, LLVMReturnStatusAction))
            take(f, list);
    if (!sound && list->at.n == before)
        bug("the instrumented module is broken: %s", error);
    LLVMDisposeMessage(error);
    return sound;
}

void
leave_warn(LLVMModuleRef module, const char *variant, Diag *d)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        LLVMAttributeRef mark = mark_of(f, left_key);
        char *why = mark ? text_of(mark) : NULL;
        if (why)
            diag_warn(d, "%s: the %s variant sees nothing of it", why, variant);
        free(why);
    }
}

void
leave_done(LeaveList *list)
{
    vec_done(&list->at);
}
