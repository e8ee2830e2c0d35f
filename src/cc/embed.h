/* embed.h - a section of records in and out of ELF object files. */
#ifndef CULPRIT_CC_EMBED_H
#define CULPRIT_CC_EMBED_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>

/* Add the section to the relocatable object at `path`. */
bool embed_add(const char *path, const Str *section, Diag *d);

typedef enum {
    EMBED_OBJECT_WITH,    /* a relocatable object that has our section */
    EMBED_OBJECT_WITHOUT, /* one that has not */
    EMBED_ARCHIVE_WITH,   /* an archive: every object in it has */
    EMBED_OTHER,          /* anything else */
} EmbedKind;

EmbedKind embed_kind(const char *path);

#endif
