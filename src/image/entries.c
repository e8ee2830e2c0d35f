/* entries.c - what a module of several executables must know of each. */
#include "image/entries.h"

#include "format/entries.h"

#include <llvm-c/Core.h>

#include <string.h>

/* A constant that only what is in its section leads to. */
static LLVMValueRef
add_constant(LLVMModuleRef module, LLVMValueRef value, const char *section)
{
    LLVMValueRef g = LLVMAddGlobal(module, LLVMTypeOf(value), "culprit.row");

    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetAlignment(g, section ? 8 : 1);
    if (section)
        LLVMSetSection(g, section);
    return g;
}

static void
guard_list(LLVMModuleRef module, const char *name, bool is_end,
           const uint8_t *members, size_t n)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);

    if (!global)
        return;
    LLVMValueRef list = LLVMGetInitializer(global);
    const unsigned count =
        (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(global));
    LLVMValueRef bytes =
        add_constant(module,
                     LLVMConstStringInContext(context, (const char *)members,
                                              (unsigned)n, true),
                     NULL);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(list, i);
        LLVMValueRef row[] = {
            LLVMGetAggregateElement(entry, 1), bytes,
            LLVMConstInt(LLVMInt64TypeInContext(context), is_end, 0)};
        add_constant(module, LLVMConstStructInContext(context, row, 3, 0),
                     STARTS_SECTION);
    }
    LLVMDeleteGlobal(global);
}

void
entries_guard(LLVMModuleRef module, const uint8_t *members, size_t n)
{
    guard_list(module, "llvm.global_ctors", false, members, n);
    guard_list(module, "llvm.global_dtors", true, members, n);
}

bool
entries_mark(Image *image, const char **mains, Diag *d)
{
    LLVMContextRef context = image->context;

    for (size_t i = 0; i < image->nentries; i++) {
        const ElfFile *file = &image->parts[image->entries[i].parts[0]];
        const char *id = file->build_id;
        LLVMValueRef f =
            mains[i] ? LLVMGetNamedFunction(image->module, mains[i]) : NULL;
        if (!f)
            return diag_fail(d,
                             "%s has no main that was compiled by "
                             "culprit-cc: leave it out",
                             file->path);
        LLVMValueRef text = add_constant(
            image->module,
            LLVMConstStringInContext(context, id, (unsigned)strlen(id), false),
            NULL);
        LLVMValueRef row[] = {text, f};
        add_constant(image->module,
                     LLVMConstStructInContext(context, row, 2, 0),
                     ENTRIES_SECTION);
    }
    return true;
}
