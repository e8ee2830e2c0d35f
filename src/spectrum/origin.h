/* origin.h - whose code is it? By the names of files and directories. */
#ifndef CULPRIT_SPECTRUM_ORIGIN_H
#define CULPRIT_SPECTRUM_ORIGIN_H

#include <stdbool.h>

typedef enum { ORIGIN_OWN, ORIGIN_TEST, ORIGIN_FOREIGN } CodeOrigin;

/* Of a file; directories up to `root`, which the path may begin with, say
 * nothing. "" for none. */
CodeOrigin origin_of(const char *path, const char *root);

/* Is it of the system, or from others by its path alone? */
bool origin_is_foreign(const char *path);

#endif
