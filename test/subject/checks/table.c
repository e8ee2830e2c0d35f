/* table.c - checks of ring.c, run by a table of functions. */
#include "ring.h"

#undef NDEBUG
#include <assert.h>
#include <stdio.h>

/* 1, 2, ... */
static void
put(struct ring *r, int n)
{
    for (int i = 1; i <= n; i++)
        ring_put(r, i);
}

static void
test_empty(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    assert(ring_get(&r, &v) == 0);
    assert(ring_find(&r, 1) == -1);
    assert(ring_sum(&r) == 0);
}

static void
test_order(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    assert(ring_get(&r, &v) == 1);
    assert(v == 1);
    assert(ring_get(&r, &v) == 1);
    assert(v == 2);
}

static void
test_sum(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    assert(ring_sum(&r) == 18);
}

static void
test_full(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    assert(ring_sum(&r) == 10);
    assert(ring_find(&r, 4) == 3);
}

static void
test_overflow(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    assert(ring_sum(&r) == 18);
    assert(ring_find(&r, 3) == 0);
    assert(r.lost == 2);
}

static void
test_find(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    assert(ring_find(&r, 7) == 2);
    assert(ring_find(&r, 1) == -1);
}

static void
test_drop(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    assert(ring_drop(&r, 2) == 2);
    assert(ring_sum(&r) == 3);
}

static void
test_drop_all(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    assert(ring_drop(&r, 7) == 3);
    assert(r.count == 0);
}

static void
test_again(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    assert(r.lost == 1);
    assert((ring_clear(&r), r.lost) == 0);
    assert(r.count == 0);
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"empty", test_empty}, {"order", test_order},       {"sum", test_sum},
    {"full", test_full},   {"overflow", test_overflow}, {"find", test_find},
    {"drop", test_drop},   {"drop all", test_drop_all}, {"", test_again},
};

int
main(void)
{
    for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        printf("%s\n", tests[i].name);
        fflush(stdout);
        tests[i].run();
    }
    return 0;
}
