/* image.c - an executable on disk, its own libraries and its link records. */
#include "image/image.h"

#include "base/map.h"
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
    VEC(ImageEntry) entries;
    VEC(const char *) args;
    VEC(Bytes) objects;
    Map known; /* digests of the objects, arguments of later executables */
    Diag *diag;
};

/* What the part that is being read is to the image. */
typedef enum { ROLE_FIRST, ROLE_EXECUTABLE, ROLE_LIBRARY } PartRole;

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool
names_file(const char *arg)
{
    return starts(arg, "-l") || starts(arg, "-L") || arg[0] == '/';
}

/* Later executables name what others have named again and again. */
static bool
is_new(ImageReader *r, const char *arg)
{
    return r->entries.n == 0 || ++*map_put_text(&r->known, arg, 0) == 1;
}

/* The link's texts: the directory, then arguments. Only the first executable's
 * own are used again; of other parts only what they were linked with. */
static void
read_link(ImageReader *r, const Bytes *payload, PartRole role)
{
    const char *at = (const char *)payload->at, *end = at + payload->n;
    bool first = true;

    for (; at < end; at += strlen(at) + 1, first = false) {
        const char *text = arena_strdup(&r->image->arena, at);
        if (first) {
            if (role == ROLE_FIRST)
                r->image->link.dir = text;
            continue;
        }
        if (role == ROLE_FIRST || (names_file(text) && is_new(r, text)))
            vec_push(&r->args, text);
    }
}

/* Several executables may have been linked from the same one. */
static void
add_object(ImageReader *r, Bytes *object)
{
    const Digest digest = hash_digest(object->at, object->n);

    if (map_find_text(&r->known, digest.hex)) {
        io_bytes_done(object);
        return;
    }
    map_put_text(&r->known, digest.hex, 1);
    vec_push(&r->objects, *object);
}

static bool
read_records(ImageReader *r, const ElfFile *part, PartRole role)
{
    Cursor c = cursor_over(part->section.at, part->section.n);
    Record record;
    const bool executable = role != ROLE_LIBRARY;
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
            read_link(r, &payload, role);
            io_bytes_done(&payload);
        } else {
            add_object(r, &payload);
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
        .dir = r->image->link.dir, .args = r->args.at, .nargs = r->args.n};
}

/* The part with this build id, or the new one; they are compared where there
 * are ids. */
static size_t
add_part(ImageReader *r, const ElfFile *part)
{
    for (size_t i = 0; *part->build_id && i < r->parts.n; i++)
        if (strcmp(r->parts.at[i].build_id, part->build_id) == 0)
            return i;
    vec_push(&r->parts, *part);
    return r->parts.n - 1;
}

/* An executable that is being read, with its libraries so far. */
typedef VEC(size_t) PartList;

static bool
has_part(const PartList *list, size_t part)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == part)
            return true;
    return false;
}

/* Does the executable have a library of this name already? */
static bool
has_name(const ImageReader *r, const PartList *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++) {
        const ElfFile *part = &r->parts.at[list->at[i]];
        if (strcmp(part->soname, name) == 0 ||
            strcmp(io_basename(part->path), name) == 0)
            return true;
    }
    return false;
}

/* Add the library of this name to the executable's, once, if it is one of
 * ours. */
static void
add_library(ImageReader *r, const ElfFile *by, const char *name, PartList *list)
{
    const LibraryLinks links = links_of(r);
    ElfFile lib;

    if (!library_find(&links, by, name, &r->image->arena, &lib, r->diag))
        return;
    size_t part = add_part(r, &lib);
    if (!has_part(list, part))
        vec_push(list, part);
}

/* What the part was made of, unless another executable needed it before. */
static bool
read_new_part(ImageReader *r, size_t part, size_t fresh, PartRole role)
{
    const ElfFile file = r->parts.at[part];

    return part < fresh || read_records(r, &file, role);
}

static bool
read_parts(ImageReader *r, const ElfFile *exe, PartList *list)
{
    const PartRole own = r->entries.n ? ROLE_EXECUTABLE : ROLE_FIRST;
    const size_t fresh = r->parts.n;

    vec_push(list, add_part(r, exe));
    for (size_t i = 0; i < list->n; i++) {
        if (!read_new_part(r, list->at[i], fresh, i ? ROLE_LIBRARY : own))
            return false;
        const ElfFile part = r->parts.at[list->at[i]];
        for (size_t k = 0; k < part.nneeded; k++)
            if (!has_name(r, list, part.needed[k]))
                add_library(r, &part, part.needed[k], list);
    }
    return true;
}

static bool
check_program(ImageReader *r, const char *path, ElfFile *exe)
{
    if (!elf_read(path, &r->image->arena, exe, r->diag))
        return false;
    if (!exe->section.at)
        return diag_fail(
            r->diag, "%s has no bitcode: build it with CC=culprit-cc", path);
    if (!*exe->build_id)
        return diag_fail(r->diag, "%s has no build id: link it with culprit-cc",
                         path);
    return true;
}

