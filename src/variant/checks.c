/* checks.c - let a variant of a test program run one check alone.
 *
 * Whoever calls a check calls a function of ours in its place, which asks the
 * runtime whether it is wanted (runtime/checks.c), and returns zero if not:
 * all frameworks take that for a success. The check itself stays as it is, so
 * that its numbers do.
 */
#include "variant/checks.h"

#include "base/arena.h"
#include "program/checks.h"
#include "variant/ir.h"

#include <string.h>

static const char mark[] = "culprit-check";
static const LLVMAttributeIndex whole =
    (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static void
put_attribute(LLVMValueRef f, const char *key, const char *value)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));

    LLVMAddAttributeAtIndex(
        f, whole,
        LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
                                  (unsigned)strlen(value)));
}

void
checks_mark(LLVMModuleRef module)
{
    Arena a = {0};
    size_t n;
    const FoundCheck *found = checks_find(module, &a, &n);

    for (size_t i = 0; i < n; i++)
        put_attribute(found[i].function, mark,
                      LLVMGetValueName(found[i].function));
    arena_done(&a);
}

/* What the check was called in the fresh module; NULL: it is none. */
static const char *
name_of(Arena *a, LLVMValueRef f)
{
    LLVMAttributeRef found =
        LLVMGetStringAttributeAtIndex(f, whole, mark, sizeof mark - 1);
    unsigned n;

    if (!found)
        return NULL;
    const char *text = LLVMGetStringAttributeValue(found, &n);
    return arena_strndup(a, text, n);
}

typedef struct CheckHooks CheckHooks;
struct CheckHooks {
    Ir ir;
    LLVMTypeRef begins_type, ends_type;
    LLVMValueRef begins, ends;
    LLVMValueRef passes; /* tells that a direct call was passed by; or NULL */
};

static LLVMValueRef
declare(CheckHooks *h, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMAddFunction(h->ir.module, name, type);

    LLVMSetVisibility(f, LLVMHiddenVisibility);
    return f;
}

/* Jumps of the program's own are not those of its framework. */
static void
rename_jumps(LLVMModuleRef module)
{
    static const char *const names[] = {"longjmp", "siglongjmp",
                                        "__longjmp_chk"};
    static const char real[] = "_longjmp";

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
        LLVMValueRef known = LLVMGetNamedFunction(module, real);
        if (f && LLVMIsDeclaration(f) && known)
            LLVMReplaceAllUsesWith(f, known);
        else if (f && LLVMIsDeclaration(f))
            LLVMSetValueName2(f, real, sizeof real - 1);
    }
}

static void
declare_hooks(CheckHooks *h, bool followed)
{
    h->begins_type = LLVMFunctionType(h->ir.i32, &h->ir.ptr, 1, 0);
    h->ends_type = LLVMFunctionType(h->ir.nothing, NULL, 0, 0);
    h->begins = declare(
        h, followed ? "__culprit_check_enters" : "__culprit_check_begins",
        h->begins_type);
    h->ends = declare(h, "__culprit_check_ends", h->ends_type);
    h->passes =
        followed ? declare(h, "__culprit_check_passes", h->ends_type) : NULL;
}

static void
leave_with(CheckHooks *h, LLVMTypeRef returned, LLVMValueRef value)
{
    if (LLVMGetTypeKind(returned) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(h->ir.builder);
    else
        LLVMBuildRet(h->ir.builder, value ? value : LLVMConstNull(returned));
}

/* if (!begins("NAME")) return 0; r = check(...); ends(); return r; */
static void
write_body(CheckHooks *h, LLVMValueRef ours, LLVMValueRef check,
           const char *called, LLVMValueRef passes)
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
    LLVMValueRef name = LLVMBuildGlobalStringPtr(b, called, "");
    LLVMValueRef is =
        LLVMBuildCall2(b, h->begins_type, h->begins, &name, 1, "");
    LLVMBuildCondBr(b, LLVMBuildIsNotNull(b, is, ""), run, pass);
    LLVMPositionBuilderAtEnd(b, run);
    LLVMGetParams(ours, params);
    LLVMValueRef result =
        LLVMBuildCall2(b, type, check, params, LLVMCountParams(ours), "");
    LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(check));
    LLVMBuildCall2(b, h->ends_type, h->ends, NULL, 0, "");
    leave_with(h, returned, result);
    LLVMPositionBuilderAtEnd(b, pass);
    if (passes)
        LLVMBuildCall2(b, h->ends_type, passes, NULL, 0, "");
    leave_with(h, returned, NULL);
}

static LLVMValueRef
add_ours(CheckHooks *h, LLVMValueRef check)
{
    LLVMValueRef ours = LLVMAddFunction(h->ir.module, "__culprit_check",
                                        LLVMGlobalGetValueType(check));

    LLVMSetLinkage(ours, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(ours, LLVMGetFunctionCallConv(check));
    put_attribute(ours, "frame-pointer", "all"); /* a frame for both hooks */
    return ours;
}

/* Where it is called by its name. */
static void
replace_calls(LLVMValueRef check, LLVMValueRef ours)
{
    LLVMUseRef next;

    for (LLVMUseRef u = LLVMGetFirstUse(check); u; u = next) {
        LLVMValueRef call = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == check)
            LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, ours);
    }
}

static void
wrap(CheckHooks *h, LLVMValueRef check, const char *called)
{
    LLVMValueRef direct = h->passes ? add_ours(h, check) : NULL;
    LLVMValueRef ours = add_ours(h, check);

    if (direct)
        replace_calls(check, direct);
    LLVMReplaceAllUsesWith(check, ours);
    write_body(h, ours, check, called, NULL);
    if (direct)
        write_body(h, direct, check, called, h->passes);
}

void
checks_prepare(LLVMModuleRef module, bool followed)
{
    CheckHooks h = {0};
    Arena a = {0};
    LLVMValueRef next;

    ir_init(&h.ir, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
        const char *called = LLVMIsDeclaration(f) ? NULL : name_of(&a, f);
        next = LLVMGetNextFunction(f);
        if (called && !h.begins)
            declare_hooks(&h, followed);
        if (called)
            wrap(&h, f, called);
    }
    if (h.begins && followed)
        rename_jumps(module);
    ir_done(&h.ir);
    arena_done(&a);
}
