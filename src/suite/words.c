/* words.c - split a line into words as a POSIX shell quotes them. */
#include "suite/words.h"

#include "base/vec.h"

#include <string.h>

typedef struct Splitter Splitter;
struct Splitter {
    const char *at, *end;
    Str word;
    bool in_word; /* also true of '' */
    bool want_input, has_input;
    VEC(char *) words;
};

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void
end_word(Splitter *s, Arena *a, Words *out)
{
    if (!s->in_word)
        return;
    char *word = arena_strndup(a, str_text(&s->word), s->word.n);
    if (s->want_input) {
        out->input = word;
        s->want_input = false;
        s->has_input = true;
    } else {
        vec_push(&s->words, word);
    }
    str_clear(&s->word);
    s->in_word = false;
}

static bool
single_quoted(Splitter *s, Diag *d)
{
    const char *close = memchr(s->at, '\'', (size_t)(s->end - s->at));

    if (!close)
        return diag_fail(d, "a ' is never closed");
    str_add(&s->word, s->at, (size_t)(close - s->at));
    s->at = close + 1;
    return true;
}

static char
from_octal(Splitter *s, char first)
{
    unsigned value = (unsigned)(first - '0');

    for (int i = 0; i < 2 && s->at < s->end; i++) {
        if (*s->at < '0' || *s->at > '7')
            break;
        value = value * 8 + (unsigned)(*s->at++ - '0');
    }
    return (char)value;
}

/* $'...' with the escapes that words_quote_line writes. */
static bool
dollar_quoted(Splitter *s, Diag *d)
{
    static const char letters[] = "ntr\\'\"", meant[] = "\n\t\r\\'\"";

    while (s->at < s->end) {
        char c = *s->at++;
        if (c == '\'')
            return true;
        if (c == '\\') {
            if (s->at == s->end)
                break;
            c = *s->at++;
            const char *letter = strchr(letters, c);
            if (c >= '0' && c <= '7')
                c = from_octal(s, c);
            else if (letter)
                c = meant[letter - letters];
            else
                return diag_fail(d,
                                 "\\%c in $'...' is unknown; there are \\n, "
                                 "\\t, \\r, \\\\, \\', \\\" and octal numbers",
                                 c);
            if (!c)
                return diag_fail(d, "there is a NUL byte");
        }
        str_putc(&s->word, c);
    }
    return diag_fail(d, "a $' is never closed");
}

static bool
double_quoted(Splitter *s, Diag *d)
{
    while (s->at < s->end) {
        char c = *s->at++;
        if (c == '"')
            return true;
        if (c == '$' || c == '`')
            return diag_fail(d,
                             "%c needs a shell: put it in '...' to mean "
                             "itself, or use --command",
                             c);
        if (c == '\\' && s->at < s->end && strchr("$`\"\\", *s->at))
            c = *s->at++;
        str_putc(&s->word, c);
    }
    return diag_fail(d, "a \" is never closed");
}

static bool
input_follows(Splitter *s, Diag *d)
{
    if (s->has_input || s->want_input)
        return diag_fail(d, "there is more than one <");
    s->want_input = true;
    return true;
}

/* One character outside quotes, already taken. */
static bool
plain(Splitter *s, char c, Arena *a, Words *out, Diag *d)
{
    bool at_start = !s->in_word;

    if (is_blank(c)) {
        end_word(s, a, out);
        return true;
    }
    if (c == '<') {
        end_word(s, a, out);
        return input_follows(s, d);
    }
    if (!c)
        return diag_fail(d, "there is a NUL byte");
    bool dollar = c == '$' && s->at < s->end && *s->at == '\'';
    if ((!dollar && strchr("|&;>()$`*?[", c)) || (at_start && strchr("~#", c)))
        return diag_fail(d,
                         "%c needs a shell: quote it to mean itself, or use "
                         "--command",
                         c);
    if (s->has_input)
        return diag_fail(d, "something follows the input file");
    s->in_word = true;
    if (dollar) {
        s->at++;
        return dollar_quoted(s, d);
    }
    if (c == '\'')
        return single_quoted(s, d);
    if (c == '"')
        return double_quoted(s, d);
    if (c == '\\') {
        if (s->at == s->end)
            return diag_fail(d, "the line ends in a backslash");
        c = *s->at++;
    }
    str_putc(&s->word, c);
    return true;
}

bool
words_split(Arena *a, const char *line, size_t n, Words *out, Diag *d)
{
    Splitter s = {.at = line, .end = line + n};
    bool ok = true;

    *out = (Words){0};
    if (memchr(line, 0, n))
        ok = diag_fail(d, "there is a NUL byte");
    while (ok && s.at < s.end) {
        char c = *s.at++;
        ok = plain(&s, c, a, out, d);
    }
    if (ok)
        end_word(&s, a, out);
    if (ok && s.want_input)
        ok = diag_fail(d, "no file follows <");
    out->n = s.words.n;
    vec_push(&s.words, NULL);
    out->at = arena_dup(a, s.words.at, s.words.n * sizeof *s.words.at);
    vec_done(&s.words);
    str_done(&s.word);
    return ok;
}

/* The end of `[...]` at the start of a line; NULL if it is never closed. */
static const char *
bracket_end(const char *at, const char *end)
{
    char quote = 0; /* ', ", or $ for $' */

    for (; at < end; at++) {
        if (quote) {
            if (*at == '\\' && quote != '\'' && at + 1 < end)
                at++;
            else if (*at == (quote == '$' ? '\'' : quote))
                quote = 0;
        } else if (*at == '\\') {
            at++;
        } else if (*at == '$' && at + 1 < end && at[1] == '\'') {
            quote = '$';
            at++;
        } else if (*at == '\'' || *at == '"') {
            quote = *at;
        } else if (*at == ']') {
            return at;
        }
    }
    return NULL;
}

bool
words_bracket(Arena *a, const char **line, size_t *n, Words *out, Diag *d)
{
    *out = (Words){0};
    if (*n == 0 || **line != '[')
        return true;
    const char *start = *line + 1, *end = *line + *n;
    const char *close = bracket_end(start, end);
    if (!close)
        return diag_fail(d, "a [ is never closed");
    if (!words_split(a, start, (size_t)(close - start), out, d))
        return false;
    if (out->input)
        return diag_fail(d, "the input goes behind the ]");
    *line = close + 1;
    *n = (size_t)(end - *line);
    return true;
}

void
words_quote_line(Str *out, const char *word)
{
    const unsigned char *at = (const unsigned char *)word;

    while (*at >= ' ' && *at != 127)
        at++;
    if (!*at) {
        words_quote(out, word);
        return;
    }
    str_puts(out, "$'");
    for (at = (const unsigned char *)word; *at; at++) {
        if (*at == '\\' || *at == '\'')
            str_printf(out, "\\%c", *at);
        else if (*at == '\n')
            str_puts(out, "\\n");
        else if (*at < ' ' || *at == 127)
            str_printf(out, "\\%03o", *at);
        else
            str_putc(out, (char)*at);
    }
    str_putc(out, '\'');
}

void
words_quote(Str *out, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789_-+=/.,:@%^";

    if (*word && !word[strspn(word, safe)]) {
        str_puts(out, word);
        return;
    }
    str_putc(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            str_puts(out, "'\\''");
        else
            str_putc(out, *word);
    }
    str_putc(out, '\'');
}
