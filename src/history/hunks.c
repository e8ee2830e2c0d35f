/* hunks.c - some hunks of a diff, as git writes it. */
#include "history/hunks.h"

#include "base/arena.h"
#include "history/udiff.h"

#include <string.h>

typedef struct HunksReader HunksReader;
struct HunksReader {
    DiffText text;
    Arena arena;
    const char *path; /* of the file at hand; NULL: none */
    const char *head; /* its head, until it is written */
    size_t nhead;
    size_t left_out;
};

/* Lines of the hunk, by what its head says; where it ends. */
static bool
skip_body(DiffText *t, const DiffHunk *h)
{
    uint64_t before = h->removed, after = h->added;
    DiffLine l;

    while (before || after) {
        if (!udiff_next(t, &l))
            return false;
        const char c = l.n ? l.at[0] : ' ';
        if (c != '+' && c != '\\' && before)
            before--;
        if (c != '-' && c != '\\' && after)
            after--;
    }
    if (t->at < t->end && *t->at == '\\') /* no newline at the end */
        (void)udiff_next(t, &l);
    return true;
}

/* Lines of a hunk that were added are all that the file has: context is not
 * asked for. */
static void
read_hunk(HunksReader *r, const HunksSpec *spec, const DiffLine *l, Str *out)
{
    DiffHunk h;

    if (!r->path || !udiff_hunk(l, &h) || !skip_body(&r->text, &h))
        return;
    if (!spec->wanted(spec->context, r->path, h.start, h.added)) {
        r->left_out++;
        return;
    }
    str_add(out, r->head, r->nhead);
    r->nhead = 0;
    str_add(out, l->at, (size_t)(r->text.at - l->at));
}

size_t
hunks_select(const HunksSpec *spec, const void *diff, size_t n, Str *out)
{
    HunksReader r = {.text = udiff_text(diff, n)};
    const char *start = NULL; /* of the file's head */
    DiffLine l;

    while (udiff_next(&r.text, &l)) {
        if (udiff_begins(&l, "--- ") || udiff_begins(&l, "diff ")) {
            start = l.at;
            r.path = NULL;
        } else if (udiff_begins(&l, "+++ ")) {
            r.path = udiff_path(&l, &r.arena);
            r.head = start ? start : l.at;
            r.nhead = (size_t)(r.text.at - r.head);
            start = NULL;
        } else if (udiff_begins(&l, "@@ -")) {
            read_hunk(&r, spec, &l, out);
        }
    }
    arena_done(&r.arena);
    return r.left_out;
}
