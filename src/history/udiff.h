/* udiff.h - the parts of a diff, as git writes it: lines, names, heads. */
#ifndef CULPRIT_HISTORY_UDIFF_H
#define CULPRIT_HISTORY_UDIFF_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left to read. */
typedef struct DiffText DiffText;
struct DiffText {
    const char *at, *end;
};

/* A line without its end. */
typedef struct DiffLine DiffLine;
struct DiffLine {
    const char *at;
    size_t n;
};

/* "@@ -OLD,REMOVED +START,ADDED @@ ..."; context counts in both. */
typedef struct DiffHunk DiffHunk;
struct DiffHunk {
    uint32_t old, removed, start, added;
};

DiffText udiff_text(const void *bytes, size_t n);
bool udiff_next(DiffText *t, DiffLine *out); /* false at the end */
bool udiff_begins(const DiffLine *l, const char *with);

/* Of "+++ b/NAME"; NULL for a file that is gone. */
const char *udiff_path(const DiffLine *l, Arena *a);

/* Of "@@ -..."; false if it is none. */
bool udiff_hunk(const DiffLine *l, DiffHunk *out);

#endif
