/* minimize.h - the smallest input that still fails in the same way.
 *
 * Levels from coarse to fine (whole arguments and files, lines, tokens, bytes)
 * are each minimised by ddmin, again and again until no level gains anything.
 * Several candidates are run at a time; of those that fail the first one is
 * taken, so that the result does not depend on their number. What candidates
 * did is kept in the store.
 */
#ifndef CULPRIT_EXPLORE_MINIMIZE_H
#define CULPRIT_EXPLORE_MINIMIZE_H

#include "run/failure.h"
#include "run/lab.h"

typedef struct MinimizeSpec MinimizeSpec;
struct MinimizeSpec {
    LabSpec lab;      /* whether it makes processes is found out */
    Store *store;     /* or NULL: nothing is kept */
    bool any_failure; /* not just the same one */
    bool coarse;      /* nothing finer than lines and whole arguments */
    double time_s;    /* budgets; 0: none */
    bool cpu;         /* that is the processor's time */
    size_t tests;
    void (*progress)(void *context, size_t nruns, size_t size);
    void *context;
};

typedef enum {
    MINIMIZE_DONE,        /* nothing more can be left out */
    MINIMIZE_INTERRUPTED, /* Ctrl-C, or the person asked has gone */
    MINIMIZE_TIME,
    MINIMIZE_TESTS,
} MinimizeEnd;

typedef struct MinimizeResult MinimizeResult;
struct MinimizeResult {
    Arena arena;
    Input input;     /* the smallest one */
    Input lines;     /* on the way to it: whole arguments, files and lines were
                        left out, once, and nothing within them */
    Failure failure; /* how the given one fails */
    MinimizeEnd end;
    size_t nruns, nknown; /* candidates run, and known already */
    double wall_s;
    bool processes; /* the program needs to make processes */
};

/* Fails, with a sentence, if the input passes, fails only sometimes, or does
 * something else when confined. */
bool minimize_run(const MinimizeSpec *spec, const Input *start,
                  MinimizeResult *out, Diag *d);
void minimize_done(MinimizeResult *r);

#endif
