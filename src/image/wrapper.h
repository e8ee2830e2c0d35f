/* wrapper.h - libtool's wrapper scripts, and the programs behind them. */
#ifndef CULPRIT_IMAGE_WRAPPER_H
#define CULPRIT_IMAGE_WRAPPER_H

#include "base/diag.h"

/* The program behind libtool's wrapper script: the caller frees it, and what
 * this process starts from now on finds its libraries (LD_LIBRARY_PATH), as
 * behind the script. Any other file is its own program, as an absolute path. */
bool wrapper_program(const char *path, char **out, Diag *d);

#endif
