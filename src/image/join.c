/* join.c - an image's bitcode records to one module, by the rules of ELF.
 *
 * Modules of one part are linked as the linker did: what it accepted twice
 * counts once, and --wrap is applied here, because it concerns names that are
 * resolved before the linker sees them. Names and constructors of several
 * parts are settled in parts.c; libraries are put before what needs them.
 */
#include "image/image.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "format/section.h"
#include "image/bodies.h"
#include "image/parts.h"

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

/* What the linker was told about names of one part. */
typedef struct Told Told;
struct Told {
    VEC(char *) wrapped;
    bool symbolic; /* references to its own names stay inside the part */
};

static void
told_word(Told *t, const char *word)
{
    static const char wrap[] = "--wrap";
    const char *at = strstr(word, wrap);

    if (at && (at[6] == '=' || at[6] == ',')) {
        size_t n = strcspn(at + 7, ",");
        char *name = mem_alloc(n + 1);
        memcpy(name, at + 7, n);
        name[n] = 0;
        vec_push(&t->wrapped, name);
        told_word(t, at + 7);
    }
    if (strstr(word, "-Bsymbolic"))
        t->symbolic = true;
}

static bool
read_told(const ElfFile *part, Told *t, Diag *d)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;
    Bytes b;

    *t = (Told){.symbolic = part->symbolic};
    while (section_next(&c, &record, d)) {
        if (record.kind != RECORD_LINK)
            continue;
        if (!section_unpack(&record, &b, d))
            break;
        const char *at = (const char *)b.at, *end = at + b.n;
        for (bool next = false; at < end; at += strlen(at) + 1) {
            if (strncmp(at, "-Wl,", 4) == 0 || next)
                told_word(t, at);
            next = strcmp(at, "-Xlinker") == 0;
        }
        io_bytes_done(&b);
    }
    return !d->error;
}

static void
told_done(Told *t)
{
    for (size_t i = 0; i < t->wrapped.n; i++)
        free(t->wrapped.at[i]);
    vec_done(&t->wrapped);
}

typedef VEC(LLVMModuleRef) Modules;

static bool
parse_part(Image *image, const ElfFile *part, Modules *out, Diag *d)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;

    while (section_next(&c, &record, d)) {
        if (record.kind != RECORD_BITCODE)
            continue;
        LLVMModuleRef module = parse_module(image, &record, d);
        if (!module)
            break;
        vec_push(out, module);
    }
    return !d->error;
}

/* Uses of the declared name `from` become uses of `to`. */
static void
rename_uses(LLVMModuleRef module, const char *from, const char *to)
{
    LLVMValueRef old = LLVMGetNamedFunction(module, from);
    LLVMValueRef new = LLVMGetNamedFunction(module, to);

    if (!old || !LLVMIsDeclaration(old))
        return;
    if (new)
        LLVMReplaceAllUsesWith(old, new);
    else
        LLVMSetValueName2(old, to, strlen(to));
}

/* --wrap=NAME: who does not define NAME gets __wrap_NAME, and __real_NAME is
 * NAME. Names that no bitcode defines are left to the linker. */
static void
wrap(const Modules *modules, const char *name)
{
    bool defined = false;
    char *wrapper = mem_printf("__wrap_%s", name);
    char *real = mem_printf("__real_%s", name);

    for (size_t i = 0; i < modules->n; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(modules->at[i], name);
        defined = defined || (f && !LLVMIsDeclaration(f));
    }
    for (size_t i = 0; defined && i < modules->n; i++) {
        rename_uses(modules->at[i], name, wrapper);
        rename_uses(modules->at[i], real, name);
    }
    free(wrapper);
    free(real);
}

/* The linker took the program although both define this: first come, first
 * served. */
static void
drop_second_definitions(LLVMModuleRef whole, LLVMModuleRef module)
{
    Globals here, there;
    Map defined = {0};

    parts_globals(whole, &here);
    parts_globals(module, &there);
    for (size_t i = 0; i < here.n; i++)
        if (parts_defines(here.at[i]) &&
            LLVMGetLinkage(here.at[i]) == LLVMExternalLinkage)
            map_put_text(&defined, LLVMGetValueName(here.at[i]), 1);
    for (size_t i = 0; i < there.n; i++)
        if (parts_defines(there.at[i]) &&
            LLVMGetLinkage(there.at[i]) == LLVMExternalLinkage &&
            map_find_text(&defined, LLVMGetValueName(there.at[i])))
            parts_undefine(there.at[i]);
    map_done(&defined);
    vec_done(&here);
    vec_done(&there);
}

static LLVMModuleRef
link_part(Image *image, const ElfFile *part, const Told *told, Diag *d)
{
    Modules modules = {0};
    LLVMModuleRef whole = NULL;
    bool ok = parse_part(image, part, &modules, d);

    for (size_t i = 0; ok && i < told->wrapped.n; i++)
        wrap(&modules, told->wrapped.at[i]);
    for (size_t i = 0; i < modules.n; i++) {
        LLVMModuleRef module = modules.at[i];
        if (!ok) {
            LLVMDisposeModule(module);
        } else if (!whole) {
            whole = module;
        } else {
            drop_second_definitions(whole, module);
            if (LLVMLinkModules2(whole, module))
                ok = diag_fail(d, "its modules cannot be linked together");
        }
    }
    vec_done(&modules);
    if (ok)
        return whole;
    diag_context(d, "%s", part->path);
    if (whole)
        LLVMDisposeModule(whole);
    return NULL;
}

static bool
link_parts(Image *image, ImagePart *parts, Diag *d)
{
    for (size_t i = 0; i < image->nparts; i++) {
        Told told;
        parts[i].file = &image->parts[i];
        if (read_told(parts[i].file, &told, d))
            parts[i].module = link_part(image, parts[i].file, &told, d);
        parts[i].symbolic = told.symbolic;
        told_done(&told);
        if (d->error)
            return false;
    }
    parts_settle(parts, image->nparts);
    return true;
}

bool
image_link(Image *image, Diag *d)
{
    ImagePart *parts = mem_zalloc(image->nparts, sizeof *parts);
    size_t *order = mem_zalloc(image->nparts, sizeof *order);

    image->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(image->context, on_diagnostic, d);
    bool ok = link_parts(image, parts, d);
    parts_order(image->parts, image->nparts, order);
    if (ok)
        parts_order_constructors(parts, order, image->nparts);
    for (size_t i = 0; i < image->nparts; i++) {
        LLVMModuleRef module = parts[order[i]].module;
        if (!module)
            continue;
        if (!ok)
            LLVMDisposeModule(module);
        else if (!image->module)
            image->module = module;
        else if (LLVMLinkModules2(image->module, module))
            ok = diag_fail(d, "%s: its libraries cannot be linked together",
                           image->parts[0].path);
    }
    free(parts);
    free(order);
    if (ok) {
        bodies_settle(image->module);
        LLVMSetIsNewDbgInfoFormat(image->module, 0);
    }
    LLVMContextSetDiagnosticHandler(image->context, NULL, NULL);
    return ok;
}
