/* suite.c - the tests of a project, wherever they are written down. */
#include "suite/suite.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/checks.h"
#include "suite/kinds.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    bool (*read)(Suite *s, const SuiteSpec *spec, Diag *d);
} kinds[] = {
    {suite_lines},    {suite_requests}, {suite_ctest},    {suite_meson},
    {suite_automake}, {suite_cases},    {suite_commands}, {suite_scripts},
};

void
suite_done(Suite *s)
{
    arena_done(&s->arena);
    map_done(&s->keys);
    free(s->tests);
    *s = (Suite){0};
}

Test *
suite_add(Suite *s, const char *key)
{
    const char *unique = key;

    for (unsigned k = 2; map_find_text(&s->keys, unique); k++)
        unique = arena_printf(&s->arena, "%s (%u)", key, k);
    map_put_text(&s->keys, unique, (uint32_t)s->n);
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 64;
        s->tests = mem_resize(s->tests, s->cap, sizeof *s->tests);
    }
    Test *t = &s->tests[s->n++];
    *t = (Test){
        .key = arena_strdup(&s->arena, unique),
        .label = arena_printf(&s->arena, "t%zu", s->n),
        .rules.skip_status = SUITE_NO_STATUS,
    };
    return t;
}

bool
suite_is_assignment(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    return n > 0 && (text[0] < '0' || text[0] > '9') && text[n] == '=';
}

char **
suite_argv(Suite *s, const char *program, char *const *words, size_t n)
{
    char **argv = ARENA_ARRAY(&s->arena, char *, n + 2);

    argv[0] = arena_strdup(&s->arena, program);
    for (size_t i = 0; i < n; i++)
        argv[i + 1] = words[i];
    return argv;
}

char **
suite_environment(Arena *a, const Test *t, const char *dir)
{
    size_t n = 0, k = 0;

    while (t->env && t->env[n])
        n++;
    char **out = ARENA_ARRAY(a, char *, n + 4);
    for (; k < n; k++)
        out[k] = t->env[k];
    if (t->check.function)
        out[k++] = arena_printf(a, CULPRIT_CHECK_ENV "=%s", t->check.function);
    if (t->check.variable)
        out[k++] = arena_strdup(a, t->check.variable);
    if (t->check.temporary)
        out[k++] = arena_printf(a, "%s=%s", t->check.temporary, dir);
    return out;
}

bool
suite_is_direct(const Test *t, const char *program)
{
    if (!program)
        return false;
    char *joined = io_join(t->dir, t->argv[0]);
    char *full = io_absolute(joined);
    bool same = strcmp(full, program) == 0;

    free(full);
    free(joined);
    return same;
}

bool
suite_is_named(const SuiteSpec *spec)
{
    const SuiteTrees *t = &spec->trees;

    return spec->tests || spec->requests || spec->line || t->ctest ||
           t->meson || t->automake || spec->cases || spec->commands.n ||
           spec->scripts;
}

/* How many tests start what this one does? */
static size_t
count_starts(const Suite *s, const Test *like)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        n += strcmp(s->tests[i].argv[0], like->argv[0]) == 0 &&
             strcmp(s->tests[i].dir, like->dir) == 0;
    return n;
}

void
suite_test_programs(const Suite *s, const SuiteSpec *spec, Arena *a, Texts *out)
{
    const SuiteTrees *t = &spec->trees;

    *out = (Texts){ARENA_ARRAY(a, const char *, s->n + 1), 0};
    if (!t->ctest && !t->meson && !t->automake)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (!s->tests[i].argv[1] && count_starts(s, &s->tests[i]) == 1)
            out->at[out->n++] =
                arena_strdup(a, io_basename(s->tests[i].argv[0]));
}

static bool
is_chosen(const Texts *only, const char *key)
{
    for (size_t i = 0; i < only->n; i++)
        if (fnmatch(only->at[i], key, 0) == 0)
            return true;
    return only->n == 0;
}

/* Keep the tests that --only names. */
static bool
choose(Suite *s, const Texts *only, Diag *d)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (is_chosen(only, s->tests[i].key))
            s->tests[n++] = s->tests[i];
    if (n == 0 && s->n)
        return diag_fail(d,
                         "none of the %zu tests is called %s%s: their names "
                         "are such as %s, and --only '*WORD*' matches a part",
                         s->n, only->at[0], only->n > 1 ? " or the like" : "",
                         s->tests[0].key);
    s->n = n;
    return true;
}

bool
suite_open(const SuiteSpec *spec, Suite *out, Diag *d)
{
    *out = (Suite){0};
    if (!suite_is_named(spec))
        return diag_fail(d, "no tests were given: use --tests, --ctest, "
                            "--meson, --automake, --cases, --command or "
                            "--scripts");
    if (!spec->program && (spec->tests || spec->line || spec->cases))
        return diag_fail(d, "name the program under test with --program: these "
                            "tests have only its arguments");
    bool ok = remarks_check("pass-pattern", spec->patterns.pass, d) &&
              remarks_check("fail-pattern", spec->patterns.fail, d);
    for (size_t i = 0; ok && i < sizeof kinds / sizeof kinds[0]; i++)
        ok = kinds[i].read(out, spec, d);
    ok = ok && choose(out, &spec->only, d);
    if (!ok)
        suite_done(out);
    return ok;
}
