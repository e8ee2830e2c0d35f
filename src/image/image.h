/* image.h - from an executable on disk to one linked LLVM module.
 *
 * An image is the executable and those of its shared objects that carry our
 * records. Reading it needs no LLVM; linking gives the module that model and
 * variants are made from.
 */
#ifndef CULPRIT_IMAGE_IMAGE_H
#define CULPRIT_IMAGE_IMAGE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/io.h"
#include "image/elf.h"

#include <llvm-c/Types.h>

typedef struct Image Image;
struct Image {
    Arena arena;
    ElfFile *parts; /* the executable, then its own shared objects */
    size_t nparts;
    Digest id; /* of all parts' build ids */

    /* How the executable and its own libraries were linked; objects that
     * carry bitcode and own libraries are left out. */
    const char *link_dir;
    const char **link_args;
    size_t nlink_args;
    Bytes *objects; /* linked objects without bitcode */
    size_t nobjects;

    LLVMContextRef context; /* NULL until image_link */
    LLVMModuleRef module;
};

bool image_read(const char *path, Image *out, Diag *d);
bool image_link(Image *image, Diag *d); /* fills context and module */
void image_done(Image *image);

#endif
