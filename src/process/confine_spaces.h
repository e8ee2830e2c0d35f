/* confine_spaces.h - namespaces where nothing can be written but one place, or
 * what is written elsewhere is forgotten.
 */
#ifndef CULPRIT_PROCESS_CONFINE_SPACES_H
#define CULPRIT_PROCESS_CONFINE_SPACES_H

#include "base/texts.h"

#include <stdbool.h>

/* ORDER SPACES: as they are entered. */
enum { SPACE_USER, SPACE_FILES, SPACE_NETWORK, SPACE_IPC, SPACES };

/* Make them: all files are read-only but those below `writable` (NULL: none),
 * there is no network device but an idle loopback. Files below directories of
 * `layered` (NULL: none) can be changed, too, but nobody else sees it, and it
 * is gone with the namespace. `out` are descriptors, -1 for a user namespace
 * that is not needed. False, with errno, if this machine does not let us. */
bool spaces_make(const char *writable, const Texts *layered, int out[SPACES]);

#endif
