/* words.c - split a line into words as a POSIX shell quotes them. */
#include "run/words.h"

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
    if (strchr("|&;>()$`*?[", c) || (at_start && strchr("~#", c)))
        return diag_fail(d,
                         "%c needs a shell: quote it to mean itself, or use "
                         "--command",
                         c);
    if (s->has_input)
        return diag_fail(d, "something follows the input file");
    s->in_word = true;
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
