/* blame.h - who changed lines last, and when. */
#ifndef CULPRIT_HISTORY_BLAME_H
#define CULPRIT_HISTORY_BLAME_H

#include "base/vec.h"
#include "history/git.h"

#include <stdint.h>

typedef struct BlamedLine BlamedLine;
struct BlamedLine {
    uint32_t line; /* of the file as it is now */
    uint32_t then; /* the same line in the commit */
    Commit commit;
    bool uncommitted; /* not in any commit yet */
    bool boundary;    /* git knows of none before that commit */
};

typedef VEC(BlamedLine) BlamedLines;

/* From what `git blame --line-porcelain` prints; texts are the arena's. False
 * with a sentence if it is cut off. Release the list even then. */
bool blame_parse(const void *bytes, size_t n, Arena *a, BlamedLines *out,
                 Diag *d);

/* Of these lines of a file (as git_path gives it), in any order; lines that
 * the file does not have are left out. */
bool blame_lines(const Git *g, const char *path, const uint32_t *lines,
                 size_t n, Arena *a, BlamedLines *out, Diag *d);

/* Of all lines of the file. */
bool blame_file(const Git *g, const char *path, Arena *a, BlamedLines *out,
                Diag *d);

/* "last changed 2025-03-01 by A. Author in abc12345 'subject'" */
const char *blame_words(Arena *a, const BlamedLine *b);

#endif
