/* files.c - the application's files: all below its root that are PHP. */
#include "php/host/host.h"

#include "base/io.h"
#include "base/vec.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const endings[] = {".php",  ".inc",  ".phtml", ".php3",
                                      ".php4", ".php5", ".php7",  ".module"};

/* Directories of other people's code, and of what is no code. */
static const char *const others[] = {"vendor", "node_modules"};

typedef VEC(char *) Paths;

static bool
is_php(const char *name)
{
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t k = strlen(endings[i]);
        if (n > k && strcmp(name + n - k, endings[i]) == 0)
            return true;
    }
    return false;
}

/* Is the path, from the root, in this list of words? */
static bool
is_listed(const char *path, const char *list)
{
    const size_t n = strlen(path);

    for (const char *at = list; *at;) {
        const size_t k = strcspn(at, ",");
        if (k == n && strncmp(at, path, n) == 0)
            return true;
        at += k + (at[k] == ',');
    }
    return false;
}

static bool
is_left_out(const Launch *l, const char *path, const char *name)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    return name[0] == '.' || is_listed(path + strlen(l->root) + 1, l->skip);
}

static bool
add_dir(const Launch *l, Arena *a, const char *dir, Paths *out, Diag *d)
{
    DIR *list = opendir(dir);
    struct dirent *e;
    struct stat st;
    bool ok = true;

    if (!list)
        return diag_errno(d, "cannot read the directory %s", dir);
    while (ok && (e = readdir(list))) {
        char *path = arena_printf(a, "%s/%s", dir, e->d_name);
        if (is_left_out(l, path, e->d_name) || lstat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode))
            ok = add_dir(l, a, path, out, d);
        else if (S_ISREG(st.st_mode) && is_php(e->d_name))
            vec_push(out, path);
    }
    closedir(list);
    return ok;
}

static int
compare(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

bool
files_list(const Launch *l, Arena *a, char ***out, size_t *n, Diag *d)
{
    Paths paths = {0};
    bool ok = add_dir(l, a, l->root, &paths, d);

    if (ok && l->script[0] && l->script[0] != '/' && !is_php(l->script))
        vec_push(&paths, arena_printf(a, "%s/%s", l->root, l->script));
    if (ok && paths.n == 0)
        ok = diag_fail(d, "%s has no PHP files", l->root);
    if (ok) {
        qsort(paths.at, paths.n, sizeof *paths.at, compare);
        *out = arena_dup(a, paths.at, paths.n * sizeof *paths.at);
        *n = paths.n;
    }
    vec_done(&paths);
    return ok;
}
