/* patch_lines.c - a change of some bytes as one of whole lines: applied, and as
 * a unified diff.
 */
#include "find/patch.h"

#include <string.h>

/* The number of the line, from 0, that has this byte. */
static uint32_t
line_of(const SourceFile *f, size_t at)
{
    uint32_t low = 0, high = f->nlines;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (f->starts[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where the line begins; behind the last one, where the file ends. */
static size_t
start_of(const SourceFile *f, uint32_t line)
{
    return line < f->nlines ? f->starts[line] : f->bytes.n;
}

static bool
is_blank(const char *text, size_t n)
{
    return strspn(text, " \t\r\n") >= n;
}

/* Lines that became empty go; so does what was a whole line in front. */
static void
trim(Str *text)
{
    if (is_blank(str_text(text), text->n))
        str_clear(text);
    else if (text->at[text->n - 1] != '\n')
        str_putc(text, '\n');
}

void
patch_replace(const SourceFile *file, size_t from, size_t to, const char *text,
              Patches *out)
{
    const char *bytes = (const char *)file->bytes.at;
    const uint32_t first = line_of(file, from);
    const uint32_t last = line_of(file, to > from ? to - 1 : from);
    const size_t begin = start_of(file, first), end = start_of(file, last + 1);
    Patch p = {.line = first + 1, .nremoved = last - first + 1};

    if (file->nlines == 0 || to > end)
        return;
    str_add(&p.text, bytes + begin, from - begin);
    str_puts(&p.text, text);
    str_add(&p.text, bytes + to, end - to);
    trim(&p.text);
    /* A line put in front of others, which stay as they are. */
    if (from == to && from == begin && strchr(text, '\n') &&
        strchr(text, '\n')[1] == 0) {
        str_clear(&p.text);
        str_puts(&p.text, text);
        p.nremoved = 0;
    }
    vec_push(out, p);
}

void
patches_done(Patches *p)
{
    for (size_t i = 0; i < p->n; i++)
        str_done(&p->at[i].text);
    vec_done(p);
}

void
patch_apply(const Patch *p, const SourceFile *file, Str *out)
{
    const char *bytes = (const char *)file->bytes.at;
    const size_t from = start_of(file, p->line - 1);
    const size_t to = start_of(file, p->line - 1 + p->nremoved);

    str_add(out, bytes, from);
    str_add(out, str_text(&p->text), p->text.n);
    str_add(out, bytes + to, file->bytes.n - to);
}

static uint32_t
count_lines(const Str *text)
{
    uint32_t n = 0;

    for (size_t i = 0; i < text->n; i++)
        n += text->at[i] == '\n';
    return n;
}

/* The lines, each with a sign in front. */
static void
put_lines(char sign, const char *text, size_t n, Str *out)
{
    while (n > 0) {
        const char *end = memchr(text, '\n', n);
        size_t length = end ? (size_t)(end - text) : n;
        str_putc(out, sign);
        str_add(out, text, length);
        str_putc(out, '\n');
        length += end != NULL;
        text += length;
        n -= length;
    }
}

void
patch_diff(const Patch *p, const SourceFile *file, Str *out)
{
    const uint32_t added = count_lines(&p->text);
    const size_t from = start_of(file, p->line - 1);
    const size_t to = start_of(file, p->line - 1 + p->nremoved);

    str_printf(out, "--- a/%s\n+++ b/%s\n@@ -%u,%u +%u,%u @@\n", file->shown,
               file->shown, p->nremoved ? p->line : p->line - 1, p->nremoved,
               added ? p->line : p->line - 1, added);
    put_lines('-', (const char *)file->bytes.at + from, to - from, out);
    put_lines('+', str_text(&p->text), p->text.n, out);
}
