/* linediff.c - where two texts differ, by lines. */
#include "bench/linediff.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many differing lines the rest is one hunk: such versions are
 * other programs, and the table below would be large. */
enum { MOST = 2000 };

/* A text as numbers: equal lines have equal numbers. */
typedef struct NumberedLines NumberedLines;
struct NumberedLines {
    uint32_t *at;
    long n;
};

static NumberedLines
number_lines(Map *known, const char *text, size_t n)
{
    VEC(uint32_t) v = {0};

    for (const char *at = text, *end = text + n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *last = stop ? stop : end;
        while (last > at && isspace((unsigned char)last[-1]))
            last--;
        vec_push(&v,
                 *map_put(known, at, (size_t)(last - at), (uint32_t)known->n));
        at = stop ? stop + 1 : end;
    }
    return (NumberedLines){.at = v.at, .n = (long)v.n};
}

/* One search: reach[k] is how far in x one gets on diagonal k = x - y with d
 * steps; `rows` keeps every step's array to walk back along. */
typedef struct DiffSearch DiffSearch;
struct DiffSearch {
    const NumberedLines *x, *y;
    VEC(long *) rows; /* rows[d][k + d] */
};

static long
slide(const DiffSearch *s, long x, long k)
{
    while (x < s->x->n && x - k < s->y->n && s->x->at[x] == s->y->at[x - k])
        x++;
    return x;
}

/* Number of steps to the ends of both texts, or -1 if it is more than MOST. */
static long
search(DiffSearch *s)
{
    for (long d = 0; d <= MOST; d++) {
        long *row = mem_zalloc((size_t)(2 * d + 1), sizeof *row);
        const long *last = d ? s->rows.at[d - 1] : NULL;
        vec_push(&s->rows, row);
        for (long k = -d; k <= d; k += 2) {
            long x = 0;
            if (d && (k == -d ||
                      (k != d && last[k - 1 + d - 1] < last[k + 1 + d - 1])))
                x = last[k + 1 + d - 1]; /* a line of y comes in */
            else if (d)
                x = last[k - 1 + d - 1] + 1; /* a line of x goes */
            row[k + d] = slide(s, x, k);
            if (row[k + d] >= s->x->n && row[k + d] - k >= s->y->n)
                return d;
        }
    }
    return -1;
}

/* Walk back: mark the lines of x that go and of y that come. */
static void
mark(const DiffSearch *s, long d, bool *gone, bool *come)
{
    long k = s->x->n - s->y->n;

    for (; d > 0; d--) {
        const long *last = s->rows.at[d - 1];
        bool insert =
            k == -d || (k != d && last[k - 1 + d - 1] < last[k + 1 + d - 1]);
        k += insert ? 1 : -1;
        long x = last[k + d - 1];
        if (insert)
            come[x - k] = true;
        else
            gone[x] = true;
    }
}

static size_t
gather(Arena *a, const NumberedLines *x, const NumberedLines *y,
       const bool *gone, const bool *come, Hunk **out)
{
    VEC(Hunk) hunks = {0};
    long i = 0, k = 0;

    while (i < x->n || k < y->n) {
        Hunk h = {.from = (uint32_t)i + 1, .to = (uint32_t)k + 1};
        while ((i < x->n && gone[i]) || (k < y->n && come[k])) {
            if (i < x->n && gone[i])
                h.nfrom++, i++;
            else
                h.nto++, k++;
        }
        if (h.nfrom || h.nto)
            vec_push(&hunks, h);
        else
            i++, k++;
    }
    *out = hunks.n ? arena_dup(a, hunks.at, hunks.n * sizeof *hunks.at) : NULL;
    size_t n = hunks.n;
    vec_done(&hunks);
    return n;
}

size_t
linediff_hunks(Arena *a, const char *old, size_t nold, const char *new,
               size_t nnew, Hunk **out)
{
    Map known = {0};
    NumberedLines x = number_lines(&known, old, nold);
    NumberedLines y = number_lines(&known, new, nnew);
    DiffSearch s = {.x = &x, .y = &y};
    bool *gone = mem_zalloc((size_t)x.n + 1, 1);
    bool *come = mem_zalloc((size_t)y.n + 1, 1);

    long d = search(&s);
    if (d >= 0) {
        mark(&s, d, gone, come);
    } else {
        memset(gone, 1, (size_t)x.n);
        memset(come, 1, (size_t)y.n);
    }
    size_t n = gather(a, &x, &y, gone, come, out);
    for (size_t i = 0; i < s.rows.n; i++)
        free(s.rows.at[i]);
    vec_done(&s.rows);
    free(gone);
    free(come);
    free(x.at);
    free(y.at);
    map_done(&known);
    return n;
}
