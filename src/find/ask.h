/* ask.h - where is the fault? The one entry of find, for everybody who asks.
 */
#ifndef CULPRIT_FIND_ASK_H
#define CULPRIT_FIND_ASK_H

#include "find/find.h"
#include "session/case.h"
#include "session/supply.h"

/* How much the answer says. */
typedef enum {
    FIND_ALL,
    FIND_FIXES,  /* a diff of the first place only, and no chain */
    FIND_PLACES, /* no diffs at all */
} FindDetail;

typedef struct FindOptions FindOptions;
struct FindOptions {
    FindTechnique technique;
    double time_s;     /* in all; 0: no limit */
    bool cpu;          /* that is the processor's time */
    Deadline deadline; /* of all, if the time began before; else none */
    uint64_t max_runs; /* instead of the time, if not 0 */
    FindDetail detail;
    const Filter *filter; /* what is altered and told; NULL: all */
    FILE *log;            /* a line per trial that repairs a test, or NULL */
    bool every;           /* log every change, and what is known of it */
    FindHooks hooks;      /* how far it is */
};

/* Tests with other values, and these with all that there were before. */
typedef struct FindVaried FindVaried;
struct FindVaried {
    RunRoot root;
    Supply supply;
    Stock joined;
};

typedef struct FindAnswer FindAnswer;
struct FindAnswer {
    RunRoot root; /* of the tests that were made */
    Supply supply;
    Stock joined;
    FindVaried varied;
    const Stock *stock; /* what was used: the case's, or one of the joined */
    FindResult result;
};

/* Ctrl-C ends the experiments; the answer is the best so far. Release the
 * answer even if this fails. */
bool find_ask(const Case *c, const FindOptions *o, FindAnswer *out, Diag *d);
void find_answer_done(FindAnswer *a);

/* What can be said where nothing can be altered: a program that another
 * compiler built with --coverage is ranked by gcov's counts. */
bool find_by_counts(Session *s, Runs *runs, Findings *out, Diag *d);

/* A failing test of the case that can be traced: it is run as it is, so none
 * that was made. NULL, and why, if there is none. */
const Test *find_failing_test(const Case *c, const FindResult *r,
                              const char **why);

#endif
