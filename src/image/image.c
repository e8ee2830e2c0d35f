/* image.c - an executable on disk, its own libraries and its link records. */
#include "image/image.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "format/section.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>

typedef struct ImageReader ImageReader;
struct ImageReader {
    Image *image;
    VEC(ElfFile) parts;
    VEC(const char *) args;
    VEC(Bytes) objects;
    VEC(const char *) dirs; /* -L of the links, where libraries may be */
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
        if (starts(text, "-L") && text[2])
            vec_push(&r->dirs, text + 2);
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
        if (record.kind == RECORD_BITCODE) {
            modules++;
            if (record.llvm != SECTION_LLVM)
                return diag_fail(r->diag,
                                 "%s holds bitcode of LLVM %u, this culprit "
                                 "reads LLVM %d: build it again with this "
                                 "culprit-cc",
                                 part->path, record.llvm, SECTION_LLVM);
            continue;
        }
        if (record.kind == RECORD_COMPILE) /* for compiled.c */
            continue;
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

/* The file of a needed library if it is one of ours. */
static bool
try_library(ImageReader *r, const char *dir, const char *name,
            const char *origin)
{
    ElfFile lib;
    Diag ignored;
    Str path = {0};
    bool ours = false;

    if (starts(dir, "$ORIGIN") || starts(dir, "${ORIGIN}"))
        str_printf(&path, "%s%s", origin,
                   strchr(dir, 'N') + 1 + (dir[1] == '{'));
    else
        str_puts(&path, dir);
    str_printf(&path, "/%s", name);
    diag_init(&ignored);
    if (io_exists(str_text(&path)) &&
        elf_read(str_text(&path), &r->image->arena, &lib, &ignored) &&
        lib.section.at) {
        ours = true;
        vec_push(&r->parts, lib);
    }
    diag_done(&ignored);
    str_done(&path);
    return ours;
}

static bool
try_list(ImageReader *r, const char *dirs, const char *name, const char *origin)
{
    bool found = false;
    char *copy = mem_strdup(dirs), *state = NULL;

    for (char *dir = strtok_r(copy, ":", &state); dir && !found;
         dir = strtok_r(NULL, ":", &state))
        found = try_library(r, dir, name, origin);
    free(copy);
    return found;
}

/* Look for a needed library where the loader would, except in the system's
 * directories: what is installed there is not the project's own. */
static void
find_library(ImageReader *r, const ElfFile *by, const char *name)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    char *origin = io_dirname(by->path);
    bool found = (path && try_list(r, path, name, origin)) ||
                 try_list(r, by->runpath, name, origin);

    for (size_t i = 0; i < r->args.n && !found; i++) {
        const char *arg = r->args.at[i];
        if (arg[0] == '/' && strcmp(io_basename(arg), name) == 0) {
            char *dir = io_dirname(arg);
            found = try_library(r, dir, name, origin);
            free(dir);
        }
    }
    for (size_t i = 0; i < r->dirs.n && !found; i++) {
        char *dir = io_join(r->image->link_dir, r->dirs.at[i]);
        found = try_library(r, dir, name, origin);
        free(dir);
    }
    free(origin);
}

/* An argument that names one of our own libraries, which are merged. */
static bool
names_part(const ImageReader *r, const char *arg)
{
    for (size_t i = 1; i < r->parts.n; i++) {
        const ElfFile *part = &r->parts.at[i];
        const char *base = io_basename(part->path);
        const char *name = *part->soname ? part->soname : base;
        size_t n = starts(arg, "-l") ? strlen(arg + 2) : 0;
        if (starts(arg, "-l:") &&
            (strcmp(arg + 3, base) == 0 || strcmp(arg + 3, name) == 0))
            return true;
        if (n && starts(name, "lib") && strncmp(name + 3, arg + 2, n) == 0 &&
            starts(name + 3 + n, ".so"))
            return true;
        if (arg[0] == '/' && (strcmp(io_basename(arg), base) == 0 ||
                              strcmp(io_basename(arg), name) == 0 ||
                              (strstr(io_basename(arg), ".so") &&
                               starts(name, io_basename(arg)))))
            return true;
    }
    return false;
}

static void
finish(ImageReader *r)
{
    Image *image = r->image;
    Str ids = {0};

    image->nparts = r->parts.n;
    image->parts =
        arena_dup(&image->arena, r->parts.at, r->parts.n * sizeof *r->parts.at);
    image->link_args = ARENA_ARRAY(&image->arena, const char *, r->args.n);
    for (size_t i = 0; i < r->args.n; i++)
        if (!names_part(r, r->args.at[i]))
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
                find_library(r, &part, part.needed[k]);
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
    vec_done(&r.dirs);
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
