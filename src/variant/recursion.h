/* recursion.h - calls that may come back to the function that makes them. */
#ifndef CULPRIT_VARIANT_RECURSION_H
#define CULPRIT_VARIANT_RECURSION_H

#include "format/script.h"

/* A number per function: two that may be active in turns, by direct calls
 * alone, have the same one. To be freed. */
uint32_t *recursion_find(const Script *s);

#endif
