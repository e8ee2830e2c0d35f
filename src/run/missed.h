/* missed.h - programs that a test started and that found no variant of
 * themselves: rebuilt ones, and others that were built with culprit-cc. */
#ifndef CULPRIT_RUN_MISSED_H
#define CULPRIT_RUN_MISSED_H

#include "base/io.h"
#include "variant/variant.h"

typedef struct Missed Missed;
struct Missed {
    size_t nrebuilt;   /* processes of another build of the program, */
    size_t ngone;      /* of this one, whose variant is not there, */
    size_t nothers;    /* and of other programs, */
    const char *other; /* such as this one; or NULL */
};

/* Count the lines that stubs wrote; names go to the arena. */
void missed_add(Missed *m, const Subject *s, const Bytes *lines, Arena *a);

/* A sentence if the program is not what it was when it was opened. */
void missed_warn(const Missed *m, const Subject *s, Diag *d);

#endif
