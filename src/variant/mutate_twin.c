/* mutate_twin.c - a module and its twin: one as it was, one with the sites.
 *
 * A run changes one place of one function, so only that function needs its
 * checks: the others run as they were compiled. The twin holds the functions
 * with checks, and is quick to compile; the module holds all data and the fast
 * functions.
 */
#include "variant/mutate_twin.h"

#include "base/mem.h"
#include "base/vec.h"
#include "variant/halves.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(LLVMValueRef) Values;

/* Can it hand on its arguments? If their number is not known, only a jump can,
 * and LLVM 19 then writes a struct that is passed by value over the frame. */
static bool
can_hand_on(LLVMValueRef f)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);

    for (unsigned i = LLVMCountParams(f); i > 0; i--)
        if (LLVMGetEnumAttributeAtIndex(f, i, byval))
            return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
    return true;
}

bool
twin_is_possible(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !can_hand_on(f))
            return false;
    return halves_are_possible(module);
}

static void
list_definitions(LLVMValueRef first, LLVMValueRef (*next)(LLVMValueRef),
                 Values *out)
{
    for (LLVMValueRef v = first; v; v = next(v))
        if (!LLVMIsDeclaration(v))
            vec_push(out, v);
}

/* An inline function that is defined elsewhere, if anywhere, has its body
 * here. */
static bool
is_own(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);

    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMAvailableExternallyLinkage;
}

/* By way of bitcode: LLVMCloneModule forgets that labels' addresses are used.
 */
static LLVMModuleRef
copy(LLVMModuleRef module)
{
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    LLVMModuleRef out = NULL;

    if (LLVMParseBitcodeInContext2(LLVMGetModuleContext(module), buffer, &out))
        bug("the bitcode of a sound module does not parse");
    LLVMDisposeMemoryBuffer(buffer);
    LLVMSetIsNewDbgInfoFormat(out, LLVMIsNewDbgInfoFormat(module));
    return out;
}

LLVMModuleRef
twin_make(LLVMModuleRef module)
{
    Values all = {0};

    list_definitions(LLVMGetFirstGlobal(module), LLVMGetNextGlobal, &all);
    list_definitions(LLVMGetFirstFunction(module), LLVMGetNextFunction, &all);
    for (size_t i = 0; i < all.n; i++)
        if (is_own(all.at[i]))
            halves_share(all.at[i], (uint32_t)i);
    vec_done(&all);
    return copy(module);
}

char *
twin_name(const char *function)
{
    return mem_printf("culprit.twin.%s", function);
}

/* Does the constant hold the address of a label? */
static bool
names_label(LLVMValueRef v)
{
    if (!LLVMIsAConstant(v) || LLVMIsAGlobalValue(v))
        return false;
    if (LLVMIsABlockAddress(v))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (names_label(LLVMGetOperand(v, (unsigned)i)))
            return true;
    return false;
}

/* A table of labels is that of the twin's own; all else is the module's. */
static void
leave_global(LLVMValueRef g)
{
    LLVMValueRef value = LLVMGetInitializer(g);

    if (LLVMGetLinkage(g) == LLVMAppendingLinkage) {
        LLVMDeleteGlobal(g);
        return;
    }
    LLVMSetComdat(g, NULL);
    if (value && names_label(value)) {
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        LLVMSetLinkage(g, LLVMInternalLinkage);
        return;
    }
    LLVMSetInitializer(g, NULL);
    LLVMSetLinkage(g, LLVMExternalLinkage);
}

/* Does anybody know where labels of the function are? */
static bool
has_known_labels(LLVMValueRef f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u)))
            return true;
    return false;
}

/* Uses of the function, but for the addresses of its labels. */
static void
replace_uses(LLVMValueRef f, LLVMValueRef other)
{
    Values users = {0};

    if (!has_known_labels(f)) {
        LLVMReplaceAllUsesWith(f, other);
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
        if (LLVMIsAInstruction(LLVMGetUser(u)))
            vec_push(&users, LLVMGetUser(u));
    for (size_t i = 0; i < users.n; i++)
        for (int k = 0; k < LLVMGetNumOperands(users.at[i]); k++)
            if (LLVMGetOperand(users.at[i], (unsigned)k) == f)
                LLVMSetOperand(users.at[i], (unsigned)k, other);
    vec_done(&users);
}

/* The module's function announces itself (-finstrument-functions). */
static void
be_silent(LLVMValueRef f)
{
    static const char *const keys[] = {
        "instrument-function-entry", "instrument-function-entry-inlined",
        "instrument-function-exit", "instrument-function-exit-inlined"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        LLVMRemoveStringAttributeAtIndex(
            f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, keys[i],
            (unsigned)strlen(keys[i]));
}

static void
leave_function(LLVMModuleRef copy, LLVMValueRef f, bool kept)
{
    size_t n;
    char *name = mem_strdup(LLVMGetValueName2(f, &n));
    char *twin = twin_name(name);
    LLVMVisibility visibility = LLVMGetVisibility(f);

    LLVMSetValueName2(f, twin, strlen(twin));
    be_silent(f);
    LLVMSetComdat(f, NULL);
    LLVMSetVisibility(f, LLVMDefaultVisibility);
    LLVMSetLinkage(f, kept ? LLVMExternalLinkage : LLVMInternalLinkage);
    if (kept)
        LLVMSetVisibility(f, LLVMHiddenVisibility);
    LLVMValueRef other = LLVMAddFunction(copy, name, LLVMGlobalGetValueType(f));
    LLVMSetFunctionCallConv(other, LLVMGetFunctionCallConv(f));
    LLVMSetVisibility(other, visibility);
    replace_uses(f, other);
    free(name);
    free(twin);
}

void
twin_leave(LLVMModuleRef copy, LLVMValueRef *functions, const bool *kept,
           size_t n)
{
    Values globals = {0};

    list_definitions(LLVMGetFirstGlobal(copy), LLVMGetNextGlobal, &globals);
    for (size_t i = 0; i < globals.n; i++)
        leave_global(globals.at[i]);
    for (size_t i = 0; i < n; i++)
        leave_function(copy, functions[i], kept[i]);
    vec_done(&globals);
}
