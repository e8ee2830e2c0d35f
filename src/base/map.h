/* map.h - a hash map from byte strings to 32-bit numbers.
 *
 * Keys are copied into the map; numbers are usually indices into a vector. A
 * zeroed Map is empty and ready. For integer or pointer keys pass their bytes.
 */
#ifndef CULPRIT_BASE_MAP_H
#define CULPRIT_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Map Map;
struct Map {
    struct MapSlot *slots;
    size_t n, cap; /* cap is 0 or a power of two */
    Arena keys;
};

void map_done(Map *m);

/* The place of the key's number, or NULL if the key is not there. */
uint32_t *map_find(const Map *m, const void *key, size_t n);

/* The place of the key's number, put in with `fresh` if it was not there. */
uint32_t *map_put(Map *m, const void *key, size_t n, uint32_t fresh);

uint32_t *map_find_text(const Map *m, const char *key);
uint32_t *map_put_text(Map *m, const char *key, uint32_t fresh);

#endif
