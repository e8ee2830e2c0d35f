/* entries.h - what a module of several executables must know of each. */
#ifndef CULPRIT_IMAGE_ENTRIES_H
#define CULPRIT_IMAGE_ENTRIES_H

#include "image/image.h"

#include <stdint.h>

/* Constructors and destructors of the module become rows of a section: they
 * belong to those of the n executables only that `members` has. */
void entries_guard(LLVMModuleRef module, const uint8_t *members, size_t n);

/* A row for each executable, whose main is called as `mains` says. */
bool entries_mark(Image *image, const char **mains, Diag *d);

#endif
