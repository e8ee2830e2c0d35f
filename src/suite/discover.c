/* discover.c - the tests that a person means who names none.
 *
 * Every build directory here or directly below is a candidate; below out and
 * build, also those one step further. One that was set up with culprit-cc is
 * preferred, then the newest; a plain Makefile comes last, since its tests
 * cannot be told apart from outside.
 */
#include "suite/discover.h"

#include "base/io.h"
#include "base/vec.h"
#include "suite/makefile.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *name, *mark, *seen, *first, *again;
} kinds[] = {
#define HARNESS(id, name, mark, seen, first, again) \
    {name, mark, seen, first, again},
#include "suite/harness.def"
};

typedef VEC(Harness) Found;

const char *
harness_name(HarnessKind kind)
{
    return kinds[kind].name;
}

void
harness_rebuild(const Harness *h, Str *out)
{
    for (const char *at = kinds[h->kind].again; *at; at++)
        if (*at == '@')
            str_puts(out, h->dir);
        else
            str_putc(out, *at);
}

bool
harness_of(const SuiteSpec *spec, Harness *out)
{
    const SuiteTrees *t = &spec->trees;

    if (t->meson)
        *out = (Harness){.kind = HARNESS_MESON, .dir = t->meson};
    else if (t->ctest)
        *out = (Harness){.kind = HARNESS_CMAKE, .dir = t->ctest};
    else if (t->automake)
        *out = (Harness){.kind = HARNESS_AUTOMAKE, .dir = t->automake};
    return t->meson || t->ctest || t->automake;
}

static bool
mentions(const char *dir, const char *file, const char *word)
{
    char *path = io_join(dir, file);
    Bytes b = {0};
    bool has = false;
    Diag ignored;

    diag_init(&ignored);
    bool found = io_read_if(path, &b, &has, &ignored) && has &&
                 memmem(b.at, b.n, word, strlen(word));
    io_bytes_done(&b);
    diag_done(&ignored);
    free(path);
    return found;
}

static double
age_of(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return 0;
    return (double)st.st_mtim.tv_sec + 1e-9 * (double)st.st_mtim.tv_nsec;
}

/* Does a directory hold what Automake made below it? */
static bool
has_automake_tests(const char *dir, const MakefileFacts *f)
{
    struct dirent **entries;
    bool found = f->automake_tests;

    if (found || !f->automake || !f->subdirs)
        return found;
    int n = scandir(dir, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *child = io_join(dir, entries[i]->d_name);
        char *path = io_join(child, "Makefile");
        if (!found && entries[i]->d_name[0] != '.') {
            const MakefileFacts below = makefile_read(path);
            found = has_automake_tests(child, &below);
        }
        free(path);
        free(child);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return found;
}

/* What a Makefile there offers. */
static bool
look_at_makefile(const char *dir, Harness *out)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    MakefileFacts f = {0};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *path = io_join(dir, names[i]);
        if (io_exists(path)) {
            f = makefile_read(path);
            out->made = age_of(path);
            free(path);
            break;
        }
        free(path);
    }
    out->culprit = f.culprit;
    out->kind = has_automake_tests(dir, &f) ? HARNESS_AUTOMAKE : HARNESS_MAKE;
    if (out->kind == HARNESS_MAKE && (f.check || f.test))
        out->command = f.check ? "make check" : "make test";
    return out->kind == HARNESS_AUTOMAKE || out->command;
}

static bool
has_mark(const char *dir, HarnessKind kind, double *made)
{
    char *path = io_join(dir, kinds[kind].mark);
    const bool has = io_exists(path);

    *made = has ? age_of(path) : 0;
    free(path);
    return has;
}

/* What is in this directory, if anything. */
static bool
look(const char *dir, Arena *a, Harness *out)
{
    *out = (Harness){.dir = arena_strdup(a, dir)};
    if (has_mark(dir, HARNESS_MESON, &out->made)) {
        out->kind = HARNESS_MESON;
        out->culprit = mentions(dir, "build.ninja", "culprit-cc");
        return true;
    }
    if (has_mark(dir, HARNESS_CMAKE, &out->made) &&
        mentions(dir, "CMakeCache.txt", "CMAKE_HOME_DIRECTORY")) {
        out->kind = HARNESS_CMAKE;
        out->culprit = mentions(dir, "CMakeCache.txt", "culprit-cc");
        return true;
    }
    return look_at_makefile(dir, out);
}

