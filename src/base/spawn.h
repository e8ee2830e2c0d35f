/* spawn.h - start a program, wait for it, and keep what it printed. */
#ifndef CULPRIT_BASE_SPAWN_H
#define CULPRIT_BASE_SPAWN_H

#include "base/diag.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct Spawn Spawn;
struct Spawn {
    char *const *argv; /* argv[0] is looked up in PATH */
    const char *dir;   /* working directory, NULL: ours */
    char *const *env;  /* NULL: ours */
    int in, out, err;  /* descriptors to use; -1: /dev/null, 0-2: inherit */
};

/* Start it; *pid is the child's. False (with a message) if it cannot start. */
bool spawn_start(const Spawn *s, pid_t *pid, Diag *d);

/* Wait: the exit status, or 128 + signal number. */
int spawn_wait(pid_t pid);

/* Run it and keep its standard output (caller frees *out), dropping stderr if
 * `quiet`. -1 if it cannot start, else its status as spawn_wait gives it. */
int spawn_capture(char *const *argv, bool quiet, char **out, Diag *d);

#endif
