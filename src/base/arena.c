/* arena.c - memory by lifetime: many allocations, one release. */
#include "base/arena.h"

#include "base/mem.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ArenaChunk {
    struct ArenaChunk *older;
    alignas(max_align_t) unsigned char bytes[];
};

enum { CHUNK = 64 * 1024 };

void
arena_done(Arena *a)
{
    for (struct ArenaChunk *c = a->chunks, *older; c; c = older) {
        older = c->older;
        free(c);
    }
    *a = (Arena){0};
}

void *
arena_alloc(Arena *a, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    size_t want;

    if (__builtin_mul_overflow(count, size, &want) || want > SIZE_MAX / 2)
        bug("arena request of %zu x %zu bytes", count, size);
    want = (want + align - 1) & ~(align - 1);
    if (!a->chunks || a->size - a->used < want) {
        size_t room = want > CHUNK ? want : CHUNK;
        struct ArenaChunk *c = mem_alloc(sizeof *c + room);
        c->older = a->chunks;
        a->chunks = c;
        a->size = room;
        a->used = 0;
    }
    void *p = a->chunks->bytes + a->used;
    a->used += want;
    return memset(p, 0, want);
}

void *
arena_dup(Arena *a, const void *p, size_t size)
{
    void *copy = arena_alloc(a, 1, size);

    if (size)
        memcpy(copy, p, size);
    return copy;
}

char *
arena_strndup(Arena *a, const char *s, size_t n)
{
    char *copy = arena_alloc(a, 1, n + 1);

    memcpy(copy, s, n);
    return copy;
}

char *
arena_strdup(Arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *
arena_printf(Arena *a, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    char *text = mem_vprintf(fmt, ap);
    va_end(ap);
    char *copy = arena_strdup(a, text);
    free(text);
    return copy;
}
