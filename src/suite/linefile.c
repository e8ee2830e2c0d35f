/* linefile.c - a file with a test per line: arguments, then `< file`. */
#include "suite/kinds.h"

#include "base/io.h"
#include "suite/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *
join(Suite *s, const char *dir, const char *name)
{
    char *path = io_join(dir, name);
    const char *joined = arena_strdup(&s->arena, path);

    free(path);
    return joined;
}

/* `[DIR NAME=VALUE...]`: where the test runs and its own environment. */
static bool
take_place(Suite *s, const Words *place, const char **dir, char ***env, Diag *d)
{
    if (!place->at)
        return true;
    if (place->n == 0)
        return diag_fail(d, "[] has no directory");
    for (size_t i = 1; i < place->n; i++)
        if (!suite_is_assignment(place->at[i]))
            return diag_fail(d, "%s in [...] is not NAME=VALUE", place->at[i]);
    if (strcmp(place->at[0], ".") != 0)
        *dir = join(s, *dir, place->at[0]);
    if (place->n > 1)
        *env = place->at + 1;
    return true;
}

bool
suite_line(Suite *s, const char *program, const char *dir, const char *line,
           size_t n, Diag *d)
{
    const char *key = arena_strndup(&s->arena, line, n);
    char **env = NULL;
    Words place, w;

    if (!words_bracket(&s->arena, &line, &n, &place, d) ||
        !take_place(s, &place, &dir, &env, d) ||
        !words_split(&s->arena, line, n, &w, d))
        return false;
    Test *t = suite_add(s, key);
    t->argv = suite_argv(s, program, w.at, w.n);
    t->direct = true;
    t->dir = dir;
    t->env = env;
    if (w.input)
        t->input = join(s, dir, w.input);
    return true;
}

bool
suite_lines_parse(Suite *s, const char *program, const char *file,
                  const char *dir, const char *bytes, size_t n, Diag *d)
{
    const char *at = bytes, *end = bytes + n;

    dir = arena_strdup(&s->arena, dir);
    for (unsigned number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end;
        if (!stop)
            stop = end;
        while (at < stop && isspace((unsigned char)*at))
            at++;
        while (at < stop && isspace((unsigned char)stop[-1]) &&
               (stop - at < 2 || stop[-2] != '\\'))
            stop--;
        if (at < stop && *at != '#' &&
            !suite_line(s, program, dir, at, (size_t)(stop - at), d))
            return diag_context(d, "%s:%u", file, number);
        at = next;
    }
    return true;
}

/* Inputs are looked for once, so that a typing error is no failing test. */
static bool
check_inputs(const Suite *s, size_t first, const char *file, Diag *d)
{
    for (size_t i = first; i < s->n; i++) {
        const Test *t = &s->tests[i];
        if (t->input && !io_exists(t->input))
            return diag_fail(d,
                             "%s: the input file %s of test \"%s\" is "
                             "missing",
                             file, t->input, t->key);
    }
    return true;
}

static bool
add_line(Suite *s, const SuiteSpec *spec, Diag *d)
{
    size_t first = s->n;
    char *here = io_absolute(".");
    const char *dir = arena_strdup(&s->arena, here);

    free(here);
    return (suite_line(s, spec->program, dir, spec->line, strlen(spec->line),
                       d) &&
            check_inputs(s, first, "the command line", d)) ||
           diag_context(d, "test \"%s\"", spec->line);
}

bool
suite_lines(Suite *s, const SuiteSpec *spec, Diag *d)
{
    Bytes b;

    if (spec->line && !add_line(s, spec, d))
        return false;
    const size_t first = s->n;
    if (!spec->tests)
        return true;
    if (!io_read(spec->tests, &b, d))
        return false;
    char *path = io_absolute(spec->tests);
    char *dir = io_dirname(path);
    bool ok = suite_lines_parse(s, spec->program, spec->tests, dir,
                                (const char *)b.at, b.n, d) &&
              check_inputs(s, first, spec->tests, d);
    if (ok && s->n == first)
        ok = diag_fail(d,
                       "%s has no tests: write one per line, its arguments "
                       "and perhaps < FILE",
                       spec->tests);
    free(dir);
    free(path);
    io_bytes_done(&b);
    return ok;
}
