/* candidates.h - what could be run next, in the order of what it promises.
 *
 * A candidate is a decision of a run, and another way to leave it. The explorer
 * takes the best, solves it, and gives back what is not as good or not as easy
 * as it seemed. No path is a candidate twice.
 */
#ifndef CULPRIT_EXPLORE_CANDIDATES_H
#define CULPRIT_EXPLORE_CANDIDATES_H

#include "base/vec.h"
#include "explore/explorer.h"

#define CANDIDATE_UNSOLVED UINT32_MAX

enum { CANDIDATE_TIERS = 4 }; /* what is hard waits for what is easy */

typedef VEC(Explored) ExploredRuns;

typedef struct Candidate Candidate;
struct Candidate {
    double score;
    double tie;  /* decides between equal scores */
    float bonus; /* what of the score does not change as runs are made */
    float alike; /* by path: to the failing runs so far */
    uint32_t run, decision, outcome;
    uint32_t solved; /* number of its input, or CANDIDATE_UNSOLVED */
    uint8_t tier;    /* how large and how hard it may be */
};

/* What is known of one way to leave one branch. */
typedef struct Arm Arm;
struct Arm {
    uint32_t taken; /* runs */
    uint32_t tried; /* flips to it */
    uint32_t waiting;
    uint32_t failed, passed;        /* of `taken`, if there was a verdict */
    uint32_t judged;                /* the last run of those, and one */
    uint8_t stuck[CANDIDATE_TIERS]; /* not decided in a row */
};

typedef struct Candidates Candidates;

/* The runs stay the caller's; their paths are looked at. */
void candidates_new(const Strategy *s, ExploredRuns *runs, Candidates **out);
void candidates_free(Candidates *q);

/* A run went this way; how many outcomes of branches are new. */
uint32_t candidates_cover(Candidates *q, const Decisions *path);
/* The flips of a run; how many were passed over for want of memory. */
uint64_t candidates_add(Candidates *q, uint32_t run);
/* A run has its verdict: everything may be more like the failing ones. */
void candidates_judge(Candidates *q, uint32_t run);

/* How alike an input and its path are to the failing runs, 0 to 100. */
double candidates_similarity(const Candidates *q, const Input *in,
                             const Decisions *path);

/* Is one left? If only those are that were put off, their next tier begins. */
bool candidates_any(Candidates *q);
/* The best; there must be one. */
Candidate candidates_pop(Candidates *q);

/* Where it goes. Valid until the next call. */
Arm *candidates_arm(Candidates *q, const Candidate *c);
/* If it was solved and given back, its input; else NULL. */
const Input *candidates_input(const Candidates *q, const Candidate *c);

/* If it promises less than when it was pushed, it goes back: true. */
bool candidates_return_fallen(Candidates *q, Candidate *c);
/* By input, what was solved may be less alike than it promised. Then it goes
 * back, with its input: true. */
bool candidates_return_solved(Candidates *q, Candidate *c, const Input *in);
/* It is too large or too hard for its tier. */
void candidates_put_off(Candidates *q, const Candidate *c);
/* Its input is going to be run. */
void candidates_use(Candidates *q, const Candidate *c);

#endif
