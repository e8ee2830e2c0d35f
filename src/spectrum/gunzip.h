/* gunzip.h - unpack gzip, as gcov writes its JSON; the door to zlib. */
#ifndef CULPRIT_SPECTRUM_GUNZIP_H
#define CULPRIT_SPECTRUM_GUNZIP_H

#include "base/diag.h"
#include "base/io.h"

/* Replaces `b` by its content if it is gzip, else leaves it. `path` is for
 * messages. */
bool gunzip(const char *path, Bytes *b, Diag *d);

#endif
