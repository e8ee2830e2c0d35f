/* goal.h - what should have happened where a failure showed, and whether it
 * happens in another run, or could with other values.
 */
#ifndef CULPRIT_CAUSE_GOAL_H
#define CULPRIT_CAUSE_GOAL_H

#include "cause/property.h"
#include "explore/engine.h"

typedef enum {
    GOAL_OUTPUT,    /* a piece of the output is another one */
    GOAL_STATUS,    /* the program ends with another status */
    GOAL_ENDS,      /* it ends without a signal and in time */
    GOAL_AT,        /* a condition holds at some instance */
    GOAL_ASSERTION, /* a test comes past the assertion that failed */
} GoalKind;

/* ASSERTION: which one. */
typedef struct GoalAssertion GoalAssertion;
struct GoalAssertion {
    const char *place; /* FILE:LINE, as the test prints it */
    uint64_t site;     /* how far the failing run was there */
};

/* AT, ASSERTION: numbers of the condition, one of which may be the right value.
 */
typedef struct GoalNumbers GoalNumbers;
struct GoalNumbers {
    const int64_t *at;
    size_t n;
};

/* Does the run with these alterations have what is asked for? */
typedef bool GoalTrial(void *context, const AlterEntry *e, size_t n);

typedef struct Goal Goal;
struct Goal {
    GoalKind kind;
    Property property;    /* OUTPUT */
    ConcolicOutput piece; /* OUTPUT, if property.output says there is one */
    const char *expected; /* output, NULL: not known */
    size_t nexpected;
    bool crashed; /* ENDS: it did not end by itself, but in time */
    int status;   /* STATUS; ENDS: what the program should end with, or -1 */
    GoalTrial *trial; /* AT: nothing but a trial tells */
    void *context;
    GoalNumbers numbers;
    GoalAssertion assertion;
    size_t missing; /* OUTPUT: bytes of a line that was begun; 0: none was */
};

/* The pieces of standard output; the caller frees. */
ConcolicOutput *goal_outputs(const EngineRun *run, size_t *n);

/* Does the run have the property? */
bool goal_holds(const Goal *g, const EngineRun *run);

/* Did it end by itself, and with the status that is expected? */
bool goal_ended(const Goal *g, const EngineRun *run);

/* How much is as it should be, as far as that is known: 0 without the property,
 * GOAL_WHOLE if everything is, else the more, the further the output is right
 * in its first wrong line; the next lines may be wrong by the same fault.
 */
#define GOAL_WHOLE UINT64_MAX
uint64_t goal_merit(const Goal *g, const EngineRun *run);

/* Does the run reach the point where it counts? */
bool goal_reached(const Goal *g, const EngineRun *run);

/* Say in a problem about the run what is wanted; the steps before *upto are
 * those that lead there. False if values of this run cannot do it. */
bool goal_ask(const Goal *g, const EngineRun *run, Problem *p, uint32_t *upto);

/* The same of everything that the run writes: if the expected output could be
 * these pieces with other values. */
bool goal_ask_whole(const Goal *g, const EngineRun *run, Problem *p,
                    uint32_t *upto);

/* How much is missing from the number where the output first went wrong; false
 * if it is no real number, or was not written. */
bool goal_distance(const Goal *g, const EngineRun *run, double *out);

#endif
