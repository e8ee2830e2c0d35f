/* cmocka.c - checks of ring.c, run by cmocka. */
#include "ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* 1, 2, ... */
static void
put(struct ring *r, int n)
{
    for (int i = 1; i <= n; i++)
        ring_put(r, i);
}

static void
empty(void **state)
{
    (void)state;
    struct ring r;
    int v = 0;

    ring_clear(&r);
    assert_int_equal(ring_get(&r, &v), 0);
    assert_int_equal(ring_find(&r, 1), -1);
    assert_int_equal(ring_sum(&r), 0);
}

static void
order(void **state)
{
    (void)state;
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    assert_int_equal(ring_get(&r, &v), 1);
    assert_int_equal(v, 1);
    assert_int_equal(ring_get(&r, &v), 1);
    assert_int_equal(v, 2);
}

static void
sum(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    assert_int_equal(ring_sum(&r), 18);
}

static void
full(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    assert_int_equal(ring_sum(&r), 10);
    assert_int_equal(ring_find(&r, 4), 3);
}

static void
overflow(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    assert_int_equal(ring_sum(&r), 18);
    assert_int_equal(ring_find(&r, 3), 0);
    assert_int_equal(r.lost, 2);
}

static void
find(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    assert_int_equal(ring_find(&r, 7), 2);
    assert_int_equal(ring_find(&r, 1), -1);
}

static void
drop(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    assert_int_equal(ring_drop(&r, 2), 2);
    assert_int_equal(ring_sum(&r), 3);
}

static void
drop_all(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    assert_int_equal(ring_drop(&r, 7), 3);
    assert_int_equal(r.count, 0);
}

static void
again(void **state)
{
    (void)state;
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    assert_int_equal(r.lost, 1);
    assert_int_equal((ring_clear(&r), r.lost), 0);
    assert_int_equal(r.count, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty),    cmocka_unit_test(order),
        cmocka_unit_test(sum),      cmocka_unit_test(full),
        cmocka_unit_test(overflow), cmocka_unit_test(find),
        cmocka_unit_test(drop),     cmocka_unit_test(drop_all),
        cmocka_unit_test(again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
