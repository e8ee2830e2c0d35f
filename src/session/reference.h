/* reference.h - the program that is right, in the place of another.
 *
 * One file for one program, or a whole build tree: a directory in which
 * programs stand at the same relative places, or the last good revision, which
 * is built when it is needed. So each program of a project has its own.
 */
#ifndef CULPRIT_SESSION_REFERENCE_H
#define CULPRIT_SESSION_REFERENCE_H

#include "history/changes.h"
#include "history/revision.h"
#include "variant/variant.h"

/* What git is asked for, as given. */
typedef struct HistorySpec HistorySpec;
struct HistorySpec {
    const char *good;  /* a revision in which all was right */
    const char *build; /* the command that builds it */
    const char *since; /* a revision since which lines may be to blame */
    /* See RevisionSpec. */
    void (*progress)(void *context, const char *what, size_t done,
                     size_t total);
    void *context;
};

/* Lines that changed since a revision. */
typedef struct Since Since;
struct Since {
    const Git *git;
    const char *shown; /* "v1.2 (abc1234)" */
    Changes changes;
};

typedef struct History History;
struct History {
    Git git;        /* of the program; top is NULL if nobody asked */
    Revision *good; /* or NULL */
    Since since;    /* shown is NULL if nobody asked */
    Arena arena;
};

/* As much as the spec asks for; nothing is built. Close it even if this fails.
 * The history must stay where it is. */
bool history_open(const HistorySpec *spec, const char *program,
                  const char *store, History *out, Diag *d);
void history_close(History *h);

/* The reference of a program: `reference` if it is a file, what stands in its
 * place below that directory, or what the good revision has. `given` is the
 * program as the person named it. The caller frees. */
bool reference_of(const char *reference, History *h, const char *program,
                  const char *given, char **path, Diag *d);

/* The same of several programs. The path is that of a file below the store
 * which stands for all, as a variant does. */
bool reference_of_all(const char *reference, History *h, const Subject *s,
                      const char *store, char **path, Diag *d);

#endif
