/* propose.h - values of the input that may make a condition go another way. */
#ifndef CULPRIT_PHP_HOST_PROPOSE_H
#define CULPRIT_PHP_HOST_PROPOSE_H

#include "php/host/evaluate.h"

/* A symbol, and what it might be. */
typedef struct Proposed Proposed;
struct Proposed {
    uint32_t symbol;
    zval value; /* a string, or null: not given */
};

enum { PROPOSALS = 512 };

/* The best first, and each once. */
typedef struct Proposals Proposals;
struct Proposals {
    Proposed at[PROPOSALS];
    size_t n;
};

/* The evaluator has the values that the symbols had. */
void propose(Evaluator *e, uint32_t node, bool truth, Proposals *out);
void propose_done(Proposals *p);

#endif
