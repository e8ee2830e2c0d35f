/* join.c - an image's units to one module, by the rules of ELF.
 *
 * What names mean is settled in resolve.c, the order of constructors in
 * parts.c; libraries are put before what needs them.
 */
#include "image/image.h"

#include "base/mem.h"
#include "image/bodies.h"
#include "image/parts.h"
#include "image/resolve.h"
#include "image/roster.h"

#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>

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

/* Link the module into *whole, which may be none yet. */
static bool
add_module(LLVMModuleRef *whole, LLVMModuleRef module)
{
    if (*whole)
        return !LLVMLinkModules2(*whole, module);
    *whole = module;
    return true;
}

/* Every instance of a unit goes to the part that it comes from. */
static bool
fill_parts(Image *image, Resolution *names, ImagePart *parts, Diag *d)
{
    for (size_t i = 0; i < names->n; i++) {
        const UnitInstance *in = &names->instances[i];
        LLVMModuleRef module = resolve_module(names, i, d);
        if (!module)
            return diag_context(d, "%s", image->parts[in->part].path);
        if (!in->is_everywhere)
            roster_guard(module, i, in->members, image->nentries);
        if (!add_module(&parts[in->part].module, module))
            return diag_fail(d, "%s: its modules cannot be linked together",
                             image->parts[in->part].path);
    }
    return true;
}

/* The parts in this order, to one module. */
static bool
join_parts(Image *image, ImagePart *parts, const size_t *order, Diag *d)
{
    bool ok = true;

    parts_order_constructors(parts, order, image->nparts);
    for (size_t i = 0; ok && i < image->nparts; i++) {
        LLVMModuleRef module = parts[order[i]].module;
        parts[order[i]].module = NULL;
        ok = !module || add_module(&image->module, module) ||
             diag_fail(d, "%s: its libraries cannot be linked together",
                       image->parts[0].path);
    }
    return ok;
}

static bool
link_parts(Image *image, Resolution *names, Diag *d)
{
    ImagePart *parts = mem_zalloc(image->nparts + 1, sizeof *parts);
    size_t *order = mem_zalloc(image->nparts + 1, sizeof *order);

    parts_order(image->parts, image->nparts, order);
    bool ok = fill_parts(image, names, parts, d) &&
              join_parts(image, parts, order, d);
    for (size_t i = 0; i < image->nparts; i++)
        if (parts[i].module)
            LLVMDisposeModule(parts[i].module);
    free(parts);
    free(order);
    return ok;
}

bool
image_link(Image *image, Diag *d)
{
    Resolution names;

    image->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(image->context, on_diagnostic, d);
    bool ok = resolve_image(image, &names, d) && link_parts(image, &names, d);
    if (ok && image->nentries > 1)
        ok = roster_mark(image, names.mains, d);
    if (ok) {
        bodies_settle(image->module);
        LLVMSetIsNewDbgInfoFormat(image->module, 0);
    }
    resolve_done(&names);
    LLVMContextSetDiagnosticHandler(image->context, NULL, NULL);
    return ok;
}
