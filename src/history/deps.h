/* deps.h - the files that a compilation read, from the rule that clang writes.
 */
#ifndef CULPRIT_HISTORY_DEPS_H
#define CULPRIT_HISTORY_DEPS_H

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) DepsFiles;

/* The words behind the first colon, unquoted; texts are the arena's. What is
 * no rule has none. */
void deps_parse(const void *bytes, size_t n, Arena *a, DepsFiles *out);

#endif
