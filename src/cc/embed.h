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
    EMBED_ARCHIVE_MIXED,  /* an archive: some objects have, some have not */
    EMBED_OTHER,          /* anything else */
} EmbedKind;

EmbedKind embed_kind(const char *path);

/* Show each object of an archive that has no section; false stops it. */
typedef bool EmbedVisit(const void *object, size_t n, void *user);
bool embed_each_without(const char *path, EmbedVisit *visit, void *user);

#endif
