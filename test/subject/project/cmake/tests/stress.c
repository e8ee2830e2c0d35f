/* stress.c - many in a row. */
#include "ring.h"

#include <stdlib.h>

int
main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 0;
    Ring r = {0};
    int got;

    if (n == 0)
        return 2;
    ring_clear(&r);
    for (int i = 0; i < n; i++) {
        if (!ring_put(&r, i) || !ring_put(&r, -i))
            return 1;
        if (!ring_take(&r, &got) || got != i || !ring_take(&r, &got) || got != -i)
            return 1;
    }
    return r.total != 0;
}
