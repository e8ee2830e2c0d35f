/* json_strings.h - what lists of tests in JSON have in common. */
#ifndef CULPRIT_SUITE_JSON_STRINGS_H
#define CULPRIT_SUITE_JSON_STRINGS_H

#include "base/arena.h"

#include <jansson.h>

/* An array of strings (or one string) as a vector that ends with NULL; NULL if
 * it is something else. */
char **json_strings(Arena *a, const json_t *list, size_t *n);

#endif
