/* experiment.h - change the program a little, run tests, see what becomes of
 * them.
 *
 * A trial is one alteration. Its failing tests come first; only if one of them
 * is repaired do passing tests follow, those that reach the altered place,
 * until too many are broken. Steps are bounded by what passing tests need.
 */
#ifndef CULPRIT_FIND_EXPERIMENT_H
#define CULPRIT_FIND_EXPERIMENT_H

#include "base/bitset.h"
#include "find/alteration.h"
#include "process/rundir.h"
#include "run/runs.h"
#include "run/setup.h"
#include "suite/oracle.h"

#include <signal.h>

typedef struct ExperimentSpec ExperimentSpec;
struct ExperimentSpec {
    Setup setup; /* of the mutate variant */
    const Suite *suite;
    const Wanted *wanted; /* of each test; NULL: its status decides, or the
                             oracle script */
    const Runs *runs;     /* of the suite's tests, in their order */
    const MutateSites *sites;
    double deadline;                   /* of child_clock(); 0: none */
    bool cpu;                          /* the processor's time counts */
    uint64_t max_runs;                 /* with unaltered ones; 0: any number */
    const volatile sig_atomic_t *stop; /* becomes true: stop; or NULL */
    uint32_t ngiven; /* so many tests, the first, are not made up: these may
                        run unconfined without a change */
    bool unconfined;
    bool processes; /* the program may make some */
};

enum { EXPERIMENT_FAILING = 64 }; /* failing tests that are used */

/* How it is known what a change does. */
typedef enum {
#define OUTCOME(id, certain, words) TRIAL_##id,
#include "find/outcome.def"
#undef OUTCOME
    TRIAL_OUTCOMES
} TrialOutcome;

/* What became of the tests that a trial was run with. */
typedef struct TrialTests TrialTests;
struct TrialTests {
    uint32_t failing, repaired; /* tests run, and how they ended */
    uint32_t unreached;         /* failing tests that do not reach it */
    uint32_t skipped;           /* such tests before the first that ran it */
    uint32_t differs;           /* failing tests that gave another output */
    uint32_t passing, broken;
    uint64_t repaired_set; /* bits: of the failing tests used */
};

typedef struct Trial Trial;
struct Trial {
    Alteration a;
    TrialTests tests;
    bool done;         /* what it does to a failing test is certain */
    bool cut;          /* the deadline came before its last test */
    uint8_t depth;     /* TrialDepth it was tried to */
    uint8_t outcome;   /* TrialOutcome */
    uint32_t like;     /* TRIAL_SAME, TRIAL_PRESUMED: the trial that ran */
    uint32_t executed; /* times the site was, in the first failing test;
                          UINT32_MAX: not known */
};

/* How far a trial goes. */
typedef enum {
    TRIAL_SCREEN,  /* one failing test; if repaired, a few of both kinds */
    TRIAL_SAMPLE,  /* some of both kinds */
    TRIAL_CONFIRM, /* all of both */
    TRIAL_MUTANT,  /* some of both, whatever happens to the failing ones */
    TRIAL_BESIDE,  /* those that enter the function, but do not come to the
                      place: a change of the text may concern them, too */
    TRIAL_DEPTHS
} TrialDepth;

/* What a site saw in one run: the value (of two operands both), and some
 * variables of its function. */
typedef struct Watch Watch;
struct Watch {
    uint32_t site;
    uint32_t test; /* to run */
    uint32_t nvariables;
    uint32_t variables[MUTATE_WATCHED]; /* of MutateSites */
    int64_t *entries; /* nentries of 2 + nvariables; WATCH_NOTHING: none */
    uint32_t nentries;
    bool full; /* there were more */
    bool done;
};
#define WATCH_NOTHING INT64_MIN

/* Tests that cannot be used, by their runs. */
typedef struct TestsAside TestsAside;
struct TestsAside {
    uint32_t *at;
    uint32_t n, nfailing; /* of them */
};

/* The tests that an experiment uses. */
typedef struct ExperimentTests ExperimentTests;
struct ExperimentTests {
    uint32_t *failing; /* the screening one first */
    uint32_t nfailing, nfailed;
    uint32_t *passing; /* all that are usable, the telling ones first */
    uint32_t npassing;
    Bitset *covers; /* of each test: blocks */
    TestsAside
        unlike;       /* tests that end otherwise confined, or in the variant */
    TestsAside flaky; /* tests that sometimes end otherwise */
};

