/* link.c - an image's bitcode records to one module, with ELF's rules.
 *
 * Modules of one part are linked as the linker did. Between parts the dynamic
 * linker's rules hold: what a shared object does not export is its own; of a
 * name that several parts export the first part's definition counts (that is
 * interposition), so later definitions become declarations. Libraries are put
 * before the executable, so that constructors keep their order.
 */
#include "image/image.h"

#include "base/map.h"
#include "base/mem.h"
#include "format/section.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

/* LLVM reports errors through a callback, then returns failure. */
static void
on_diagnostic(LLVMDiagnosticInfoRef info, void *diag)
{
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    diag_fail(diag, "%s", text);
    LLVMDisposeMessage(text);
}

static LLVMModuleRef
parse_module(Image *image, const Record *record, Diag *d)
{
    Bytes b;
    LLVMModuleRef module = NULL;

    if (!section_unpack(record, &b, d))
        return NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
        (const char *)b.at, b.n, "bitcode", 0);
    if (LLVMParseBitcodeInContext2(image->context, buffer, &module)) {
        diag_fail(d, "the bitcode record at offset %zu does not parse",
                  record->offset);
        module = NULL;
    }
    LLVMDisposeMemoryBuffer(buffer);
    io_bytes_done(&b);
    return module;
}

static LLVMModuleRef
link_part(Image *image, const ElfFile *part, Diag *d)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;
    LLVMModuleRef whole = NULL;

    while (section_next(&c, &record, d)) {
        if (record.kind != RECORD_BITCODE)
            continue;
        LLVMModuleRef module = parse_module(image, &record, d);
        if (!module)
            break;
        if (!whole) {
            whole = module;
        } else if (LLVMLinkModules2(whole, module)) {
            diag_fail(d, "its modules do not link");
            break;
        }
    }
    if (d->error) {
        diag_context(d, "%s", part->path);
        if (whole)
            LLVMDisposeModule(whole);
        return NULL;
    }
    return whole;
}

static bool
is_private(LLVMValueRef global)
{
    LLVMLinkage l = LLVMGetLinkage(global);

    return l == LLVMInternalLinkage || l == LLVMPrivateLinkage ||
           l == LLVMAppendingLinkage || l == LLVMAvailableExternallyLinkage;
}

/* Give up this definition: a stronger part defines the name. */
static void
undefine_function(LLVMValueRef f)
{
    char *name = mem_strdup(LLVMGetValueName(f));
    LLVMValueRef declared =
        LLVMAddFunction(LLVMGetGlobalParent(f), "", LLVMGlobalGetValueType(f));

    LLVMReplaceAllUsesWith(f, declared);
    LLVMDeleteFunction(f);
    LLVMSetValueName2(declared, name, strlen(name));
    free(name);
}

/* ELF's rules for the names of a shared object (see the file's comment).
 * `taken`: exported names of stronger parts. */
static void
settle_names(LLVMModuleRef module, const ElfFile *part, bool library,
             Map *taken)
{
    Map exported = {0};
    LLVMValueRef next;

    for (size_t i = 0; i < part->nexports; i++)
        map_put_text(&exported, part->exports[i], 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
        const char *name = LLVMGetValueName(f);
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f) || is_private(f) || !library)
            continue;
        if (!map_find_text(&exported, name))
            LLVMSetLinkage(f, LLVMInternalLinkage);
        else if (map_find_text(taken, name))
            undefine_function(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName(g);
        if (LLVMIsDeclaration(g) || is_private(g) || !library)
            continue;
        if (!map_find_text(&exported, name)) {
            LLVMSetVisibility(g, LLVMDefaultVisibility);
            LLVMSetLinkage(g, LLVMInternalLinkage);
        } else if (map_find_text(taken, name)) {
            LLVMSetInitializer(g, NULL);
            LLVMSetLinkage(g, LLVMExternalLinkage);
        }
    }
    for (size_t i = 0; i < part->nexports; i++)
        map_put_text(taken, part->exports[i], 1);
    map_done(&exported);
}

/* All names a module defines for others, as if it exported them. */
static void
take_names(LLVMModuleRef module, Map *taken)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_private(f))
            map_put_text(taken, LLVMGetValueName(f), 1);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
         g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && !is_private(g))
            map_put_text(taken, LLVMGetValueName(g), 1);
}

static bool
link_parts(Image *image, LLVMModuleRef *modules, Diag *d)
{
    Map taken = {0};

    for (size_t i = 0; i < image->nparts; i++) {
        modules[i] = link_part(image, &image->parts[i], d);
        if (d->error)
            break;
        if (!modules[i])
            continue;
        settle_names(modules[i], &image->parts[i], i > 0, &taken);
        if (i == 0)
            take_names(modules[i], &taken);
    }
    map_done(&taken);
    return !d->error;
}

bool
image_link(Image *image, Diag *d)
{
    LLVMModuleRef *modules = mem_zalloc(image->nparts, sizeof *modules);

    image->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(image->context, on_diagnostic, d);
    bool ok = link_parts(image, modules, d);
    for (size_t i = image->nparts; i-- > 0;) {
        if (!modules[i])
            continue;
        if (!ok)
            LLVMDisposeModule(modules[i]);
        else if (!image->module)
            image->module = modules[i];
        else if (LLVMLinkModules2(image->module, modules[i]))
            ok = diag_fail(d, "%s: its libraries do not link",
                           image->parts[0].path);
    }
    free(modules);
    if (ok)
        LLVMSetIsNewDbgInfoFormat(image->module, 0);
    LLVMContextSetDiagnosticHandler(image->context, NULL, NULL);
    return ok;
}
