/* vary.c - an input that differs from another one in a few values. */
#include "explore/vary.h"

#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Numbers are read as long as they fit; longer ones are words. */
enum { DIGITS = 17, LARGEST_TEXT = 4096, CHANGES = 3 };

/* A text of the input: an argument, standard input, a file. */
typedef struct VaryText VaryText;
struct VaryText {
    InputBytes bytes;
    uint32_t number; /* of the parts, in the order of parts_of */
};

typedef struct VaryWord VaryWord;
struct VaryWord {
    uint32_t text; /* of VaryWords.texts */
    uint32_t from, to;
    uint32_t line; /* counted through all texts */
    bool is_number;
    bool is_count; /* of other words, or the length of one */
    long long value;
};

typedef struct VaryWords VaryWords;
struct VaryWords {
    VEC(VaryText) texts;
    VEC(VaryWord) all;
    uint32_t nlines;
};

/* Reading */

static bool
is_text(InputBytes b)
{
    for (size_t i = 0; i < b.n; i++) {
        const unsigned char c = (unsigned char)b.at[i];
        if (!isprint(c) && !isspace(c))
            return false;
    }
    return b.n > 0 && b.n <= LARGEST_TEXT;
}

static bool
read_number(const char *at, size_t n, long long *value)
{
    char digits[DIGITS + 2];
    char *end;

    if (n == 0 || n > DIGITS)
        return false;
    memcpy(digits, at, n);
    digits[n] = '\0';
    *value = strtoll(digits, &end, 10);
    return *end == '\0' && (isdigit((unsigned char)*at) || *at == '-');
}

static void
read_text(VaryWords *w, InputBytes b, uint32_t number)
{
    if (!is_text(b))
        return;
    vec_push(&w->texts, (VaryText){b, number});
    for (uint32_t i = 0; i < b.n;) {
        if (isspace((unsigned char)b.at[i])) {
            w->nlines += b.at[i++] == '\n';
            continue;
        }
        VaryWord word = {
            .text = (uint32_t)w->texts.n - 1, .from = i, .line = w->nlines};
        while (i < b.n && !isspace((unsigned char)b.at[i]))
            i++;
        word.to = i;
        word.is_number =
            read_number(b.at + word.from, i - word.from, &word.value);
        vec_push(&w->all, word);
    }
    w->nlines++;
}

/* How many words the line of word `i` has, if that is its first one. */
static size_t
line_length(const VaryWords *w, size_t i)
{
    size_t n = 0;

    if (i > 0 && w->all.at[i - 1].line == w->all.at[i].line)
        return 0;
    while (i + n < w->all.n && w->all.at[i + n].line == w->all.at[i].line)
        n++;
    return n;
}

/* Does a number say how much follows: all words, lines, the words of a line, or
 * the letters of a word? */
static bool
is_count(const VaryWords *w, size_t i)
{
    const VaryWord *n = &w->all.at[i];
    const uint32_t last = w->all.at[w->all.n - 1].line;

    if (n->value == (long long)(w->all.n - i - 1) ||
        n->value == (long long)(last - n->line))
        return true;
    for (size_t k = i + 1; k < w->all.n; k++) {
        const VaryWord *word = &w->all.at[k];
        if (n->value == (long long)line_length(w, k) ||
            (!word->is_number &&
             n->value == (long long)(word->to - word->from)))
            return true;
    }
    return false;
}

static void
read_input(VaryWords *w, const Input *in)
{
    uint32_t number = 0;

    for (size_t i = 0; i < in->nargs; i++)
        read_text(w, in->args[i], number++);
    read_text(w, in->in, number++);
    for (size_t i = 0; i < in->nfiles; i++)
        read_text(w, in->files[i].bytes, number++);
    for (size_t i = 0; i < w->all.n; i++)
        w->all.at[i].is_count = w->all.at[i].value > 0 && is_count(w, i);
}

/* Changing */

static long long
other_number(const VaryWords *w, Random *r)
{
    const VaryWord *o = &w->all.at[random_below(r, (uint32_t)w->all.n)];

    return o->is_number ? o->value : 1;
}

