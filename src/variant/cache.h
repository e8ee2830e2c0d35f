/* cache.h - keep the cache of models and variants from growing for ever. */
#ifndef CULPRIT_VARIANT_CACHE_H
#define CULPRIT_VARIANT_CACHE_H

/* Mark the program `id` as used now, and remove what belongs to programs that
 * were not among the last few used. Best effort. */
void cache_touch(const char *dir, const char *id);

#endif
