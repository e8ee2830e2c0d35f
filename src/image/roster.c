/* roster.c - what a module of several executables must know of each. */
#include "image/roster.h"

#include "base/mem.h"
#include "format/entries.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
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

/* Linking leaves out what is internal and that nothing refers to. */
static void
keep_when_linked(LLVMValueRef g, size_t module, const char *list, unsigned i)
{
    char *name = mem_printf("culprit.start.%zu.%s.%u", module, list, i);

    LLVMSetLinkage(g, LLVMExternalLinkage);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    LLVMSetValueName2(g, name, strlen(name));
    free(name);
}

static void
guard_list(LLVMModuleRef module, size_t module_number, const char *name,
           const uint8_t *members, size_t n)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    const bool is_end = strstr(name, "dtors") != NULL;

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
        LLVMValueRef g =
            add_constant(module, LLVMConstStructInContext(context, row, 3, 0),
                         STARTS_SECTION);
        keep_when_linked(g, module_number, name, i);
    }
    LLVMDeleteGlobal(global);
}

void
roster_guard(LLVMModuleRef module, size_t number, const uint8_t *members,
             size_t n)
{
    guard_list(module, number, "llvm.global_ctors", members, n);
    guard_list(module, number, "llvm.global_dtors", members, n);
}

bool
roster_mark(Image *image, const char **mains, Diag *d)
{
    LLVMContextRef context = image->context;

    for (size_t i = 0; i < image->nentries; i++) {
        const ElfFile *file = &image->parts[image->entries[i].parts[0]];
        const char *id = file->build_id;
        LLVMValueRef f =
            mains[i] ? LLVMGetNamedFunction(image->module, mains[i])
                     : LLVMConstNull(LLVMPointerTypeInContext(context, 0));
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
