/* suite.c - the tests of a project, wherever they are written down. */
#include "suite/suite.h"

#include "base/mem.h"
#include "suite/kinds.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    bool (*read)(Suite *s, const SuiteSpec *spec, Diag *d);
} kinds[] = {
    {suite_lines}, {suite_requests}, {suite_ctest},
    {suite_cases}, {suite_commands}, {suite_scripts},
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

bool
suite_is_named(const SuiteSpec *spec)
{
    return spec->tests || spec->requests || spec->line || spec->ctest ||
           spec->cases || spec->commands.n || spec->scripts;
}

bool
suite_open(const SuiteSpec *spec, Suite *out, Diag *d)
{
    *out = (Suite){0};
    if (!suite_is_named(spec))
        return diag_fail(d, "no tests were given: use --tests, --ctest, "
                            "--cases, --command or --scripts");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!kinds[i].read(out, spec, d)) {
            suite_done(out);
            return false;
        }
    }
    return true;
}
