/* peek.c - look without taking. */
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
    ring_clear(&r);
    EXPECT(ring_put(&r, 5));
    EXPECT(ring_put(&r, 6));
    EXPECT(ring_peek(&r, 0) == 5);
    EXPECT(ring_peek(&r, 1) == 6);
    EXPECT(ring_peek(&r, 2) == -1);
    return got == -1;
}
