/* criterion.c - checks of ring.c, run by Criterion. */
#include "ring.h"

#include <criterion/criterion.h>

/* 1, 2, ... */
static void
put(struct ring *r, int n)
{
    for (int i = 1; i <= n; i++)
        ring_put(r, i);
}

Test(ring, empty)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    cr_assert_eq(ring_get(&r, &v), 0);
    cr_assert_eq(ring_find(&r, 1), -1);
    cr_assert_eq(ring_sum(&r), 0);
}

Test(ring, order)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    cr_assert_eq(ring_get(&r, &v), 1);
    cr_assert_eq(v, 1);
    cr_assert_eq(ring_get(&r, &v), 1);
    cr_assert_eq(v, 2);
}

Test(ring, sum)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    cr_assert_eq(ring_sum(&r), 18);
}

Test(ring, full)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    cr_assert_eq(ring_sum(&r), 10);
    cr_assert_eq(ring_find(&r, 4), 3);
}

Test(ring, overflow)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    cr_assert_eq(ring_sum(&r), 18);
    cr_assert_eq(ring_find(&r, 3), 0);
    cr_assert_eq(r.lost, 2);
}

Test(ring, find)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    cr_assert_eq(ring_find(&r, 7), 2);
    cr_assert_eq(ring_find(&r, 1), -1);
}

Test(ring, drop)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    cr_assert_eq(ring_drop(&r, 2), 2);
    cr_assert_eq(ring_sum(&r), 3);
}

Test(ring, drop_all)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    cr_assert_eq(ring_drop(&r, 7), 3);
    cr_assert_eq(r.count, 0);
}

Test(ring, again)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    cr_assert_eq(r.lost, 1);
    cr_assert_eq((ring_clear(&r), r.lost), 0);
    cr_assert_eq(r.count, 0);
}
