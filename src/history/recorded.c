/* recorded.c - a program built from the sources of a worktree, by the commands
 * that culprit-cc left in it.
 */
#include "history/recorded.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "history/deps.h"
#include "image/compiled.h"
#include "process/pool.h"
#include "variant/codegen.h"
#include "variant/recompile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A version of what is kept here. */
static const char kept_version[] = "1";

/* One of the program's sources. */
typedef struct RecordedUnit RecordedUnit;
struct RecordedUnit {
    const ImageUnit *of;
    char *source; /* absolute */
    char *object; /* kept; NULL: the revision does not have the source */
};

typedef struct Builder Builder;
struct Builder {
    const RecordedSpec *spec;
    Image image;
    ImageUnits compiled;
    VEC(RecordedUnit) units;
    char *temp;
    Recompile maker;
    Arena arena;
};

/* What the units are */

/* Is it a file that git has today, but not in the revision? */
static bool
is_new(const RecordedSpec *s, const char *path)
{
    const char *inside = git_path(s->git, path);
    char *then = inside ? io_join(s->tree, inside) : NULL;
    bool new = inside && !io_exists(then) && map_find_text(s->tracked, inside);

    free(then);
    return new;
}

static char *
object_of(const Builder *b, const BitcodeCommand *c)
{
    Str text = {0};

    str_puts(&text, kept_version);
    bitcode_pack(c, &text);
    const Digest digest = hash_digest(text.at, text.n);
    str_done(&text);
    return mem_printf("%s/objects/%s.o", b->spec->dir, digest.hex);
}

static bool
add_unit(Builder *b, const ImageUnit *u, Diag *d)
{
    if (!u->command.dir)
        return diag_fail(d,
                         "how a source of %s was compiled is not known (it "
                         "came from standard input, or from an older "
                         "culprit-cc)",
                         b->image.parts[0].path);
    RecordedUnit unit = {.of = u, .source = recompile_source(&u->command)};
    if (!is_new(b->spec, unit.source))
        unit.object = object_of(b, &u->command);
    vec_push(&b->units, unit);
    return true;
}

static bool
open_builder(Builder *b, const char *program, Diag *d)
{
    char *objects = io_join(b->spec->dir, "objects");
    bool ok = image_read_one(program, &b->image, d) &&
              compiled_units(&b->image, &b->compiled, d) &&
              io_temp_dir("culprit-revision", &b->temp, d) &&
              recompile_open(&b->image, b->temp, &b->maker, d) &&
              io_mkdirs(objects, d);

    for (size_t i = 0; ok && i < b->compiled.n; i++)
        ok = add_unit(b, &b->compiled.at[i], d);
    free(objects);
    return ok;
}

static void
close_builder(Builder *b)
{
    for (size_t i = 0; i < b->units.n; i++) {
        free(b->units.at[i].source);
        free(b->units.at[i].object);
    }
    if (b->temp)
        io_remove_tree(b->temp);
    free(b->temp);
    vec_done(&b->units);
    vec_done(&b->compiled);
    image_done(&b->image);
    arena_done(&b->arena);
}

/* What an object was made of besides the worktree: lines "DIGEST PATH". */

static char *
list_of(const char *object)
{
    return mem_printf("%s.of", object);
}

enum { DIGITS = sizeof(Digest) - 1 };

/* The next line's path, "" if it is none; NULL at the end. */
static char *
next_path(char **line, char **state)
{
    *line = strtok_r(*state ? NULL : *line, "\n", state);
    if (!*line)
        return NULL;
    return strlen(*line) > DIGITS + 1 ? *line + DIGITS + 1
                                      : *line + strlen(*line);
}

static bool
is_unchanged(const char *line, const char *path)
{
    Digest now;
    Diag ignored;

    diag_init(&ignored);
    bool same =
        hash_file(path, &now, &ignored) && strncmp(line, now.hex, DIGITS) == 0;
    diag_done(&ignored);
    return same;
}

/* The list of an object; false if there is none. */
static bool
read_list(const char *object, Bytes *out)
{
    char *path = list_of(object);
    bool has = false;
    Diag ignored;

    diag_init(&ignored);
    bool ok = io_read_if(path, out, &has, &ignored) && has;
    diag_done(&ignored);
    free(path);
    return ok;
}

