/* clear.c - nothing is left. */
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
    EXPECT(ring_put(&r, 5));
    ring_clear(&r);
    EXPECT(!ring_take(&r, &got));
    EXPECT(ring_put(&r, 7));
    EXPECT(r.total == 7);
    return got == -1;
}
