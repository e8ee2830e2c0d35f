/* variant.c - models and variants of a program, cached by build id. */
#include "variant/variant.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "image/image.h"
#include "image/tree.h"
#include "image/wrapper.h"
#include "program/across.h"
#include "program/build.h"
#include "program/depend.h"
#include "variant/cache.h"
#include "variant/checks.h"
#include "variant/codegen.h"
#include "variant/concolic.h"
#include "variant/leave.h"
#include "variant/mutate_instrument.h"
#include "variant/php.h"
#include "variant/prints.h"
#include "variant/profile.h"
#include "variant/serve.h"
#include "variant/trace.h"

#include <llvm-c/Core.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a kind is called in the cache, and what it is linked with. */
static const struct {
    const char *name, *runtime;
} kinds[] = {
    [VARIANT_PLAIN] = {"plain", NULL},
    [VARIANT_PROFILE] = {"profile", "libprofile.a"},
    [VARIANT_RETURNS] = {"returns", "libprofile.a"},
    [VARIANT_PAIRS] = {"pairs", "libprofile.a"},
    [VARIANT_ALL] = {"all", "libprofile.a"},
    [VARIANT_TRACE] = {"trace", "libtrace.a"},
    [VARIANT_RETRACE] = {"retrace", "libtrace.a"},
    [VARIANT_CONCOLIC] = {"concolic", "libconcolic.a"},
    [VARIANT_ALTER] = {"alter", "libconcolic.a"},
    [VARIANT_MUTATE] = {"mutate", "libmutate.a"},
};

uint32_t
variant_nvalues(const Program *p, VariantKind kind)
{
    return kind == VARIANT_PAIRS     ? p->n.values
           : kind == VARIANT_RETURNS ? p->n.returns
                                     : 0;
}

/* Which culprit and runtime make variants: those of others are not the ones
 * that we know how to start. */
static bool
find_maker(Digest *out, Diag *d)
{
    static const char *const parts[] = {"libprofile.a", "libtrace.a",
                                        "libconcolic.a", "libmutate.a",
                                        "models.bc"};
    Digest part;
    Str all = {0};
    bool ok = hash_file("/proc/self/exe", &part, d);

    str_puts(&all, part.hex);
    for (size_t i = 0; ok && i < sizeof parts / sizeof parts[0]; i++) {
        char *path = NULL;
        ok = io_resource(parts[i], &path, d) && hash_file(path, &part, d);
        str_puts(&all, part.hex);
        free(path);
    }
    *out = hash_digest(str_text(&all), all.n);
    str_done(&all);
    return ok;
}

static char *
cached_file(const Subject *s, const char *what)
{
    return mem_printf("%s/%s.%s.%.8s", s->cache, s->program.id, what,
                      s->maker.hex);
}

static char *
script_file(const Subject *s)
{
    return cached_file(s, "script");
}

/* The trace variant's script stands beside it, and is there first. That of the
 * one whose state can be altered follows from it. */
static bool
instrument_trace(Image *image, const Subject *s, bool sites, Diag *d)
{
    Script script;
    Str bytes = {0};

    if (s->program.threaded)
        return diag_fail(d, "%s may start threads: it cannot be traced",
                         s->path);
    if (!trace_instrument(image->module, s->program.id, sites, &script, d))
        return false;
    if (sites) {
        script_done(&script);
        return true;
    }
    script_write(&script, &bytes);
    script_done(&script);
    char *file = script_file(s);
    bool ok = io_write(file, bytes.at, bytes.n, d) && cache_seal(file, d);
    str_done(&bytes);
    free(file);
    return ok;
}

bool
variant_script(const Subject *s, Script *out, Diag *d)
{
    Bytes bytes;
    char *file = script_file(s);
    bool ok = io_read(file, &bytes, d);

    if (ok) {
        ok = script_parse(bytes.at, bytes.n, out, d) ||
             diag_context(d, "%s", file);
        io_bytes_done(&bytes);
    }
    free(file);
    return ok;
}

/* The cached ones if they are there and sound. */
static bool
load_summaries(const char *file, Summaries *out)
{
    Bytes b;
    Diag ignored;
    bool ok = false;

    diag_init(&ignored);
    if (io_exists(file) && io_read(file, &b, &ignored)) {
        ok = summaries_parse(b.at, b.n, out, &ignored);
        io_bytes_done(&b);
    }
    diag_done(&ignored);
    return ok;
}

