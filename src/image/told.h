/* told.h - what the linker was told about the names of one part. */
#ifndef CULPRIT_IMAGE_TOLD_H
#define CULPRIT_IMAGE_TOLD_H

#include "base/vec.h"
#include "image/elf.h"

typedef struct LinkerTold LinkerTold;
struct LinkerTold {
    VEC(char *) wrapped; /* --wrap */
    bool symbolic;       /* uses of its own names stay inside the part */
};

bool told_read(const ElfFile *part, LinkerTold *out, Diag *d);
bool told_wraps(const LinkerTold *t, const char *name);
void told_done(LinkerTold *t);

#endif
