/* changes.c - which lines of the working tree have changed since a revision. */
#include "history/changes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A line of the text, without its end. */
typedef struct DiffLine DiffLine;
struct DiffLine {
    const char *at;
    size_t n;
};

typedef struct DiffReader DiffReader;
struct DiffReader {
    const char *at, *end;
    Changes *to;
    size_t file; /* that the hunks belong to; SIZE_MAX: none */
};

static bool
next_line(DiffReader *r, DiffLine *out)
{
    if (r->at == r->end)
        return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    *out = (DiffLine){r->at, (size_t)((stop ? stop : r->end) - r->at)};
    r->at = stop ? stop + 1 : r->end;
    return true;
}

static bool
begins(const DiffLine *l, const char *with)
{
    return l->n >= strlen(with) && memcmp(l->at, with, strlen(with)) == 0;
}

/* The byte that an escape stands for; *at is behind the backslash. */
static char
unescape(const char **at, const char *end)
{
    static const char from[] = "abtnvfr", to[] = "\a\b\t\n\v\f\r";
    unsigned value = 0;
    int digits = 0;

    for (; digits < 3 && *at < end && **at >= '0' && **at <= '7'; digits++)
        value = value * 8 + (unsigned)(*(*at)++ - '0');
    if (digits)
        return (char)value;
    const char c = *(*at)++;
    const char *known = c ? strchr(from, c) : NULL;
    return known ? to[known - from] : c;
}

/* A name as git writes it: perhaps between quotes, with escapes; behind one
 * with blanks there is a tab. */
static const char *
read_name(Arena *a, const char *at, const char *end)
{
    Str name = {0};

    if (at < end && *at == '"') {
        for (at++; at < end && *at != '"';) {
            if (*at == '\\' && at + 1 < end) {
                at++;
                str_putc(&name, unescape(&at, end));
            } else {
                str_putc(&name, *at++);
            }
        }
    } else {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        str_add(&name, at, (size_t)((tab ? tab : end) - at));
    }
    const char *copy = arena_strdup(a, str_text(&name));
    str_done(&name);
    return copy;
}

/* "+++ b/NAME", or "+++ /dev/null" for a file that is gone. */
static void
begin_file(DiffReader *r, const DiffLine *l)
{
    Changes *c = r->to;
    const char *name = read_name(&c->arena, l->at + 4, l->at + l->n);

    r->file = SIZE_MAX;
    if (strncmp(name, "b/", 2) != 0 || !name[2])
        return;
    name += 2;
    const uint32_t fresh = (uint32_t)c->files.n;
    r->file = *map_put(&c->of, name, strlen(name), fresh);
    if (r->file == fresh)
        vec_push(&c->files, (ChangedFile){.path = name});
}

/* "12,3" or "12", which is "12,1"; *at moves behind it. */
static bool
read_range(const char **at, const char *end, uint32_t *start, uint32_t *n)
{
    uint64_t numbers[2] = {0, 1};
    int i = 0;

    for (; i < 2; i++) {
        if (*at == end || !isdigit((unsigned char)**at))
            return false;
        for (numbers[i] = 0; *at < end && isdigit((unsigned char)**at); ++*at)
            if ((numbers[i] = numbers[i] * 10 + (uint64_t)(**at - '0')) >
                INT32_MAX)
                return false;
        if (*at == end || **at != ',')
            break;
        ++*at;
    }
    *start = (uint32_t)numbers[0];
    *n = (uint32_t)numbers[1];
    return i < 2;
}

/* The lines of a hunk follow its head, and may look like anything. */
static bool
skip_lines(DiffReader *r, uint64_t n)
{
    DiffLine l;

    while (n) {
        if (!next_line(r, &l))
            return false;
        n -= begins(&l, "\\") ? 0 : 1;
    }
    return true;
}

/* "@@ -12,3 +12,4 @@ ..." */
static bool
read_hunk(DiffReader *r, const DiffLine *l, Diag *d)
{
    const char *at = l->at + 4, *end = l->at + l->n;
    uint32_t old, removed, start, added;

    if (!read_range(&at, end, &old, &removed) || end - at < 2 ||
        at[0] != ' ' || at[1] != '+')
        return diag_fail(d, "git's list of changes is not understood");
    at += 2;
    if (!read_range(&at, end, &start, &added))
        return diag_fail(d, "git's list of changes is not understood");
    if (r->file != SIZE_MAX) {
        const uint32_t last = added ? start + added - 1 : start + 1;
        vec_push(&r->to->files.at[r->file].lines, (ChangedLines){start, last});
    }
    return skip_lines(r, (uint64_t)removed + added) ||
           diag_fail(d, "git's list of changes is cut off");
}

bool
changes_parse(const void *bytes, size_t n, Changes *out, Diag *d)
{
    const char *text = n ? bytes : "";
    DiffReader r = {.at = text, .end = text + n, .to = out, .file = SIZE_MAX};
    DiffLine l;
    bool ok = true;

    *out = (Changes){0};
    while (ok && next_line(&r, &l)) {
        if (begins(&l, "diff "))
            r.file = SIZE_MAX;
        else if (begins(&l, "+++ "))
            begin_file(&r, &l);
        else if (begins(&l, "@@ -"))
            ok = read_hunk(&r, &l, d);
    }
    return ok;
}

void
changes_done(Changes *c)
{
    for (size_t i = 0; i < c->files.n; i++)
        vec_done(&c->files.at[i].lines);
    vec_done(&c->files);
    map_done(&c->of);
    arena_done(&c->arena);
    *c = (Changes){0};
}

bool
changes_since(const Git *g, const char *commit, Changes *out, Diag *d)
{
    Str text = {0};

    *out = (Changes){0};
    bool ok =
        git_ask(g, &text, d, "diff", "-U0", "-w", "--no-color", "--no-ext-diff",
                "--no-textconv", "--no-renames", "--no-relative",
                "--ignore-submodules=all", "--src-prefix=a/",
                "--dst-prefix=b/", commit, "--") &&
        changes_parse(text.at, text.n, out, d);
    str_done(&text);
    return ok;
}

bool
changes_has(const Changes *c, const char *path, uint32_t line)
{
    const uint32_t *number = map_find(&c->of, path, strlen(path));

    if (!number)
        return false;
    const ChangedFile *f = &c->files.at[*number];
    for (size_t i = 0; i < f->lines.n; i++)
        if (line >= f->lines.at[i].first && line <= f->lines.at[i].last)
            return true;
    return false;
}
