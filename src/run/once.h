/* once.h - one test, run once: of the program as it was built, or of another
 * one in its place.
 */
#ifndef CULPRIT_RUN_ONCE_H
#define CULPRIT_RUN_ONCE_H

#include "run/setup.h"
#include "suite/oracle.h"

/* What became of it; the arena's. */
typedef struct OnceRun OnceRun;
struct OnceRun {
    Arena arena;
    Ended ended;
    bool crashed; /* by a signal, a time-out, or as a sanitizer reports */
    Judgement judgement;
    Bytes out, err; /* the arena's */
};

/* The setup's target names the executable that is run in the program's place;
 * without one, it is the program itself, judged by its exit status. The person
 * is not asked. Fails on an interruption. Release it even then. */
bool once_run(const Setup *setup, const Test *t, OnceRun *out, Diag *d);
void once_done(OnceRun *o);

#endif
