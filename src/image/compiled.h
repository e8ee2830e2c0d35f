/* compiled.h - the compiled sources of an image, one by one. */
#ifndef CULPRIT_IMAGE_COMPILED_H
#define CULPRIT_IMAGE_COMPILED_H

#include "cc/bitcode.h"
#include "format/section.h"
#include "image/image.h"

typedef struct ImageUnit ImageUnit;
struct ImageUnit {
    Record bitcode;         /* in the image */
    BitcodeCommand command; /* that made it; dir is NULL if none is known */
};

typedef VEC(ImageUnit) ImageUnits;

/* All of them, in the order in which they were linked; the texts live in the
 * image. */
bool compiled_units(Image *image, ImageUnits *out, Diag *d);

#endif
