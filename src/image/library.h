/* library.h - the file behind a NEEDED name, if it is one of ours. */
#ifndef CULPRIT_IMAGE_LIBRARY_H
#define CULPRIT_IMAGE_LIBRARY_H

#include "image/elf.h"

/* What the links of an image say about where its libraries are. */
typedef struct LibraryLinks LibraryLinks;
struct LibraryLinks {
    const char *dir;         /* where the executable was linked */
    const char *const *args; /* of all links */
    size_t nargs;
};

/* Find the library that `by` needs under this name. False if there is none with
 * our records; if it should have some, there is a warning. */
bool library_find(const LibraryLinks *links, const ElfFile *by,
                  const char *name, Arena *a, ElfFile *out, Diag *d);

/* Does this argument of a link name the library? */
bool library_is_named(const LibraryLinks *links, const char *arg,
                      const ElfFile *library, Arena *a);

#endif
