/* bitset.h - a fixed-size set of small integers in 64-bit words. */
#ifndef CULPRIT_BASE_BITSET_H
#define CULPRIT_BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Bitset Bitset;
struct Bitset {
    uint64_t *words;
    size_t n; /* members are 0 .. n-1 */
};

Bitset bitset_new(size_t n); /* empty; bitset_free releases it */
void bitset_free(Bitset *b);
size_t bitset_count(const Bitset *b);
size_t bitset_count_and(const Bitset *a, const Bitset *b);
void bitset_or(Bitset *into, const Bitset *from);
void bitset_and(Bitset *into, const Bitset *from);

static inline bool
bitset_has(const Bitset *b, size_t i)
{
    return b->words[i / 64] >> (i % 64) & 1;
}

static inline void
bitset_add(Bitset *b, size_t i)
{
    b->words[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void
bitset_remove(Bitset *b, size_t i)
{
    b->words[i / 64] &= ~((uint64_t)1 << (i % 64));
}

#endif