static bool
build_summaries(const Subject *s, bool across, const char *file, Summaries *out,
                Diag *d)
{
    Depend depend = {0};
    Str bytes = {0};
    Image image;
    bool ok = image_read(&s->programs, &image, d);

    if (ok && strcmp(image.id.hex, s->program.id) != 0)
        ok = diag_fail(d, "%s was rebuilt in the meantime: start again",
                       s->path);
    if (ok && image_link(&image, d)) {
        depend_build(image.module, true, &depend);
        if (across)
            across_build(&depend.sdg, &depend.control, out);
        else
            summaries_build(&depend.sdg, out);
        depend_done(&depend);
        summaries_write(out, &bytes);
        ok = io_write(file, bytes.at, bytes.n, d);
        str_done(&bytes);
        if (!ok)
            summaries_done(out);
    } else {
        ok = false;
    }
    image_done(&image);
    return ok;
}

bool
variant_has_summaries(const Subject *s, bool across)
{
    char *file = cached_file(s, across ? "across" : "summary");
    const bool has = io_exists(file);

    free(file);
    return has;
}

bool
variant_summaries(const Subject *s, bool across, Summaries *out, Diag *d)
{
    char *file = cached_file(s, across ? "across" : "summary");
    bool ok =
        load_summaries(file, out) || build_summaries(s, across, file, out, d);

    free(file);
    return ok;
}

bool
variant_calls(const Subject *s, Calls *out, Diag *d)
{
    *out = (Calls){0};
    return php_is_launch(s->path) ||
           calls_open(&s->programs, &s->program, out, d);
}

bool
subject_is_php(const Subject *s)
{
    return php_is_launch(s->path);
}

bool
variant_confined(const char *variant, char **path, Diag *d)
{
    *path = NULL;
    return !php_is_launch(variant) || php_variant_confined(variant, path, d);
}

bool
variant_sites(const Subject *s, MutateSites *out, Diag *d)
{
    return php_is_launch(s->path) ? php_sites(s, out, d)
                                  : mutate_open(&s->programs, out, d);
}

static bool
instrument_concolic(Image *image, const Subject *s, bool sites, Diag *d)
{
    char *models;

    if (s->program.threaded)
        return diag_fail(d, "%s may start threads: it has no concolic variant",
                         s->path);
    if (!io_resource("models.bc", &models, d))
        return false;
    bool ok =
        concolic_instrument(image->module, s->program.id, models, sites, d);
    free(models);
    return ok;
}

/* `twin`: a second module, or NULL. */
static bool
instrument(Image *image, const Subject *s, VariantKind kind,
           LLVMModuleRef *twin, Diag *d)
{
    uint32_t nvalues = variant_nvalues(&s->program, kind);
    ProbePlan all;

    switch (kind) {
    case VARIANT_PLAIN:
        break;
    case VARIANT_PROFILE:
    case VARIANT_RETURNS:
    case VARIANT_PAIRS:
        profile_instrument(image->module, &s->plan, nvalues);
        break;
    case VARIANT_ALL:
        probe_plan(&s->program, true, &all);
        profile_instrument(image->module, &all, nvalues);
        probe_done(&all);
        break;
    case VARIANT_TRACE:
    case VARIANT_RETRACE:
        return instrument_trace(image, s, kind == VARIANT_RETRACE, d);
    case VARIANT_ALTER:
    case VARIANT_CONCOLIC:
        return instrument_concolic(image, s, kind == VARIANT_ALTER, d);
    case VARIANT_MUTATE:
        *twin = mutate_instrument(image->module, s->program.id,
                                  codegen_is_sanitized(image));
        break;
    }
    return true;
}

static bool
build_model(Image *image, const char *file, Program *out, Diag *d)
{
    Str bytes = {0};

    if (!image_link(image, d))
        return false;
    program_build(image->module, image->id.hex, out);
    if (!program_check(out, d))
        bug("a model that was just built is wrong: %s", d->error);
    program_write(out, &bytes);
    bool ok = io_write(file, bytes.at, bytes.n, d);
    str_done(&bytes);
    return ok;
}

/* The cached model if it is there and sound. */
static bool
load_model(const char *file, const char *id, Program *out)
{
    Bytes b;
    Diag ignored;
    bool ok = false;

    diag_init(&ignored);
    if (io_exists(file) && io_read(file, &b, &ignored)) {
        ok = program_parse(b.at, b.n, out, &ignored);
        if (ok && strcmp(out->id, id) != 0) {
            program_done(out);
            ok = false;
        }
        io_bytes_done(&b);
    }
    diag_done(&ignored);
    return ok;
}

/* The model is there, or the subject is given up. */
static bool
plan_subject(bool ok, Subject *out)
{
    if (ok)
        probe_plan(&out->program, false, &out->plan);
    else
        subject_done(out);
    return ok;
}

