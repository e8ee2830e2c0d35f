/* mutate_same.c - changes of functions that several programs have copies of. */
#include "variant/mutate_same.h"

#include "format/entries.h"

#include <llvm-c/Core.h>

/* A variable of the module that only its section, or another one, leads to. */
static LLVMValueRef
add_variable(LLVMModuleRef module, LLVMValueRef value, const char *section)
{
    LLVMValueRef g = LLVMAddGlobal(module, LLVMTypeOf(value), "");

    LLVMSetInitializer(g, value);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    if (section) {
        LLVMSetSection(g, section);
        LLVMSetAlignment(g, 8);
    }
    return g;
}

/* struct SameRow */
static void
add_row(const MutateScan *s, LLVMModuleRef module, LLVMValueRef function,
        uint32_t copy)
{
    const uint32_t first = s->program.functions[copy].copy_of - 1;
    const MutateFunction *all = s->out->functions;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(s->context);
    unsigned n = 0;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        MEMBERS_ATTRIBUTE, sizeof MEMBERS_ATTRIBUTE - 1);
    const char *members = LLVMGetStringAttributeValue(a, &n);
    LLVMValueRef text = LLVMConstStringInContext(s->context, members, n, false);
    LLVMValueRef fields[] = {
        add_variable(module, text, NULL), LLVMConstInt(i64, first, 0),
        LLVMConstInt(i64, all[first].first, 0), LLVMConstInt(i64, copy, 0),
        LLVMConstInt(i64, all[copy].first, 0)};

    add_variable(module, LLVMConstStructInContext(s->context, fields, 5, 0),
                 SAME_SECTION);
}

void
mutate_tell_same(const MutateScan *s, LLVMModuleRef module,
                 LLVMValueRef const *functions)
{
    for (uint32_t i = 0; i < s->program.n.functions; i++)
        if (s->program.functions[i].copy_of)
            add_row(s, module, functions[i], i);
}
