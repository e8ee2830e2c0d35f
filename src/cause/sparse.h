/* sparse.h - can the failure be made to go away by altering these instances?
 *
 * Algorithm 5 of the cause paper: alter, run on with symbols for the altered
 * values, ask whether path and property go together; if not, look at other
 * paths, one negated condition at a time, those that reach the failure's place
 * first. What is called polluted has been run with the values found.
 */
#ifndef CULPRIT_CAUSE_SPARSE_H
#define CULPRIT_CAUSE_SPARSE_H

#include "cause/goal.h"
#include "cause/narrow.h"

/* A value to try where there is nothing to solve. An address is not the same
 * in every run: it is named by the earlier instance that had it, or by its
 * distance from what is there. */
typedef struct SparseGuess SparseGuess;
struct SparseGuess {
    uint64_t value; /* in the failing run */
    uint64_t site;  /* 0: the value as it is */
    uint32_t inst;  /* of the site */
    bool add;       /* it is `value` minus what is there */
};

/* An instance to alter: a decision to invert, or a value to replace. Or every
 * execution of the instruction: a decision goes one way always, or the other
 * way each time (SPARSE_INVERT), a value is the same each time, or moved by the
 * same number. */
enum { SPARSE_INVERT = 2 };
typedef struct SparseState SparseState;
struct SparseState {
    uint64_t site; /* 0: of every execution */
    uint32_t inst;
    bool branch;
    bool every;
    bool pointer;               /* only guessed */
    bool real;                  /* a double */
    uint64_t was;               /* the value in the failing run */
    const SparseGuess *guesses; /* to try where there is nothing to solve */
    size_t nguesses;
    uint64_t value; /* the answer, if polluted: what to set it to */
    bool add;       /* of every execution: `value` - `was` is added */
};

/* Decisions that are to go the other way, all of them: n of Sparse.aims. */
typedef struct SparseTarget SparseTarget;
struct SparseTarget {
    size_t first, n;
};

typedef struct SparseStats SparseStats;
struct SparseStats {
    uint64_t judged, polluted, unknown;
    uint64_t partly;  /* the failure went away, another came */
    uint64_t refuted; /* solutions that did not do when run */
    uint64_t broken;  /* runs whose recording cannot be read */
};

/* What is enough for the property, at branches: that one of the targets
 * happens. If that is all that is asked (`moved`), what lies behind them is
 * not explored. */
typedef struct SparseAim SparseAim;
struct SparseAim {
    VEC(SparseTarget) targets;
    bool moved;
    VEC(SparseState) aims;
};

typedef struct Sparse Sparse;
struct Sparse {
    Engine *engine;
    const Input *input;
    const Goal *goal;
    uint32_t paths;              /* runs per combination, at most */
    uint64_t branches;           /* decisions of the failing run */
    bool (*stop)(void *context); /* out of budget? NULL: never */
    void *context;
    SparseStats stats;
    SparseAim aim;
    /* Of the combination at hand. */
    uint32_t nruns;
    VEC(uint64_t) seen; /* hashes of paths */
};

void sparse_done(Sparse *s);

/* Only the failure's own property is known; this is enough for it, too. */
void sparse_aim_none(Sparse *s);
void sparse_aim(Sparse *s, const SparseState *branches, size_t n);

bool sparse_judge(Sparse *s, SparseState *states, size_t n, NarrowOutcome *out,
                  Diag *d);

/* The same of every execution of an instruction: guesses, and what the solver
 * says of a value on the path that the run takes with it. */
bool sparse_judge_every(Sparse *s, SparseState *state, NarrowOutcome *out,
                        Diag *d);

/* Does one of the state's guesses do? Nothing is solved. */
bool sparse_try(Sparse *s, SparseState *state, NarrowOutcome *out, Diag *d);

#endif