/* Where build directories of several configurations are kept. */
static bool
holds_several(const char *name)
{
    static const char *const names[] = {"out", "build", "builds", "_build"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Plain Makefiles below are no build directories: `make` here calls them. */
static void
look_below(const char *where, unsigned depth, Arena *a, Found *found)
{
    struct dirent **entries;
    int n = scandir(where, &entries, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        char *dir =
            strcmp(where, ".") == 0 ? mem_strdup(name) : io_join(where, name);
        Harness h;
        if (name[0] != '.' && io_is_dir(dir)) {
            if (look(dir, a, &h) && h.kind != HARNESS_MAKE)
                vec_push(found, h);
            else if (depth > 1 && holds_several(name))
                look_below(dir, depth - 1, a, found);
        }
        free(dir);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

static int
by_preference(const void *x, const void *y)
{
    const Harness *a = x, *b = y;
    const bool plain_a = a->kind == HARNESS_MAKE,
               plain_b = b->kind == HARNESS_MAKE;

    if (a->culprit != b->culprit)
        return b->culprit - a->culprit;
    if (plain_a != plain_b)
        return plain_a - plain_b;
    if (a->made != b->made)
        return a->made > b->made ? -1 : 1;
    return strcmp(a->dir, b->dir);
}

/* Automake's own directories of a tree that is there as a whole. */
static void
drop_parts(Found *found)
{
    bool whole = false;
    size_t n = 0;

    for (size_t i = 0; i < found->n; i++)
        whole |= strcmp(found->at[i].dir, ".") == 0 &&
                 found->at[i].kind == HARNESS_AUTOMAKE;
    for (size_t i = 0; i < found->n; i++)
        if (!whole || found->at[i].kind != HARNESS_AUTOMAKE ||
            strcmp(found->at[i].dir, ".") == 0)
            found->at[n++] = found->at[i];
    found->n = n;
}

/* Nothing is built: what would be the first step? */
static bool
fail_none(const char *where, Diag *d)
{
    for (size_t i = 0; i < HARNESS_KINDS; i++) {
        char *path = io_join(where, kinds[i].seen);
        const bool seen = io_exists(path) && i != HARNESS_MAKE;
        free(path);
        if (seen)
            return diag_fail(d,
                             "there is a %s, but no build directory with tests "
                             "here or directly below: build it with `%s`, then "
                             "ask again",
                             kinds[i].seen, kinds[i].first);
    }
    return diag_fail(
        d, "no tests were found: there is no build directory of "
           "Meson, CMake or Automake with tests here or directly "
           "below, and no Makefile with a target check or test; "
           "start culprit where one is, or name tests with --failing, "
           "--tests, --cases, --command or --scripts");
}

bool
discover(const char *where, Discovery *out, Diag *d)
{
    Found found = {0};
    Harness h;

    *out = (Discovery){0};
    if (look(where, &out->arena, &h))
        vec_push(&found, h);
    look_below(where, 2, &out->arena, &found);
    drop_parts(&found);
    if (found.n) {
        qsort(found.at, found.n, sizeof *found.at, by_preference);
        out->at = arena_dup(&out->arena, found.at, found.n * sizeof *found.at);
        out->n = found.n;
    }
    vec_done(&found);
    return out->n > 0 || fail_none(where, d);
}

void
discover_done(Discovery *s)
{
    arena_done(&s->arena);
    *s = (Discovery){0};
}

void
discover_take(Discovery *s, SuiteSpec *out)
{
    const Harness *h = &s->at[0];

    switch (h->kind) {
    case HARNESS_MESON:
        out->trees.meson = h->dir;
        break;
    case HARNESS_CMAKE:
        out->trees.ctest = h->dir;
        break;
    case HARNESS_AUTOMAKE:
        out->trees.automake = h->dir;
        break;
    case HARNESS_MAKE:
    case HARNESS_KINDS:
        out->commands = (Texts){ARENA_ARRAY(&s->arena, const char *, 2), 1};
        out->commands.at[0] = h->command;
        break;
    }
}

void
discover_say(const Discovery *s, size_t ntests, Str *out)
{
    const Harness *h = &s->at[0];

    if (h->kind == HARNESS_MAKE)
        str_printf(out, "`%s`", h->command);
    else
        str_printf(out, "the %zu test%s of %s in %s", ntests,
                   ntests == 1 ? "" : "s", kinds[h->kind].name, h->dir);
    for (size_t i = 1; i < s->n; i++)
        str_printf(out, "%s%s in %s", i == 1 ? ", not those of " : ", ",
                   kinds[s->at[i].kind].name, s->at[i].dir);
}
