/* find.h - where the fault is: correlation nominates, experiment decides.
 *
 * Statements that failing tests run are altered, the most suspicious first;
 * a statement's score is that of its best alteration. See docs/design/find.md.
 */
#ifndef CULPRIT_FIND_FIND_H
#define CULPRIT_FIND_FIND_H

#include "explore/generate.h"
#include "find/experiment.h"
#include "format/findings.h"
#include "spectrum/technique.h"

#include <stdio.h>

typedef enum {
#define FIND(id, name, reference, description) FIND_##id,
#include "format/techniques.def"
} FindTechnique;

/* The evidence that it has changed since a revision, in words. */
#define FIND_SINCE "since"

/* By its name; false if there is none. */
bool find_technique(const char *name, FindTechnique *out);

/* How far the search has come, and what looks best so far. */
typedef struct FindProgress FindProgress;
struct FindProgress {
    double share; /* of the small changes tried */
    const char *file;
    uint32_t line;        /* 0: nothing does */
    uint64_t runs;        /* until a change repaired something */
    const char *suspects; /* by correlation alone: "a.c:3, b.c:7"; or NULL */
};

/* Who is told how far it is; NULL where nobody wants to know. */
typedef struct FindHooks FindHooks;
struct FindHooks {
    void (*progress)(void *context, const FindProgress *p);
    void (*making)(void *context, const GenerateResult *r); /* of tests */
    void *context;
};

/* The best alteration of a statement. */
typedef struct FindBest FindBest;
struct FindBest {
    uint32_t trial; /* to show, of FindResult.trials; MUTATE_NONE: none
                       repairs */
    double score;   /* of the best by find_score */
};

/* Failing tests that seem to fail for one reason. */
typedef struct FindGroup FindGroup;
struct FindGroup {
    uint32_t n;
    uint32_t example; /* one of its runs */
    size_t suspect;   /* the first finding whose change repairs at least half
                         of them; SIZE_MAX: none does */
};

/* The tests that were used, and those that could not be. */
typedef struct FindTests FindTests;
struct FindTests {
    uint32_t npassing, nfailing;
    TestsAside
        unlike;       /* tests that end otherwise confined, or in the variant */
    const char *why;  /* the first of these is */
    TestsAside flaky; /* tests that sometimes end otherwise */
};

/* The first failing test that was used. */
typedef struct FindExample FindExample;
struct FindExample {
    uint32_t run;
    uint64_t steps;
    bool endless;
};

/* Diffs: see check.c. Those that were tried. */
typedef struct FindChecked FindChecked;
struct FindChecked {
    uint32_t trial;
    const Fix *fix; /* NULL: no diff does what the change did */
};

typedef struct FindChecks FindChecks;
struct FindChecks {
    VEC(FindChecked) known; /* of each change that was tried as a diff */
    uint32_t tried, shown;
    uint32_t broken; /* that do not compile */
    uint32_t other;  /* that do something else to the tests */
    const char *why; /* the first one could not be built; or NULL */
};

/* How far the search went. */
typedef struct FindSearch FindSearch;
struct FindSearch {
    size_t nlisted; /* alterations, and of these, by what is known of them: */
    size_t outcomes[TRIAL_OUTCOMES];
    bool complete; /* of each it is certain what it does to a failing test */
    bool interrupted;
    FindChecks checks;
    const char *recent; /* how much has changed since a revision, in words; or
                           NULL */
    const char *late;   /* when the time was over before anything was tried:
                           words that follow "while"; or NULL */
    double built_s;     /* that building took, */
    double time_s;      /* of so many; 0: no limit */
};

/* What is said about the first finding. */
typedef struct FindFirst FindFirst;
struct FindFirst {
    double confidence;    /* that it is right, going by the bench */
    size_t nequal;        /* findings that are about as good, itself included */
    uint32_t nreaching;   /* passing tests that were tried with its change */
    const char *why;      /* in words */
    const char *no_chain; /* why it is not said how it reaches the failure;
                             NULL: it is */
};

typedef struct FindResult FindResult;
struct FindResult {
    Arena arena;
    MutateSites sites;
    VEC(Trial) trials;
    FindBest *best;    /* of each statement entity */
    Findings findings; /* technique "find" */
    FindBest *of;      /* of each finding */
    FindTests tests;
    FindExample example;
    FindGroup *groups; /* of failing tests, if there are several */
    size_t ngroups;
    FindSearch search;
    FindFirst first;
};

void find_done(FindResult *r);

double find_score(const Trial *t);

#endif
