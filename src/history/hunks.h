/* hunks.h - some hunks of a diff. */
#ifndef CULPRIT_HISTORY_HUNKS_H
#define CULPRIT_HISTORY_HUNKS_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HunksSpec HunksSpec;
struct HunksSpec {
    /* Is a hunk wanted? Its lines in the new file; none are left if `n` is 0.
     */
    bool (*wanted)(void *context, const char *path, uint32_t first, uint32_t n);
    void *context;
};

/* Append the wanted hunks, with the head of their file before the first one;
 * gives how many there are besides. What is cut off is left out. */
size_t hunks_select(const HunksSpec *spec, const void *diff, size_t n,
                    Str *out);

#endif
