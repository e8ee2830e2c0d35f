/* pick.h - techniques by name: "ochiai", "cp", or "ochiai:edge" for another
 * kind of entity than the technique's own.
 */
#ifndef CULPRIT_BENCH_PICK_H
#define CULPRIT_BENCH_PICK_H

#include "spectrum/technique.h"

/* Techniques that run the program again, see localize/. */
typedef enum {
    EXPERIMENT_NONE,
    EXPERIMENT_FIND,
    EXPERIMENT_MUSE,
    EXPERIMENT_METALLAXIS,
    EXPERIMENT_PATH,  /* one failing test is enough for it */
    EXPERIMENT_ALONE, /* find with one failing test and no other */
    EXPERIMENT_CAUSE, /* likewise: bench/blame.h */
} Experimenter;

typedef struct Pick Pick;
struct Pick {
    const char *name;           /* as given */
    const Technique *technique; /* NULL: by experiment */
    Experimenter experimenter;
    EntityKind entity;
};

typedef struct Picks Picks;
struct Picks {
    Pick *at;
    size_t n;
};

/* A list with commas; "all" is every technique with its own entity. What is
 * there already is not added again. */
bool pick_parse(Arena *a, const char *list, Picks *out, Diag *d);

bool pick_is_known(const char *name);

bool pick_wants_returns(const Picks *p); /* classes of returned values */

#endif
