/* udiff.c - the parts of a diff, as git writes it. */
#include "history/udiff.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

DiffText
udiff_text(const void *bytes, size_t n)
{
    const char *text = n ? bytes : "";

    return (DiffText){text, text + n};
}

bool
udiff_next(DiffText *t, DiffLine *out)
{
    if (t->at == t->end)
        return false;
    const char *stop = memchr(t->at, '\n', (size_t)(t->end - t->at));
    *out = (DiffLine){t->at, (size_t)((stop ? stop : t->end) - t->at)};
    t->at = stop ? stop + 1 : t->end;
    return true;
}

bool
udiff_begins(const DiffLine *l, const char *with)
{
    return l->n >= strlen(with) && memcmp(l->at, with, strlen(with)) == 0;
}

/* The byte that an escape stands for; *at is behind the backslash. */
static char
unescape(const char **at, const char *end)
{
    static const char from[] = "abtnvfr", to[] = "\a\b\t\n\v\f\r";
    unsigned value = 0;
    int digits = 0;

    for (; digits < 3 && *at < end && **at >= '0' && **at <= '7'; digits++)
        value = value * 8 + (unsigned)(*(*at)++ - '0');
    if (digits)
        return (char)value;
    const char c = *(*at)++;
    const char *known = c ? strchr(from, c) : NULL;
    return known ? to[known - from] : c;
}

/* A name as git writes it: perhaps between quotes, with escapes; behind one
 * with blanks there is a tab. */
static const char *
read_name(Arena *a, const char *at, const char *end)
{
    Str name = {0};

    if (at < end && *at == '"') {
        for (at++; at < end && *at != '"';) {
            if (*at == '\\' && at + 1 < end) {
                at++;
                str_putc(&name, unescape(&at, end));
            } else {
                str_putc(&name, *at++);
            }
        }
    } else {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        str_add(&name, at, (size_t)((tab ? tab : end) - at));
    }
    const char *copy = arena_strdup(a, str_text(&name));
    str_done(&name);
    return copy;
}

const char *
udiff_path(const DiffLine *l, Arena *a)
{
    const char *name = read_name(a, l->at + 4, l->at + l->n);

    return strncmp(name, "b/", 2) == 0 && name[2] ? name + 2 : NULL;
}

/* "12,3" or "12", which is "12,1"; *at moves behind it. */
static bool
read_range(const char **at, const char *end, uint32_t *start, uint32_t *n)
{
    uint64_t numbers[2] = {0, 1};
    int i = 0;

    for (; i < 2; i++) {
        if (*at == end || !isdigit((unsigned char)**at))
            return false;
        for (numbers[i] = 0; *at < end && isdigit((unsigned char)**at); ++*at)
            if ((numbers[i] = numbers[i] * 10 + (uint64_t)(**at - '0')) >
                INT32_MAX)
                return false;
        if (*at == end || **at != ',')
            break;
        ++*at;
    }
    *start = (uint32_t)numbers[0];
    *n = (uint32_t)numbers[1];
    return i < 2;
}

bool
udiff_hunk(const DiffLine *l, DiffHunk *out)
{
    const char *at = l->at + 4, *end = l->at + l->n;

    if (!read_range(&at, end, &out->old, &out->removed) || end - at < 2 ||
        at[0] != ' ' || at[1] != '+')
        return false;
    at += 2;
    return read_range(&at, end, &out->start, &out->added);
}
