/* codegen.h - an instrumented module to an executable. */
#ifndef CULPRIT_VARIANT_CODEGEN_H
#define CULPRIT_VARIANT_CODEGEN_H

#include "base/diag.h"
#include "image/image.h"

/* Is it linked with a sanitizer whose pass must run over the module? */
bool codegen_is_sanitized(const Image *image);

/* Compile image->module and link it as the image was linked, with `runtime`
 * (an archive of ours, NULL: none), to the executable `path`. A `twin` (NULL:
 * none) is compiled at the same time, without any optimisation; not for
 * sanitizers. `quick`: of a large module the code is made quickly, not well. */
bool codegen_executable(Image *image, LLVMModuleRef twin, const char *runtime,
                        bool quick, const char *path, Diag *d);

/* Compile one of the image's modules, without any optimisation, to an object;
 * what the module has is changed. */
bool codegen_object(const Image *image, LLVMModuleRef module, const char *path,
                    Diag *d);

/* Link objects as the image was linked; of two definitions of a name the first
 * counts, as in image_link. Files beside `path` are made. */
bool codegen_link(const Image *image, const char *const *objects, size_t n,
                  const char *path, Diag *d);

#endif
