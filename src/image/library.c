/* library.c - the file behind a NEEDED name, if it is one of ours.
 *
 * The loader looks for the name itself in LD_LIBRARY_PATH and the run path;
 * what the link named is often called otherwise (libfoo.so for libfoo.so.1) and
 * is told by its soname. A file that the loader takes and that has no bitcode,
 * such as a stripped copy, stands for the linked one if both have the same
 * build id. The system's directories are not looked at, unless the link names
 * them.
 */
#include "image/library.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* A library in sight: what was found, and where the search stands. */
typedef struct LibrarySearch LibrarySearch;
struct LibrarySearch {
    const LibraryLinks *links;
    const char *name; /* NEEDED */
    Arena *arena;
    ElfFile loaded; /* what the loader takes; no path: it finds none */
    ElfFile linked; /* what was linked, best with bitcode; no path: unknown */
};

static bool
read_quietly(const char *path, Arena *a, ElfFile *out)
{
    Diag ignored;

    diag_init(&ignored);
    bool ok = io_exists(path) && elf_read(path, a, out, &ignored);
    diag_done(&ignored);
    return ok;
}

/* What others need it as. */
static const char *
name_of(const ElfFile *file)
{
    return *file->soname ? file->soname : io_basename(file->path);
}

/* A directory of a run path, with $ORIGIN replaced; the caller frees. */
static char *
directory_of(const char *dir, const char *origin)
{
    size_t skip = starts(dir, "$ORIGIN") ? 7 : starts(dir, "${ORIGIN}") ? 9 : 0;

    return skip ? mem_printf("%s%s", origin, dir + skip) : mem_strdup(dir);
}

static void
look_as_loader(LibrarySearch *s, const char *dirs, const char *origin)
{
    char *copy = mem_strdup(dirs), *state = NULL;
    ElfFile file;

    for (char *dir = strtok_r(copy, ":", &state); dir && !s->loaded.path;
         dir = strtok_r(NULL, ":", &state)) {
        char *place = directory_of(dir, origin);
        char *path = io_join(place, s->name);
        if (read_quietly(path, s->arena, &file))
            s->loaded = file;
        free(path);
        free(place);
    }
    free(copy);
}

static void
look_at(LibrarySearch *s, const char *path)
{
    ElfFile file;

    if (s->linked.section.at || !read_quietly(path, s->arena, &file))
        return;
    if (strcmp(name_of(&file), s->name) == 0 &&
        (!s->linked.path || file.section.at))
        s->linked = file;
}

/* What -lX may mean in the directory of one -L; the caller frees. */
static char *
file_of_option(const LibraryLinks *l, const char *dir, const char *name)
{
    char *place = io_join(l->dir, dir);
    char *path = name[0] == ':' ? mem_printf("%s/%s", place, name + 1)
                                : mem_printf("%s/lib%s.so", place, name);

    free(place);
    return path;
}

static void
look_for_option(LibrarySearch *s, const char *dir, const char *name)
{
    char *path = file_of_option(s->links, dir, name);

    look_at(s, path);
    free(path);
}

static void
look_as_linker(LibrarySearch *s)
{
    const LibraryLinks *l = s->links;

    for (size_t i = 0; i < l->nargs; i++)
        if (l->args[i][0] == '/' && strstr(io_basename(l->args[i]), ".so"))
            look_at(s, l->args[i]);
    for (size_t i = 0; i < l->nargs; i++) {
        if (!starts(l->args[i], "-L"))
            continue;
        for (size_t k = 0; k < l->nargs; k++)
            if (starts(l->args[k], "-l"))
                look_for_option(s, l->args[i] + 2, l->args[k] + 2);
        char *named = mem_printf(":%s", s->name);
        look_for_option(s, l->args[i] + 2, named);
        free(named);
    }
}

static bool
is_systems(const char *path)
{
    return starts(path, "/usr/") || starts(path, "/lib") ||
           starts(path, "/opt/");
}

/* Is the linked file the one that is loaded? Without a build id: presumably. */
static bool
is_same(const ElfFile *linked, const ElfFile *loaded)
{
    return !*linked->build_id || !*loaded->build_id ||
           strcmp(linked->build_id, loaded->build_id) == 0;
}

/* Nothing with bitcode was found: should there have been? */
static bool
say_unseen(const LibrarySearch *s, const ElfFile *by, Diag *d)
{
    const ElfFile *file = s->loaded.path ? &s->loaded : &s->linked;

    if (s->linked.section.at)
        diag_warn(d,
                  "%s is not seen: %s, which %s loads, has no bitcode and is "
                  "another build than %s",
                  s->name, s->loaded.path, by->path, s->linked.path);
    else if (file->path && !is_systems(file->path))
        diag_warn(d,
                  "%s is not seen: %s has no bitcode; build it with "
                  "CC=culprit-cc, too",
                  s->name, file->path);
    return false;
}

bool
library_find(const LibraryLinks *links, const ElfFile *by, const char *name,
             Arena *a, ElfFile *out, Diag *d)
{
    LibrarySearch s = {.links = links, .name = name, .arena = a};
    const char *path = getenv("LD_LIBRARY_PATH");
    char *origin = io_dirname(by->path);

    look_as_loader(&s, path ? path : "", origin);
    look_as_loader(&s, by->runpath, origin);
    free(origin);
    if (s.loaded.section.at) {
        *out = s.loaded;
        return true;
    }
    look_as_linker(&s);
    if (!s.linked.section.at ||
        (s.loaded.path && !is_same(&s.linked, &s.loaded)))
        return say_unseen(&s, by, d);
    *out = s.linked;
    return true;
}

static bool
is_library(const char *path, const ElfFile *library, Arena *a)
{
    ElfFile file;

    return read_quietly(path, a, &file) &&
           strcmp(name_of(&file), name_of(library)) == 0 &&
           is_same(&file, library);
}

/* By its name alone: the file may be gone. */
static bool
sounds_like(const char *arg, const ElfFile *library)
{
    const char *base = io_basename(library->path), *name = name_of(library);
    const char *file = io_basename(arg);
    size_t n = strlen(arg + 2);

    if (arg[0] == '/')
        return strcmp(file, base) == 0 || strcmp(file, name) == 0 ||
               (strstr(file, ".so") && starts(name, file));
    if (arg[2] == ':')
        return strcmp(arg + 3, base) == 0 || strcmp(arg + 3, name) == 0;
    return n && starts(name, "lib") && strncmp(name + 3, arg + 2, n) == 0 &&
           starts(name + 3 + n, ".so");
}

bool
library_is_named(const LibraryLinks *links, const char *arg,
                 const ElfFile *library, Arena *a)
{
    bool is = false;

    if (arg[0] != '/' && !starts(arg, "-l"))
        return false;
    if (sounds_like(arg, library))
        return true;
    if (arg[0] == '/')
        return strstr(io_basename(arg), ".so") && is_library(arg, library, a);
    for (size_t i = 0; i < links->nargs && !is; i++) {
        if (!starts(links->args[i], "-L"))
            continue;
        char *path = file_of_option(links, links->args[i] + 2, arg + 2);
        is = is_library(path, library, a);
        free(path);
    }
    return is;
}