/* Is the object there, and would it still be made of the same files? */
static bool
is_kept(const char *object)
{
    Bytes list = {0};
    bool kept = io_exists(object) && read_list(object, &list);
    char *line = kept ? (char *)list.at : NULL, *state = NULL, *path;

    while (kept && (path = next_path(&line, &state)))
        kept = is_unchanged(line, path);
    io_bytes_done(&list);
    return kept;
}

/* The name up to its first dot: parser.y and parser.c have the same. */
static bool
is_namesake(const char *a, const char *b)
{
    a = io_basename(a);
    b = io_basename(b);
    const size_t n = strcspn(a, ".");
    return n && n == strcspn(b, ".") && strncmp(a, b, n) == 0;
}

static bool
is_c(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0);
}

/* A file that git does not have is taken as it is today: is it made from one
 * that was another then? */
static void
warn_of_generated(const RecordedSpec *s, const char *path, Diag *d)
{
    const Changes *c = s->changes;

    for (size_t i = 0; i < c->files.n; i++)
        if (is_namesake(c->files.at[i].path, path) &&
            !is_c(c->files.at[i].path))
            diag_warn(d,
                      "%s is not in git and was taken as it is today, but %s "
                      "has changed since %s: if it is made from that, give "
                      "the command that builds the project with --build",
                      path, c->files.at[i].path, s->name);
}

static void
warn_of_list(const RecordedSpec *s, const char *object, Diag *d)
{
    Bytes list = {0};
    bool has = read_list(object, &list);
    char *line = has ? (char *)list.at : NULL, *state = NULL, *path;

    while (has && (path = next_path(&line, &state)))
        warn_of_generated(s, path, d);
    io_bytes_done(&list);
}

/* Compiling one of them */

/* A file that was read: it is the revision's, or not in git at all. */
static bool
check_file(const RecordedSpec *s, const char *path, Str *list, Diag *d)
{
    const char *inside = git_path(s->git, path);
    char *then = inside ? io_join(s->tree, inside) : NULL;
    Digest digest;
    bool ok = true;

    if (inside && !io_exists(then)) {
        if (map_find_text(s->tracked, inside))
            ok = diag_fail(d, "it needs %s, which %s does not have", inside,
                           s->name);
        else if ((ok = hash_file(path, &digest, d)))
            str_printf(list, "%s %s\n", digest.hex, path);
    }
    free(then);
    return ok;
}

static bool
check_files(Builder *b, const RecordedUnit *u, const char *rule, Str *list,
            Diag *d)
{
    DepsFiles files = {0};
    Bytes bytes = {0};
    bool ok = io_read(rule, &bytes, d);

    if (ok)
        deps_parse(bytes.at, bytes.n, &b->arena, &files);
    for (size_t i = 0; ok && i < files.n; i++) {
        char *joined = io_join(u->of->command.dir, files.at[i]);
        char *path = io_absolute(joined);
        ok = check_file(b->spec, path, list, d);
        free(joined);
        free(path);
    }
    vec_done(&files);
    io_bytes_done(&bytes);
    return ok;
}

/* The worktree in the place of today's tree, also under the name by which the
 * source comes to it. */
static bool
write_overlay(const Builder *b, const RecordedUnit *u, const char *overlay,
              Diag *d)
{
    const RecordedSpec *s = b->spec;
    const char *inside = git_path(s->git, u->source);
    char *as = inside ? mem_strndup(u->source, (size_t)(inside - u->source) - 1)
                      : mem_strdup(s->git->top);
    const char *const names[] = {s->git->top, as};
    const size_t n = strcmp(as, s->git->top) == 0 ? 1 : 2;
    Str yaml = {0};

    str_puts(&yaml, "{\"version\":0,\"use-external-names\":false,"
                    "\"redirecting-with\":\"fallthrough\",\"roots\":[");
    for (size_t i = 0; i < n; i++) {
        str_puts(&yaml, i ? "," : "");
        str_puts(&yaml, "{\"type\":\"directory-remap\",\"name\":");
        recompile_quote(&yaml, names[i]);
        str_puts(&yaml, ",\"external-contents\":");
        recompile_quote(&yaml, s->tree);
        str_putc(&yaml, '}');
    }
    str_puts(&yaml, "]}\n");
    bool ok = io_write(overlay, yaml.at, yaml.n, d);
    str_done(&yaml);
    free(as);
    return ok;
}

