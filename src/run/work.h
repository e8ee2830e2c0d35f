/* work.h - one test on its way through a slot: the processes it takes, and
 * the directory they share.
 */
#ifndef CULPRIT_RUN_WORK_H
#define CULPRIT_RUN_WORK_H

#include "run/rundir.h"
#include "run/runner.h"

/* The processes of a test, in order; each is optional. */
typedef enum {
    PHASE_REFERENCE,
    PHASE_RUN,
    PHASE_NATIVE,
    PHASE_ORACLE,
    PHASE_COUNT
} Phase;

typedef struct Work Work;
struct Work {
    const Test *test; /* NULL: idle */
    size_t index;     /* in the suite */
    Arena arena;      /* of this test */
    char *dir;        /* its run directory: CULPRIT_RUN, outputs, scratch */
    bool wanted[PHASE_COUNT];
    Phase phase;
    Observed seen[PHASE_COUNT];
};

/* Begin a test with these phases; work_end forgets it all. */
bool work_begin(Work *w, RunRoot *root, const Test *t, size_t index,
                const bool wanted[PHASE_COUNT], Diag *d);
void work_end(Work *w);

/* Another test in the same directory, which keeps what else is in it. */
void work_again(Work *w, const Test *t, size_t index,
                const bool wanted[PHASE_COUNT]);

/* Move to the first wanted phase from here on; false if none is left. */
bool work_advance(Work *w);

/* The task of the current phase: its directories are made now. */
bool work_task(Work *w, const RunnerSpec *spec, Task *task, Diag *d);

/* Keep what the current phase left behind, in seen[]. */
bool work_observe(Work *w, const RunnerSpec *spec, const Ended *e, Diag *d);

#endif
