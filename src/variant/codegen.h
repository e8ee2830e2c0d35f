/* codegen.h - an instrumented module to an executable. */
#ifndef CULPRIT_VARIANT_CODEGEN_H
#define CULPRIT_VARIANT_CODEGEN_H

#include "base/diag.h"
#include "image/image.h"

/* Compile image->module and link it as the image was linked, with `runtime`
 * (an archive of ours, NULL: none), to the executable `path`. */
bool codegen_executable(Image *image, const char *runtime, const char *path,
                        Diag *d);

#endif
