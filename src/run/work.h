/* work.h - one test on its way through a slot: the processes it takes, and
 * the directory they share.
 */
#ifndef CULPRIT_RUN_WORK_H
#define CULPRIT_RUN_WORK_H

#include "process/rundir.h"
#include "run/profile.h"
#include "run/setup.h"
#include "suite/oracle.h"

#include <dirent.h>

/* The processes of a test, in order; each is optional. */
typedef enum {
    PHASE_REFERENCE,
    PHASE_RUN,
    PHASE_NATIVE,
    PHASE_AGAIN, /* the variant once more, where the native run differs */
    PHASE_ORACLE,
    PHASE_COUNT
} Phase;

/* Files of PHASE_RUN: what it prints, and who found no variant. */
enum { HOME_OUT, HOME_ERR, HOME_MISSED, HOME_FILES };

/* A run directory serves test after test as long as each leaves in it what a
 * simple one does: the link to the variant, and those files, with nobody in the
 * last. */
typedef struct Home Home;
struct Home {
    DIR *list; /* NULL: a new one is needed */
    int files[HOME_FILES];
    bool linked;
    bool altered; /* by the present test: look for counter files */
    Arena arena;  /* of names and such, for as long as the directory */
    char **env;   /* of tests that have none of their own, or NULL */
};

typedef struct TestWork TestWork;
struct TestWork {
    const Test *test;       /* NULL: idle */
    size_t index;           /* in the suite */
    const TestWhole *whole; /* many tests are run at once, from that one on;
                               or NULL */
    bool starts; /* the program tells how it is started (run/starts.h) */
    Arena arena; /* of this test */
    char *dir;   /* its run directory: CULPRIT_RUN, outputs, scratch */
    Home home;   /* what is kept of it from test to test */
    bool wanted[PHASE_COUNT];
    Phase phase;
    Observed seen[PHASE_COUNT];
};

/* Begin a test with these phases, or all that its whole has, if that is given
 * to the work then; work_end forgets it, work_done all. */
bool work_begin(TestWork *w, RunRoot *root, const Test *t, size_t index,
                const bool wanted[PHASE_COUNT], Diag *d);
void work_end(TestWork *w);
void work_done(TestWork *w);

/* Move a test whose processes have ended out of the way of the next one; its
 * directory stays. */
void work_detach(TestWork *w, TestWork *out);

/* Another test in the same directory, which keeps what else is in it. */
void work_again(TestWork *w, const Test *t, size_t index,
                const bool wanted[PHASE_COUNT]);

/* Move to the first wanted phase from here on; false if none is left. */
bool work_advance(TestWork *w);

/* The task of the current phase: its directories are made now. */
bool work_task(TestWork *w, const Setup *setup, Task *task, Diag *d);

/* Keep what the current phase left behind, in seen[]. */
bool work_observe(TestWork *w, const Setup *setup, const Ended *e, Diag *d);

/* The counts that PHASE_RUN left, before the next task starts. */
bool work_profile(const TestWork *w, const Setup *setup, Profile *out, Diag *d);

/* Which programs of PHASE_RUN found no variant of themselves: lines as stubs
 * write them. */
bool work_missed(const TestWork *w, Bytes *out, Diag *d);

#endif
