/* arena.h - memory by lifetime: many allocations, one release.
 *
 * A zeroed Arena is ready. Everything taken from it lives until arena_done.
 */
#ifndef CULPRIT_BASE_ARENA_H
#define CULPRIT_BASE_ARENA_H

#include "base/diag.h"

#include <stddef.h>

typedef struct Arena Arena;
struct Arena {
    struct ArenaChunk *chunks; /* newest first */
    size_t used, size;         /* of the newest chunk */
};

void arena_done(Arena *a);

void *arena_alloc(Arena *a, size_t count, size_t size) /* cleared */
    __attribute__((returns_nonnull));
char *arena_strdup(Arena *a, const char *s);
char *arena_strndup(Arena *a, const char *s, size_t n);
void *arena_dup(Arena *a, const void *p, size_t size);
char *arena_printf(Arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), (n), sizeof(type)))

#endif
