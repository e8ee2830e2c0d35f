/* cases.c - a directory of cases: NAME.args and NAME.in start a test,
 * NAME.out (.ans, .expected), NAME.err and NAME.status say what it should do
 * (see oracle.h).
 */
#include "suite/kinds.h"

#include "base/io.h"
#include "suite/words.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The length of NAME if the file name is NAME.args or NAME.in, else 0. */
static size_t
stem(const char *file)
{
    const char *dot = strrchr(file, '.');

    if (!dot || dot == file ||
        (strcmp(dot, ".args") != 0 && strcmp(dot, ".in") != 0))
        return 0;
    return (size_t)(dot - file);
}

static bool
read_args(Suite *s, const char *path, Words *w, Diag *d)
{
    Bytes b;

    if (!io_read(path, &b, d))
        return false;
    for (size_t i = 0; i < b.n; i++) /* several lines are one list */
        if (b.at[i] == '\n')
            b.at[i] = ' ';
    bool ok = words_split(&s->arena, (const char *)b.at, b.n, w, d);
    io_bytes_done(&b);
    return ok || diag_context(d, "%s", path);
}

static bool
add_case(Suite *s, const char *program, const char *dir, const char *name,
         Diag *d)
{
    Words w = {0};
    const char *args = arena_printf(&s->arena, "%s/%s.args", dir, name);
    const char *input = arena_printf(&s->arena, "%s/%s.in", dir, name);

    if (io_exists(args) && !read_args(s, args, &w, d))
        return false;
    Test *t = suite_add(s, name);
    t->label = arena_strdup(&s->arena, name);
    t->argv = suite_argv(s, program, w.at, w.n);
    t->direct = true;
    t->dir = dir;
    if (w.input)
        t->input =
            arena_printf(&s->arena, "%s%s%s", w.input[0] == '/' ? "" : dir,
                         w.input[0] == '/' ? "" : "/", w.input);
    else if (io_exists(input))
        t->input = input;
    return true;
}

bool
suite_cases(Suite *s, const SuiteSpec *spec, Diag *d)
{
    struct dirent **entries;
    Map seen = {0};
    size_t first = s->n;
    bool ok = true;

    if (!spec->cases)
        return true;
    char *full = io_absolute(spec->cases);
    const char *dir = arena_strdup(&s->arena, full);
    free(full);
    int n = scandir(dir, &entries, NULL, alphasort);
    if (n < 0)
        return diag_errno(d, "cannot read the cases in %s", spec->cases);
    for (int i = 0; i < n; i++) {
        const char *file = entries[i]->d_name;
        size_t length = stem(file);
        if (ok && length && !map_find(&seen, file, length)) {
            map_put(&seen, file, length, 0);
            const char *name = arena_strndup(&s->arena, file, length);
            ok = add_case(s, spec->program, dir, name, d);
        }
        free(entries[i]);
    }
    free(entries);
    map_done(&seen);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "%s has no cases: a case is a NAME.args or NAME.in, "
                       "with NAME.out for what it should print",
                       spec->cases);
    return ok;
}
