/* answers.h - the person as the oracle: shows a run, asks for its verdict, and
 * never asks twice for the same input and output.
 */
#ifndef CULPRIT_RUN_ANSWERS_H
#define CULPRIT_RUN_ANSWERS_H

#include "run/store.h"
#include "suite/input.h"
#include "suite/oracle.h"

#include <stdio.h>

typedef struct Ask Ask;
struct Ask {
    int in; /* the terminal, both ways */
    FILE *out;
    Store *store;      /* remembers answers */
    const char *setup; /* digest of the program's path and all that matters
                          beside the input */
    size_t nasked, nknown;
    bool ended; /* the person has gone: no more answers */
};

/* The terminal of this process; fails with a sentence if there is none. */
bool ask_open(Ask *a, Store *store, const char *setup, Diag *d);
void ask_close(Ask *a);

/* The verdict. The end of the terminal's input, or `q`, is a failure with a
 * sentence. */
bool ask_verdict(Ask *a, const Input *in, const Observed *o, Judgement *out,
                 Diag *d);

#endif
