/* prints.c - let a variant that counts know when a line was printed.
 *
 * Only what the program prints by itself can be cut, and only programs that
 * tell about checks are worth it: those with a text like "not ok" or "PASS".
 */
#include "variant/prints.h"

#include "variant/ir.h"

#include <stdbool.h>
#include <string.h>

static const char *const names[] = {
#define PRINTS(name) name,
#include "variant/prints.def"
};

/* Of texts by which programs tell what became of a check. */
static const char *const tells[] = {"ok ",  "ok\n", "not ok", "PASS",
                                    "FAIL", "OK",   "pass",   "fail"};

static bool
has_text(LLVMValueRef g, const char *text)
{
    LLVMValueRef init = LLVMGetInitializer(g);
    size_t n = 0;

    if (!init || !LLVMIsAConstantDataSequential(init) ||
        !LLVMIsConstantString(init))
        return false;
    const char *bytes = LLVMGetAsString(init, &n);
    return memmem(bytes, n, text, strlen(text)) != NULL;
}

static bool
is_telling(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        for (size_t i = 0; i < sizeof tells / sizeof tells[0]; i++)
            if (has_text(g, tells[i]))
                return true;
    return false;
}

/* Behind the call, unless control does not come back to it. */
static void
follow(Ir *ir, LLVMTypeRef type, LLVMValueRef hook, LLVMValueRef call)
{
    LLVMValueRef next = LLVMGetNextInstruction(call);

    if (!next || LLVMIsTailCall(call) == LLVMTailCallKindMustTail)
        return;
    LLVMPositionBuilderBefore(ir->builder, next);
    LLVMBuildCall2(ir->builder, type, hook, NULL, 0, "");
}

static void
follow_calls(Ir *ir, LLVMTypeRef type, LLVMValueRef hook, LLVMValueRef printer)
{
    LLVMUseRef next;

    for (LLVMUseRef u = LLVMGetFirstUse(printer); u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == printer)
            follow(ir, type, hook, user);
    }
}

void
prints_prepare(LLVMModuleRef module)
{
    Ir ir;
    LLVMValueRef hook = NULL;

    if (!is_telling(module))
        return;
    ir_init(&ir, module);
    LLVMTypeRef type = LLVMFunctionType(ir.nothing, NULL, 0, 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
        if (!f || !LLVMIsDeclaration(f))
            continue;
        if (!hook)
            hook = LLVMAddFunction(module, "__culprit_printed", type);
        LLVMSetVisibility(hook, LLVMHiddenVisibility);
        follow_calls(&ir, type, hook, f);
    }
    ir_done(&ir);
}
