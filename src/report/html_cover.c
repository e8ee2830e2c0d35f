/* html_cover.c - transpose sparse spectra to one set of tests per entity.
 *
 * A row is varint(4 * length + kind) and `length` bytes of
 *   kind 0: a bitset, lowest bit first, without zero bytes at its end
 *   kind 1: the members, as varint distances (the first from -1, minus one)
 *   kind 2: the tests that are not members, likewise
 * whichever is shortest; view code is in html/model.js (ORDER ROWS). Entities
 * are handled in strips, so memory does not grow with tests x entities.
 */
#include "report/html_cover.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { STRIP = 1024 };

static void
order_tests(Cover *c, const Runs *runs)
{
    static const Verdict order[] = {VERDICT_FAIL, VERDICT_PASS,
                                    VERDICT_UNKNOWN};
    uint32_t n = 0;

    c->ntests = runs->nruns;
    c->test = mem_zalloc(c->ntests + 1u, sizeof *c->test);
    for (size_t v = 0; v < 3; v++)
        for (uint32_t r = 0; r < runs->nruns; r++)
            if (runs->runs[r].verdict == order[v])
                c->test[n++] = r;
}

/* Append the tests whose bit is `value` as distances. */
static void
put_distances(Str *s, const uint8_t *bits, uint32_t ntests, bool value)
{
    uint32_t last = UINT32_MAX; /* -1 */

    for (uint32_t t = 0; t < ntests; t++) {
        if ((bits[t / 8] >> (t % 8) & 1) != value)
            continue;
        str_put_varint(s, t - last - 1);
        last = t;
    }
}

/* The shortest form of a set with n members; `a` and `b` are work space. */
static void
encode(Str *out, const uint8_t *bits, uint32_t ntests, uint32_t n, Str *a,
       Str *b)
{
    size_t length = (ntests + 7u) / 8;
    uint64_t kind = 0;
    const void *bytes = bits;

    while (length > 0 && bits[length - 1] == 0)
        length--;
    str_clear(a);
    str_clear(b);
    if (n < length)
        put_distances(a, bits, ntests, true);
    if (ntests - n < length)
        put_distances(b, bits, ntests, false);
    if (n < length && a->n < length)
        bytes = a->at, length = a->n, kind = 1;
    if (ntests - n < length && b->n < length)
        bytes = b->at, length = b->n, kind = 2;
    str_put_varint(out, 4 * (uint64_t)length + kind);
    if (length > 0)
        str_add(out, bytes, length);
}

typedef struct Transposer Transposer;
struct Transposer {
    Cover *cover;
    const Runs *runs;
    const Counted *counted;
    uint64_t *at; /* of each run: its first index not yet seen */
    uint8_t *bits;
    size_t width; /* bytes of a row of bits */
    Map seen;
    Str one, a, b;
    size_t room;
};

/* Fill the rows of entities first .. first+STRIP-1. */
static void
gather_strip(Transposer *t, uint32_t first)
{
    Cover *c = t->cover;

    memset(t->bits, 0, STRIP * t->width);
    for (uint32_t p = 0; p < c->ntests; p++) {
        uint32_t r = c->test[p];
        uint64_t end = t->counted->start[r + 1];
        uint32_t *n = t->runs->runs[r].verdict == VERDICT_FAIL   ? c->ef
                      : t->runs->runs[r].verdict == VERDICT_PASS ? c->ep
                                                                 : NULL;
        while (t->at[r] < end && t->counted->index[t->at[r]] < first + STRIP) {
            uint32_t e = t->counted->index[t->at[r]++];
            t->bits[(e - first) * t->width + p / 8] |= (uint8_t)(1u << p % 8);
            if (n)
                n[e]++;
        }
    }
}

static uint32_t
members(const uint8_t *bits, size_t width)
{
    uint32_t n = 0;

    for (size_t i = 0; i < width; i++)
        n += (uint32_t)__builtin_popcount(bits[i]);
    return n;
}

static void
store_row(Transposer *t, uint32_t entity, const uint8_t *bits)
{
    Cover *c = t->cover;

    str_clear(&t->one);
    encode(&t->one, bits, c->ntests, members(bits, t->width), &t->a, &t->b);
    uint32_t *row = map_put(&t->seen, t->one.at, t->one.n, c->nrows);
    if (*row == c->nrows) {
        if (c->rows.n + t->one.n > t->room) {
            *row = COVER_NONE;
        } else {
            str_add(&c->rows, t->one.at, t->one.n);
            c->nrows++;
        }
    }
    c->row[entity] = *row;
    c->dropped += *row == COVER_NONE;
}

void
cover_init(Cover *c, const Runs *runs, size_t room)
{
    *c = (Cover){0};
    if (!runs)
        return;
    order_tests(c, runs);
    const Counted *counted =
        runs->program ? &runs->edges : &runs->foreign.lines;
    if (!counted->start || runs->nruns == 0)
        return;
    uint32_t n = runs->program ? runs->program->n.edges : runs->foreign.nlines;
    Transposer t = {.cover = c, .runs = runs, .counted = counted, .room = room};
    t.width = (c->ntests + 7u) / 8;
    t.bits = mem_alloc(STRIP * t.width);
    t.at = mem_zalloc(c->ntests, sizeof *t.at);
    memcpy(t.at, counted->start, c->ntests * sizeof *t.at);
    c->nentities = n;
    c->row = mem_zalloc(n + 1u, sizeof *c->row);
    c->ef = mem_zalloc(n + 1u, sizeof *c->ef);
    c->ep = mem_zalloc(n + 1u, sizeof *c->ep);
    for (uint32_t first = 0; first < n; first += STRIP) {
        gather_strip(&t, first);
        for (uint32_t e = first; e < n && e < first + STRIP; e++)
            store_row(&t, e, t.bits + (e - first) * t.width);
    }
    free(t.at);
    free(t.bits);
    map_done(&t.seen);
    str_done(&t.one);
    str_done(&t.a);
    str_done(&t.b);
}

void
cover_done(Cover *c)
{
    free(c->test);
    free(c->row);
    free(c->ef);
    free(c->ep);
    str_done(&c->rows);
    *c = (Cover){0};
}
