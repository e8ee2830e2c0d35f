/* wrapper.c - libtool's wrapper scripts, and the programs behind them.
 *
 * A program that needs libraries of its own build tree is linked to
 * .libs/NAME (or, where the run path of the installed one would lead elsewhere,
 * to .libs/lt-NAME when the script is first run); NAME is a shell script that
 * sets LD_LIBRARY_PATH and starts it. Tests may go on to start the script, but
 * what culprit looks at, and starts itself, is the program.
 */
#include "image/wrapper.h"

#include "base/io.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The rest of the script's first line that begins so, without quotes, up to
 * `end` or the line's end; NULL if it has none. The caller frees. */
static char *
value_of(const char *script, const char *start, const char *end)
{
    const char *at = script;

    while (at && strncmp(at, start, strlen(start)) != 0) {
        at = strchr(at, '\n');
        at = at ? at + 1 + strspn(at + 1, " \t") : NULL;
    }
    if (!at)
        return NULL;
    at += strlen(start);
    size_t n = strcspn(at, "\n");
    const char *stop = end ? memmem(at, n, end, strlen(end)) : NULL;
    char *value = mem_printf("%.*s", (int)(stop ? (size_t)(stop - at) : n), at);
    char *to = value;
    for (const char *from = value; *from; from++)
        if (*from != '\'' && *from != '"')
            *to++ = *from;
    *to = 0;
    return value;
}

/* As the script does. */
static void
add_library_path(const char *script)
{
    char *dirs = value_of(script, "LD_LIBRARY_PATH=\"", "$LD_LIBRARY_PATH");
    const char *old = getenv("LD_LIBRARY_PATH");
    size_t n = dirs ? strlen(dirs) : 0;

    if (n && !(old && strncmp(old, dirs, n - 1) == 0)) {
        char *all = mem_printf("%s%s", dirs, old ? old : "");
        all[strlen(all) - (old ? 0 : 1)] = 0; /* no colon at the end */
        setenv("LD_LIBRARY_PATH", all, 1);
        free(all);
    }
    free(dirs);
}

bool
wrapper_program(const char *path, char **out, Diag *d)
{
    static const char mark[] = "temporary wrapper script for";
    Bytes b = {0};
    bool has = false;

    *out = io_absolute(path);
    if (!io_read_if(path, &b, &has, d) || !has)
        return !d->error;
    const char *script = (const char *)b.at;
    char *name = strncmp(script, "#!", 2) == 0 && strstr(script, mark)
                     ? value_of(script, "program=", NULL)
                     : NULL;
    if (name) {
        char *dir = io_dirname(*out);
        free(*out);
        *out = mem_printf("%s/.libs/%s", dir, name);
        free(dir);
        if (io_exists(*out))
            add_library_path(script);
        else
            diag_fail(d,
                      "%s is libtool's wrapper script, and %s is not there "
                      "yet: start the script once",
                      path, *out);
    }
    free(name);
    io_bytes_done(&b);
    return !d->error;
}