/* How a run ended. */
typedef struct Manner Manner;
struct Manner {
    bool known; /* it is the same each time */
    int status;
    uint64_t print; /* on both streams */
};

/* What the program does without a change, of each test and of all. */
typedef struct ExperimentUnaltered ExperimentUnaltered;
struct ExperimentUnaltered {
    uint64_t *steps;
    double *wall_s;
    bool *endless;    /* it had to be stopped */
    uint64_t *prints; /* what it printed, and its status; 0: not known, or not
                         the same each time */
    Manner *confined, *plain; /* how it ended */
    bool *layered; /* it writes where it is not allowed to: let it seem so */
    uint64_t most_steps; /* of passing tests */
    double most_wall_s;
    uint64_t usual_steps; /* 19 of 20 passing tests need no more */
    double usual_wall_s;
    uint64_t enough; /* while steps of failing tests are measured: a limit to
                        try; else 0 */
};

/* What sites saw, of all watches that were not forgotten. */
typedef struct ExperimentWatched ExperimentWatched;
struct ExperimentWatched {
    Arena arena;
    size_t bytes;
};

/* Of a program that an interpreter reads. */
typedef struct ExperimentKept ExperimentKept;
struct ExperimentKept {
    struct Pool *pool; /* whose servers stay; NULL: each series has its own */
    char *confined;    /* the variant, where it confines itself; or NULL */
};

typedef struct Experiment Experiment;
struct Experiment {
    Arena arena;
    ExperimentSpec spec;
    ExperimentTests tests;
    ExperimentUnaltered unaltered;
    ExperimentWatched watched;
    uint64_t runs, late; /* late: killed by the clock, not for their steps */
    bool interrupted;
    bool alone; /* no server: a task for each run */
    ExperimentKept kept;
    struct Bout *bouts; /* one per slot */
    RunRoot root;
};

/* Runs tests unaltered first, each twice. Runs are confined as those of a lab
 * are; if tests do not end as they do unconfined, in copies of their
 * directories; those that still do not are set aside. Fails if no failing test
 * remains. */
bool experiment_open(const ExperimentSpec *spec, Experiment *out, Diag *d);
void experiment_done(Experiment *e);

/* Go on with more tests: `runs` begin with those that there were. What is known
 * of trials is about the old ones. Fails as experiment_open does. */
bool experiment_renew(Experiment *e, const Suite *suite, const Wanted *wanted,
                      const Runs *runs, Diag *d);

/* Why the test is unlike the suite's; the arena's. */
const char *experiment_why(const Experiment *e, uint32_t test, Arena *a);

/* Run the trials in their order, until the deadline. `screen`: which of the
 * failing tests is the first. */
bool experiment_run(Experiment *e, Trial *trials, size_t n, TrialDepth depth,
                    uint32_t screen, Diag *d);

/* The same with another variant that reads requests. */
bool experiment_run_on(Experiment *e, const char *variant, Trial *trials,
                       size_t n, TrialDepth depth, uint32_t screen, Diag *d);

/* Another executable in the program's place, instead of the alteration: run it
 * on all tests that the trial's alteration would be run on. */
bool experiment_replaced(Experiment *e, const char *executable,
                         TrialDepth depth, Trial *t, Diag *d);

/* Watch the sites in a run each; entries are the experiment's. */
bool experiment_watch(Experiment *e, Watch *watches, size_t n, Diag *d);

/* What sites saw up to now is not needed any more. */
void experiment_forget(Experiment *e);

/* The failing test that a trial of the site begins with, MUTATE_NONE if none
 * reaches it. */
uint32_t experiment_screen(const Experiment *e, const MutateSite *site,
                           uint32_t screen);

bool experiment_is_over(const Experiment *e); /* the time, or stopped */

/* Likewise, or the runs: to be asked between series only, so that the same
 * number of runs gives the same answer. */
bool experiment_is_spent(const Experiment *e);

/* Does the test run the site's place? */
bool experiment_reaches(const Experiment *e, uint32_t test,
                        const MutateSite *site);
/* Does it enter the function that the site is in? */
bool experiment_enters(const Experiment *e, uint32_t test,
                       const MutateSite *site);

#endif
