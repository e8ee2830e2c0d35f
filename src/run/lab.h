/* lab.h - run inputs that culprit made up: each placed in a directory of its
 * own, confined, and judged; several at a time.
 *
 * A lab lasts over many batches, with its servers. Every slot may write below
 * a directory of its own only.
 */
#ifndef CULPRIT_RUN_LAB_H
#define CULPRIT_RUN_LAB_H

#include "run/answers.h"
#include "run/profile.h"
#include "run/setup.h"
#include "suite/input.h"
#include "suite/oracle.h"

typedef struct LabSpec LabSpec;
struct LabSpec {
    Setup setup; /* the oracle is not ORACLE_EXPECTED */
    bool unconfined;
    bool processes; /* the program may make processes */
    bool fixed;     /* no randomised addresses */
    bool quiet;     /* do not warn of what is not held */
    Ask *ask;       /* of ORACLE_ASK */
};

/* One run, seen while its directory is still there. */
typedef struct LabRun LabRun;
struct LabRun {
    const Input *input;
    const Test *test; /* as it ran */
    const struct TestWork
        *work; /* see lab_profile, and run/work.h for its dir */
    const Observed *seen;
    const Wanted *want; /* what the reference did, or NULL */
    Judgement judgement;
};

typedef struct LabHooks LabHooks;
struct LabHooks {
    void *context;
    /* The next input of a free slot, NULL if there is none in this batch. It
     * must live until seen or dropped. */
    bool (*next)(void *context, unsigned slot, const Input **in, Diag *d);
    bool (*seen)(void *context, unsigned slot, const LabRun *run, Diag *d);
    /* May the slot's run be dropped unseen? NULL: never. */
    bool (*unwanted)(void *context, unsigned slot);
};

typedef struct Lab Lab;

/* The counts of a run that is being seen. */
bool lab_profile(const Lab *l, const LabRun *r, Profile *out, Diag *d);

bool lab_open(const LabSpec *spec, Lab **out, Diag *d);
void lab_close(Lab *l); /* NULL is fine */

/* Until the inputs are used up, a hook fails, or an interruption. */
bool lab_run(Lab *l, const LabHooks *hooks, Diag *d);
bool lab_interrupted(Lab *l);

/* One input; the hook sees it. */
bool lab_one(Lab *l, const Input *in, void *context,
             bool (*seen)(void *context, unsigned slot, const LabRun *run,
                          Diag *d),
             Diag *d);

#endif
