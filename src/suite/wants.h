/* wants.h - does a test fail for want of something, by what it printed? */
#ifndef CULPRIT_SUITE_WANTS_H
#define CULPRIT_SUITE_WANTS_H

#include "base/io.h"

typedef struct Want Want;
struct Want {
    const char *what; /* it lacks: "a command"; NULL: nothing is known */
    bool sure;        /* no fault of the program would make it say so */
    const char *line; /* that says so, in the output, */
    size_t n;         /* of this length */
};

/* The first line of standard error, then of standard output, that tells. */
Want wants_find(const Bytes *out, const Bytes *err);

#endif
