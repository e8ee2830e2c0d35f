/* rundir.h - the directories that runs leave their counters and output in.
 *
 * One root per culprit process, in memory where possible, with a directory
 * per run below it. Roots of processes that were killed are swept by later
 * ones: a root is locked while its owner lives.
 */
#ifndef CULPRIT_PROCESS_RUNDIR_H
#define CULPRIT_PROCESS_RUNDIR_H

#include "base/diag.h"

#include <stdbool.h>

typedef struct RunRoot RunRoot;
struct RunRoot {
    char *path;
    int lock;
    unsigned long made;
};

/* `executable`: tests may execute files that were copied there. */
bool rundir_open(bool executable, RunRoot *out, Diag *d);
void rundir_close(RunRoot *r);

/* Is it a root, of this process or of another? By its name. */
bool rundir_is_root(const char *path);

/* A fresh directory; *path is the caller's. rundir_remove deletes it. */
bool rundir_make(RunRoot *r, char **path, Diag *d);
void rundir_remove(const char *path);

#endif
