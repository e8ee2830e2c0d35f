/* input_differ.c - inputs for people: their bytes as text, and in words what
 * one has instead of another.
 */
#include "suite/input.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

enum {
    WHOLE = 48, /* bytes: shorter texts are shown as they are */
    CHANGE = 60,
    AROUND = 12, /* at most so many bytes more, up to the ends of words */
    LINES = 4,   /* that differ, and are shown */
};

/* Bytes of the character of UTF-8 that begins there; 0: it is none. */
static size_t
count_utf8(const char *at, size_t n)
{
    const unsigned char c = (unsigned char)*at;
    const size_t length = c >= 0xc2 && c < 0xe0   ? 2
                          : c >= 0xe0 && c < 0xf0 ? 3
                          : c >= 0xf0 && c < 0xf5 ? 4
                                                  : 0;

    if (length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
    if (length == 3) { /* no overlong forms, no surrogates */
        const unsigned char d = (unsigned char)at[1];
        if ((c == 0xe0 && d < 0xa0) || (c == 0xed && d > 0x9f))
            return 0;
    }
    if (length == 4) {
        const unsigned char d = (unsigned char)at[1];
        if ((c == 0xf0 && d < 0x90) || (c == 0xf4 && d > 0x8f))
            return 0;
    }
    return length;
}

void
input_quote(Str *out, InputBytes b, size_t most)
{
    const size_t shown = b.n > most ? most : b.n;
    static const char named[] = "\n\t\r\\\"";
    static const char letters[] = "ntr\\\"";

    str_putc(out, '"');
    for (size_t i = 0; i < shown; i++) {
        const unsigned char c = (unsigned char)b.at[i];
        const char *k = c ? strchr(named, c) : NULL;
        const size_t many = count_utf8(b.at + i, shown - i);
        if (many) {
            str_add(out, b.at + i, many);
            i += many - 1;
        } else if (k)
            str_printf(out, "\\%c", letters[k - named]);
        else if (c >= ' ' && c < 127)
            str_putc(out, (char)c);
        else
            str_printf(out, "\\%03o", c);
    }
    str_putc(out, '"');
    if (shown < b.n)
        str_printf(out, "...(%zu bytes)", b.n);
}

static bool
is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

static InputBytes
part(InputBytes b, size_t from, size_t to)
{
    return (InputBytes){.at = b.n ? b.at + from : "", .n = to - from};
}

static void
say_instead(Str *out, InputBytes x, InputBytes y)
{
    if (y.n == 0) {
        input_quote(out, x, CHANGE);
        str_puts(out, " is missing");
        return;
    }
    input_quote(out, y, CHANGE);
    if (x.n == 0) {
        str_puts(out, " is new");
        return;
    }
    str_puts(out, " instead of ");
    input_quote(out, x, CHANGE);
}

/* What is between the beginning and the end that both share, with the rest of
 * its words. */
static void
say_change(Str *out, InputBytes x, InputBytes y)
{
    const size_t least = x.n < y.n ? x.n : y.n;
    size_t head = 0, tail = 0;

    while (head < least && x.at[head] == y.at[head])
        head++;
    while (tail < least - head && x.at[x.n - 1 - tail] == y.at[y.n - 1 - tail])
        tail++;
    for (size_t i = 0; i < AROUND && head && !is_space(x.at[head - 1]); i++)
        head--;
    for (size_t i = 0; i < AROUND && tail && !is_space(x.at[x.n - tail]); i++)
        tail--;
    say_instead(out, part(x, head, x.n - tail), part(y, head, y.n - tail));
}

static size_t
count_lines(InputBytes b)
{
    size_t n = b.n > 0 && b.at[b.n - 1] != '\n';

    for (size_t i = 0; i < b.n; i++)
        n += b.at[i] == '\n';
    return n;
}

/* The line that begins at *at, which moves on. */
static InputBytes
next_line(InputBytes b, size_t *at)
{
    const size_t from = *at;

    while (*at < b.n && b.at[*at] != '\n')
        ++*at;
    const InputBytes line = part(b, from, *at);
    *at += *at < b.n;
    return line;
}

static bool
same(InputBytes x, InputBytes y)
{
    return x.n == y.n && (x.n == 0 || memcmp(x.at, y.at, x.n) == 0);
}

/* Equal numbers of lines: those that differ. */
static void
say_lines(Str *out, InputBytes x, InputBytes y)
{
    size_t number = 0, shown = 0, more = 0;

    for (size_t i = 0, k = 0; i < x.n || k < y.n;) {
        const InputBytes a = next_line(x, &i), b = next_line(y, &k);
        number++;
        if (same(a, b))
            continue;
        if (shown == LINES) {
            more++;
            continue;
        }
        str_printf(out, "%sline %zu: ", shown++ ? "; " : "", number);
        say_change(out, a, b);
    }
    if (more)
        str_printf(out, "; and %zu lines more", more);
}

/* Which line the first difference is in, and where. */
static void
say_place(Str *out, InputBytes x, InputBytes y)
{
    size_t line = 1;

    for (size_t i = 0; i < x.n && i < y.n && x.at[i] == y.at[i]; i++)
        line += x.at[i] == '\n';
    str_printf(out, "from line %zu on: ", line);
    say_change(out, x, y);
}

static void
say_part(Str *out, const char *name, InputBytes x, InputBytes y)
{
    if (out->n)
        str_puts(out, "; ");
    str_puts(out, name);
    if (x.n <= WHOLE && y.n <= WHOLE) {
        str_puts(out, " is ");
        input_quote(out, y, WHOLE);
        str_puts(out, " instead of ");
        input_quote(out, x, WHOLE);
        return;
    }
    str_puts(out, ", ");
    if (count_lines(x) == count_lines(y) && count_lines(x) > 1)
        say_lines(out, x, y);
    else if (count_lines(x) > 1 || count_lines(y) > 1)
        say_place(out, x, y);
    else
        say_change(out, x, y);
}

/* "arguments 2 to 3 (a, b) are missing" */
static void
say_arguments(Str *out, const Input *in, size_t from, size_t to,
              const char *what)
{
    if (from == to)
        return;
    if (out->n)
        str_puts(out, "; ");
    str_printf(out, "argument%s ", to - from > 1 ? "s" : "");
    for (size_t i = from; i < to; i++) {
        if (i > from)
            str_puts(out, ", ");
        input_quote(out, in->args[i], CHANGE);
    }
    str_printf(out, " %s %s", to - from > 1 ? "are" : "is", what);
}

static void
differ_arguments(Str *out, const Input *x, const Input *y)
{
    const size_t least = x->nargs < y->nargs ? x->nargs : y->nargs;
    size_t head = 0, tail = 0;

    if (x->nargs == y->nargs) {
        for (size_t i = 0; i < least; i++) {
            char name[40];
            if (same(x->args[i], y->args[i]))
                continue;
            (void)snprintf(name, sizeof name, "argument %zu", i + 1);
            say_part(out, name, x->args[i], y->args[i]);
        }
        return;
    }
    while (head < least && same(x->args[head], y->args[head]))
        head++;
    while (tail < least - head &&
           same(x->args[x->nargs - 1 - tail], y->args[y->nargs - 1 - tail]))
        tail++;
    say_arguments(out, x, head, x->nargs - tail, "missing");
    say_arguments(out, y, head, y->nargs - tail, "new");
}

static void
differ_files(Str *out, const Input *x, const Input *y)
{
    for (size_t i = 0; i < x->nfiles; i++) {
        const InputFile *a = &x->files[i], *b = input_find_file(y, a->name);
        if (b && !same(a->bytes, b->bytes))
            say_part(out, a->name, a->bytes, b->bytes);
        if (!b)
            str_printf(out, "%s%s is missing", out->n ? "; " : "", a->name);
    }
    for (size_t i = 0; i < y->nfiles; i++)
        if (!input_find_file(x, y->files[i].name))
            str_printf(out, "%s%s is new", out->n ? "; " : "",
                       y->files[i].name);
}

void
input_say_difference(const Input *x, const Input *y, Str *out)
{
    Str s = {0};

    differ_arguments(&s, x, y);
    for (size_t i = 0; i < x->nenv && i < y->nenv; i++)
        if (!same(x->env[i], y->env[i]))
            say_part(&s, "a variable", x->env[i], y->env[i]);
    if (!same(x->in, y->in))
        say_part(&s, "standard input", x->in, y->in);
    differ_files(&s, x, y);
    str_puts(out, s.n ? str_text(&s) : "nothing");
    str_done(&s);
}
