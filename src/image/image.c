/* image.c - an executable on disk, its own libraries and its link records. */
#include "image/image.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "format/section.h"
#include "image/library.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

typedef struct ImageReader ImageReader;
struct ImageReader {
    Image *image;
    VEC(ElfFile) parts;
    VEC(const char *) args;
    VEC(Bytes) objects;
    Diag *diag;
};

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The link's texts: the directory, then arguments. Only the executable's own
 * are used again; of libraries only what they were linked with. */
static void
read_link(ImageReader *r, const Bytes *payload, bool executable)
{
    const char *at = (const char *)payload->at, *end = at + payload->n;
    bool first = true;

    for (; at < end; at += strlen(at) + 1, first = false) {
        const char *text = arena_strdup(&r->image->arena, at);
        if (first) {
            if (executable)
                r->image->link_dir = text;
            continue;
        }
        if (executable || starts(text, "-l") || starts(text, "-L") ||
            text[0] == '/')
            vec_push(&r->args, text);
    }
}

static bool
read_records(ImageReader *r, const ElfFile *part, bool executable)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;
    size_t modules = 0, links = 0;

    while (section_next(&c, &record, r->diag)) {
        Bytes payload;
        if (record.kind == RECORD_BITCODE || record.kind == RECORD_COMPILE) {
            modules += record.kind == RECORD_BITCODE;
            if (record.llvm != SECTION_LLVM)
                return diag_fail(r->diag,
                                 "%s holds bitcode of LLVM %u, this culprit "
                                 "reads LLVM %d: build it again with this "
                                 "culprit-cc",
                                 part->path, record.llvm, SECTION_LLVM);
            continue;
        }
        if (!section_unpack(&record, &payload, r->diag))
            break;
        if (record.kind == RECORD_LINK) {
            links++;
            read_link(r, &payload, executable);
            io_bytes_done(&payload);
        } else {
            vec_push(&r->objects, payload);
        }
    }
    if (r->diag->error)
        return diag_context(r->diag, "%s", part->path);
    if (executable && modules == 0)
        return diag_fail(r->diag,
                         "%s has no bitcode: build it with CC=culprit-cc",
                         part->path);
    if (executable && links == 0)
        return diag_fail(r->diag,
                         "%s was not linked by culprit-cc, though objects in "
                         "it were compiled by it: link it with culprit-cc too",
                         part->path);
    return true;
}

static LibraryLinks
links_of(const ImageReader *r)
{
    return (LibraryLinks){
        .dir = r->image->link_dir, .args = r->args.at, .nargs = r->args.n};
}

/* Add the library of this name to the parts, once, if it is one of ours. */
static void
add_library(ImageReader *r, const ElfFile *by, const char *name)
{
    const LibraryLinks links = links_of(r);
    ElfFile lib;

    if (!library_find(&links, by, name, &r->image->arena, &lib, r->diag))
        return;
    for (size_t i = 0; i < r->parts.n; i++)
        if (*lib.build_id && strcmp(r->parts.at[i].build_id, lib.build_id) == 0)
            return;
    vec_push(&r->parts, lib);
}

/* An argument that names one of our own libraries, which are merged. */
static bool
names_part(ImageReader *r, const LibraryLinks *links, const char *arg)
{
    for (size_t i = 1; i < r->parts.n; i++)
        if (library_is_named(links, arg, &r->parts.at[i], &r->image->arena))
            return true;
    return false;
}

static void
finish(ImageReader *r)
{
    Image *image = r->image;
    const LibraryLinks links = links_of(r);
    Str ids = {0};

    image->nparts = r->parts.n;
    image->parts =
        arena_dup(&image->arena, r->parts.at, r->parts.n * sizeof *r->parts.at);
    image->link_args = ARENA_ARRAY(&image->arena, const char *, r->args.n);
    for (size_t i = 0; i < r->args.n; i++)
        if (!names_part(r, &links, r->args.at[i]))
            image->link_args[image->nlink_args++] = r->args.at[i];
    image->nobjects = r->objects.n;
    image->objects = arena_dup(&image->arena, r->objects.at,
                               r->objects.n * sizeof *r->objects.at);
    for (size_t i = 0; i < image->nparts; i++)
        str_printf(&ids, "%s\n", image->parts[i].build_id);
    image->id = hash_digest(ids.at, ids.n);
    str_done(&ids);
}

static bool
known(const ImageReader *r, const char *name)
{
    for (size_t i = 0; i < r->parts.n; i++)
        if (strcmp(r->parts.at[i].soname, name) == 0 ||
            strcmp(io_basename(r->parts.at[i].path), name) == 0)
            return true;
    return false;
}

static bool
read_parts(ImageReader *r, const char *path)
{
    ElfFile exe;

    if (!elf_read(path, &r->image->arena, &exe, r->diag))
        return false;
    if (!exe.section.at)
        return diag_fail(
            r->diag, "%s has no bitcode: build it with CC=culprit-cc", path);
    if (!*exe.build_id)
        return diag_fail(r->diag, "%s has no build id: link it with culprit-cc",
                         path);
    vec_push(&r->parts, exe);
    for (size_t i = 0; i < r->parts.n; i++) {
        ElfFile part = r->parts.at[i];
        if (!read_records(r, &part, i == 0))
            return false;
        for (size_t k = 0; k < part.nneeded; k++)
            if (!known(r, part.needed[k]))
                add_library(r, &part, part.needed[k]);
    }
    return true;
}

bool
image_read(const char *path, Image *out, Diag *d)
{
    ImageReader r = {.image = out, .diag = d};

    *out = (Image){.link_dir = "."};
    bool ok = read_parts(&r, path);
    finish(&r);
    vec_done(&r.parts);
    vec_done(&r.args);
    vec_done(&r.objects);
    return ok;
}

void
image_done(Image *image)
{
    for (size_t i = 0; i < image->nobjects; i++)
        io_bytes_done(&image->objects[i]);
    if (image->module)
        LLVMDisposeModule(image->module);
    if (image->context)
        LLVMContextDispose(image->context);
    arena_done(&image->arena);
    *image = (Image){0};
}
