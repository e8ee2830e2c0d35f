/* image.h - from executables on disk to one linked LLVM module.
 *
 * An image is one executable, or all those of a project, with those of their
 * shared objects that carry our records. Reading it needs no LLVM; linking
 * gives the module that model and variants are made from. A source file that
 * several executables were linked from is there once.
 */
#ifndef CULPRIT_IMAGE_IMAGE_H
#define CULPRIT_IMAGE_IMAGE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/texts.h"
#include "image/elf.h"

#include <llvm-c/Types.h>

/* An executable: which parts of the image it consists of, itself first, then
 * its libraries as the loader comes across them. */
typedef struct ImageEntry ImageEntry;
struct ImageEntry {
    size_t *parts;
    size_t nparts;
};

/* How the executables and their own libraries were linked; objects that carry
 * bitcode and own libraries are left out. Where there are several executables,
 * the first one's options count. */
typedef struct ImageLink ImageLink;
struct ImageLink {
    const char *dir;
    const char **args;
    size_t nargs;
};

typedef struct Image Image;
struct Image {
    Arena arena;
    ElfFile *parts; /* each executable and shared object, once */
    size_t nparts;
    ImageEntry *entries;
    size_t nentries;
    Digest id; /* of all parts' build ids */
    ImageLink link;
    Bytes *objects; /* linked objects without bitcode */
    size_t nobjects;

    LLVMContextRef context; /* NULL until image_link */
    LLVMModuleRef module;
};

/* Of several programs, those that cannot take part are left out with a
 * warning. */
bool image_read(const Texts *programs, Image *out, Diag *d);
bool image_read_one(const char *program, Image *out, Diag *d);
bool image_link(Image *image, Diag *d); /* fills context and module */
void image_done(Image *image);

#endif