static void
add_text(Texts *t, const char *text)
{
    t->at = mem_resize(t->at, t->n + 1, sizeof *t->at);
    t->at[t->n++] = mem_strdup(text);
}

void
subject_add(Subject *s, const char *path, const char *build_id)
{
    add_text(&s->programs, path);
    add_text(&s->build_ids, build_id);
}

/* The executables that take part, as the image has them. */
static void
name_programs(const Image *image, Subject *out)
{
    for (size_t i = 0; i < image->nentries; i++) {
        const ElfFile *file = &image->parts[image->entries[i].parts[0]];
        subject_add(out, file->path, file->build_id);
    }
    out->path = mem_strdup(out->programs.at[0]);
}

/* All programs of a build directory. */
static bool
open_tree(const char *dir, const char *cache, Subject *out, Diag *d)
{
    Arena arena = {0};
    Texts programs;
    size_t foreign;
    bool ok = tree_programs(dir, &arena, &programs, &foreign, d);

    if (ok && programs.n == 0)
        ok = diag_fail(d,
                       "no program below %s has bitcode (%zu have none): "
                       "build it again with CC=culprit-cc",
                       dir, foreign);
    ok = ok && subject_open_all(&programs, cache, out, d);
    arena_done(&arena);
    return ok;
}

bool
subject_open(const char *path, const char *cache, Subject *out, Diag *d)
{
    char *program = NULL;

    *out = (Subject){0};
    if (io_is_dir(path))
        return open_tree(path, cache, out, d);
    if (php_is_launch(path)) {
        out->cache = io_absolute(cache);
        return plan_subject(php_subject_open(path, out, d), out);
    }
    bool ok =
        wrapper_program(path, &program, d) &&
        subject_open_all(&(Texts){(const char *[]){program}, 1}, cache, out, d);
    free(program);
    return ok;
}

bool
subject_open_all(const Texts *programs, const char *cache, Subject *out,
                 Diag *d)
{
    Image image = {0};

    *out = (Subject){.cache = io_absolute(cache)};
    bool ok = image_read(programs, &image, d) && io_mkdirs(out->cache, d) &&
              find_maker(&out->maker, d);
    if (ok) {
        char *file = mem_printf("%s/%s.model", out->cache, image.id.hex);
        name_programs(&image, out);
        ok = load_model(file, image.id.hex, &out->program) ||
             build_model(&image, file, &out->program, d);
        free(file);
    }
    image_done(&image);
    if (ok)
        cache_touch(out->cache, out->program.id);
    return plan_subject(ok, out);
}

static void
texts_done(Texts *t)
{
    for (size_t i = 0; i < t->n; i++)
        free((char *)(uintptr_t)t->at[i]);
    free(t->at);
}

void
subject_done(Subject *s)
{
    if (s->plan.edge)
        probe_done(&s->plan);
    program_done(&s->program);
    free(s->path);
    texts_done(&s->programs);
    texts_done(&s->build_ids);
    free(s->cache);
    *s = (Subject){0};
}

/* Does it record what the program does, instruction by instruction? Its code
 * is large, and what it records costs more than the code. */
static bool
is_recorder(VariantKind kind)
{
    return kind >= VARIANT_TRACE && kind <= VARIANT_ALTER;
}

/* The program's module, marked and instrumented. Functions that turn out to be
 * broken join the list: then there is no module, but also no failure. */
static bool
make_module(const Subject *s, VariantKind kind, LeaveList *left, Image *image,
            LLVMModuleRef *twin, Diag *d)
{
    bool ok = image_read(&s->programs, image, d);

    *twin = NULL;
    if (ok && strcmp(image->id.hex, s->program.id) != 0)
        ok = diag_fail(d, "%s was rebuilt in the meantime: start again",
                       s->path);
    ok = ok && image_link(image, d);
    if (ok) {
        leave_mark(image->module, left, is_recorder(kind));
        checks_mark(image->module);
    }
    return ok && instrument(image, s, kind, twin, d);
}

/* Both may have broken functions. */
static bool
is_sound(const Image *image, LLVMModuleRef twin, LeaveList *left)
{
    bool module = leave_check(image->module, left);

    return (!twin || leave_check(twin, left)) && module;
}

static void
drop_module(Image *image, LLVMModuleRef twin)
{
    if (twin)
        LLVMDisposeModule(twin);
    image_done(image);
}

