/* map.c - a hash map from byte strings to 32-bit numbers (open addressing). */
#include "base/map.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct MapSlot {
    const void *key; /* NULL: free */
    size_t n;
    uint64_t hash;
    uint32_t value;
};

void
map_done(Map *m)
{
    free(m->slots);
    arena_done(&m->keys);
    *m = (Map){0};
}

/* The slot that holds the key, or the free one where it belongs. */
static struct MapSlot *
probe(const Map *m, const void *key, size_t n, uint64_t hash)
{
    for (size_t i = hash & (m->cap - 1);; i = (i + 1) & (m->cap - 1)) {
        struct MapSlot *s = &m->slots[i];
        if (!s->key ||
            (s->hash == hash && s->n == n && memcmp(s->key, key, n) == 0))
            return s;
    }
}

static void
grow(Map *m)
{
    Map old = *m;

    m->cap = old.cap ? 2 * old.cap : 64;
    m->slots = mem_zalloc(m->cap, sizeof *m->slots);
    for (size_t i = 0; i < old.cap; i++) {
        struct MapSlot *s = &old.slots[i];
        if (s->key)
            *probe(m, s->key, s->n, s->hash) = *s;
    }
    free(old.slots);
}

uint32_t *
map_find(const Map *m, const void *key, size_t n)
{
    if (!m->cap)
        return NULL;
    struct MapSlot *s = probe(m, key, n, hash_bytes(key, n));
    return s->key ? &s->value : NULL;
}

uint32_t *
map_put(Map *m, const void *key, size_t n, uint32_t fresh)
{
    if (4 * (m->n + 1) > 3 * m->cap)
        grow(m);
    uint64_t hash = hash_bytes(key, n);
    struct MapSlot *s = probe(m, key, n, hash);
    if (!s->key) {
        void *copy = arena_alloc(&m->keys, 1, n + 1);
        memcpy(copy, key, n);
        *s =
            (struct MapSlot){.key = copy, .n = n, .hash = hash, .value = fresh};
        m->n++;
    }
    return &s->value;
}

uint32_t *
map_find_text(const Map *m, const char *key)
{
    return map_find(m, key, strlen(key));
}

uint32_t *
map_put_text(Map *m, const char *key, uint32_t fresh)
{
    return map_put(m, key, strlen(key), fresh);
}
