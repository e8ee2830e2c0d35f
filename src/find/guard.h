/* guard.h - a condition that tells the runs an alteration repairs from those
 * that it breaks.
 *
 * Where an alteration repairs failing tests but breaks passing ones, a missing
 * `if` or a missing part of a condition may be the fault: the alteration is
 * right, but only sometimes. What the variables in scope were there, in both
 * kinds of runs, says when.
 */
#ifndef CULPRIT_FIND_GUARD_H
#define CULPRIT_FIND_GUARD_H

#include "find/experiment.h"

typedef VEC(Trial) Trials;

/* Variable number `x` of the watches, relation, and variable `y` or, if that
 * is MUTATE_NONE, a constant. */
typedef struct Guard Guard;
struct Guard {
    uint32_t x, y;
    unsigned relation;
    int64_t constant;
};

/* A guard that holds at some executions of the site in a failing run, but not
 * at all of them. */
typedef struct Moment Moment;
struct Moment {
    Guard guard;
    uint64_t key; /* equal: at the same ones */
    size_t nheld; /* passing runs in which it holds at least once */
};
typedef VEC(Moment) Moments;

/* Can alterations of the site be guarded? */
bool guard_fits(const MutateSites *s, const Alteration *a);

/* Is it what a condition, had it not been forgotten, would prevent: a path
 * taken, a statement executed? */
bool guard_is_usual(const MutateSites *s, const Alteration *a);

/* The variables that a guard of the site could name. */
void guard_watch(const MutateSites *s, uint32_t site, Watch *out);

/* Append the alteration with each simple guard, `x op y` or `x % c == 0`, that
 * holds at least once in each failing run, at most `most`: first those that
 * never hold in a passing one. All watches are of the same variables. */
void guard_propose(const MutateSites *s, const Alteration *a,
                   const Watch *failing, size_t nfailing, const Watch *passing,
                   size_t npassing, size_t most, Trials *out);

/* Append guards for at most `most` sets of executions, those first that hold
 * in the fewest passing runs; guards of the same set follow each other, the
 * simplest first. */
void guard_moments(const MutateSites *s, const Watch *failing,
                   const Watch *passing, size_t npassing, size_t most,
                   Moments *out);

/* The alteration, only where the guard of the watch's variables holds. */
Alteration guard_apply(const MutateSites *s, const Alteration *plain,
                       const Watch *like, const Guard *g);

#endif