/* The command, which also writes a rule with the files that it read. */
static BitcodeCommand
with_rule(Builder *b, const BitcodeCommand *c, const char *rule)
{
    BitcodeCommand out = *c;

    out.args = ARENA_ARRAY(&b->arena, const char *, c->nargs + 3);
    if (c->nargs)
        memcpy(out.args, c->args, c->nargs * sizeof *c->args);
    out.args[out.nargs++] = "-MMD";
    out.args[out.nargs++] = "-MF";
    out.args[out.nargs++] = rule;
    return out;
}

/* The list is written last: without it an object does not count. */
static bool
make_object(Builder *b, const RecordedUnit *u, Diag *d)
{
    const char *overlay = arena_printf(&b->arena, "%s/overlay", b->maker.dir);
    const char *rule = arena_printf(&b->arena, "%s/rule", b->maker.dir);
    const char *made = arena_printf(&b->arena, "%s/made.o", b->maker.dir);
    const BitcodeCommand command = with_rule(b, &u->of->command, rule);
    char *kept = list_of(u->object);
    Bytes bitcode = {0};
    Str list = {0};

    unlink(kept);
    bool ok = write_overlay(b, u, overlay, d) &&
              recompile_bitcode(&b->maker, &command, overlay, &bitcode, d) &&
              check_files(b, u, rule, &list, d) &&
              recompile_object(&b->maker, &bitcode, made, d) &&
              io_copy(made, u->object, d) &&
              io_write(kept, str_text(&list), list.n, d);
    io_bytes_done(&bitcode);
    str_done(&list);
    free(kept);
    return ok;
}

/* All of them, by as many processes as there are processors */

static bool
make_each(Builder *b, size_t first, size_t step, bool tell, Diag *d)
{
    const RecordedHooks *h = &b->spec->hooks;
    bool ok = true;

    for (size_t i = first; ok && i < b->units.n; i += step) {
        const RecordedUnit *u = &b->units.at[i];
        if (tell && h->progress)
            h->progress(h->context, i, b->units.n);
        ok = !u->object || is_kept(u->object) || make_object(b, u, d);
    }
    return ok;
}

static pid_t
start_helper(Builder *b, size_t number, size_t step)
{
    pid_t pid = fork();
    Diag own;

    if (pid != 0)
        return pid;
    diag_init(&own);
    b->maker.dir = arena_printf(&b->arena, "%s/%zu", b->temp, number);
    _exit(!(io_mkdirs(b->maker.dir, &own) &&
            make_each(b, number, step, false, &own)));
}

/* What the helpers could not make is made, or complained about, here. */
static bool
make_objects(Builder *b, Diag *d)
{
    const size_t jobs = pool_jobs(0);
    const size_t n = jobs < b->units.n ? jobs : b->units.n;
    VEC(pid_t) helpers = {0};

    for (size_t i = 1; i < n; i++) {
        pid_t pid = start_helper(b, i, n);
        if (pid > 0)
            vec_push(&helpers, pid);
    }
    bool ok = make_each(b, 0, n ? n : 1, true, d);
    for (size_t i = 0; i < helpers.n; i++)
        spawn_wait(helpers.at[i]);
    vec_done(&helpers);
    return ok && make_each(b, 0, 1, false, d);
}

/* Linking */

