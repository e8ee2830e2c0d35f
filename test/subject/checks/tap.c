/* tap.c - checks of ring.c in one process, told as TAP. */
#include "ring.h"

#include <stdio.h>

static int number, failed;

static void
ok(int good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++number, what);
    failed += !good;
}

int
main(void)
{
    struct ring r;
    int v = 0;

    printf("1..8\n");
    ring_clear(&r);
    ok(ring_get(&r, &v) == 0, "empty");
    ring_put(&r, 5);
    ring_put(&r, 6);
    ok(ring_sum(&r) == 11, "sum");
    ok(ring_find(&r, 6) == 1, "find");
    ok(ring_get(&r, &v) == 1 && v == 5, "order");
    ring_clear(&r);
    for (int i = 1; i <= 3; i++)
        ring_put(&r, i);
    ok(ring_drop(&r, 2) == 2 && ring_sum(&r) == 3, "drop");
    ring_clear(&r);
    for (int i = 1; i <= 3; i++)
        ring_put(&r, i);
    ok(ring_drop(&r, 7) == 3 && r.count == 0, "drop all");
    ring_clear(&r);
    for (int i = 1; i <= 6; i++)
        ring_put(&r, i);
    ok(r.lost == 2, "overflow");
    ring_clear(&r);
    ok(r.count == 0, "again");
    return failed != 0;
}
