/* full.c - there is room for eight. */
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

    for (int i = 0; i < RING_ROOM; i++)
        EXPECT(ring_put(&r, i));
    EXPECT(!ring_put(&r, 9));
    EXPECT(r.total == 28);
    EXPECT(ring_take(&r, &got) && got == 0);
    EXPECT(ring_put(&r, 9));
    EXPECT(ring_peek(&r, 7) == 9);
    return got == -1;
}
