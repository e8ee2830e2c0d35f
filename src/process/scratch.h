/* scratch.h - a copy of the working directory for one test, and what became
 * of it.
 */
#ifndef CULPRIT_PROCESS_SCRATCH_H
#define CULPRIT_PROCESS_SCRATCH_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <time.h>

/* Copy the tree; the directory `skip` (absolute; our store) is left out. */
bool scratch_copy(const char *from, const char *to, const char *skip, Diag *d);

/* Has anything below been made or written since then? */
bool scratch_changed(const char *dir, const char *skip, struct timespec since);

/* A line per file, sorted: path, tab, digest of the contents or target. */
bool scratch_manifest(const char *dir, const char *skip, Str *out, Diag *d);

#endif
