/* inside.h - what the parts of find know of each other. */
#ifndef CULPRIT_FIND_INSIDE_H
#define CULPRIT_FIND_INSIDE_H

#include "base/map.h"
#include "find/find.h"
#include "session/case.h"

/* Who makes more tests, where these may decide; `make` is NULL if nobody does,
 * and gives NULL for the stock if there are none. */
typedef struct FindMore FindMore;
struct FindMore {
    bool (*make)(void *context, const Stock **out, Diag *d);
    void *context;
};

/* Where what became of the changes is written. */
typedef struct FindLog FindLog;
struct FindLog {
    FILE *out;  /* a line per trial that repairs a test, or NULL */
    bool every; /* of every change, and what is known of it */
};

typedef struct FindSpec FindSpec;
struct FindSpec {
    ExperimentSpec experiment; /* sites and deadline are filled in here */
    FindTechnique technique;
    double time_s;        /* for the experiments */
    const char *late;     /* the time is over; NULL: it is not */
    uint64_t max_runs;    /* instead of the time, if not 0 */
    size_t fixes;         /* findings that get their change of the source */
    const Filter *filter; /* what is altered and told; NULL: all */
    FindLog log;
    FindMore more;
    FindHooks hooks;
    const char *suspects; /* as find_early has them; or NULL */
    const Since *since;   /* or NULL */
};

/* Stages of the experiments, and what each took. */
typedef enum {
    FIND_SCREEN,
    FIND_SOLVE,   /* constants of comparisons */
    FIND_MOMENTS, /* changes at some executions only */
    FIND_GUARD,
    FIND_EDITS, /* changes of the text */
    FIND_SAMPLE,
    FIND_CONFIRM,
    FIND_APART, /* more tests, that tell changes apart */
    FIND_CAUSE, /* where no change answers */
    FIND_STAGES
} FindStage;

typedef struct FindCost FindCost;
struct FindCost {
    uint64_t runs;
    double wall_s;
};

typedef VEC(Watch) Watches;

/* Changes that do the same to the failing run until one of them, the first,
 * has changed it. */
typedef struct FindClass FindClass;
struct FindClass {
    uint32_t trial; /* the one that is run */
    uint32_t first; /* execution of its site that is changed */
    bool ran;
};

/* Classes by what foretell() says of their members. */
typedef struct FindClasses FindClasses;
struct FindClasses {
    VEC(FindClass) all;
    Map of; /* key -> number */
};

/* What is said of each entity without changing the program. */
typedef struct FinderSuspects FinderSuspects;
struct FinderSuspects {
    double *suspicion; /* ochiai */
    uint32_t *named;   /* failing runs whose reason names its line */
    uint32_t *place;   /* among the suspects */
    double *blame;     /* by cause; NULL: it was not asked */
    bool *closed;      /* of each file of the program: all of it is left out */
    double *recent;    /* 1: changed since a revision; NULL: nobody asked */
    double surprise;   /* how much that says, find_surprise */
};

/* Changes of one kind at one site, in the order of their turns. */
typedef struct TurnGroup TurnGroup;
struct TurnGroup {
    double turn;
    uint32_t site;
    uint32_t first; /* of the site's changes, the first of its kind */
    uint8_t kind;   /* AlterationKind */
};

/* Which change is tried next (turns.c). */
typedef struct Turns Turns;
struct Turns {
    VEC(TurnGroup) groups;
    size_t next;  /* the first group whose members are not made yet */
    size_t nleft; /* changes of these */
    /* If all changes are logged, their numbers in the list of all: of each
     * site's first, and of trials (MUTATE_NONE: it is not there). */
    VEC(uint32_t) site_numbers;
    VEC(uint32_t) trial_numbers;
};

/* What foretells changes, and which do the same. */
typedef struct FinderTold FinderTold;
struct FinderTold {
    Watches watches;
    Map of; /* site -> number of its watch */
    FindClasses classes;
};

/* When the stages began, the last time. */
typedef struct FindRound FindRound;
struct FindRound {
    double start;
    uint64_t runs;
    double whole; /* share of all that the stages may use together */
};

/* While it is worked on. */
typedef struct Finder Finder;
struct Finder {
    const FindSpec *spec;
    FindResult *r;
    Experiment e;
    Study study;
    const Entities *entities;
    FinderSuspects suspects;
    FindProgress progress;
    double start;
    FindRound round;
    FindCost costs[FIND_STAGES];
    Turns turns;
    FinderTold told;
};

/* The statement that the site belongs to, PROGRAM_NONE if none, or if it is
 * left out. */
uint32_t find_entity(const Finder *f, const MutateSite *site);

/* Does any of the failing tests that are used run it, and may it be altered? */
bool find_is_reached(const Finder *f, const MutateSite *site);

