/* origin.c - whose code is it? By the names of files and directories. */
#include "spectrum/origin.h"

#include "base/io.h"
#include "base/mem.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

typedef enum { AT_DIR, AT_FILE } OriginWhere;

static const struct {
    CodeOrigin kind;
    OriginWhere where;
    const char *pattern;
} rows[] = {
#define ORIGIN(kind, where, pattern) {ORIGIN_##kind, AT_##where, pattern},
#include "spectrum/origin.def"
};

static CodeOrigin
kind_of_name(const char *name, OriginWhere where)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].where == where && fnmatch(rows[i].pattern, name, 0) == 0)
            return rows[i].kind;
    return ORIGIN_OWN;
}

static bool
is_of_system(const char *path)
{
    static const char *const roots[] = {"/usr/", "/opt/", "/lib/"};

    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (strncmp(path, roots[i], strlen(roots[i])) == 0)
            return true;
    return false;
}

/* Of the directories on the way, the outermost that says something. */
static CodeOrigin
kind_of_dirs(const char *path)
{
    CodeOrigin kind = ORIGIN_OWN;

    for (const char *at = path, *slash; kind == ORIGIN_OWN;) {
        at += strspn(at, "/");
        if (!(slash = strchr(at, '/')))
            break;
        char *name = mem_strndup(at, (size_t)(slash - at));
        kind = kind_of_name(name, AT_DIR);
        free(name);
        at = slash;
    }
    return kind;
}

CodeOrigin
origin_of(const char *path, const char *root)
{
    const size_t n = strlen(root);

    if (n && strncmp(path, root, n) == 0 && (path[n] == '/' || !path[n]))
        path += n;
    else if (is_of_system(path))
        return ORIGIN_FOREIGN;
    const CodeOrigin kind = kind_of_dirs(path);
    return kind != ORIGIN_OWN ? kind : kind_of_name(io_basename(path), AT_FILE);
}

bool
origin_is_foreign(const char *path)
{
    return is_of_system(path) || kind_of_dirs(path) == ORIGIN_FOREIGN;
}
