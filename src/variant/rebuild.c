/* rebuild.c - the program once more, with a source file edited.
 *
 * Objects of untouched sources are made of their recorded bitcode, by two
 * processes, and cached beside the variants. clang reads the edited text in
 * the file's place through an overlay of its virtual file system, so that
 * relative includes, __FILE__ and debug information stay what they were; the
 * file may be a header, too.
 */
#include "variant/rebuild.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "image/compiled.h"
#include "variant/cache.h"
#include "variant/checks.h"
#include "variant/codegen.h"
#include "variant/leave.h"
#include "variant/mutate_instrument.h"
#include "variant/php.h"
#include "variant/recompile.h"
#include "variant/serve.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Does its source, compiled again, give the bitcode that was recorded? */
typedef enum { SOURCE_UNKNOWN, SOURCE_SAME, SOURCE_OTHER } SourceState;

struct Rebuild {
    const Subject *subject;
    Image image;
    ImageUnits units;
    SourceState *states; /* of each unit */
    char *dir;           /* for files on the way */
    Recompile maker;
    bool is_read; /* by an interpreter: there is nothing to build */
};

bool
rebuild_open(const Subject *s, Rebuild **out, Diag *d)
{
    Rebuild *r = mem_zalloc(1, sizeof *r);

    r->subject = s;
    r->is_read = php_is_launch(s->path);
    bool ok = r->is_read || (image_read(&s->programs, &r->image, d) &&
                             compiled_units(&r->image, &r->units, d) &&
                             io_temp_dir("culprit-rebuild", &r->dir, d) &&
                             recompile_open(&r->image, r->dir, &r->maker, d));
    if (ok && !r->is_read && strcmp(r->image.id.hex, s->program.id) != 0)
        ok = diag_fail(d, "%s was rebuilt in the meantime: start again",
                       s->path);
    r->states = mem_zalloc(r->units.n + 1, sizeof *r->states);
    *out = ok ? r : NULL;
    if (!ok)
        rebuild_close(r);
    return ok;
}

void
rebuild_close(Rebuild *r)
{
    if (!r)
        return;
    if (r->dir)
        io_remove_tree(r->dir);
    free(r->dir);
    free(r->states);
    vec_done(&r->units);
    image_done(&r->image);
    free(r);
}

/* Objects of untouched sources */

/* Written beside it first: what is cached is whole. */
static bool
make_cached(const Rebuild *r, size_t unit, const char *object, Diag *d)
{
    Bytes bitcode;
    char *file = mem_printf("%s/unit%zu.o", r->dir, unit);
    bool ok = section_unpack(&r->units.at[unit].bitcode, &bitcode, d);

    if (ok) {
        ok = recompile_object(&r->maker, &bitcode, file, d) &&
             io_copy(file, object, d) && cache_seal(object, d);
        io_bytes_done(&bitcode);
    }
    unlink(file);
    free(file);
    return ok;
}

static char *
cached_object(const Rebuild *r, size_t unit)
{
    const Subject *s = r->subject;

    return mem_printf("%s/%s.unit%zu.%.8s", s->cache, s->program.id, unit,
                      s->maker.hex);
}

/* Every second of the objects that are missing. */
static bool
make_every_second(const Rebuild *r, size_t first, Diag *d)
{
    bool ok = true;

    for (size_t i = first; ok && i < r->units.n; i += 2) {
        char *object = cached_object(r, i);
        ok = cache_is_whole(object) || make_cached(r, i, object, d);
        free(object);
    }
    return ok;
}

/* All objects, by two processes. What the child could not make is made, or
 * complained about, here. */
static bool
make_all(const Rebuild *r, Diag *d)
{
    Diag own;
    pid_t pid = r->units.n > 1 ? fork() : -1;

    if (pid == 0) {
        diag_init(&own);
        _exit(!make_every_second(r, 1, &own));
    }
    bool ok = make_every_second(r, 0, d);
    if (pid > 0)
        spawn_wait(pid);
    return ok && make_every_second(r, 1, d);
}

