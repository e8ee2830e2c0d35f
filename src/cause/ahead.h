/* ahead.h - alterations in processes of their own, several at a time.
 *
 * What a state is judged to be does not depend on other judgements, so those
 * that will be asked for next can be made ahead of the search: it finds them
 * made when it gets there, and goes the same way as it would without.
 */
#ifndef CULPRIT_CAUSE_AHEAD_H
#define CULPRIT_CAUSE_AHEAD_H

#include "cause/sparse.h"

#include <sys/types.h>

/* A judgement that was made ahead. */
typedef struct CauseReply CauseReply;
struct CauseReply {
    uint32_t node;
    bool ok; /* else nothing is known */
    NarrowOutcome outcome;
    uint64_t value; /* of the state */
    bool add;
    SparseStats stats;
    uint64_t runs, calls;
};

typedef struct CauseWorker CauseWorker;
struct CauseWorker {
    pid_t pid;
    int socket;
    bool busy, gone;
};

typedef struct CauseAhead CauseAhead;
struct CauseAhead {
    CauseWorker *workers;
    unsigned n;              /* 0: nothing is made ahead */
    VEC(CauseReply) replies; /* to what was asked for last */
    uint64_t runs, calls;    /* of those that were used */
};

struct Cause;

void cause_ahead_open(struct Cause *c, unsigned jobs);
void cause_ahead_close(CauseAhead *a);

/* Judge these nodes of the domain, singly, as the search would now; `every`:
 * as cause_alter_every does. */
void cause_ahead_ask(struct Cause *c, const NarrowNodes *nodes, bool every);

/* The judgement of a node, if it was made; once. */
const CauseReply *cause_ahead_take(CauseAhead *a, uint32_t node);

#endif
