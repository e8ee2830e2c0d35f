/* wants.c - does a test fail for want of something, by what it printed? */
#include "suite/wants.h"

#include <string.h>

static const struct {
    bool sure;
    const char *what, *text;
} rows[] = {
#define WANT(sure, what, text) {sure, what, text},
#include "suite/wants.def"
};

static Want
look(const char *line, size_t n)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (memmem(line, n, rows[i].text, strlen(rows[i].text)))
            return (Want){rows[i].what, rows[i].sure, line, n};
    return (Want){0};
}

static Want
find(const Bytes *b)
{
    const char *at = (const char *)b->at, *end = at + b->n;
    Want w = {0};

    while (at && at < end && !w.what) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);
        w = look(at, n);
        at += n + 1;
    }
    return w;
}

Want
wants_find(const Bytes *out, const Bytes *err)
{
    const Want w = find(err);

    return w.what ? w : find(out);
}
