/* cunit.c - checks of ring.c, run by CUnit. */
#include "ring.h"

#include <CUnit/Basic.h>

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
    CU_ASSERT_EQUAL(ring_get(&r, &v), 0);
    CU_ASSERT_EQUAL(ring_find(&r, 1), -1);
    CU_ASSERT_EQUAL(ring_sum(&r), 0);
}

static void
order(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    CU_ASSERT_EQUAL(ring_get(&r, &v), 1);
    CU_ASSERT_EQUAL(v, 1);
    CU_ASSERT_EQUAL(ring_get(&r, &v), 1);
    CU_ASSERT_EQUAL(v, 2);
}

static void
sum(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    CU_ASSERT_EQUAL(ring_sum(&r), 18);
}

static void
full(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    CU_ASSERT_EQUAL(ring_sum(&r), 10);
    CU_ASSERT_EQUAL(ring_find(&r, 4), 3);
}

static void
overflow(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    CU_ASSERT_EQUAL(ring_sum(&r), 18);
    CU_ASSERT_EQUAL(ring_find(&r, 3), 0);
    CU_ASSERT_EQUAL(r.lost, 2);
}

static void
find(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    CU_ASSERT_EQUAL(ring_find(&r, 7), 2);
    CU_ASSERT_EQUAL(ring_find(&r, 1), -1);
}

static void
drop(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    CU_ASSERT_EQUAL(ring_drop(&r, 2), 2);
    CU_ASSERT_EQUAL(ring_sum(&r), 3);
}

static void
drop_all(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    CU_ASSERT_EQUAL(ring_drop(&r, 7), 3);
    CU_ASSERT_EQUAL(r.count, 0);
}

static void
again(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    CU_ASSERT_EQUAL(r.lost, 1);
    CU_ASSERT_EQUAL((ring_clear(&r), r.lost), 0);
    CU_ASSERT_EQUAL(r.count, 0);
}

int
main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("ring", NULL, NULL);
    CU_add_test(suite, "empty", empty);
    CU_add_test(suite, "order", order);
    CU_add_test(suite, "sum", sum);
    CU_add_test(suite, "full", full);
    CU_add_test(suite, "overflow", overflow);
    CU_add_test(suite, "find", find);
    CU_add_test(suite, "drop", drop);
    CU_add_test(suite, "drop all", drop_all);
    CU_add_test(suite, "again", again);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failed > 0;
}
