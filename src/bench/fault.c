/* fault.c - which statements of a faulty version are the fault. */
#include "bench/fault.h"

#include "base/io.h"
#include "bench/linediff.h"
#include "bench/seeds.h"
#include "bench/stage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Line `number` (from 1) of the text, without its newline. */
static const char *
line_at(const Bytes *text, uint32_t number, size_t *n)
{
    const char *at = (const char *)text->at, *end = at + text->n;

    for (; number > 1 && at < end; number--) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    *n = (size_t)((stop ? stop : end) - at);
    return at;
}

/* The macro that a line defines, or NULL. */
static const char *
defined_macro(Arena *a, const char *line, size_t n)
{
    char *text = arena_strndup(a, line, n), *at = text + strspn(text, " \t");
    size_t length = 0;

    if (*at++ != '#')
        return NULL;
    at += strspn(at, " \t");
    if (strncmp(at, "define", 6) != 0 || is_word(at[6]))
        return NULL;
    at += 6;
    at += strspn(at, " \t");
    while (is_word(at[length]))
        length++;
    return length ? arena_strndup(a, at, length) : NULL;
}

static bool
mentions(const char *line, size_t n, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= n; i++)
        if (memcmp(line + i, word, length) == 0 &&
            (i == 0 || !is_word(line[i - 1])) &&
            (i + length == n || !is_word(line[i + length])))
            return true;
    return false;
}

/* Every line of the sources that mentions the macro. */
static bool
add_uses(Arena *a, const char *dir, const Texts *files, const char *macro,
         Places *out, Diag *d)
{
    for (size_t i = 0; i < files->n; i++) {
        char *path = io_join(dir, files->at[i]);
        Bytes b;
        bool ok = io_read(path, &b, d);
        free(path);
        if (!ok)
            return false;
        const char *at = (const char *)b.at, *end = at + b.n;
        for (uint32_t line = 1; at < end; line++) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));
            size_t n = (size_t)((stop ? stop : end) - at);
            if (mentions(at, n, macro) && !defined_macro(a, at, n))
                vec_push(out, (Place){files->at[i], line});
            at = stop ? stop + 1 : end;
        }
        io_bytes_done(&b);
    }
    return true;
}

/* One file's differences. */
static bool
add_changes(Arena *a, const char *dir, const Texts *files, const char *file,
            const Bytes *old, const Bytes *new, Places *out, Diag *d)
{
    Hunk *hunks;
    size_t n = linediff_hunks(a, (const char *)old->at, old->n,
                              (const char *)new->at, new->n, &hunks);

    for (size_t i = 0; i < n; i++) {
        Hunk h = hunks[i];
        vec_push(out, (Place){file, h.to});
        for (uint32_t k = 0; k < h.nto; k++) {
            size_t length;
            const char *line = line_at(new, h.to + k, &length);
            const char *macro = defined_macro(a, line, length);
            if (k)
                vec_push(out, (Place){file, h.to + k});
            if (macro && !add_uses(a, dir, files, macro, out, d))
                return false;
        }
    }
    return true;
}

static bool
read_or_empty(const char *dir, const char *file, Bytes *out, Diag *d)
{
    char *path = io_join(dir, file);
    bool ok = true;

    *out = (Bytes){0};
    if (io_exists(path))
        ok = io_read(path, out, d);
    else
        out->at = mem_zalloc(1, 1);
    free(path);
    return ok;
}

/* What in one file belongs to the fault. */
static bool
add_file(Arena *a, const Version *v, const char *correct, const char *faulty,
         const Texts *files, const char *file, Places *out, Diag *d)
{
    Bytes old = {0}, new = {0};
    bool ok = read_or_empty(correct, file, &old, d) &&
              read_or_empty(faulty, file, &new, d);

    if (ok && v->macro)
        seeds_places(a, file, (const char *)new.at, new.n, v->macro, out);
    if (ok && (old.n != new.n || memcmp(old.at, new.at, old.n) != 0))
        ok = add_changes(a, faulty, files, file, &old, &new, out, d);
    io_bytes_done(&old);
    io_bytes_done(&new);
    return ok;
}

bool
fault_derive(Arena *a, const Version *v, const char *correct,
             const char *faulty, Fault *out, Diag *d)
{
    Texts all, files = {0};
    Places places = {0};

    if (!stage_list(a, faulty, true, &all, d))
        return false;
    files.at = ARENA_ARRAY(a, const char *, all.n);
    for (size_t i = 0; i < all.n; i++)
        if (stage_is_code(all.at[i]))
            files.at[files.n++] = all.at[i];
    bool ok = true;
    for (size_t i = 0; ok && i < files.n; i++)
        ok = add_file(a, v, correct, faulty, &files, files.at[i], &places, d);
    if (ok && places.n == 0)
        ok = diag_fail(d, "its sources do not differ from the correct ones");
    *out = (Fault){.at = ARENA_ARRAY(a, Place, places.n), .n = places.n};
    if (places.n)
        memcpy(out->at, places.at, places.n * sizeof *places.at);
    vec_done(&places);
    return ok;
}

