/* numbers.h - a compact set of 64-bit hashes. */
#ifndef CULPRIT_EXPLORE_NUMBERS_H
#define CULPRIT_EXPLORE_NUMBERS_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Numbers Numbers;
struct Numbers { /* all zero: empty */
    uint64_t *slots;
    size_t n, cap; /* cap is 0 or a power of two */
};

static inline void
numbers_done(Numbers *s)
{
    free(s->slots);
    *s = (Numbers){0};
}

static inline bool
numbers_put(uint64_t *slots, size_t cap, uint64_t x)
{
    size_t i = (size_t)(x ^ x >> 32) & (cap - 1);

    while (slots[i] && slots[i] != x)
        i = (i + 1) & (cap - 1);
    bool fresh = !slots[i];
    slots[i] = x;
    return fresh;
}

/* Is it new? It is in from now on. */
static inline bool
numbers_add(Numbers *s, uint64_t x)
{
    if (x == 0)
        x = 1;
    if (2 * s->n >= s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 1024;
        uint64_t *slots = mem_zalloc(cap, sizeof *slots);
        for (size_t i = 0; i < s->cap; i++)
            if (s->slots[i])
                numbers_put(slots, cap, s->slots[i]);
        free(s->slots);
        s->slots = slots;
        s->cap = cap;
    }
    bool fresh = numbers_put(s->slots, s->cap, x);
    s->n += fresh;
    return fresh;
}

#endif