/* Objects of edited sources */

static bool
is_same_file(const char *a, const char *b)
{
    char x[PATH_MAX], y[PATH_MAX];

    return realpath(a, x) && realpath(b, y) && strcmp(x, y) == 0;
}

/* Is it what this unit was compiled from, or one of its headers? Names of
 * files stand in debug information as they are. */
static bool
concerns(const ImageUnit *u, const char *path, Diag *d)
{
    const char *name = io_basename(path);
    char *source;
    Bytes bitcode;

    if (!u->command.dir)
        return false;
    source = recompile_source(&u->command);
    bool is = is_same_file(source, path);
    free(source);
    if (is || !section_unpack(&u->bitcode, &bitcode, d))
        return is;
    is = memmem(bitcode.at, bitcode.n, name, strlen(name)) != NULL;
    io_bytes_done(&bitcode);
    return is;
}

static void
put_root(Str *s, const char *name, const char *contents)
{
    str_puts(s, s->n && s->at[s->n - 1] == '}' ? "," : "");
    str_puts(s, "{\"type\":\"file\",\"name\":");
    recompile_quote(s, name);
    str_puts(s, ",\"external-contents\":");
    recompile_quote(s, contents);
    str_putc(s, '}');
}

/* A file system in which the edited text stands under the file's names: the
 * given one, the one without links, and the one the compiler was given. */
static bool
write_overlay(const Rebuild *r, const ImageUnit *u, const SourceEdit *edit,
              const char *overlay, Diag *d)
{
    char real[PATH_MAX] = "";
    char *contents = io_join(r->dir, "edited.c"),
         *source = recompile_source(&u->command);
    Str yaml = {0};

    str_puts(&yaml, "{\"version\":0,\"use-external-names\":false,\"roots\":[");
    put_root(&yaml, edit->path, contents);
    if (!realpath(edit->path, real))
        real[0] = 0;
    if (*real && strcmp(real, edit->path) != 0)
        put_root(&yaml, real, contents);
    if (is_same_file(source, edit->path) && strcmp(source, edit->path) != 0 &&
        strcmp(source, real) != 0)
        put_root(&yaml, source, contents);
    str_puts(&yaml, "]}\n");
    bool ok = io_write(contents, edit->text, edit->n, d) &&
              io_write(overlay, yaml.at, yaml.n, d);
    str_done(&yaml);
    free(contents);
    free(source);
    return ok;
}

static bool
compile(const Rebuild *r, const ImageUnit *u, const SourceEdit *edit,
        Bytes *out, Diag *d)
{
    char *overlay = io_join(r->dir, "overlay.yaml");
    bool ok = (!edit || write_overlay(r, u, edit, overlay, d)) &&
              recompile_bitcode(&r->maker, &u->command, edit ? overlay : NULL,
                                out, d);

    free(overlay);
    return ok;
}

/* Unless its sources still give what was recorded, an edited one would differ
 * by more than the edit. */
static bool
check_sources(Rebuild *r, size_t unit, Diag *d)
{
    const ImageUnit *u = &r->units.at[unit];
    Bytes now = {0}, then = {0};
    Diag ignored;

    if (r->states[unit] == SOURCE_UNKNOWN) {
        diag_init(&ignored);
        bool same = compile(r, u, NULL, &now, &ignored) &&
                    section_unpack(&u->bitcode, &then, &ignored) &&
                    now.n == then.n && memcmp(now.at, then.at, now.n) == 0;
        r->states[unit] = same ? SOURCE_SAME : SOURCE_OTHER;
        io_bytes_done(&now);
        io_bytes_done(&then);
        diag_done(&ignored);
    }
    return r->states[unit] == SOURCE_SAME ||
           diag_fail(d,
                     "compiling %s again does not give what the program was "
                     "built from: a source or a header has changed since",
                     u->command.source);
}

