/* bisect.h - the first bad commit between a good and a bad one.
 *
 * git says which commits are left and which of them halves the rest; nothing
 * is checked out here.
 */
#ifndef CULPRIT_HISTORY_BISECT_H
#define CULPRIT_HISTORY_BISECT_H

#include "base/map.h"
#include "base/vec.h"
#include "history/git.h"

typedef enum {
    BISECT_GOOD,
    BISECT_BAD,
    BISECT_SKIP, /* cannot be told */
} BisectVerdict;

typedef struct BisectSpec BisectSpec;
struct BisectSpec {
    const Git *git;
    const char *good, *bad; /* ids; the good one is an ancestor */
    bool (*judge)(void *context, const char *commit, BisectVerdict *out,
                  Diag *d);
    void *context;
};

/* Commits that may be the first bad one: a single one, unless some could not
 * be told. */
typedef VEC(const char *) BisectFirst;

/* The texts are the arena's. */
bool bisect_run(const BisectSpec *spec, Arena *a, BisectFirst *out, Diag *d);

/* Is one an ancestor of the other? False with a sentence if not. */
bool bisect_check(const Git *g, const Commit *good, const Commit *bad, Diag *d);

/* How many commits there are between them, the bad one included. */
bool bisect_count(const Git *g, const char *good, const char *bad, size_t *out,
                  Diag *d);

#endif
