/* tap.c - the verdict that TAP output (Test Anything Protocol) amounts to. */
#include "suite/tap.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct Tap Tap;
struct Tap {
    unsigned long planned, seen, skipped;
    bool has_plan, skip_all;
    const char *failed; /* the first failing line, NULL: none */
    size_t nfailed;     /* its length */
    bool bailed;
};

static bool
starts(const char *line, size_t n, const char *word)
{
    size_t k = strlen(word);

    return n >= k && strncasecmp(line, word, k) == 0;
}

/* Is the directive after the first unescaped `#` this word? */
static bool
directive(const char *line, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++) {
        if (line[i] == '\\') {
            i++;
        } else if (line[i] == '#') {
            do
                i++;
            while (i < n && isspace((unsigned char)line[i]));
            return i <= n && starts(line + i, n - i, word);
        }
    }
    return false;
}

static void
read_plan(Tap *t, const char *line, size_t n)
{
    unsigned long planned = 0;

    for (size_t i = 3; i < n && isdigit((unsigned char)line[i]); i++)
        if (planned < 100000000)
            planned = planned * 10 + (unsigned long)(line[i] - '0');
    t->has_plan = true;
    t->planned = planned;
    t->skip_all = planned == 0 || directive(line, n, "skip");
}

static void
read_line(Tap *t, const char *line, size_t n)
{
    if (starts(line, n, "not ok")) {
        t->seen++;
        if (!t->failed && !directive(line, n, "todo")) {
            t->failed = line;
            t->nfailed = n;
        }
    } else if (starts(line, n, "ok") &&
               (n == 2 || isspace((unsigned char)line[2]))) {
        t->seen++;
        t->skipped += directive(line, n, "skip");
    } else if (starts(line, n, "1..")) {
        read_plan(t, line, n);
    } else if (starts(line, n, "Bail out!")) {
        t->bailed = true;
    }
}

Verdict
tap_judge(const char *text, size_t n, Str *why)
{
    Tap t = {0};
    const char *at = text, *end = text + n;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        read_line(&t, at, length);
        at += length + (stop != NULL);
    }
    if (t.bailed)
        str_puts(why, "TAP: it bailed out");
    else if (t.failed)
        str_printf(why, "TAP: %.*s", t.nfailed < 80 ? (int)t.nfailed : 80,
                   t.failed);
    else if (!t.has_plan && !t.seen)
        str_puts(why, "TAP: there is no test point and no plan");
    else if (t.has_plan && t.planned != t.seen && !t.skip_all)
        str_printf(why, "TAP: %lu of %lu test points", t.seen, t.planned);
    if (why->n)
        return VERDICT_FAIL;
    if (t.skip_all || t.skipped == t.seen) {
        str_puts(why, "TAP: skipped");
        return VERDICT_UNKNOWN;
    }
    return VERDICT_PASS;
}
