/* restore.h - undo the differences between the successful input and the failing
 * one that are not needed.
 */
#ifndef CULPRIT_PATH_RESTORE_H
#define CULPRIT_PATH_RESTORE_H

#include "path/scout.h"

/* Does the run succeed, and not trivially? */
typedef bool (*PathJudge)(void *context, uint32_t run, bool *passes, Diag *d);

/* *run becomes one at the same distance that succeeds as well, and whose input
 * is closer to the failing one. */
bool path_restore(PathScout *s, uint32_t *run, PathJudge judge, void *context,
                  Diag *d);

#endif
