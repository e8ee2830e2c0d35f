/* shell.c - tests that are shell commands, or scripts of their own.
 *
 * Scripts follow Automake's serial protocol: 77 is a skip and 99 a failure.
 */
#include "suite/kinds.h"

#include "base/io.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIP_STATUS = 77 };

static const char *
here(Suite *s)
{
    char *dir = io_absolute(".");
    const char *kept = arena_strdup(&s->arena, dir);

    free(dir);
    return kept;
}

bool
suite_commands(Suite *s, const SuiteSpec *spec, Diag *d)
{
    for (size_t i = 0; i < spec->commands.n; i++) {
        if (!*spec->commands.at[i])
            return diag_fail(d,
                             "--command is empty: give a shell command "
                             "that starts %s",
                             spec->program ? spec->program : "a program");
        Test *t = suite_add(s, spec->commands.at[i]);
        char *words[] = {
            arena_strdup(&s->arena, "-c"),
            arena_strdup(&s->arena, spec->commands.at[i]),
        };
        t->argv = suite_argv(s, "/bin/sh", words, 2);
        t->dir = here(s);
        t->rules.tap = spec->tap;
    }
    return true;
}

/* Can the kernel start it? A script may lack its `#!` line. */
static bool
is_startable(const char *path)
{
    char start[4] = "";
    FILE *f = access(path, X_OK) == 0 ? fopen(path, "r") : NULL;

    if (!f)
        return false;
    size_t n = fread(start, 1, sizeof start, f);
    fclose(f);
    return n >= 2 && (memcmp(start, "#!", 2) == 0 ||
                      (n == 4 && memcmp(start, "\177ELF", 4) == 0));
}

static void
add_script(Suite *s, const char *path, bool tap)
{
    Test *t = suite_add(s, path);
    char *full = io_absolute(path);
    char *word = arena_strdup(&s->arena, full);
    char *dir = io_dirname(full);

    t->argv = is_startable(full) ? suite_argv(s, word, NULL, 0)
                                 : suite_argv(s, "/bin/sh", &word, 1);
    t->dir = here(s);
    t->rules.tap = tap;
    t->rules.skip_status = SKIP_STATUS;
    t->label = arena_strdup(&s->arena, io_basename(path));
    if (!getenv("srcdir")) { /* as Automake's test driver sets it */
        t->env = ARENA_ARRAY(&s->arena, char *, 2);
        t->env[0] = arena_printf(&s->arena, "srcdir=%s", dir);
    }
    free(dir);
    free(full);
}

bool
suite_scripts(Suite *s, const SuiteSpec *spec, Diag *d)
{
    glob_t found;
    size_t first = s->n;

    if (!spec->scripts)
        return true;
    if (glob(spec->scripts, GLOB_BRACE, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            if (!io_is_dir(found.gl_pathv[i]))
                add_script(s, found.gl_pathv[i], spec->tap);
        globfree(&found);
    }
    if (s->n == first)
        return diag_fail(d,
                         "no script matches %s: quote the pattern, and "
                         "start culprit where it matches",
                         spec->scripts);
    return true;
}
