/* checks.c - let a variant of a test program run one check alone.
 *
 * Whoever calls a check calls a function of ours in its place, which asks the
 * runtime whether it is wanted (runtime/check.c), and returns zero if not:
 * all frameworks take that for a success. The check itself stays as it is, so
 * that its numbers do.
 */
#include "variant/checks.h"

#include "base/arena.h"
#include "program/checks.h"
#include "variant/ir.h"

#include <string.h>

typedef struct CheckHooks CheckHooks;
struct CheckHooks {
    Ir ir;
    LLVMTypeRef begins_type, ends_type;
    LLVMValueRef begins, ends;
};

static LLVMValueRef
declare(CheckHooks *h, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMAddFunction(h->ir.module, name, type);

    LLVMSetVisibility(f, LLVMHiddenVisibility);
    return f;
}

static void
declare_hooks(CheckHooks *h)
{
    h->begins_type = LLVMFunctionType(h->ir.i32, &h->ir.ptr, 1, 0);
    h->ends_type = LLVMFunctionType(h->ir.nothing, NULL, 0, 0);
    h->begins = declare(h, "__culprit_check_begins", h->begins_type);
    h->ends = declare(h, "__culprit_check_ends", h->ends_type);
}

static void
leave_with(CheckHooks *h, LLVMTypeRef returned, LLVMValueRef value)
{
    if (LLVMGetTypeKind(returned) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(h->ir.builder);
    else
        LLVMBuildRet(h->ir.builder,
                     value ? value : LLVMConstNull(returned));
}

/* if (!begins("NAME")) return 0; r = check(...); ends(); return r; */
static void
write_body(CheckHooks *h, LLVMValueRef ours, LLVMValueRef check)
{
    LLVMBuilderRef b = h->ir.builder;
    LLVMTypeRef type = LLVMGlobalGetValueType(check);
    LLVMTypeRef returned = LLVMGetReturnType(type);
    LLVMBasicBlockRef ask =
        LLVMAppendBasicBlockInContext(h->ir.context, ours, "");
    LLVMBasicBlockRef run =
        LLVMAppendBasicBlockInContext(h->ir.context, ours, "");
    LLVMBasicBlockRef pass =
        LLVMAppendBasicBlockInContext(h->ir.context, ours, "");
    LLVMValueRef params[8];

    LLVMPositionBuilderAtEnd(b, ask);
    LLVMValueRef name =
        LLVMBuildGlobalStringPtr(b, LLVMGetValueName(check), "");
    LLVMValueRef is =
        LLVMBuildCall2(b, h->begins_type, h->begins, &name, 1, "");
    LLVMBuildCondBr(b, LLVMBuildIsNotNull(b, is, ""), run, pass);
    LLVMPositionBuilderAtEnd(b, run);
    LLVMGetParams(ours, params);
    LLVMValueRef result = LLVMBuildCall2(b, type, check, params,
                                         LLVMCountParams(ours), "");
    LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(check));
    LLVMBuildCall2(b, h->ends_type, h->ends, NULL, 0, "");
    leave_with(h, returned, result);
    LLVMPositionBuilderAtEnd(b, pass);
    leave_with(h, returned, NULL);
}

/* Both hooks see the same frame above them. */
static void
keep_frame(CheckHooks *h, LLVMValueRef f)
{
    static const char key[] = "frame-pointer", value[] = "all";

    LLVMAddAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(h->ir.context, key, sizeof key - 1, value,
                                  sizeof value - 1));
}

static void
wrap(CheckHooks *h, LLVMValueRef check)
{
    LLVMValueRef ours = LLVMAddFunction(h->ir.module, "__culprit_check",
                                        LLVMGlobalGetValueType(check));

    LLVMSetLinkage(ours, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(ours, LLVMGetFunctionCallConv(check));
    keep_frame(h, ours);
    LLVMReplaceAllUsesWith(check, ours);
    write_body(h, ours, check);
}

void
checks_prepare(LLVMModuleRef module)
{
    CheckHooks h = {0};
    Arena a = {0};
    size_t n;
    const FoundCheck *found = checks_find(module, &a, &n);

    ir_init(&h.ir, module);
    if (n)
        declare_hooks(&h);
    for (size_t i = 0; i < n; i++)
        wrap(&h, found[i].function);
    ir_done(&h.ir);
    arena_done(&a);
}
