/* serve.c - let a variant run many tests after a single start.
 *
 * The program's main becomes __culprit_main, and a new main hands it to the
 * runtime, which calls it: at once, or in a fork for each test. That is not
 * done where code of the program, or of a sanitizer, runs before main.
 */
#include "variant/serve.h"

#include <llvm-c/Core.h>

#include <string.h>

/* What the runtime calls to serve; a program may have such a name for its own.
 */
static const char *const called[] = {"_Fork", "fork"};

static bool
defines(LLVMModuleRef module, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);

    return f && !LLVMIsDeclaration(f) &&
           LLVMGetLinkage(f) == LLVMExternalLinkage;
}

/* Does what is put in this section, or said by this assembler code, run before
 * main? Of .init, .init_array, .preinit_array and .ctors parts are enough. */
static bool
is_early(const char *text)
{
    return text && (strstr(text, "init") || strstr(text, "ctors"));
}

static bool
has_constructors(LLVMModuleRef module)
{
    LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.global_ctors");
    size_t n;

    if (list && LLVMGetArrayLength2(LLVMGlobalGetValueType(list)) > 0)
        return true;
    if (LLVMGetFirstGlobalIFunc(module) ||
        is_early(LLVMGetModuleInlineAsm(module, &n)))
        return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        if (is_early(LLVMGetSection(g)))
            return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (is_early(LLVMGetSection(f)))
            return true;
    return false;
}

/* Do the program's own link options bring code that runs before main? */
static bool
is_odd_option(const char *arg)
{
    return strstr(arg, "-fsanitize") || strstr(arg, "-init") ||
           strcmp(arg, "-pg") == 0 || strcmp(arg, "--coverage") == 0;
}

static bool
is_servable(const Image *image, const Program *p)
{
    if (p->threaded || image->nobjects > 0 ||
        (image->nentries == 1 && !defines(image->module, "main")) ||
        has_constructors(image->module))
        return false;
    for (size_t i = 0; i < image->link.nargs; i++)
        if (is_odd_option(image->link.args[i]))
            return false;
    for (size_t i = 0; i < sizeof called / sizeof called[0]; i++)
        if (defines(image->module, called[i]))
            return false;
    return true;
}

/* int main(int, char **, char **) { return __culprit_serve(..., theirs); } */
static void
add_main(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef types[] = {i32, pointer, pointer, pointer};
    LLVMTypeRef main_type = LLVMFunctionType(i32, types, 3, 0);
    LLVMTypeRef serve_type = LLVMFunctionType(i32, types, 4, 0);
    LLVMValueRef theirs = LLVMGetNamedFunction(module, "main");

    LLVMSetValueName2(theirs, "__culprit_main", 14);
    LLVMValueRef ours = LLVMAddFunction(module, "main", main_type);
    LLVMValueRef serve = LLVMAddFunction(module, "__culprit_serve", serve_type);
    LLVMSetVisibility(serve, LLVMHiddenVisibility);
    unsigned unwind = LLVMGetEnumAttributeKindForName("uwtable", 7);
    LLVMAddAttributeAtIndex(ours,
                            (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, unwind, 2));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(b,
                             LLVMAppendBasicBlockInContext(context, ours, ""));
    LLVMValueRef args[] = {LLVMGetParam(ours, 0), LLVMGetParam(ours, 1),
                           LLVMGetParam(ours, 2), theirs};
    LLVMBuildRet(b, LLVMBuildCall2(b, serve_type, serve, args, 4, ""));
    LLVMDisposeBuilder(b);
}

void
serve_prepare(Image *image, const Program *p)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(image->module));
    bool servable = is_servable(image, p);

    LLVMValueRef flag = LLVMAddGlobal(image->module, i8, "__culprit_servable");
    LLVMSetInitializer(flag, LLVMConstInt(i8, servable, 0));
    LLVMSetGlobalConstant(flag, 1);
    LLVMSetVisibility(flag, LLVMHiddenVisibility);
    if (servable && image->nentries == 1) /* else runtime/entry.c does it */
        add_main(image->module);
}
