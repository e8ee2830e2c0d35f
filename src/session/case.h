/* case.h - what a localizer is asked about: a program, the tests that there
 * are, and one of them that fails.
 *
 * The commands make it of a session, the bench of a faulty version. What is in
 * it belongs to them and outlives the question.
 */
#ifndef CULPRIT_SESSION_CASE_H
#define CULPRIT_SESSION_CASE_H

#include "session/stock.h"

typedef struct Case Case;
struct Case {
    Setup setup;          /* the target's variant is each technique's own */
    const Stock *stock;   /* NULL: the failing test is all there is */
    const Test *failing;  /* NULL: one of the stock */
    const Wanted *wanted; /* of the failing test; NULL: see the judge */
    Store *store;         /* to keep what is found out; or NULL */
    const char *dir;      /* likewise files, the store's directory; or NULL */
    Ask *ask;             /* of ORACLE_ASK */
    bool unconfined;
    bool processes; /* the program may start some */
};

/* Made of an open session, without stock. */
Case case_of_session(Session *s);

#endif
