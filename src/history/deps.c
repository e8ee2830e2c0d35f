/* deps.c - the files that a compilation read, from the rule that clang writes.
 *
 * As make reads it: blanks and # behind a backslash are themselves, a dollar is
 * doubled, and a backslash at the end of a line continues it.
 */
#include "history/deps.h"

#include "base/str.h"

#include <stdbool.h>
#include <string.h>

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Behind the target: a colon with a blank behind it. */
static const char *
skip_target(const char *at, const char *end)
{
    while (at + 1 < end && !(at[0] == ':' && is_blank(at[1])))
        at++;
    return at + 1 < end ? at + 1 : end;
}

/* A word, up to a blank that is not quoted. */
static const char *
read_word(const char *at, const char *end, Str *out)
{
    for (; at < end && !is_blank(*at); at++) {
        if (*at == '\\' && at + 1 < end && at[1] == '\n')
            return at;
        if (at + 1 < end && ((*at == '\\' && (at[1] == ' ' || at[1] == '#')) ||
                             (*at == '$' && at[1] == '$')))
            at++;
        str_putc(out, *at);
    }
    return at;
}

void
deps_parse(const void *bytes, size_t n, Arena *a, DepsFiles *out)
{
    const char *at = n ? bytes : "", *end = at + n;
    Str word = {0};

    *out = (DepsFiles){0};
    for (at = skip_target(at, end); at < end;) {
        str_clear(&word);
        if (is_blank(*at) || (*at == '\\' && at + 1 < end && at[1] == '\n')) {
            at += *at == '\\' ? 2 : 1;
            continue;
        }
        at = read_word(at, end, &word);
        vec_push(out, arena_strdup(a, str_text(&word)));
    }
    str_done(&word);
}
