/* source.c - the source files that findings point into, and their lines. */
#include "base/source.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

enum { TAB = 4, ELLIPSIS = 3 };

void
sources_init(Sources *s, const char *root)
{
    *s = (Sources){.root = io_absolute(root ? root : ".")};
}

void
sources_done(Sources *s)
{
    for (size_t i = 0; i < s->n; i++) {
        io_bytes_done(&s->at[i]->bytes);
        free(s->at[i]->starts);
    }
    free(s->at);
    free(s->root);
    map_done(&s->index);
    arena_done(&s->arena);
    *s = (Sources){0};
}

static void
index_lines(SourceFile *f)
{
    VEC(size_t) starts = {0};
    const char *text = (const char *)f->bytes.at;

    for (size_t at = 0; at < f->bytes.n;) {
        vec_push(&starts, at);
        const char *nl = memchr(text + at, '\n', f->bytes.n - at);
        at = nl ? (size_t)(nl - text) + 1 : f->bytes.n;
    }
    f->starts = starts.at;
    f->nlines = (uint32_t)starts.n;
}

/* Only regular files: reading a pipe that coverage data names could hang. */
static void
load(SourceFile *f, const char *path)
{
    struct stat st;
    Diag ignored; /* the reader sees that the line is missing */

    diag_init(&ignored);
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_size < UINT32_MAX && io_read(path, &f->bytes, &ignored)) {
        f->readable = true;
        index_lines(f);
    }
    diag_done(&ignored);
}

/* The part of `path` below `root`, or NULL. */
static const char *
below(const char *path, const char *root)
{
    size_t n = strlen(root);

    if (strcmp(root, "/") == 0)
        return path[0] == '/' ? path + 1 : NULL;
    return strncmp(path, root, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

uint32_t
sources_index(Sources *s, const char *path)
{
    uint32_t *slot = map_put_text(&s->index, path, (uint32_t)s->n);

    if (*slot < s->n)
        return *slot;
    SourceFile *f = ARENA_NEW(&s->arena, SourceFile);
    char *joined = io_join(s->root, path);
    char *full = io_absolute(joined);
    const char *inside = below(full, s->root);
    f->full = arena_strdup(&s->arena, *path ? full : "");
    f->shown = arena_strdup(&s->arena, inside && *path ? inside : path);
    f->inside = inside != NULL;
    free(joined);
    free(full);
    vec_push(s, f);
    return (uint32_t)s->n - 1;
}

const SourceFile *
sources_file(Sources *s, const char *path)
{
    return sources_load(s, sources_index(s, path));
}

const SourceFile *
sources_load(Sources *s, uint32_t index)
{
    SourceFile *f = s->at[index];

    if (!f->loaded)
        load(f, f->full);
    f->loaded = true;
    return f;
}

const char *
sources_shown(Sources *s, const char *path)
{
    uint32_t i = sources_index(s, path); /* may move s->at */

    return s->at[i]->shown;
}

bool
source_line(const SourceFile *f, uint32_t line, const char **at, size_t *n)
{
    if (line == 0 || line > f->nlines)
        return false;
    size_t from = f->starts[line - 1];
    size_t to = line < f->nlines ? f->starts[line] : f->bytes.n;
    const char *text = (const char *)f->bytes.at;

    while (to > from && (text[to - 1] == '\n' || text[to - 1] == '\r'))
        to--;
    *at = text + from;
    *n = to - from;
    return true;
}

void
source_trimmed(Sources *s, const char *path, uint32_t line, const char **at,
               size_t *n)
{
    *at = "";
    *n = 0;
    if (!path || !source_line(sources_file(s, path), line, at, n))
        return;
    while (*n && (**at == ' ' || **at == '\t'))
        ++*at, --*n;
    while (*n && strchr(" \t\r", (*at)[*n - 1]))
        --*n;
}

/* Columns that the code point takes when it starts at terminal column x. */
static size_t
advance(uint32_t point, size_t x)
{
    return point == '\t' ? TAB - x % TAB : utf8_width(point);
}

/* Terminal column, from 0, where the byte column starts; the end of the line
 * if it lies outside. */
static size_t
position(const char *at, size_t n, uint32_t column)
{
    const char *end = at + n, *stop = at + (column ? column - 1 : 0);
    size_t x = 0;

    if (column == 0 || column - 1 > n)
        stop = end;
    for (const char *p = at; p < end;) {
        uint32_t c = utf8_next(&p, end);
        if (p > stop)
            break;
        x += advance(c, x);
    }
    return x;
}

SourceView
source_view(const char *at, size_t n, uint32_t column, size_t room)
{
    size_t width = position(at, n, 0);
    size_t caret = column ? position(at, n, column) : 0;
    SourceView v = {.to = width};

    assert(room > (size_t)2 * ELLIPSIS);
    if (width <= room)
        return v;
    if (caret > room * 3 / 4) {
        v.from = caret - room / 2;
        v.cut_left = true;
    }
    if (v.from + room < width) {
        v.to = v.from + room;
        v.cut_right = true;
    } else {
        v.from = width - room;
    }
    return v;
}

void
source_draw(const SourceView *v, const char *at, size_t n, Str *out)
{
    size_t from = v->from + (v->cut_left ? ELLIPSIS : 0);
    size_t to = v->to - (v->cut_right ? ELLIPSIS : 0);
    size_t x = 0;

    if (v->cut_left)
        str_puts(out, "...");
    for (const char *p = at, *end = at + n; p < end;) {
        uint32_t c = utf8_next(&p, end);
        size_t next = x + advance(c, x);
        if (x >= to)
            break;
        if (c == '\t' || x < from || next > to) {
            /* what a tab or a halved wide character leaves of its columns */
            for (size_t i = x > from ? x : from; i < next && i < to; i++)
                str_putc(out, ' ');
        } else if (c < ' ' || (c >= 0x7f && c < 0xa0)) {
            utf8_put(out, UTF8_BAD);
        } else {
            utf8_put(out, c);
        }
        x = next;
    }
    if (v->cut_right)
        str_puts(out, "...");
}

size_t
source_caret(const SourceView *v, const char *at, size_t n, uint32_t column)
{
    size_t x = position(at, n, column);

    if (x < v->from)
        return 0;
    return (x > v->to ? v->to : x) - v->from;
}
