/* cut_test.c - cuts against every subset of small random graphs. */
#include "cause/cut.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_NODES = 12, ROUNDS = 3000 };

typedef struct Small Small;
struct Small {
    uint32_t n, begin, end;
    uint8_t edge[MAX_NODES][MAX_NODES];
    uint8_t fixed[MAX_NODES];
    uint32_t first[MAX_NODES + 1], to[MAX_NODES * MAX_NODES];
};

static uint32_t seed = 1;

static uint32_t
roll(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

/* Edges go upwards, now and then downwards too. */
static void
make(Small *s)
{
    uint32_t k = 0, sparse = 2 + roll(4);

    memset(s, 0, sizeof *s);
    s->n = 3 + roll(MAX_NODES - 2);
    s->end = s->n - 1;
    for (uint32_t a = 0; a < s->n; a++) {
        s->fixed[a] = roll(8) == 0;
        for (uint32_t b = 0; b < s->n; b++)
            if (a != b && roll(a < b ? sparse : 12) == 0)
                s->edge[a][b] = 1;
    }
    for (uint32_t a = 0; a < s->n; a++) {
        s->first[a] = k;
        for (uint32_t b = 0; b < s->n; b++)
            if (s->edge[a][b])
                s->to[k++] = b;
    }
    s->first[s->n] = k;
}

/* The nodes that reach the end without crossing `closed`. */
static uint32_t
end_side(const Small *s, uint32_t closed)
{
    uint32_t side = UINT32_C(1) << s->end, before;

    do {
        before = side;
        for (uint32_t a = 0; a < s->n; a++)
            for (uint32_t b = 0; b < s->n; b++)
                if (s->edge[a][b] && (side >> b & 1) && !(closed >> a & 1))
                    side |= UINT32_C(1) << a;
    } while (side != before);
    return side;
}

/* The best cut by trying all; UINT32_MAX: none. */
static uint32_t
brute(const Small *s)
{
    uint32_t best = UINT32_MAX, best_side = 0;

    for (uint32_t set = 0; set < UINT32_C(1) << s->n; set++) {
        bool allowed = !(set >> s->begin & 1) && !(set >> s->end & 1);
        for (uint32_t v = 0; v < s->n; v++)
            if (s->fixed[v] && (set >> v & 1))
                allowed = false;
        if (!allowed)
            continue;
        uint32_t side = end_side(s, set);
        if (side >> s->begin & 1)
            continue;
        int size = __builtin_popcount(set);
        if (best == UINT32_MAX || size < __builtin_popcount(best) ||
            (size == __builtin_popcount(best) &&
             __builtin_popcount(side) < __builtin_popcount(best_side)))
            best = set, best_side = side;
    }
    return best;
}

static void
small_graphs(void **state)
{
    unsigned cuts = 0, none = 0, several = 0;
    Small s;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t cut[MAX_NODES], ncut, set = 0;
        make(&s);
        CutGraph g = {s.n, s.first, s.to, s.fixed, &s.begin, &s.end, 1, 1};
        uint32_t want = brute(&s);
        if (!cut_run(&g, cut, &ncut)) {
            assert_int_equal(want, UINT32_MAX);
            none++;
            continue;
        }
        for (uint32_t i = 0; i < ncut; i++)
            set |= UINT32_C(1) << cut[i];
        assert_int_equal(set, want);
        cuts += ncut > 0;
        several += ncut > 1;
    }
    assert_true(cuts > ROUNDS / 4 && none > 10 && several > ROUNDS / 10);
}

/* A ladder whose two sides meet at one node in the middle and one near the
 * end: the latter is the cut. */
static void
nearest_to_the_end(void **state)
{
    static const uint32_t first[] = {0, 2, 3, 4, 6, 7, 8, 9, 9};
    static const uint32_t to[] = {1, 2, 3, 3, 4, 5, 6, 6, 7};
    uint32_t begin = 0, end = 7, cut[8], ncut;
    CutGraph g = {8, first, to, NULL, &begin, &end, 1, 1};

    (void)state;
    assert_true(cut_run(&g, cut, &ncut));
    assert_int_equal(ncut, 1);
    assert_int_equal(cut[0], 6);
}

/* A million nodes in layers of eight, each leading to the next layer's. */
static void
large_graph(void **state)
{
    enum { WIDE = 8, DEEP = 125000, N = WIDE * DEEP + 2 };
    uint32_t *first = mem_alloc((N + 1) * sizeof *first);
    uint32_t *to = mem_alloc((size_t)N * 3 * sizeof *to);
    uint32_t *cut = mem_alloc(N * sizeof *cut), ncut, k = 0;
    uint32_t begin = N - 2, end = N - 1;

    (void)state;
    for (uint32_t v = 0; v < N; v++) {
        first[v] = k;
        if (v == begin)
            for (uint32_t i = 0; i < WIDE; i++)
                to[k++] = i;
        else if (v / WIDE == DEEP - 1)
            to[k++] = end;
        else if (v != end)
            for (uint32_t i = 0; i < 2; i++)
                to[k++] = (v / WIDE + 1) * WIDE + (v + i) % WIDE;
    }
    first[N] = k;
    CutGraph g = {N, first, to, NULL, &begin, &end, 1, 1};
    assert_true(cut_run(&g, cut, &ncut));
    assert_int_equal(ncut, WIDE);
    for (uint32_t i = 0; i < WIDE; i++)
        assert_int_equal(cut[i], (DEEP - 1) * WIDE + i);
    free(first);
    free(to);
    free(cut);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_graphs),
        cmocka_unit_test(nearest_to_the_end),
        cmocka_unit_test(large_graph),
    };

    return cmocka_run_group_tests_name("cut", tests, NULL, NULL);
}
