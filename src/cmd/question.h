/* question.h - what `culprit find` and `culprit rank --technique muse` ask,
 * from the options to the answer.
 */
#ifndef CULPRIT_CMD_QUESTION_H
#define CULPRIT_CMD_QUESTION_H

#include "cmd/session.h"
#include "find/find.h"
#include "run/schedule.h"
#include "session/supply.h"

typedef struct Question Question;
struct Question {
    Session session;
    FindTechnique technique;
    double time;
    long runs; /* instead of the time, if not 0 */
    bool unconfined;
    FILE *log; /* of trials, or NULL */
    /* By question_ask: */
    Arena arena;
    Stock own; /* the suite, in the order of the runs that the store has */
    Schedule schedule;
    RunRoot root; /* of the tests that were made */
    Supply supply;
    Stock joined;
    const Stock *stock; /* what was used */
    bool nothing;       /* no test fails: there is no question */
    bool counted;       /* nothing could be altered: by gcov's counts alone */
    FindResult result;
};

/* Rows of the option table; `q` points to the Question. */
#define QUESTION_TIME(q)                                 \
    JUDGING_ROW("time", 0, OPTION_REAL, &(q)->time, "S", \
                "seconds, after the suite's own runs (120)", 0, 0)
#define QUESTION_UNCONFINED(q)                                        \
    JUDGING_ROW("unconfined", 0, OPTION_FLAG, &(q)->unconfined, NULL, \
                "do not confine altered programs; see docs/minimize.md", 0, 0)

bool question_technique(const char *name, FindTechnique *out);

void question_init(Question *q);
void question_done(Question *q);

/* After parsing. Ctrl-C ends the experiments; the answer is the best so far. */
bool question_ask(Question *q, Io *io, Diag *d);

/* The same again, with another technique. */
bool question_again(Question *q, Io *io, Diag *d);

#endif
