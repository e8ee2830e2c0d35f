/* changes.c - which lines of the working tree have changed since a revision. */
#include "history/changes.h"

#include "history/udiff.h"

#include <string.h>

typedef struct DiffReader DiffReader;
struct DiffReader {
    DiffText text;
    Changes *to;
    size_t file; /* that the hunks belong to; SIZE_MAX: none */
};

static void
begin_file(DiffReader *r, const DiffLine *l)
{
    Changes *c = r->to;
    const char *name = udiff_path(l, &c->arena);

    r->file = SIZE_MAX;
    if (!name)
        return;
    const uint32_t fresh = (uint32_t)c->files.n;
    r->file = *map_put_text(&c->of, name, fresh);
    if (r->file == fresh)
        vec_push(&c->files, (ChangedFile){.path = name});
}

/* The lines of a hunk follow its head, and may look like anything. */
static bool
skip_lines(DiffReader *r, uint64_t n)
{
    DiffLine l;

    while (n) {
        if (!udiff_next(&r->text, &l))
            return false;
        n -= udiff_begins(&l, "\\") ? 0 : 1;
    }
    return true;
}

static bool
read_hunk(DiffReader *r, const DiffLine *l, Diag *d)
{
    DiffHunk h;

    if (!udiff_hunk(l, &h))
        return diag_fail(d, "git's list of changes is not understood");
    if (r->file != SIZE_MAX) {
        const uint32_t last = h.added ? h.start + h.added - 1 : h.start + 1;
        vec_push(&r->to->files.at[r->file].lines,
                 (ChangedLines){h.start, last});
    }
    return skip_lines(r, (uint64_t)h.removed + h.added) ||
           diag_fail(d, "git's list of changes is cut off");
}

bool
changes_parse(const void *bytes, size_t n, Changes *out, Diag *d)
{
    DiffReader r = {.text = udiff_text(bytes, n), .to = out, .file = SIZE_MAX};
    DiffLine l;
    bool ok = true;

    *out = (Changes){0};
    while (ok && udiff_next(&r.text, &l)) {
        if (udiff_begins(&l, "diff "))
            r.file = SIZE_MAX;
        else if (udiff_begins(&l, "+++ "))
            begin_file(&r, &l);
        else if (udiff_begins(&l, "@@ -"))
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
    bool ok = git_ask(g, &text, d, "diff", "-U0", "-w", "--no-color",
                      "--no-ext-diff", "--no-textconv", "--no-renames",
                      "--no-relative", "--ignore-submodules=all",
                      "--src-prefix=a/", "--dst-prefix=b/", commit, "--") &&
              changes_parse(text.at, text.n, out, d);
    str_done(&text);
    return ok;
}

bool
changes_has(const Changes *c, const char *path, uint32_t line)
{
    const uint32_t *number = map_find_text(&c->of, path);

    if (!number)
        return false;
    const ChangedFile *f = &c->files.at[*number];
    for (size_t i = 0; i < f->lines.n; i++)
        if (line >= f->lines.at[i].first && line <= f->lines.at[i].last)
            return true;
    return false;
}
