/* assertion.c - what a unit test printed of the assertion that failed. */
#include "suite/assertion.h"

#include <regex.h>

enum { GROUPS = 3, MOST_SHOWN = 160 };

static const struct {
    const char *framework, *pattern;
    int place, text; /* groups */
} rows[] = {
#define ASSERTION(framework, pattern, place, text) \
    {framework, pattern, place, text},
#include "suite/assertions.def"
};

static void
put(Str *out, const char *text, const regmatch_t *m)
{
    const regoff_t n = m->rm_eo - m->rm_so;

    str_printf(out, "%.*s", n < MOST_SHOWN ? (int)n : MOST_SHOWN,
               text + m->rm_so);
}

static bool
matches(const char *pattern, const char *text, size_t n,
        regmatch_t groups[GROUPS])
{
    regex_t re;

    if (regcomp(&re, pattern, REG_EXTENDED) != 0)
        return false;
    groups[0] = (regmatch_t){.rm_so = 0, .rm_eo = (regoff_t)n};
    const bool found = regexec(&re, text, GROUPS, groups, REG_STARTEND) == 0;
    regfree(&re);
    return found;
}

/* `text` ends with a NUL behind its n bytes. */
static bool
find(const char *text, size_t n, Str *out)
{
    regmatch_t groups[GROUPS];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!matches(rows[i].pattern, text, n, groups))
            continue;
        put(out, text, &groups[rows[i].place]);
        str_puts(out, ": ");
        put(out, text, &groups[rows[i].text]);
        return true;
    }
    return false;
}

bool
assertion_find(const char *text, size_t n, Str *out)
{
    Str copy = {0};

    if (!text || n == 0)
        return false;
    str_add(&copy, text, n);
    const bool found = find(str_text(&copy), n, out);
    str_done(&copy);
    return found;
}