static bool
is_known(const ImageReader *r, const ElfFile *exe)
{
    for (size_t i = 0; i < r->entries.n; i++) {
        const ElfFile *other = &r->parts.at[r->entries.at[i].parts[0]];
        if (strcmp(other->build_id, exe->build_id) == 0)
            return true;
    }
    return false;
}

/* Why it cannot be joined with those that are there, or NULL. */
static const char *
why_alone(const ImageReader *r, const ElfFile *exe)
{
    for (size_t i = 0; i < r->entries.n && exe->join.section; i++) {
        const ElfFile *other = &r->parts.at[r->entries.at[i].parts[0]];
        if (other->join.section &&
            strcmp(other->join.section, exe->join.section) == 0)
            return arena_printf(&r->image->arena,
                                "it registers things in the section %s, as %s "
                                "does",
                                exe->join.section, other->path);
    }
    return exe->join.alone;
}

/* A copy of a program that is there already is no other program. */
static bool
read_program(ImageReader *r, const char *path, bool several)
{
    const size_t nparts = r->parts.n;
    PartList list = {0};
    ElfFile exe;

    if (!check_program(r, path, &exe))
        return false;
    if (is_known(r, &exe))
        return true;
    const char *alone = several ? why_alone(r, &exe) : NULL;
    if (alone)
        return diag_fail(r->diag, "%s must be looked at alone, because %s",
                         path, alone);
    bool ok = read_parts(r, &exe, &list);
    if (ok)
        vec_push(&r->entries, (ImageEntry){arena_dup(&r->image->arena, list.at,
                                                     list.n * sizeof *list.at),
                                           list.n});
    else
        r->parts.n = nparts;
    vec_done(&list);
    return ok;
}

/* One alone must do; of several, those that can. */
static bool
read_programs(ImageReader *r, const Texts *programs)
{
    Diag *d = r->diag, own;
    const char *why = NULL;
    size_t nleft = 0;

    if (programs->n == 1)
        return read_program(r, programs->at[0], false);
    for (size_t i = 0; i < programs->n; i++) {
        diag_init(&own);
        r->diag = &own;
        if (!read_program(r, programs->at[i], true) && nleft++ == 0)
            why = arena_strdup(&r->image->arena, own.error);
        for (size_t k = 0; k < own.nwarnings; k++)
            diag_warn(d, "%s", own.warnings[k]);
        diag_done(&own);
    }
    r->diag = d;
    if (nleft == 1)
        diag_warn(d, "%s; it is left out (--program takes it)", why);
    else if (nleft > 1)
        diag_warn(d,
                  "%s; it and %zu others like it are left out (--program takes "
                  "one)",
                  why, nleft - 1);
    return r->entries.n > 0 ||
           diag_fail(d,
                     "none of the %zu programs can be looked at with "
                     "others: choose one with --program",
                     programs->n);
}

static bool
is_library(const ImageReader *r, size_t part)
{
    for (size_t i = 0; i < r->entries.n; i++)
        if (r->entries.at[i].parts[0] == part)
            return false;
    return r->entries.n > 0 || part > 0;
}

/* An argument that names one of our own libraries, which are merged. */
static bool
names_part(ImageReader *r, const LibraryLinks *links, const char *arg)
{
    for (size_t i = 1; i < r->parts.n; i++)
        if (is_library(r, i) &&
            library_is_named(links, arg, &r->parts.at[i], &r->image->arena))
            return true;
    return false;
}

/* Where several executables are linked, --wrap concerns only some: the names
 * are settled in resolve.c. */
static bool
is_settled(const ImageReader *r, const char *arg)
{
    return r->entries.n > 1 && strstr(arg, "--wrap");
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
    image->nentries = r->entries.n;
    image->entries = arena_dup(&image->arena, r->entries.at,
                               r->entries.n * sizeof *r->entries.at);
    image->link.args = ARENA_ARRAY(&image->arena, const char *, r->args.n);
    for (size_t i = 0; i < r->args.n; i++)
        if (!names_part(r, &links, r->args.at[i]) &&
            !is_settled(r, r->args.at[i]))
            image->link.args[image->link.nargs++] = r->args.at[i];
    image->nobjects = r->objects.n;
    image->objects = arena_dup(&image->arena, r->objects.at,
                               r->objects.n * sizeof *r->objects.at);
    for (size_t i = 0; i < image->nparts; i++)
        str_printf(&ids, "%s\n", image->parts[i].build_id);
    image->id = hash_digest(ids.at, ids.n);
    str_done(&ids);
}

bool
image_read(const Texts *programs, Image *out, Diag *d)
{
    ImageReader r = {.image = out, .diag = d};

    *out = (Image){.link.dir = "."};
    bool ok = read_programs(&r, programs);
    finish(&r);
    vec_done(&r.parts);
    vec_done(&r.entries);
    vec_done(&r.args);
    vec_done(&r.objects);
    map_done(&r.known);
    return ok;
}

bool
image_read_one(const char *program, Image *out, Diag *d)
{
    return image_read(&(Texts){&program, 1}, out, d);
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