/* The entity's path below the directory, or NULL. */
static const char *
below(const char *path, const char *dir)
{
    size_t n = strlen(dir);

    if (strncmp(path, dir, n) != 0 || path[n] != '/')
        return NULL;
    path += n + 1;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

static bool
is_in(const Entity *e, const char *dir, const char *file)
{
    const char *path = below(e->file, dir);

    return path && strcmp(path, file) == 0;
}

/* Where the function of the entity begins. */
static uint32_t
function_line(const Program *p, const Entity *e)
{
    if (e->block == PROGRAM_NONE)
        return UINT32_MAX;
    return p->functions[p->blocks[e->block].function].line;
}

/* A line without code: the next statement of its function, else the last. */
static uint32_t
nearest(const Place *at, const char *dir, const Program *p, const Entities *s)
{
    uint32_t start = 0, next = PROGRAM_NONE, last = PROGRAM_NONE;

    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t line = function_line(p, &s->at[i]);
        if (is_in(&s->at[i], dir, at->file) && line <= at->line && line > start)
            start = line; /* of the function that is open at the line */
    }
    for (uint32_t i = 0; i < s->n; i++) {
        const Entity *e = &s->at[i];
        if (e->skip || !is_in(e, dir, at->file) || !e->line ||
            function_line(p, e) != start)
            continue;
        if (e->line >= at->line &&
            (next == PROGRAM_NONE || e->line < s->at[next].line))
            next = i;
        if (e->line < at->line &&
            (last == PROGRAM_NONE || e->line > s->at[last].line))
            last = i;
    }
    return next != PROGRAM_NONE ? next : last;
}

/* The global variable whose declaration begins at `line`, or before it and has
 * not ended by then; or NULL. */
static const char *
declared_global(const Program *p, const Bytes *text, uint32_t line)
{
    const char *end = (const char *)text->at + text->n;

    for (uint32_t from = line; from > 0; from--) {
        size_t n;
        const char *source = line_at(text, from, &n);
        if (from < line && memchr(source, ';', n))
            return NULL;
        for (uint32_t i = 0; i < p->n.variables && source < end; i++) {
            const ProgramVariable *v = &p->variables[i];
            if (v->function == PROGRAM_NONE && v->line == from &&
                mentions(source, n, v->name))
                return v->name;
        }
    }
    return NULL;
}

/* Every statement whose line mentions the variable. */
static uint32_t
mark_mentions(const char *name, const char *dir, const Entities *statements,
              bool *mark)
{
    const char *file = NULL;
    Bytes text = {0};
    uint32_t found = 0;

    for (uint32_t i = 0; i < statements->n; i++) {
        const Entity *e = &statements->at[i];
        Diag d = {0};
        size_t n;
        if (e->skip || !e->line || !below(e->file, dir))
            continue;
        if (!file || strcmp(file, e->file) != 0) {
            io_bytes_done(&text);
            file = e->file;
            if (!io_read(file, &text, &d))
                text = (Bytes){.at = mem_zalloc(1, 1)};
        }
        const char *line = line_at(&text, e->line, &n);
        if (mentions(line, n, name))
            mark[i] = true, found++;
    }
    io_bytes_done(&text);
    return found;
}

/* A wrong declaration is found where its variable is used. */
static uint32_t
mark_uses(const Place *at, const char *dir, const Program *p,
          const Entities *statements, bool *mark)
{
    char *path = io_join(dir, at->file);
    Diag d = {0};
    Bytes text;
    bool ok = io_read(path, &text, &d);

    free(path);
    if (!ok)
        return 0;
    const char *name = declared_global(p, &text, at->line);
    io_bytes_done(&text);
    return name ? mark_mentions(name, dir, statements, mark) : 0;
}

uint32_t
fault_mark(const Fault *faults, size_t n, const char *dir, const Program *p,
           const Entities *statements, bool *mark)
{
    uint32_t total = 0;

    for (size_t f = 0; f < n; f++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < statements->n; i++) {
            const Entity *e = &statements->at[i];
            for (size_t k = 0; !e->skip && k < faults[f].n; k++)
                if (e->line == faults[f].at[k].line &&
                    is_in(e, dir, faults[f].at[k].file)) {
                    found++;
                    mark[i] = true;
                    break;
                }
        }
        for (size_t k = 0; !found && k < faults[f].n; k++)
            found += mark_uses(&faults[f].at[k], dir, p, statements, mark);
        for (size_t k = 0; !found && k < faults[f].n; k++) {
            uint32_t near = nearest(&faults[f].at[k], dir, p, statements);
            if (near == PROGRAM_NONE)
                continue;
            uint32_t line = statements->at[near].line;
            for (uint32_t i = 0; i < statements->n; i++)
                if (statements->at[i].line == line &&
                    is_in(&statements->at[i], dir, faults[f].at[k].file))
                    mark[i] = true, found++;
        }
    }
    for (uint32_t i = 0; i < statements->n; i++)
        total += mark[i];
    return total;
}
