/* tree.c - the programs of a build directory. */
#include "image/tree.h"

#include "base/io.h"
#include "base/vec.h"
#include "image/elf.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct TreeWalk TreeWalk;
struct TreeWalk {
    Arena *arena;
    VEC(const char *) programs;
    size_t foreign;
};

/* Directories in which there are no programs of the project: what CMake and
 * Meson try, what we keep, what git keeps. */
static bool
is_skipped(const char *name)
{
    static const char *const names[] = {
        ".git",          ".culprit",     "CMakeFiles",
        "meson-private", "meson-logs",   "meson-info",
        "node_modules",  "CMakeScripts", "Testing",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Most files in a tree are no ELF files: the first bytes tell. */
static bool
begins_as_elf(const char *path)
{
    char magic[4] = {0};
    FILE *f = fopen(path, "rbe");
    const bool is = f && fread(magic, 1, sizeof magic, f) == sizeof magic &&
                    memcmp(magic, "\177ELF", sizeof magic) == 0;

    if (f)
        fclose(f);
    return is;
}

static void
visit_file(TreeWalk *w, const char *path)
{
    Arena scratch = {0};
    ElfFile elf;
    Diag ignored;

    diag_init(&ignored);
    if (begins_as_elf(path) && elf_read(path, &scratch, &elf, &ignored) &&
        elf.starts) {
        if (elf.section.at && *elf.build_id)
            vec_push(&w->programs, arena_strdup(w->arena, path));
        else
            w->foreign++;
    }
    diag_done(&ignored);
    arena_done(&scratch);
}

static int
by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void
visit(TreeWalk *w, FTS *fts, FTSENT *e)
{
    if (e->fts_info == FTS_D && e->fts_level > 0 && is_skipped(e->fts_name))
        fts_set(fts, e, FTS_SKIP);
    else if (e->fts_info == FTS_F && (e->fts_statp->st_mode & S_IXUSR))
        visit_file(w, e->fts_path);
}

bool
tree_programs(const char *dir, Arena *a, Texts *out, size_t *foreign, Diag *d)
{
    TreeWalk w = {.arena = a};
    char *top = io_absolute(dir);
    char *const roots[] = {top, NULL};
    FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    FTSENT *e;
    bool ok = fts && io_is_dir(top);

    while (ok && (e = fts_read(fts)))
        visit(&w, fts, e);
    if (fts)
        fts_close(fts);
    if (!ok)
        diag_fail(d, "%s is not a directory that can be read", dir);
    out->n = w.programs.n;
    out->at = arena_dup(a, w.programs.at, w.programs.n * sizeof *out->at);
    *foreign = w.foreign;
    vec_done(&w.programs);
    free(top);
    return ok;
}
