/* random.h - pseudo-random numbers, the same for the same seed. */
#ifndef CULPRIT_BASE_RANDOM_H
#define CULPRIT_BASE_RANDOM_H

#include <assert.h>
#include <stdint.h>

typedef struct Random Random;
struct Random {
    uint64_t state; /* not 0 */
};

/* One of 0 .. n - 1. */
static inline uint32_t
random_below(Random *r, uint32_t n)
{
    assert(n > 0);
    r->state ^= r->state << 13; /* xorshift64, Marsaglia 2003 */
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (uint32_t)((r->state >> 32) % n);
}

#endif
