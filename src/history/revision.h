/* revision.h - programs as they were at a revision, built beside the store.
 *
 * Everything is below STORE/good/COMMIT: a git worktree, and what was built
 * from it. It is kept, and used again; what an interruption left is made again.
 * The person's own tree is only read.
 */
#ifndef CULPRIT_HISTORY_REVISION_H
#define CULPRIT_HISTORY_REVISION_H

#include "history/git.h"

typedef struct RevisionSpec RevisionSpec;
struct RevisionSpec {
    const char *name;    /* of the revision, as the person gave it */
    const char *store;   /* directory, absolute */
    const char *command; /* that builds all of it in the worktree's top; NULL:
                            by the commands that programs carry */
    bool brief;          /* the worktree is removed once that is done */
    /* How far it is: `done` of `total` files, 0: not known. Or NULL. */
    void (*progress)(void *context, const char *what, size_t done,
                     size_t total);
    void *context;
};

typedef struct Revision Revision;

/* Tell somebody else from now on; NULL: nobody. */
void revision_tell(Revision *r,
                   void (*progress)(void *context, const char *what,
                                    size_t done, size_t total),
                   void *context);

/* The repository of a program: that of its sources. */
bool revision_home(const char *program, Git *out, Diag *d);

/* Nothing is built yet. The spec's texts and the repository must outlive it. */
bool revision_open(const RevisionSpec *spec, const Git *g, Revision **out,
                   Diag *d);
void revision_close(Revision *r); /* NULL is fine */

const Commit *revision_commit(const Revision *r);

/* "v1.2 (abc1234)" */
const char *revision_shown(const Revision *r);

/* What stands in the place of this program, built unless it is there; `given`
 * is its path as the person wrote it (with libtool, a script). The path is the
 * revision's. */
bool revision_program(Revision *r, const char *program, const char *given,
                      const char **path, Diag *d);

#endif
