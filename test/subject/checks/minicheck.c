/* minicheck.c - checks of ring.c, run as expat's minicheck runs them: it is
 * told of functions by calls. */
#include "ring.h"

#include <setjmp.h>
#include <stdio.h>

typedef void (*tcase_test_function)(void);

static tcase_test_function tests[8];
static int ntests, nfailed;
static jmp_buf failed;

static void
tcase_add_test(int *group, tcase_test_function test)
{
    ++*group;
    tests[ntests++] = test;
}

static void
expect(int holds, int line)
{
    if (holds)
        return;
    printf("ERROR: minicheck.c:%d\n", line);
    longjmp(failed, 1);
}
#define EXPECT(condition) expect(condition, __LINE__)

static void
order(void)
{
    struct ring r;
    int v = 0;

    ring_clear(&r);
    ring_put(&r, 3);
    ring_put(&r, 4);
    EXPECT(ring_get(&r, &v) && v == 3);
    EXPECT(ring_get(&r, &v) && v == 4);
}

static void
sum(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    EXPECT(ring_sum(&r) == 11);
}

static void
drop(void)
{
    struct ring r;

    ring_clear(&r);
    ring_put(&r, 5);
    ring_put(&r, 6);
    ring_put(&r, 7);
    EXPECT(ring_drop(&r, 2) == 2);
    EXPECT(ring_sum(&r) == 7);
}

int
main(void)
{
    int group = 0;

    tcase_add_test(&group, order);
    tcase_add_test(&group, sum);
    tcase_add_test(&group, drop);
    for (int i = 0; i < ntests; i++) {
        if (setjmp(failed) == 0)
            tests[i]();
        else
            nfailed++;
    }
    return nfailed > 0;
}
