/* experiment_parts.h - what the parts of an experiment know of each other. */
#ifndef CULPRIT_FIND_EXPERIMENT_PARTS_H
#define CULPRIT_FIND_EXPERIMENT_PARTS_H

#include "find/experiment.h"
#include "process/confine.h"

/* Of experiment_run, experiment_watch, or of unaltered runs. */
typedef struct Series Series;
struct Series {
    Experiment *e;
    Trial *trials;
    size_t n, next;
    uint32_t group; /* size of groups */
    TrialDepth depth;
    uint32_t screen;
    /* Unaltered runs: */
    const uint32_t *tests;
    uint8_t *seen; /* of each test: SEEN_ bits */
    double until;  /* no test begins after this, of child_clock(); 0: any may */
    enum {
        SERIES_CONFINED,
        SERIES_PLAIN,  /* not confined; seen is not changed */
        SERIES_SERVED, /* the same by a server, as confined ones are */
    } manner;
    /* Watching: */
    Watch *watches;
};

/* Verdicts of unaltered runs, compared with the suite's. */
enum { SEEN_SAME = 1, SEEN_OTHER = 2, SEEN_UNLIKE = 4 };

/* experiment_plain.c: what confinement changes. Tests that do not end as they
 * do unconfined become SEEN_UNLIKE. */
bool plain_compare(Experiment *e, const uint32_t *tests, uint32_t n,
                   uint8_t *seen, Diag *d);

/* experiment_layers.c: tests that are SEEN_UNLIKE, or have another verdict, are
 * run again in a place where they may seem to write. */
bool layers_give(Experiment *e, const uint32_t *tests, uint32_t n,
                 uint8_t *seen, Diag *d);
/* experiment_plain.c: does the test end otherwise than unconfined? */
bool plain_differs(const Experiment *e, uint32_t test);

/* experiment_series.c */
bool series_run(Series *s, Diag *d);
/* Runs that one of its trials may take. */
uint64_t series_most_runs(const Series *s);
bool slots_open(Experiment *e, Diag *d);
void slots_close(Experiment *e);

/* experiment_tests.c: which tests, the telling ones first. */
void tests_cover(Experiment *e);
void tests_choose(Experiment *e);
void tests_choose_screen(Experiment *e);
/* What is enough for 19 in 20 of the first n passing tests. */
void tests_find_usual(Experiment *e, uint32_t n, const uint8_t *seen);

#endif
