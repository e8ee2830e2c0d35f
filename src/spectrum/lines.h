/* lines.h - walk over the lines and words of a text, for the parsers. */
#ifndef CULPRIT_SPECTRUM_LINES_H
#define CULPRIT_SPECTRUM_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Text Text; /* a piece of text, not terminated */
struct Text {
    const char *at;
    size_t n;
};

typedef struct Lines Lines;
struct Lines {
    Text rest;
    unsigned number; /* of the line last given, from 1 */
};

static inline Lines
lines_over(const uint8_t *bytes, size_t n)
{
    return (Lines){{(const char *)bytes, n}, 0};
}

/* The next line without its end (LF or CR LF); false after the last one. */
static inline bool
lines_next(Lines *l, Text *line)
{
    if (l->rest.n == 0)
        return false;
    const char *end = memchr(l->rest.at, '\n', l->rest.n);
    line->at = l->rest.at;
    line->n = end ? (size_t)(end - line->at) : l->rest.n;
    size_t used = line->n + (end != NULL);
    l->rest.at += used;
    l->rest.n -= used;
    if (line->n && line->at[line->n - 1] == '\r')
        line->n--;
    l->number++;
    return true;
}

static inline bool
text_is(Text t, const char *word)
{
    return t.n == strlen(word) && memcmp(t.at, word, t.n) == 0;
}

/* Take the prefix off, if it is there. */
static inline bool
text_skip(Text *t, const char *prefix)
{
    size_t n = strlen(prefix);

    if (t->n < n || memcmp(t->at, prefix, n) != 0)
        return false;
    t->at += n;
    t->n -= n;
    return true;
}

/* Cut off what is before the next `stop` (or all), and the `stop`. */
static inline Text
text_until(Text *t, char stop)
{
    const char *end = t->n ? memchr(t->at, stop, t->n) : NULL;
    Text head = {t->at, end ? (size_t)(end - t->at) : t->n};
    size_t used = head.n + (end != NULL);

    t->at += used;
    t->n -= used;
    return head;
}

/* The next word, of blanks before and after freed; empty at the end. */
static inline Text
text_word(Text *t)
{
    while (t->n && (*t->at == ' ' || *t->at == '\t'))
        t->at++, t->n--;
    Text word = {t->at, 0};
    while (word.n < t->n && t->at[word.n] != ' ' && t->at[word.n] != '\t')
        word.n++;
    t->at += word.n;
    t->n -= word.n;
    return word;
}

/* All of it a decimal number; too large ones are UINT64_MAX. */
static inline bool
text_number(Text t, uint64_t *out)
{
    uint64_t v = 0;

    for (size_t i = 0; i < t.n; i++) {
        unsigned digit = (unsigned)(t.at[i] - '0');
        if (digit > 9)
            return false;
        v = v > (UINT64_MAX - digit) / 10 ? UINT64_MAX : v * 10 + digit;
    }
    *out = v;
    return t.n > 0;
}

/* The same for a line number: 32 bits. */
static inline bool
text_line_number(Text t, uint32_t *out)
{
    uint64_t v;

    if (!text_number(t, &v) || v > UINT32_MAX)
        return false;
    *out = (uint32_t)v;
    return true;
}

#endif
