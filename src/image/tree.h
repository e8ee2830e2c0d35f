/* tree.h - the programs of a build directory. */
#ifndef CULPRIT_IMAGE_TREE_H
#define CULPRIT_IMAGE_TREE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/texts.h"

#include <stdbool.h>

/* All executables at or below `dir` that carry bitcode, by path; not what build
 * systems compile to try the compiler. The list lives in the arena. False if
 * the directory cannot be read; `foreign` counts executables without
 * bitcode. */
bool tree_programs(const char *dir, Arena *a, Texts *out, size_t *foreign,
                   Diag *d);

#endif
