/* blame.c - who changed lines last, and when. */
#include "history/blame.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BRIEF = 8, LEAST_ID = 40, SUBJECT = 60 };

typedef struct BlameReader BlameReader;
struct BlameReader {
    const char *at, *end;
    Arena *arena;
    BlamedLine now;
    int64_t time;
    int zone; /* as git writes it: 130 is one hour and a half */
};

/* A line without its end, copied: there is no NUL in it then. */
static const char *
next_text(BlameReader *r)
{
    if (r->at == r->end)
        return NULL;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const size_t n = (size_t)((stop ? stop : r->end) - r->at);
    const char *text = arena_strndup(r->arena, r->at, n);
    r->at = stop ? stop + 1 : r->end;
    return text;
}

/* "ID LINE-THEN LINE-NOW [N]" */
static bool
begin_line(BlameReader *r, const char *text)
{
    const size_t n = strspn(text, "0123456789abcdef");
    char *end;

    if (n < LEAST_ID || text[n] != ' ')
        return false;
    const unsigned long then = strtoul(text + n, &end, 10);
    const unsigned long line = strtoul(end, NULL, 10);
    if (line == 0 || line > INT32_MAX || then > INT32_MAX)
        return false;
    const char *id = arena_strndup(r->arena, text, n);
    r->now = (BlamedLine){
        .line = (uint32_t)line,
        .then = (uint32_t)then,
        .commit = {.id = id,
                   .brief = arena_strndup(r->arena, id, BRIEF),
                   .author = "",
                   .date = "",
                   .subject = ""},
        .uncommitted = strspn(id, "0") == n,
    };
    r->time = 0;
    r->zone = 0;
    return true;
}

/* The day by the author's own clock. */
static const char *
day_of(const BlameReader *r)
{
    const int64_t most = INT64_C(1) << 40; /* of any use */
    const int minutes = r->zone / 100 * 60 + r->zone % 100;
    struct tm t;
    char text[32];

    if (r->time < -most || r->time > most)
        return "";
    const time_t local = (time_t)(r->time + (int64_t)minutes * 60);
    if (!gmtime_r(&local, &t) || !strftime(text, sizeof text, "%Y-%m-%d", &t))
        return "";
    return arena_strdup(r->arena, text);
}

static const char *
value_of(const char *text, const char *key)
{
    const size_t n = strlen(key);

    return strncmp(text, key, n) == 0 ? text + n : NULL;
}

static void
read_fact(BlameReader *r, const char *text)
{
    const char *value;

    if ((value = value_of(text, "author ")))
        r->now.commit.author = value;
    else if ((value = value_of(text, "author-time ")))
        r->time = strtoll(value, NULL, 10);
    else if ((value = value_of(text, "author-tz ")))
        r->zone = (int)(strtol(value, NULL, 10) % 10000);
    else if ((value = value_of(text, "summary ")))
        r->now.commit.subject = value;
    else if (strcmp(text, "boundary") == 0)
        r->now.boundary = true;
}

bool
blame_parse(const void *bytes, size_t n, Arena *a, BlamedLines *out, Diag *d)
{
    const char *start = n ? bytes : "", *text;
    BlameReader r = {.at = start, .end = start + n, .arena = a};
    bool inside = false;

    *out = (BlamedLines){0};
    while ((text = next_text(&r))) {
        if (!inside && !begin_line(&r, text))
            return diag_fail(d, "what git blame says is not understood");
        if (inside && *text == '\t') {
            r.now.commit.date = day_of(&r);
            vec_push(out, r.now);
        } else if (inside) {
            read_fact(&r, text);
        }
        inside = !(inside && *text == '\t');
    }
    return !inside || diag_fail(d, "what git blame says is cut off");
}

bool
blame_file(const Git *g, const char *path, Arena *a, BlamedLines *out, Diag *d)
{
    return blame_lines(g, path, NULL, 0, a, out, d);
}

bool
blame_lines(const Git *g, const char *path, const uint32_t *lines, size_t n,
            Arena *a, BlamedLines *out, Diag *d)
{
    VEC(const char *) words = {0};
    Str text = {0};

    *out = (BlamedLines){0};
    vec_push(&words, "blame");
    vec_push(&words, "--line-porcelain");
    for (size_t i = 0; i < n; i++)
        vec_push(&words, arena_printf(a, "-L%u,%u", lines[i], lines[i]));
    vec_push(&words, "--");
    vec_push(&words, path);
    vec_push(&words, NULL);
    bool ok = git_run(g, words.at, &text, d) &&
              blame_parse(text.at, text.n, a, out, d);
    vec_done(&words);
    str_done(&text);
    return ok;
}

const char *
blame_words(Arena *a, const BlamedLine *b)
{
    const Commit *c = &b->commit;

    if (b->uncommitted)
        return "changed, and not committed yet";
    return arena_printf(a, "last changed %s%s by %s in %s '%.*s%s'",
                        b->boundary ? "on or before " : "", c->date, c->author,
                        c->brief, SUBJECT, c->subject,
                        strlen(c->subject) > SUBJECT ? "..." : "");
}
