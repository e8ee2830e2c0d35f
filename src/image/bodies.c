/* bodies.c - inline functions keep their bodies.
 *
 * An inline definition of C99 is not a definition for the linker. Optimised
 * code need not refer to it; unoptimised code does, and a program that was
 * linked with -O2 only may have no other. culprit-cc compiles such functions as
 * always_inline, which is how clang keeps their bodies at -O0
 * (available_externally). Here they become definitions that give way to any
 * other, and nothing is inlined before it is instrumented: only functions
 * without debug information, the compiler's own intrinsics, are left as they
 * are.
 */
#include "image/bodies.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <string.h>

static unsigned
kind_of(const char *attribute)
{
    return LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
}

static void
keep_whole(LLVMValueRef f)
{
    const unsigned always = kind_of("alwaysinline"),
                   never = kind_of("noinline");
    const LLVMAttributeIndex at = (unsigned)LLVMAttributeFunctionIndex;
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));

    if (!LLVMGetSubprogram(f) || !LLVMGetEnumAttributeAtIndex(f, at, always))
        return;
    LLVMRemoveEnumAttributeAtIndex(f, at, always);
    LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(context, never, 0));
}

/* Hidden, so that it is nobody else's definition. */
static void
define(LLVMValueRef f)
{
    if (LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage)
        return;
    LLVMSetLinkage(f, LLVMWeakAnyLinkage);
    LLVMSetVisibility(f, LLVMHiddenVisibility);
}

void
bodies_settle(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f)) {
        keep_whole(f);
        define(f);
    }
}
