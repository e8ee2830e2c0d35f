/* order.c - first in, first out. */
#include "ring.h"

#include <stdio.h>

#define EXPECT(condition)                                      \
    do {                                                       \
        if (!(condition)) {                                    \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            return 1;                                          \
        }                                                      \
    } while (0)

int
main(void)
{
    Ring r = {0};
    int got = 0;

    EXPECT(ring_put(&r, 3));
    EXPECT(ring_put(&r, 4));
    EXPECT(ring_take(&r, &got) && got == 3);
    EXPECT(ring_take(&r, &got) && got == 4);
    EXPECT(!ring_take(&r, &got));
    EXPECT(r.total == 0);
    return got == -1;
}
