/* bitset.c - a fixed-size set of small integers in 64-bit words. */
#include "base/bitset.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t
words(const Bitset *b)
{
    return (b->n + 63) / 64;
}

Bitset
bitset_new(size_t n)
{
    return (Bitset){.words = mem_zalloc((n + 63) / 64, 8), .n = n};
}

void
bitset_free(Bitset *b)
{
    free(b->words);
    *b = (Bitset){0};
}

size_t
bitset_count(const Bitset *b)
{
    size_t count = 0;

    for (size_t i = 0; i < words(b); i++)
        count += (size_t)__builtin_popcountll(b->words[i]);
    return count;
}

size_t
bitset_count_and(const Bitset *a, const Bitset *b)
{
    size_t count = 0;

    assert(a->n == b->n);
    for (size_t i = 0; i < words(a); i++)
        count += (size_t)__builtin_popcountll(a->words[i] & b->words[i]);
    return count;
}

void
bitset_or(Bitset *into, const Bitset *from)
{
    assert(into->n == from->n);
    for (size_t i = 0; i < words(into); i++)
        into->words[i] |= from->words[i];
}

void
bitset_and(Bitset *into, const Bitset *from)
{
    assert(into->n == from->n);
    for (size_t i = 0; i < words(into); i++)
        into->words[i] &= from->words[i];
}