static void
change_number(const VaryWords *w, const VaryWord *word, Random *r, Str *out)
{
    const long long was = word->value, size = was < 0 ? -was : was;
    const uint32_t most = size < 1000000000 ? (uint32_t)size : 1000000000;
    long long v;

    switch (random_below(r, 6)) {
    case 0:
        v = was + 1;
        break;
    case 1:
        v = was - 1;
        break;
    case 2:
        v = 1 + random_below(r, 2 * most + 8);
        break;
    case 3:
        v = other_number(w, r);
        break;
    case 4:
        v = 1 + random_below(r, 9);
        break;
    default:
        v = was / 2 + random_below(r, 3);
        break;
    }
    if (was >= 0 && v < 0)
        v = was > 0;
    if (was > 0 && v == 0 && random_below(r, 4) > 0)
        v = was + 2; /* 0 is often not allowed */
    str_printf(out, "%lld", v);
}

/* A letter for a letter, a digit for a digit: of this input, or the next. */
static char
change_letter(const VaryWords *w, char c, Random *r)
{
    static const char *const classes[] = {"abcdefghijklmnopqrstuvwxyz",
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                          "0123456789"};
    const VaryWord *o = &w->all.at[random_below(r, (uint32_t)w->all.n)];
    const char other =
        w->texts.at[o->text]
            .bytes.at[o->from + random_below(r, o->to - o->from)];

    if (random_below(r, 3) > 0 && !isdigit((unsigned char)other))
        return other;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const char *at = strchr(classes[i], c);
        if (c && at)
            return classes[i][((size_t)(at - classes[i]) + 1 +
                               random_below(r, 3)) %
                              strlen(classes[i])];
    }
    return other;
}

static void
change_word(const VaryWords *w, const VaryWord *word, Random *r, Str *out)
{
    const char *text = w->texts.at[word->text].bytes.at + word->from;
    const uint32_t n = word->to - word->from;
    const uint32_t i = random_below(r, n), k = random_below(r, n);
    const bool exchange = text[i] != text[k] && random_below(r, 2) == 0;

    for (uint32_t at = 0; at < n; at++)
        str_putc(out, !exchange && at == i  ? change_letter(w, text[at], r)
                      : exchange && at == i ? text[k]
                      : exchange && at == k ? text[i]
                                            : text[at]);
}

/* The text with one of its words changed. */
static InputBytes
change_text(Arena *a, const VaryWords *w, const VaryWord *word, Random *r)
{
    const InputBytes b = w->texts.at[word->text].bytes;
    Str out = {0};

    str_add(&out, b.at, word->from);
    if (word->is_number)
        change_number(w, word, r, &out);
    else
        change_word(w, word, r, &out);
    str_add(&out, b.at + word->to, b.n - word->to);
    const InputBytes changed = {arena_strndup(a, str_text(&out), out.n), out.n};
    str_done(&out);
    return changed;
}

/* Put the text into its part of the input. */
static void
put_text(Arena *a, Input *in, uint32_t number, InputBytes text)
{
    if (number < in->nargs) {
        InputBytes *args = arena_dup(a, in->args, in->nargs * sizeof *args);
        args[number] = text;
        in->args = args;
    } else if (number == in->nargs) {
        in->in = text;
    } else {
        InputFile *files = arena_dup(a, in->files, in->nfiles * sizeof *files);
        files[number - in->nargs - 1].bytes = text;
        in->files = files;
    }
}

static bool
change_once(Arena *a, const Input *base, Random *r, Input *out)
{
    VaryWords w = {0};
    VEC(uint32_t) free_words = {0};

    read_input(&w, base);
    for (size_t i = 0; i < w.all.n; i++)
        if (!w.all.at[i].is_count)
            vec_push(&free_words, (uint32_t)i);
    const bool any = free_words.n > 0;
    *out = *base;
    if (any) {
        const VaryWord *word =
            &w.all.at[free_words.at[random_below(r, (uint32_t)free_words.n)]];
        put_text(a, out, w.texts.at[word->text].number,
                 change_text(a, &w, word, r));
    }
    vec_done(&w.texts);
    vec_done(&w.all);
    vec_done(&free_words);
    return any;
}

bool
vary_input(Arena *a, const Input *base, Random *r, Input *out)
{
    const uint32_t n = 1 + random_below(r, CHANGES);
    bool any = false;

    *out = *base;
    for (uint32_t i = 0; i < n; i++) {
        Input next;
        if (!change_once(a, out, r, &next))
            break;
        *out = next;
        any = true;
    }
    return any;
}
