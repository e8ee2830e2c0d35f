/* roster.h - what a module of several executables must know of each. */
#ifndef CULPRIT_IMAGE_ROSTER_H
#define CULPRIT_IMAGE_ROSTER_H

#include "image/image.h"

#include <stdint.h>

/* Constructors and destructors of the module become rows of a section: they
 * belong to those of the n executables only that `members` has. `number` tells
 * the module from others. */
void roster_guard(LLVMModuleRef module, size_t number, const uint8_t *members,
                  size_t n);

/* A row for each executable, whose main is called as `mains` says. */
bool roster_mark(Image *image, const char **mains, Diag *d);

#endif
