/* bout.h - what a slot of an experiment is about: a group of trials, or of
 * watches, and the test that it is at.
 */
#ifndef CULPRIT_FIND_BOUT_H
#define CULPRIT_FIND_BOUT_H

#include "find/experiment_parts.h"
#include "run/work.h"

enum { BOUT_GROUP = 64 }; /* trials */

typedef enum { STAGE_FAILING, STAGE_PASSING, STAGE_END } Stage;

/* The test that a slot is at. */
typedef struct BoutTurn BoutTurn;
struct BoutTurn {
    Stage stage;
    uint32_t next;   /* in the list of the stage */
    uint32_t test;   /* the one that runs */
    uint32_t chosen; /* of failing[] */
};

/* Which members of its group run that test. */
typedef struct BoutTask BoutTask;
struct BoutTask {
    uint32_t runs[BOUT_GROUP];
    uint32_t nruns; /* 0: an unaltered run, or a watch */
    uint32_t at;    /* of these, without a server: the next */
    bool together;  /* all in one task */
};

/* What a slot is about. */
typedef struct Bout Bout;
struct Bout {
    TestWork work;
    RunRoot root; /* it may write below this only */
    struct {
        Confine usual;
        Confine layered; /* for one run of a test that writes elsewhere */
    } confine;
    char *map; /* requests, MUTATE_STRIDE apart */
    size_t map_size;
    Trial *group[BOUT_GROUP];
    uint32_t ngroup;
    uint8_t *told[BOUT_GROUP]; /* of each trial, where tests are parts of one:
                             what became of each test, TOLD_ bits */
    Watch *watches[BOUT_GROUP];
    uint32_t nwatches;
    BoutTurn turn;
    BoutTask task;
};

/* A new place for the bout's next run: what it writes where the test does is
 * forgotten (experiment_layers.c). */
bool layers_renew(const Experiment *e, Bout *b, Diag *d);

enum { TOLD = 1, TOLD_PASS = 2 };

/* One more failing test of the trial was run, or told by another's run. */
void bout_count_failing(const Bout *b, Trial *t, bool pass, bool differs);

/* What the i-th run of the task showed, kept where it belongs (bout_keep.c). */
bool bout_keep(Series *s, Bout *b, uint32_t i, const MutateRequest *r,
               const Observed *o, Diag *d);

#endif
