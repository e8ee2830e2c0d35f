/* compare.c - do two outputs agree, and if not, where in words. */
#include "suite/compare.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
} kinds[] = {
    {"stdout", COMPARE_STDOUT},
    {"stderr", COMPARE_STDERR},
    {"status", COMPARE_STATUS},
    {"files", COMPARE_FILES},
    {"words", COMPARE_STDOUT | COMPARE_WORDS},
};

bool
compare_parse(const char *list, unsigned *bits, Diag *d)
{
    *bits = 0;
    for (const char *at = list;;) {
        size_t n = strcspn(at, ","), k = 0;
        while (
            k < sizeof kinds / sizeof kinds[0] &&
            (strlen(kinds[k].name) != n || strncmp(kinds[k].name, at, n) != 0))
            k++;
        if (k == sizeof kinds / sizeof kinds[0])
            return diag_fail(d,
                             "--compare knows stdout, stderr, status, files "
                             "and words, separated by commas; not \"%.*s\"",
                             (int)n, at);
        *bits |= kinds[k].bit;
        if (!at[n])
            return true;
        at += n + 1;
    }
}

enum {
    SHOWN = 40, /* characters of a line that are quoted */
    LEAD = 10,  /* of which before the difference, in long lines */
};

/* Bytes of the UTF-8 character that `at` starts; 0 if it is none, or one of
 * the control characters U+0080 to U+009F. */
static size_t
character(const char *at, size_t n)
{
    const unsigned char *p = (const unsigned char *)at;
    size_t length = p[0] < 0xc2   ? 0
                    : p[0] < 0xe0 ? 2
                    : p[0] < 0xf0 ? 3
                    : p[0] < 0xf5 ? 4
                                  : 0;

    if (length > n || (p[0] == 0xc2 && n > 1 && p[1] < 0xa0))
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Quote the part of the line that starts at `from`, ending where it ends. */
static void
quote(Str *out, const char *line, size_t n, size_t from)
{
    if (from > n)
        from = n;
    size_t stop = n - from > SHOWN ? from + SHOWN : n;

    str_puts(out, from ? "\"..." : "\"");
    while (from < stop) {
        unsigned char c = (unsigned char)line[from];
        size_t length = character(line + from, n - from);
        if (length)
            str_add(out, line + from, length);
        else if (c == '\t')
            str_puts(out, "\\t");
        else if (c < ' ' || c >= 0x7f) /* nothing a terminal acts on */
            str_printf(out, "\\x%02x", c);
        else if (c == '"' || c == '\\')
            str_printf(out, "\\%c", c);
        else
            str_putc(out, (char)c);
        from += length ? length : 1;
    }
    str_puts(out, from < n ? "...\"" : "\"");
}

/* The line from `start`, or the word "nothing" at the end of the output. */
static void
show(Str *out, const char *text, size_t n, size_t start, size_t from)
{
    if (start >= n) {
        str_puts(out, "nothing");
        return;
    }
    const char *stop = memchr(text + start, '\n', n - start);
    size_t length = stop ? (size_t)(stop - text) - start : n - start;

    quote(out, text + start, length, from);
    if (!stop)
        str_puts(out, " and no newline");
}

/* The next word from *at on: its length, and *at at its start. */
static size_t
next_word(const char *text, size_t n, size_t *at)
{
    size_t end;

    while (*at < n && isspace((unsigned char)text[*at]))
        ++*at;
    for (end = *at; end < n && !isspace((unsigned char)text[end]); end++)
        ;
    return end - *at;
}

bool
compare_words(const char *want, size_t nwant, const char *got, size_t ngot)
{
    for (size_t x = 0, y = 0;;) {
        size_t n = next_word(want, nwant, &x), m = next_word(got, ngot, &y);
        if (n != m || (n && memcmp(want + x, got + y, n) != 0))
            return false;
        if (n == 0)
            return true;
        x += n;
        y += n;
    }
}

bool
compare_text(const char *what, const char *want, size_t nwant, const char *got,
             size_t ngot, Str *why)
{
    size_t least = nwant < ngot ? nwant : ngot, at = 0, start = 0;
    unsigned long line = 1;

    if (nwant == ngot && (nwant == 0 || memcmp(want, got, nwant) == 0))
        return true;
    for (; at < least && want[at] == got[at]; at++) {
        if (want[at] == '\n') {
            line++;
            start = at + 1;
        }
    }
    size_t column = at - start, from = column > SHOWN / 2 ? column - LEAD : 0;
    str_printf(why, "%s differs at line %lu", what, line);
    if (compare_words(want, nwant, got, ngot))
        str_puts(why, " in white space only (see --compare words)");
    str_puts(why, ": expected ");
    show(why, want, nwant, start, from);
    str_puts(why, ", got ");
    show(why, got, ngot, start, from);
    return false;
}

/* A manifest's next line: path, tab, digest. */
static size_t
line_length(const char *at)
{
    return strcspn(at, "\n");
}

static size_t
path_length(const char *at)
{
    return strcspn(at, "\t\n");
}

/* In the order of scratch_manifest: a directory's name before its files. */
static int
compare_paths(const char *a, const char *b)
{
    size_t na = path_length(a), nb = path_length(b), i = 0;

    if (!na || !nb) /* an ended manifest comes last */
        return na ? -1 : 1;
    while (i < na && i < nb && a[i] == b[i])
        i++;
    if (i == na || i == nb)
        return (na > nb) - (na < nb);
    int x = a[i] == '/' ? 0 : (unsigned char)a[i];
    int y = b[i] == '/' ? 0 : (unsigned char)b[i];
    return x - y;
}

bool
compare_files(const char *want, const char *got, Str *why)
{
    while (*want && *got) {
        size_t n = line_length(want);
        if (n != line_length(got) || memcmp(want, got, n) != 0)
            break;
        want += n + (want[n] == '\n');
        got += n + (got[n] == '\n');
    }
    if (!*want && !*got)
        return true;
    int order = compare_paths(want, got);
    const char *path = order <= 0 ? want : got;
    str_printf(why, "the file %.*s %s", (int)path_length(path), path,
               order == 0  ? "differs"
               : order < 0 ? "is missing"
                           : "should not be there");
    return false;
}
