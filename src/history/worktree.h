/* worktree.h - the files of a commit, in a git worktree of ours. */
#ifndef CULPRIT_HISTORY_WORKTREE_H
#define CULPRIT_HISTORY_WORKTREE_H

#include "history/git.h"

/* See to it that `tree` holds the commit's files, submodules included as far
 * as the person's working tree has them. What an interruption left is made
 * again. */
bool worktree_make(const Git *g, const char *commit, const char *tree, Diag *d);

/* Remove it, and git's record of it. */
void worktree_remove(const Git *g, const char *tree);

#endif
