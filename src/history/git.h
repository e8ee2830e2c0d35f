/* git.h - git, as a program that is asked.
 *
 * The only room that starts it. Nothing here changes the person's checkout,
 * index or branches: files are taken out into worktrees of our own.
 */
#ifndef CULPRIT_HISTORY_GIT_H
#define CULPRIT_HISTORY_GIT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"
#include "process/deadline.h"

typedef struct Git Git;
struct Git {
    char *top;      /* of the working tree, absolute and without links */
    Deadline until; /* when it is not waited for any longer; or none */
};

/* The working tree that holds this directory. False with a sentence where
 * there is none, or no git. */
bool git_open(const char *dir, Git *out, Diag *d);
void git_done(Git *g);

/* What git prints when it is called with these words, in the top directory.
 * False with git's own first line if it fails. */
#define git_ask(g, out, d, ...) \
    git_run((g), (const char *const[]){__VA_ARGS__, NULL}, (out), (d))
bool git_run(const Git *g, const char *const *words, Str *out, Diag *d);

typedef struct Commit Commit;
struct Commit {
    const char *id, *brief;              /* all digits, and a few of them */
    const char *author, *date, *subject; /* date: 2025-03-01 */
};

/* The commit that a revision names. */
bool git_commit(const Git *g, const char *revision, Arena *a, Commit *out,
                Diag *d);

/* A file's path in the working tree; NULL if it is not below. The path must be
 * absolute, and may come to the tree through links. Points into `path`. */
const char *git_path(const Git *g, const char *path);

#endif
