/* follow.h - find an input whose run differs from the failing one in just
 * the given branches (path following).
 *
 * Begins with a run; where it first leaves the plan, that condition is negated
 * and all before it are kept; the solved input is run for real; and so on.
 * Conditions that belong to no decision of the failing run are free: those
 * inside a flipped region (the paper's get_all, as far as runs go there) and
 * those of models of libc, which settle how long a number is and the like. If
 * a condition cannot be negated, the free ones among those that forbid it are.
 * Questions and runs are kept: sets that begin alike share them.
 */
#ifndef CULPRIT_PATH_FOLLOW_H
#define CULPRIT_PATH_FOLLOW_H

#include "path/scout.h"

typedef enum {
    FOLLOW_FOUND,
    FOLLOW_INFEASIBLE, /* the solver says so, of every way that was tried */
    FOLLOW_FIXED,      /* a branch that no input decides on this path */
    FOLLOW_UNKNOWN,    /* the solver did not answer, or tries were used up */
    FOLLOW_ANSWERS
} FollowAnswer;

/* What became of negating one condition of one run. */
typedef struct PathEdge PathEdge;
struct PathEdge {
    Answer answer;
    bool put_off;         /* SOLVE_UNKNOWN: it was not small */
    uint32_t run;         /* SOLVE_SAT */
    bool explained;       /* SOLVE_UNSAT, and the following is known: */
    uint32_t free, nfree; /* cores[free ...], free conditions that forbid it,
                             the last one first; behind them: */
    uint32_t nother;      /* others, in flipped regions: what they choose may be
                             what it depends on */
};

/* How far the following of a set goes. */
typedef struct FollowBounds FollowBounds;
struct FollowBounds {
    uint32_t tries;  /* questions for one set, at most */
    bool quick;      /* only path.quick_questions, and nothing free is negated:
                        what most sets need */
    bool small;      /* only questions of limited size; others can be asked
                        later */
    double deadline; /* 0: none */
    bool cpu;        /* that is the processor's time */
    double core_s;   /* for cores, in all; 0: any time */
};

/* The set at hand. */
typedef struct FollowNow FollowNow;
struct FollowNow {
    const uint32_t *set;
    uint32_t n, left;
    bool fixed, unsure;
    VEC(uint32_t) visited;
};

typedef struct PathFollow PathFollow;
struct PathFollow {
    PathScout *scout;
    FollowBounds bounds;
    VEC(PathEdge) edges;
    Map known; /* (run, condition, outcome) -> edge */
    VEC(uint32_t) cores;
    uint32_t naround;
    uint64_t nsolved, nunsat, nunknown;
    bool interrupted;
    FollowNow now;
};

void path_follow_init(PathFollow *f, PathScout *s, uint32_t tries);
void path_follow_done(PathFollow *f);

/* `set` ascending. FOLLOW_FOUND: *run is a run at just that distance. False
 * only if something cannot be run. */
bool path_follow(PathFollow *f, const uint32_t *set, uint32_t n,
                 FollowAnswer *answer, uint32_t *run, Diag *d);

/* `run` is at the distance of the set: other runs at it, that do something else
 * where the failing run does nothing (the rest of the paper's get_all, or one
 * more round of a loop), by a few questions. They are among the scout's then;
 * *next is one of them that is new, or PATH_NONE. */
bool path_follow_more(PathFollow *f, const uint32_t *set, uint32_t n,
                      uint32_t run, uint32_t *next, Diag *d);

/* May the solver be asked for another core? */
bool path_follow_may_explain(const PathFollow *f);

/* Where a run that differs in `differs` first leaves the plan to differ in
 * `set`: a branch, or PATH_NONE. */
uint32_t path_departure(const uint32_t *differs, uint32_t ndiffers,
                        const uint32_t *set, uint32_t n);

#endif
