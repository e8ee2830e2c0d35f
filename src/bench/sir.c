/* sir.c - the directory layout of the Software-artifact Infrastructure
 * Repository.
 *
 *   source.alt/source.orig/     the correct program: every .c file in it
 *   versions.alt/versions.orig/vN/  files that replace some of it; or any
 *                               versions directory, here or in versions.alt/
 *   FaultSeeds.h                among the sources or in a vN: one version per
 *                               macro that it (perhaps in a comment) defines;
 *                               a vN with it is a suite of its own, NAME-vN
 *   testplans.alt/universe      a test per line, run in a sibling of inputs/;
 *   testplans.alt/vN/           those of one version with a FaultSeeds.h
 *
 * Makefiles and scripts of the objects are not used.
 */
#include "bench/corpus.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "bench/seeds.h"
#include "bench/stage.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(char *) Paths;

static void
paths_done(Paths *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->at[i]);
    vec_done(p);
}

/* v2 before v10. */
static int
by_version(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* Names in the directory that begin with `prefix`, full and sorted. */
static void
list(const char *dir, const char *prefix, bool dirs, Paths *out)
{
    DIR *open = opendir(dir);
    struct dirent *e;
    size_t first = out->n;

    while (open && (e = readdir(open))) {
        if (e->d_name[0] == '.' ||
            strncmp(e->d_name, prefix, strlen(prefix)) != 0)
            continue;
        char *path = io_join(dir, e->d_name);
        if (io_is_dir(path) == dirs)
            vec_push(out, path);
        else
            free(path);
    }
    if (open)
        closedir(open);
    if (out->n > first)
        qsort(out->at + first, out->n - first, sizeof *out->at, by_version);
}

/* The first of the names that exists, as a path; or NULL. */
static char *
find(const char *dir, const char *const *names, bool dirs)
{
    for (; *names; names++) {
        char *path = io_join(dir, *names);
        if (io_exists(path) && io_is_dir(path) == dirs)
            return path;
        free(path);
    }
    return NULL;
}

static bool
has_seeds(const char *dir)
{
    char *file = io_join(dir, "FaultSeeds.h");
    bool has = io_exists(file);

    free(file);
    return has;
}

bool
sir_looks_so(const char *dir)
{
    Paths found = {0};

    list(dir, "versions", true, &found);
    list(dir, "source.alt", true, &found);
    bool so = found.n > 0 || has_seeds(dir);
    paths_done(&found);
    return so;
}

/* Every directory vN of every versions directory. */
static void
list_versions(const char *dir, Paths *out)
{
    Paths groups = {0}, all = {0};

    list(dir, "versions", true, &groups);
    for (size_t i = 0, n = groups.n; i < n; i++)
        list(groups.at[i], "versions", true, &groups);
    for (size_t i = 0; i < groups.n; i++)
        list(groups.at[i], "v", true, &all);
    for (size_t i = 0; i < all.n; i++) {
        const char *name = io_basename(all.at[i]);
        if (isdigit((unsigned char)name[1])) {
            vec_push(out, all.at[i]);
            all.at[i] = NULL;
        }
    }
    paths_done(&groups);
    paths_done(&all);
}

/* The first that is called a plan or a universe; beside them is prose. */
static char *
find_plan(const Paths *files)
{
    for (size_t i = 0; i < files->n; i++) {
        const char *name = io_basename(files->at[i]);
        if (strstr(name, "universe") || strstr(name, "plan"))
            return mem_strdup(files->at[i]);
    }
    return NULL;
}

static char *
find_tests(const char *dir)
{
    static const char *const names[] = {
        "testplans.alt/universe",    "testplans/universe", "universe",
        "testplans.alt/v0.universe", "testplan",           NULL};
    static const char *const dirs[] = {"testplans.alt", "testplans", "", NULL};
    char *found = find(dir, names, false);

    for (size_t i = 0; !found && dirs[i]; i++) {
        char *plans = io_join(dir, dirs[i]);
        Paths files = {0};
        list(plans, dirs[i][0] ? "" : "universe", false, &files);
        found = find_plan(&files);
        paths_done(&files);
        free(plans);
    }
    return found;
}

/* Those that are meant for one version, if there are any. */
static char *
find_tests_of(const char *dir, const char *version)
{
    static const char *const places[] = {"testplans.alt", "testplans"};
    char *found = NULL;

    for (size_t i = 0; i < 2 && !found; i++) {
        char *plans = mem_printf("%s/%s/%s", dir, places[i], version);
        Paths files = {0};
        list(plans, "", false, &files);
        found = find_plan(&files);
        paths_done(&files);
        free(plans);
    }
    return found;
}

/* What all suites of one object share. */
typedef struct Object Object;
struct Object {
    const char *dir, *tests, *inputs;
};

/* A corpus of the sources in `dir`, without versions yet. */
static bool
start(const Object *o, const char *dir, const char *suffix, Corpus *c, Diag *d)
{
    /* They are older than C99: much that compilers now refuse was usual. */
    static const char *const dialect[] = {
        "-std=gnu89",
        "-fcommon",
        "-w",
        "-Wno-implicit-function-declaration",
        "-Wno-implicit-int",
        "-Wno-int-conversion",
        "-Wno-incompatible-function-pointer-types",
        "-Wno-return-mismatch",
    };
    Arena *a = &c->arena;
    Texts files;

    *c = (Corpus){.sir = true};
    c->build.cflags.n = sizeof dialect / sizeof dialect[0];
    c->build.cflags.at = arena_dup(a, dialect, sizeof dialect);
    c->dir = arena_strdup(a, dir);
    c->name = arena_printf(a, "%s%s%s", io_basename(o->dir), *suffix ? "-" : "",
                           suffix);
    c->tests = arena_strdup(a, o->tests);
    c->inputs = o->inputs ? arena_strdup(a, o->inputs) : NULL;
    c->build.ldflags = (Texts){.at = ARENA_ARRAY(a, const char *, 1), .n = 1};
    c->build.ldflags.at[0] =
        "-lm"; /* as the objects' own Makefiles would say */
    if (!corpus_is_name(c->name))
        return diag_fail(d, "\"%s\" cannot be the name of a suite", c->name);
    if (!stage_list(a, dir, true, &files, d))
        return false;
    c->build.sources.at = ARENA_ARRAY(a, const char *, files.n);
    for (size_t i = 0; i < files.n; i++) {
        size_t n = strlen(files.at[i]);
        if (n > 2 && strcmp(files.at[i] + n - 2, ".c") == 0 &&
            !strchr(files.at[i], '/'))
            c->build.sources.at[c->build.sources.n++] = files.at[i];
    }
    return c->build.sources.n > 0 || diag_fail(d, "%s has no .c file", dir);
}

static void
push(Corpora *out, const Corpus *c)
{
    if (out->n == out->cap) {
        out->cap = out->cap ? 2 * out->cap : 8;
        out->at = mem_resize(out->at, out->cap, sizeof *out->at);
    }
    out->at[out->n++] = *c;
}

/* A version per macro of the directory's FaultSeeds.h. */
static bool
open_seeds(const Object *o, const char *dir, const char *suffix, Corpora *out,
           Diag *d)
{
    Corpus c;
    char *file = io_join(dir, "FaultSeeds.h");
    Bytes b = {0};
    Texts macros = {0};
    char *tests = *suffix ? find_tests_of(o->dir, suffix) : NULL;
    bool ok = start(o, dir, suffix, &c, d) && io_read(file, &b, d);

    if (tests)
        c.tests = arena_strdup(&c.arena, tests);
    free(tests);
    if (ok)
        seeds_macros(&c.arena, (const char *)b.at, b.n, &macros);
    if (ok && macros.n == 0)
        ok = diag_fail(d, "%s defines no macro, not even in a comment", file);
    c.versions = ARENA_ARRAY(&c.arena, Version, macros.n);
    for (; c.nversions < macros.n; c.nversions++)
        c.versions[c.nversions] = (Version){
            .id = macros.at[c.nversions],
            .macro = macros.at[c.nversions],
            .symptom = "",
            .note = "",
        };
    io_bytes_done(&b);
    free(file);
    if (ok)
        push(out, &c);
    else
        arena_done(&c.arena);
    return ok;
}

/* A version per directory of files that replace others. */
static bool
open_overlays(const Object *o, const char *source, const Paths *versions,
              Corpora *out, Diag *d)
{
    Corpus c;

    if (!start(o, source, "", &c, d)) {
        arena_done(&c.arena);
        return false;
    }
    c.versions = ARENA_ARRAY(&c.arena, Version, versions->n);
    for (size_t i = 0; i < versions->n; i++) {
        const char *id = arena_strdup(&c.arena, io_basename(versions->at[i]));
        for (size_t k = 0; k < c.nversions; k++)
            if (strcmp(c.versions[k].id, id) == 0)
                id = arena_printf(&c.arena, "%s.%zu", id, i + 1);
        c.versions[c.nversions++] = (Version){
            .id = id,
            .overlay = arena_strdup(&c.arena, versions->at[i]),
            .symptom = "",
            .note = "",
        };
    }
    push(out, &c);
    return true;
}

static bool
open_object(const Object *o, Corpora *out, Diag *d)
{
    static const char *const sources[] = {"source.alt/source.orig",
                                          "source.alt/source",
                                          "source.alt",
                                          "source.orig",
                                          "source",
                                          NULL};
    char *source = find(o->dir, sources, true);
    Paths versions = {0};
    size_t nseeded = 0;
    bool ok = true;

    list_versions(o->dir, &versions);
    for (size_t i = 0; ok && i < versions.n; i++)
        if (has_seeds(versions.at[i])) {
            nseeded++;
            ok = open_seeds(o, versions.at[i], io_basename(versions.at[i]), out,
                            d);
        }
    if (ok && !nseeded && source && has_seeds(source))
        ok = open_seeds(o, source, "", out, d);
    else if (ok && !nseeded && !source && has_seeds(o->dir))
        ok = open_seeds(o, o->dir, "", out, d);
    else if (ok && !nseeded && !source)
        ok = diag_fail(d,
                       "%s has no source.alt/source.orig, source.alt or "
                       "source directory",
                       o->dir);
    else if (ok && !nseeded && versions.n == 0)
        ok = diag_fail(d, "%s has no version directories v1, v2, ...", o->dir);
    else if (ok && !nseeded)
        ok = open_overlays(o, source, &versions, out, d);
    paths_done(&versions);
    free(source);
    return ok;
}

bool
sir_open(const char *dir, Corpora *out, Diag *d)
{
    static const char *const names[] = {"inputs.alt/inputs", "inputs", NULL};
    char *tests = find_tests(dir), *inputs = find(dir, names, true);
    const Object o = {.dir = dir, .tests = tests, .inputs = inputs};
    bool ok = tests ? open_object(&o, out, d)
                    : diag_fail(d,
                                "%s has no testplans.alt/universe and no "
                                "other test plan",
                                dir);

    free(tests);
    free(inputs);
    return ok;
}
