/* glib.c - checks of ring.c, run by GLib. */
#include "ring.h"

#include <glib.h>

/* 1, 2, ... */
static void
put(struct ring *r, int n)
{
    for (int i = 1; i <= n; i++)
        ring_put(r, i);
}

static void
empty(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    g_assert_cmpint(ring_get(&r, &v), ==, 0);
    g_assert_cmpint(ring_find(&r, 1), ==, -1);
    g_assert_cmpint(ring_sum(&r), ==, 0);
}

static void
order(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    g_assert_cmpint(ring_get(&r, &v), ==, 1);
    g_assert_cmpint(v, ==, 1);
    g_assert_cmpint(ring_get(&r, &v), ==, 1);
    g_assert_cmpint(v, ==, 2);
}

static void
sum(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    g_assert_cmpint(ring_sum(&r), ==, 18);
}

static void
full(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    g_assert_cmpint(ring_sum(&r), ==, 10);
    g_assert_cmpint(ring_find(&r, 4), ==, 3);
}

static void
overflow(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    g_assert_cmpint(ring_sum(&r), ==, 18);
    g_assert_cmpint(ring_find(&r, 3), ==, 0);
    g_assert_cmpint(r.lost, ==, 2);
}

static void
find(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    g_assert_cmpint(ring_find(&r, 7), ==, 2);
    g_assert_cmpint(ring_find(&r, 1), ==, -1);
}

static void
drop(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    g_assert_cmpint(ring_drop(&r, 2), ==, 2);
    g_assert_cmpint(ring_sum(&r), ==, 3);
}

static void
drop_all(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    g_assert_cmpint(ring_drop(&r, 7), ==, 3);
    g_assert_cmpint(r.count, ==, 0);
}

static void
again(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    g_assert_cmpint(r.lost, ==, 1);
    g_assert_cmpint((ring_clear(&r), r.lost), ==, 0);
    g_assert_cmpint(r.count, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ring/empty", empty);
    g_test_add_func("/ring/order", order);
    g_test_add_func("/ring/sum", sum);
    g_test_add_func("/ring/full", full);
    g_test_add_func("/ring/overflow", overflow);
    g_test_add_func("/ring/find", find);
    g_test_add_func("/ring/drop", drop);
    g_test_add_func("/ring/drop-all", drop_all);
    g_test_add_func("/ring/again", again);
    return g_test_run();
}
