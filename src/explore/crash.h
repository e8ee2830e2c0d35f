/* crash.h - crashes that exploring found, one of each place.
 *
 * A crashing input is run again with counters, which tell where it stopped.
 */
#ifndef CULPRIT_EXPLORE_CRASH_H
#define CULPRIT_EXPLORE_CRASH_H

#include "base/vec.h"
#include "run/failure.h"
#include "run/lab.h"

typedef struct Crash Crash;
struct Crash {
    Failure failure;
    const char *reason; /* of its verdict */
    Input input;        /* the first one, or the smallest; the collection's */
    size_t n;           /* inputs */
};

typedef struct Crashes Crashes;
struct Crashes {
    Arena arena;
    VEC(Crash) at;
    Lab *lab; /* opened at the first crash */
    const LabSpec *spec;
    Calls calls;
    Profile profile;
};

/* The lab's oracle is ORACLE_CRASH; `spec` must outlive it. */
void crashes_init(Crashes *c, const LabSpec *spec);
void crashes_done(Crashes *c);

/* Leave out of each whole arguments that its failure does not need. */
void crashes_minimize(Crashes *c, Diag *d);

/* Add what this input does; *fresh: it is the first to stop there in that way.
 * An input that does not crash when it is run again is not added. */
bool crashes_add(Crashes *c, const Input *in, bool *fresh, Diag *d);

#endif
