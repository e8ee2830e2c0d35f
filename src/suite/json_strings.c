/* json_strings.c - what lists of tests in JSON have in common. */
#include "suite/json_strings.h"

char **
json_strings(Arena *a, const json_t *list, size_t *n)
{
    size_t count = json_is_string(list) ? 1 : json_array_size(list);
    char **out = ARENA_ARRAY(a, char *, count + 1);

    *n = count;
    for (size_t i = 0; i < count; i++) {
        const json_t *item =
            json_is_string(list) ? list : json_array_get(list, i);
        if (!json_is_string(item))
            return NULL;
        out[i] = arena_strdup(a, json_string_value(item));
    }
    return out;
}