static bool
make_native(Rebuild *r, size_t unit, const SourceEdit *edit, const char *object,
            Diag *d)
{
    const ImageUnit *u = &r->units.at[unit];
    char *overlay = io_join(r->dir, "overlay.yaml");
    bool ok = check_sources(r, unit, d) &&
              write_overlay(r, u, edit, overlay, d) &&
              recompile_native(&r->maker, &u->command, overlay, object, d);

    free(overlay);
    return ok;
}

/* The object of the unit, with the edit in it. */
static bool
make_edited(Rebuild *r, size_t unit, const SourceEdit *edit, RebuildKind kind,
            const char *object, Diag *d)
{
    Bytes bitcode = {0};

    if (kind == REBUILD_AS_RECORDED)
        return make_native(r, unit, edit, object, d);
    bool ok = check_sources(r, unit, d) &&
              compile(r, &r->units.at[unit], edit, &bitcode, d) &&
              recompile_object(&r->maker, &bitcode, object, d);

    io_bytes_done(&bitcode);
    return ok;
}

/* An object for each unit; `edited` becomes true if the edit is in one. */
static bool
gather_objects(Rebuild *r, const SourceEdit *edit, RebuildKind kind,
               char **objects, bool *edited, Diag *d)
{
    bool ok = true;

    *edited = false;
    for (size_t i = 0; ok && i < r->units.n; i++) {
        bool is = edit && concerns(&r->units.at[i], edit->path, d);
        *edited |= is;
        objects[i] =
            is ? mem_printf("%s/edited%zu.o", r->dir, i) : cached_object(r, i);
        ok = !d->error && (!is || make_edited(r, i, edit, kind, objects[i], d));
    }
    return ok;
}

/* Several programs at once: the sections of their parts with the edit in them,
 * to be linked and compiled as variants are */

/* What became of the units of which several programs have copies. */
typedef struct Edited Edited;
struct Edited {
    Map known;        /* digests of units */
    VEC(Bytes) units; /* of each: its new bitcode; at is NULL if it has none */
    size_t n;         /* that have new bitcode */
};

static bool
edit_unit(Rebuild *r, size_t unit, const SourceEdit *edit, Bytes *out, Diag *d)
{
    *out = (Bytes){0};
    return !edit || !concerns(&r->units.at[unit], edit->path, d) ||
           (check_sources(r, unit, d) &&
            compile(r, &r->units.at[unit], edit, out, d));
}

/* The new bitcode of a unit, which is made once. */
static bool
find_edited(Rebuild *r, size_t unit, const SourceEdit *edit, Edited *e,
            const Bytes **out, Diag *d)
{
    const Record *record = &r->units.at[unit].bitcode;
    const Digest digest = hash_digest(record->packed, record->npacked);
    const uint32_t i =
        *map_put_text(&e->known, digest.hex, (uint32_t)e->units.n);
    Bytes bitcode;

    if (i == e->units.n) {
        if (!edit_unit(r, unit, edit, &bitcode, d))
            return false;
        vec_push(&e->units, bitcode);
        e->n += bitcode.at != NULL;
    }
    *out = &e->units.at[i];
    return !d->error;
}

/* A part's section, with new bitcode in the place of old. `unit` counts on
 * through all parts, as compiled_units does. */
