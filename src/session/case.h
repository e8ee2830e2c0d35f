/* case.h - what a localizer is asked about: a program, the tests that there
 * are, and one of them that fails.
 *
 * Commands make it from a session, the bench from a faulty version. What is in
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
    Store *store;         /* keeps what is found out; or NULL */
    const char *dir;      /* the store's directory, for files; or NULL */
    Ask *ask;             /* for ORACLE_ASK */
    const Since *since;   /* what changed since a revision; or NULL */
    bool unconfined;
    bool processes; /* the program may start some */
};

/* Made from an open session, without stock. */
Case case_of_session(Session *s);

#endif
