/* ctype.c - tables of <ctype.h> as functions.
 *
 * isdigit(c) and its kin are (*__ctype_b_loc())[c] & bit: a call, the load of
 * the table's address, an address within it, and the load that is replaced.
 * Where a program keeps the table's address in a variable it stays a table.
 */
#include "variant/ctype.h"

#include "format/model.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <stdbool.h>
#include <string.h>

/* The index, as an int. */
static LLVMValueRef
index_of(LLVMBuilderRef b, LLVMValueRef address)
{
    LLVMTypeRef i32 =
        LLVMInt32TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(address)))));
    LLVMValueRef i = LLVMGetOperand(address, 1);
    if (LLVMIsASExtInst(i) && LLVMTypeOf(LLVMGetOperand(i, 0)) == i32)
        return LLVMGetOperand(i, 0);
    return LLVMBuildIntCast2(b, i, i32, 1, "");
}

static void
replace(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef load,
        const char *model)
{
    LLVMValueRef address = LLVMGetOperand(load, 0);
    LLVMPositionBuilderBefore(b, load);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef index = index_of(b, address), f;
    LLVMTypeRef in = LLVMTypeOf(index), type;
    type = LLVMFunctionType(LLVMTypeOf(load), &in, 1, 0);
    f = LLVMGetNamedFunction(module, model);
    if (!f)
        f = LLVMAddFunction(module, model, type);
    LLVMReplaceAllUsesWith(load, LLVMBuildCall2(b, type, f, &index, 1, ""));
    LLVMInstructionEraseFromParent(load);
}

/* Loads of `type` at an address in the table. */
static unsigned
replace_loads(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef address,
              LLVMTypeRef type, const char *model)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(address), next; u; u = next) {
        LLVMValueRef load = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsALoadInst(load) || LLVMTypeOf(load) != type)
            continue;
        replace(b, module, load, model);
        n++;
    }
    return n;
}

/* Addresses in the table whose own address is `table`. */
static unsigned
replace_in(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef table,
           LLVMTypeRef type, const char *model)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(table); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef address = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(address) &&
            LLVMGetNumOperands(address) == 2 &&
            LLVMGetOperand(address, 0) == table &&
            LLVMGetGEPSourceElementType(address) == type)
            n += replace_loads(b, module, address, type, model);
    }
    return n;
}

static bool
is_site(LLVMValueRef v)
{
    static const char prefix[] = "__culprit_site_";
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) &&
           strncmp(LLVMGetValueName(f), prefix, sizeof prefix - 1) == 0;
}

/* Tables whose address is at `place`: what the call gave, or what a call that
 * marks a site (format/alter.h) passed on. */
static unsigned
replace_from(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef place,
             LLVMTypeRef type, const char *model)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            n += replace_in(b, module, user, type, model);
        else if (is_site(user))
            n += replace_from(b, module, user, type, model);
    }
    return n;
}

unsigned
ctype_replace(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(context);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    const struct {
        const char *name, *model;
        LLVMTypeRef type;
    } tables[] = {
        {"__ctype_b_loc", MODEL_PREFIX "ctype_b", i16},
        {"__ctype_tolower_loc", MODEL_PREFIX "ctype_tolower", i32},
        {"__ctype_toupper_loc", MODEL_PREFIX "ctype_toupper", i32},
    };
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    unsigned n = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, tables[i].name);
        for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u;
             u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
                continue;
            n += replace_from(b, module, call, tables[i].type, tables[i].model);
        }
    }
    LLVMDisposeBuilder(b);
    return n;
}