static bool
edit_section(Rebuild *r, Image *image, size_t number, size_t *unit,
             const SourceEdit *edit, Edited *e, Diag *d)
{
    ElfFile *part = &image->parts[number];
    Cursor c = cursor_over(part->section.at, part->section.n);
    const Bytes *bitcode;
    Record record;
    Str out = {0};
    bool ok = true;

    while (ok && section_next(&c, &record, d)) {
        const uint8_t *start = part->section.at + record.offset;
        bitcode = NULL;
        if (record.kind == RECORD_BITCODE)
            ok = find_edited(r, (*unit)++, edit, e, &bitcode, d);
        if (ok && bitcode && bitcode->at)
            ok = section_put(&out, RECORD_BITCODE, bitcode->at, bitcode->n, d);
        else
            str_add(&out, (const char *)start,
                    (size_t)(record.packed + record.npacked - start));
    }
    part->section.at = arena_dup(&image->arena, str_text(&out), out.n);
    part->section.n = out.n;
    str_done(&out);
    return ok && !d->error;
}

static void
edited_done(Edited *e)
{
    for (size_t i = 0; i < e->units.n; i++)
        io_bytes_done(&e->units.at[i]);
    vec_done(&e->units);
    map_done(&e->known);
}

static bool
fail_unknown(const SourceEdit *edit, Diag *d)
{
    return diag_fail(d,
                     "how %s was compiled is not known: build the program "
                     "again with this culprit-cc",
                     edit->path);
}

/* The image with the edit in its sections, linked to one module. */
static bool
link_edited(Rebuild *r, const SourceEdit *edit, Image *image, Diag *d)
{
    Edited edited = {0};
    size_t unit = 0;
    bool ok = image_read(&r->subject->programs, image, d);

    for (size_t i = 0; ok && i < image->nparts; i++)
        ok = edit_section(r, image, i, &unit, edit, &edited, d);
    if (ok && edit && edited.n == 0)
        ok = fail_unknown(edit, d);
    ok = ok && image_link(image, d);
    edited_done(&edited);
    return ok;
}

static bool
make_several(Rebuild *r, const SourceEdit *edit, const char *path, Diag *d)
{
    Image image = {0};
    bool ok = link_edited(r, edit, &image, d) &&
              codegen_executable(&image, NULL, NULL, false, path, d) &&
              variant_enter(r->subject, path, d);

    image_done(&image);
    return ok;
}

bool
rebuild_choices(Rebuild *r, const SourceEdit *edit, const char *choice,
                const char *path, Diag *d)
{
    Image image = {0};
    LeaveList left = {0};
    char *runtime = NULL;
    bool ok = link_edited(r, edit, &image, d) &&
              io_resource("libmutate.a", &runtime, d);

    if (ok) {
        leave_mark(image.module, &left, false);
        checks_mark(image.module);
        mutate_choose(image.module, r->subject->program.id, choice);
        checks_prepare(image.module, false);
        serve_prepare(&image, &r->subject->program);
        ok = codegen_executable(&image, NULL, runtime, false, path, d) &&
             (image.nentries == 1 || variant_enter(r->subject, path, d));
    }
    leave_done(&left);
    free(runtime);
    image_done(&image);
    return ok;
}

bool
rebuild_can(const Rebuild *r, RebuildKind kind)
{
    return kind == REBUILD_PLAIN || (!r->is_read && r->image.nentries <= 1);
}

bool
rebuild_make(Rebuild *r, const SourceEdit *edit, RebuildKind kind,
             const char *path, Diag *d)
{
    char **objects = NULL, *linked = NULL;
    bool edited;

    if (r->is_read)
        return php_edited(r->subject, edit->path, edit->text, edit->n, path, d);
    if (r->image.nentries > 1)
        return make_several(r, edit, path, d);
    objects = mem_zalloc(r->units.n + 1, sizeof *objects);
    linked = io_join(r->dir, "program");
    bool ok = gather_objects(r, edit, kind, objects, &edited, d);

    if (ok && edit && !edited)
        ok = fail_unknown(edit, d);
    ok = ok && make_all(r, d) &&
         codegen_link(&r->image, (const char *const *)objects, r->units.n,
                      linked, d) &&
         io_copy(linked, path, d);
    for (size_t i = 0; i < r->units.n; i++)
        free(objects[i]);
    free(objects);
    free(linked);
    return ok;
}
