/* stock.h - tests with their runs, and what each should have done. */
#ifndef CULPRIT_SESSION_STOCK_H
#define CULPRIT_SESSION_STOCK_H

#include "run/runs.h"
#include "session/session.h"
#include "suite/oracle.h"

typedef struct Stock Stock;
struct Stock {
    Suite suite;    /* in the order of the runs */
    Wanted *wanted; /* NULL: nobody knows; another oracle judges */
    Runs runs;
};

void stock_done(Stock *s);

/* One test of another stock, which must outlive it. */
void stock_pick(const Stock *from, uint32_t test, Stock *out);

/* Run the session's suite, as far as it has changed. Fails if no
 * test does: there is nothing to ask then. */
bool stock_run(Session *s, Stock *out, Diag *d);

#endif
