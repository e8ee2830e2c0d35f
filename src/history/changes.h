/* changes.h - which lines of the working tree have changed since a revision.
 *
 * Where lines were deleted, the lines before and behind count as changed.
 */
#ifndef CULPRIT_HISTORY_CHANGES_H
#define CULPRIT_HISTORY_CHANGES_H

#include "base/map.h"
#include "base/vec.h"
#include "history/git.h"

#include <stdint.h>

typedef struct ChangedLines ChangedLines;
struct ChangedLines {
    uint32_t first, last;
};

typedef struct ChangedFile ChangedFile;
struct ChangedFile {
    const char *path; /* in the working tree */
    VEC(ChangedLines) lines;
};

typedef struct Changes Changes;
struct Changes {
    Arena arena;
    VEC(ChangedFile) files;
    Map of; /* path -> number of the file */
};

/* From what `git diff -U0` prints; false with a sentence if it is cut off.
 * Release it even then. */
bool changes_parse(const void *bytes, size_t n, Changes *out, Diag *d);
void changes_done(Changes *c);

/* From the commit to the files as they are now, saved but not committed;
 * blanks do not count. */
bool changes_since(const Git *g, const char *commit, Changes *out, Diag *d);

/* Has this line of this file, as git_path gives it, changed? */
bool changes_has(const Changes *c, const char *path, uint32_t line);

#endif
