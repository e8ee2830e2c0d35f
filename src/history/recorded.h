/* recorded.h - a program built from the sources of a worktree, by the commands
 * that culprit-cc left in it: no build system takes part.
 *
 * clang reads the worktree's files in the places of today's, through an overlay
 * of its virtual file system, so that paths, __FILE__ and flags stay what they
 * are. Files that git does not have, such as config.h, are today's. Objects are
 * kept, and shared by the programs of a project.
 */
#ifndef CULPRIT_HISTORY_RECORDED_H
#define CULPRIT_HISTORY_RECORDED_H

#include "base/hash.h"
#include "history/changes.h"

/* Who is told how far it is: `done` of `total` files. */
typedef struct RecordedHooks RecordedHooks;
struct RecordedHooks {
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
};

typedef struct RecordedSpec RecordedSpec;
struct RecordedSpec {
    const Git *git;
    const char *name;       /* of the revision, for messages */
    const char *tree;       /* the worktree */
    const char *dir;        /* objects and programs are kept below it */
    const Map *tracked;     /* files that git has today */
    const Changes *changes; /* since the revision */
    RecordedHooks hooks;
};

/* Build the program unless it is there; *path is the executable, and the
 * caller's. False with the compiler's first error if it does not build. */
bool recorded_build(const RecordedSpec *spec, const char *program, char **path,
                    Diag *d);

/* What is known of how it was built; equal digests, equal commands. */
bool recorded_commands(const char *program, Digest *out, Diag *d);

/* Where the program's sources are: the first directory of one that still is. */
bool recorded_sources(const char *program, char **dir, Diag *d);

#endif
