/* check.c - checks of ring.c, run by Check. */
#include "ring.h"

#include <check.h>

/* 1, 2, ... */
static void
put(struct ring *r, int n)
{
    for (int i = 1; i <= n; i++)
        ring_put(r, i);
}

START_TEST(empty)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    ck_assert_int_eq(ring_get(&r, &v), 0);
    ck_assert_int_eq(ring_find(&r, 1), -1);
    ck_assert_int_eq(ring_sum(&r), 0);
}
END_TEST

START_TEST(order)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    ck_assert_int_eq(ring_get(&r, &v), 1);
    ck_assert_int_eq(v, 1);
    ck_assert_int_eq(ring_get(&r, &v), 1);
    ck_assert_int_eq(v, 2);
}
END_TEST

START_TEST(sum)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    ck_assert_int_eq(ring_sum(&r), 18);
}
END_TEST

START_TEST(full)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    ck_assert_int_eq(ring_sum(&r), 10);
    ck_assert_int_eq(ring_find(&r, 4), 3);
}
END_TEST

START_TEST(overflow)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    ck_assert_int_eq(ring_sum(&r), 18);
    ck_assert_int_eq(ring_find(&r, 3), 0);
    ck_assert_int_eq(r.lost, 2);
}
END_TEST

START_TEST(find)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    ck_assert_int_eq(ring_find(&r, 7), 2);
    ck_assert_int_eq(ring_find(&r, 1), -1);
}
END_TEST

START_TEST(drop)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    ck_assert_int_eq(ring_drop(&r, 2), 2);
    ck_assert_int_eq(ring_sum(&r), 3);
}
END_TEST

START_TEST(drop_all)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    ck_assert_int_eq(ring_drop(&r, 7), 3);
    ck_assert_int_eq(r.count, 0);
}
END_TEST

START_TEST(again)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    ck_assert_int_eq(r.lost, 1);
    ck_assert_int_eq((ring_clear(&r), r.lost), 0);
    ck_assert_int_eq(r.count, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("ring");
    TCase *all = tcase_create("all");

    tcase_add_test(all, empty);
    tcase_add_test(all, order);
    tcase_add_test(all, sum);
    tcase_add_test(all, full);
    tcase_add_test(all, overflow);
    tcase_add_test(all, find);
    tcase_add_test(all, drop);
    tcase_add_test(all, drop_all);
    tcase_add_test(all, again);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
