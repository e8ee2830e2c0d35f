/* unity.c - checks of ring.c, run as Unity runs them. */
#include "ring.h"

#include <setjmp.h>
#include <stdio.h>

/* As much of Unity as is needed: it jumps out of a check that fails. */
static jmp_buf failed;
static int nfailed;
static const char *running;

static void
UnityAssertEqualNumber(int expected, int actual, int line)
{
    if (expected == actual)
        return;
    printf("unity.c:%d:%s:FAIL: Expected %d Was %d\n", line, running, expected,
           actual);
    longjmp(failed, 1);
}

static void
UnityDefaultTestRun(void (*check)(void), const char *name, int line)
{
    running = name;
    if (setjmp(failed) == 0) {
        check();
        printf("unity.c:%d:%s:PASS\n", line, name);
    } else {
        nfailed++;
    }
}

#define TEST_ASSERT_EQUAL_INT(expected, actual) \
    UnityAssertEqualNumber(expected, actual, __LINE__)
#define RUN_TEST(check) UnityDefaultTestRun(check, #check, __LINE__)

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
    TEST_ASSERT_EQUAL_INT(0, ring_get(&r, &v));
    TEST_ASSERT_EQUAL_INT(-1, ring_find(&r, 1));
    TEST_ASSERT_EQUAL_INT(0, ring_sum(&r));
}

static void
order(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    put(&r, 3);
    TEST_ASSERT_EQUAL_INT(1, ring_get(&r, &v));
    TEST_ASSERT_EQUAL_INT(1, v);
    TEST_ASSERT_EQUAL_INT(1, ring_get(&r, &v));
    TEST_ASSERT_EQUAL_INT(2, v);
}

static void
sum(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    TEST_ASSERT_EQUAL_INT(18, ring_sum(&r));
}

static void
full(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 4);
    TEST_ASSERT_EQUAL_INT(10, ring_sum(&r));
    TEST_ASSERT_EQUAL_INT(3, ring_find(&r, 4));
}

static void
overflow(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 6);
    TEST_ASSERT_EQUAL_INT(18, ring_sum(&r));
    TEST_ASSERT_EQUAL_INT(0, ring_find(&r, 3));
    TEST_ASSERT_EQUAL_INT(2, r.lost);
}

static void
find(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 9);
    ring_put(&r, 8);
    ring_put(&r, 7);
    TEST_ASSERT_EQUAL_INT(2, ring_find(&r, 7));
    TEST_ASSERT_EQUAL_INT(-1, ring_find(&r, 1));
}

static void
drop(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    TEST_ASSERT_EQUAL_INT(2, ring_drop(&r, 2));
    TEST_ASSERT_EQUAL_INT(3, ring_sum(&r));
}

static void
drop_all(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 3);
    TEST_ASSERT_EQUAL_INT(3, ring_drop(&r, 7));
    TEST_ASSERT_EQUAL_INT(0, r.count);
}

static void
again(void)
{
    struct ring r;

    ring_clear(&r);
    put(&r, 5);
    TEST_ASSERT_EQUAL_INT(1, r.lost);
    TEST_ASSERT_EQUAL_INT(0, (ring_clear(&r), r.lost));
    TEST_ASSERT_EQUAL_INT(0, r.count);
}

int
main(void)
{
    RUN_TEST(empty);
    RUN_TEST(order);
    RUN_TEST(sum);
    RUN_TEST(full);
    RUN_TEST(overflow);
    RUN_TEST(find);
    RUN_TEST(drop);
    RUN_TEST(drop_all);
    RUN_TEST(again);
    return nfailed;
}