static char *
program_of(const Builder *b, const char *program)
{
    const Image *image = &b->image;
    Str text = {0};

    str_puts(&text, kept_version);
    str_puts(&text, image->link.dir);
    for (size_t i = 0; i < image->link.nargs; i++)
        str_printf(&text, "\n%s", image->link.args[i]);
    for (size_t i = 0; i < image->nobjects; i++) {
        const Bytes *o = &image->objects[i];
        str_printf(&text, "\n%s", hash_digest(o->at, o->n).hex);
    }
    for (size_t i = 0; i < b->units.n; i++) {
        Digest made = {""};
        Diag ignored;
        diag_init(&ignored);
        if (b->units.at[i].object)
            (void)!hash_file(b->units.at[i].object, &made, &ignored);
        diag_done(&ignored);
        str_printf(&text, "\n%s", made.hex);
    }
    const Digest digest = hash_digest(text.at, text.n);
    str_done(&text);
    return mem_printf("%s/programs/%s/%s", b->spec->dir, digest.hex,
                      io_basename(program));
}

/* A name that nothing defines is a sign that the revision has other sources. */
static bool
link_program(Builder *b, const char *path, Diag *d)
{
    const char *linked = arena_printf(&b->arena, "%s/program", b->temp);
    char *dir = io_dirname(path);
    VEC(const char *) objects = {0};
    Diag own;

    diag_init(&own);
    for (size_t i = 0; i < b->units.n; i++)
        if (b->units.at[i].object)
            vec_push(&objects, b->units.at[i].object);
    bool ok = codegen_link(&b->image, objects.at, objects.n, linked, &own) ||
              diag_fail(d, "%s", own.error);
    if (ok && own.nwarnings)
        ok = diag_fail(d,
                       "%.*s, among the sources that it is linked from "
                       "today",
                       (int)strcspn(own.warnings[0], ":"), own.warnings[0]);
    ok = ok && io_mkdirs(dir, d) && io_copy(linked, path, d);
    diag_done(&own);
    vec_done(&objects);
    free(dir);
    return ok;
}

/* The first line with an error, of all that a compiler said. */
static void
shorten(Diag *d)
{
    const char *at = d->error ? strstr(d->error, "error:") : NULL;
    char *line;

    if (!at)
        return;
    while (at > d->error && at[-1] != '\n')
        at--;
    line = mem_strndup(at, strcspn(at, "\n"));
    diag_forget(d);
    diag_fail(d, "%s", line);
    free(line);
}

bool
recorded_build(const RecordedSpec *spec, const char *program, char **path,
               Diag *d)
{
    Builder b = {.spec = spec};
    bool ok = open_builder(&b, program, d) && make_objects(&b, d);

    *path = ok ? program_of(&b, program) : NULL;
    ok = ok && (access(*path, X_OK) == 0 || link_program(&b, *path, d));
    for (size_t i = 0; ok && i < b.units.n; i++)
        if (b.units.at[i].object)
            warn_of_list(spec, b.units.at[i].object, d);
    if (!ok) {
        shorten(d);
        free(*path);
        *path = NULL;
        diag_fail(d, "it cannot be built");
    }
    close_builder(&b);
    return ok;
}

bool
recorded_sources(const char *program, char **dir, Diag *d)
{
    Image image;
    ImageUnits units = {0};

    *dir = NULL;
    bool ok =
        image_read_one(program, &image, d) && compiled_units(&image, &units, d);
    for (size_t i = 0; ok && !*dir && i < units.n; i++) {
        if (!units.at[i].command.dir)
            continue;
        char *source = recompile_source(&units.at[i].command);
        char *in = io_dirname(source);
        if (io_is_dir(in))
            *dir = in;
        else
            free(in);
        free(source);
    }
    if (ok && !*dir)
        *dir = io_dirname(program);
    vec_done(&units);
    image_done(&image);
    return ok;
}

bool
recorded_commands(const char *program, Digest *out, Diag *d)
{
    Image image;
    ImageUnits units = {0};
    Str text = {0};
    bool ok =
        image_read_one(program, &image, d) && compiled_units(&image, &units, d);

    str_puts(&text, kept_version);
    for (size_t i = 0; ok && i < units.n; i++)
        if (units.at[i].command.dir)
            bitcode_pack(&units.at[i].command, &text);
    for (size_t i = 0; ok && i < image.link.nargs; i++)
        str_printf(&text, "\n%s", image.link.args[i]);
    *out = hash_digest(text.at, text.n);
    str_done(&text);
    vec_done(&units);
    image_done(&image);
    return ok;
}
