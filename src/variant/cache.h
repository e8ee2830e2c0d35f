/* cache.h - what is in the cache of models and variants is whole, and not too
 * much. */
#ifndef CULPRIT_VARIANT_CACHE_H
#define CULPRIT_VARIANT_CACHE_H

#include "base/diag.h"

#include <stdbool.h>

/* Note beside a file that it is whole; is it still what it was then? */
bool cache_seal(const char *file, Diag *d);
bool cache_is_whole(const char *file);

/* Mark the program `id` as used now. Remove what belongs to programs that were
 * not used for a month and, while all is larger than 2 GB, to the one that was
 * not used for the longest time; but nothing that was used within the last
 * hour, as others may use it now. Best effort. */
void cache_touch(const char *dir, const char *id);

#endif