static bool
build_variant(const Subject *s, VariantKind kind, const char *path, Diag *d)
{
    Image image = {0};
    LeaveList left = {0};
    char *runtime = NULL;
    LLVMModuleRef twin = NULL;
    bool ok = (!kinds[kind].runtime ||
               io_resource(kinds[kind].runtime, &runtime, d)) &&
              make_module(s, kind, &left, &image, &twin, d);

    while (ok && !is_sound(&image, twin, &left)) {
        drop_module(&image, twin);
        ok = make_module(s, kind, &left, &image, &twin, d);
    }
    if (ok) {
        leave_warn(image.module, kinds[kind].name, d);
        if (runtime)
            checks_prepare(image.module, is_recorder(kind));
        if (runtime &&
            strcmp(kinds[kind].runtime, kinds[VARIANT_PROFILE].runtime) == 0)
            prints_prepare(image.module);
        if (runtime && kind != VARIANT_TRACE && kind != VARIANT_RETRACE)
            serve_prepare(&image, &s->program);
        ok = codegen_executable(&image, twin, runtime, is_recorder(kind), path,
                                d);
    }
    drop_module(&image, twin);
    leave_done(&left);
    free(runtime);
    return ok;
}

char *
variant_entries(const Subject *s, const char *variant)
{
    return s->programs.n > 1 ? mem_printf("%s.as", variant) : NULL;
}

char *
variant_for(const Subject *s, const char *variant, size_t program)
{
    return s->programs.n > 1
               ? mem_printf("%s.as/%s", variant, s->build_ids.at[program])
               : mem_strdup(variant);
}

bool
variant_enter(const Subject *s, const char *variant, Diag *d)
{
    char *dir = variant_entries(s, variant);
    bool ok = true;

    if (dir && io_exists(dir))
        io_remove_tree(dir); /* links to a file that was made again */
    ok = !dir || io_mkdirs(dir, d);
    for (size_t i = 0; ok && dir && i < s->programs.n; i++) {
        char *name = variant_for(s, variant, i);
        ok = link(variant, name) == 0 || diag_errno(d, "cannot make %s", name);
        free(name);
    }
    free(dir);
    return ok;
}

/* Do the links lead to the file? */
static bool
is_entered(const Subject *s, const char *variant)
{
    struct stat file, as;
    char *name = variant_for(s, variant, s->programs.n - 1);
    const bool is = stat(variant, &file) == 0 && stat(name, &as) == 0 &&
                    file.st_ino == as.st_ino;

    free(name);
    return is;
}

bool
variant_is_cached(const Subject *s, VariantKind kind)
{
    char *path = cached_file(s, kinds[kind].name), *script = script_file(s);
    const bool is = access(path, X_OK) == 0 && cache_is_whole(path) &&
                    is_entered(s, path) &&
                    (kind != VARIANT_TRACE || cache_is_whole(script));

    free(path);
    free(script);
    return is;
}

/* What was said when a variant was built stands beside it, since everybody who
 * uses it should hear that. */
static bool
keep_warnings(const char *path, const Diag *said, Diag *d)
{
    char *file = mem_printf("%s.said", path);
    Str text = {0};

    for (size_t i = 0; i < said->nwarnings; i++)
        str_add(&text, said->warnings[i], strlen(said->warnings[i]) + 1);
    bool ok = io_write(file, str_text(&text), text.n, d);
    str_done(&text);
    free(file);
    return ok;
}

static void
repeat_warnings(const char *path, Diag *d)
{
    char *file = mem_printf("%s.said", path);
    Bytes b = {0};
    bool has;
    Diag ignored;

    diag_init(&ignored);
    if (io_read_if(file, &b, &has, &ignored) && has)
        for (size_t at = 0; at < b.n; at += strlen((char *)b.at + at) + 1)
            diag_warn(d, "%s", (char *)b.at + at);
    io_bytes_done(&b);
    diag_done(&ignored);
    free(file);
}

static bool
build_and_keep(const Subject *s, VariantKind kind, const char *path, Diag *d)
{
    Diag own;

    diag_init(&own);
    bool ok = build_variant(s, kind, path, &own);
    if (!ok)
        diag_fail(d, "%s", own.error);
    ok = ok && keep_warnings(path, &own, d) && cache_seal(path, d) &&
         variant_enter(s, path, d);
    diag_done(&own);
    return ok;
}

bool
variant_get(const Subject *s, VariantKind kind, char **path, Diag *d)
{
    if (php_is_launch(s->path))
        return php_variant_get(s, kind, path, d);
    *path = cached_file(s, kinds[kind].name);
    if (variant_is_cached(s, kind) || build_and_keep(s, kind, *path, d)) {
        repeat_warnings(*path, d);
        return true;
    }
    free(*path);
    *path = NULL;
    return false;
}