/* Group and count all changes that a failing test reaches, and plan what to
 * watch. turns_next makes those of the next groups, `most` or a few more, and
 * appends them to FindResult.trials; false: there are none. */
void turns_plan(Finder *f);
bool turns_next(Finder *f, size_t most);
void turns_done(Turns *t);

/* All that there are, tried or not: to be called when others were added. */
void turns_count(Finder *f);

/* What foretells alterations of the site, NULL if nothing does. */
Watch *find_watch_of(const Finder *f, uint32_t site);

/* Before all trials are tried, beginning with this failing test (trials.c). */
void find_plan(Finder *f, uint32_t screen);

/* What sites saw takes room: from time to time they have to look again. */
void find_forget(Finder *f);

/* Try FindResult.trials from `from` to `to`: one of each class of those that
 * do the same to the failing run, the others only if that one repaired it. */
bool find_try(Finder *f, size_t from, size_t to, uint32_t screen, Diag *d);

/* Try those of all trials of which no more is known. TRIAL_PRESUMED: after its
 * first change a run is a different one, where `x++` and `x = 1` may differ. */
bool find_try_again(Finder *f, TrialOutcome which, uint32_t screen, Diag *d);

/* Watch the site in failing tests that an alteration repairs (a bit each), and
 * in passing ones; the failing ones come first. */
bool find_watch_both(Finder *f, const Watch *like, uint64_t repaired,
                     Watches *out, size_t *nfailing, Diag *d);

/* The likeliest places as correlation has them, in words, which are also told;
 * NULL if it has none. The caller frees them (early.c). */
char *find_early(const Runs *runs, const Filter *filter,
                 const FindHooks *hooks);

/* The whole search, after the suite was run (find.c). */
bool find_run(const FindSpec *spec, FindResult *out, Diag *d);

/* Give the first findings their changes of the source, where there are such
 * that were tried and do the same (check.c). */
void find_check(Finder *f, size_t first);

/* Give the very first finding its chain to the failure, or the result a reason
 * why there is none (explain.c). */
void find_add_chain(const Case *c, const Deadline *end, FindResult *r);

/* Constants of comparisons that no pool held (constants.c). */
bool find_constants(Finder *f, Diag *d);

/* Changes at only those executions of a statement that a simple condition
 * tells from the others: where an `if` is missing, changing all of them
 * repairs nothing (moments.c). */
bool find_moments(Finder *f, Diag *d);

/* Changes of the source text, if no change of the compiled program repairs
 * enough (edits.c). */
bool find_edits(Finder *f, Diag *d);

/* Try changes of both kinds again, with more tests (edits.c). */
bool find_run_deeper(Finder *f, Trial *trials, size_t n, TrialDepth depth,
                     Diag *d);

/* If few tests reach the places that lead: make more, and try what repairs
 * with all of them (apart.c). */
bool find_apart(Finder *f, Diag *d);

/* The changes that look best so far are tried with more tests, so many of them
 * (find.c). */
bool find_deepen(Finder *f, TrialDepth depth, size_t most, Diag *d);

/* Try what leads with every test, until all that leads has passed that
 * (settle.c). */
bool find_settle(Finder *f, Diag *d);

/* Let correlation nominate, by the runs that there are (find.c). */
bool find_nominate(Finder *f, const Runs *runs, Diag *d);

/* Run these stages with what is left of the time and the runs (find.c). */
bool find_run_stages(Finder *f, const FindStage *stages, size_t n, Diag *d);

/* If no change repairs enough: what `cause` says of the failing test that
 * screens (by_cause.c). */
void find_cause(Finder *f);

/* The best score of all trials yet. */
double find_best_score(const Finder *f);

/* Does some change say more than correlation does? */
bool find_has_answer(const Finder *f);

/* What became of the changes, if somebody wants to know (trial_log.c). */
void find_log(const Finder *f);

/* What the trial showed, in words and numbers; and how sure that makes of the
 * first finding (evidence.c). */
void find_describe(const Finder *f, const Trial *t, Finding *out, Arena *a);
void find_judge(Finder *f);

/* What has changed since a revision (recent.c): marked, and what that adds to
 * the score of a statement with a change that repairs, or of a line in no
 * statement; told as evidence. */
void find_recent(Finder *f);
double find_recency(const Finder *f, uint32_t entity);
double find_recency_of_line(const Finder *f, const char *file, uint32_t line);
/* The suspicion by correlation, and by that. */
double find_suspect_recent(const Finder *f, uint32_t entity, double suspicion);
void find_tell_recency(const Finder *f, double recency, Finding *out, Arena *a);

/* How much it says that a statement is one of so many that have changed. */
double find_surprise(size_t changed, size_t all);

/* From trials to findings (conclude.c). */
void find_report(Finder *f);

#endif
