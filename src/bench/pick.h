/* pick.h - techniques by name: "ochiai", "cp", or "ochiai:edge" for another
 * kind of entity than the technique's own.
 */
#ifndef CULPRIT_BENCH_PICK_H
#define CULPRIT_BENCH_PICK_H

#include "find/find.h"
#include "spectrum/technique.h"

typedef enum {
    PICK_SPECTRUM,
    PICK_FIND,
    PICK_ALONE, /* find with one failing test and no other */
    PICK_CAUSE, /* one failing test is enough for it */
    PICK_PATH,  /* likewise */
} PickKind;

typedef struct Pick Pick;
struct Pick {
    const char *label; /* as given */
    PickKind kind;
    const Technique *technique; /* of PICK_SPECTRUM, */
    EntityKind entity;          /* and what it ranks */
    FindTechnique find;         /* of PICK_FIND and PICK_ALONE */
    bool paper;                 /* of PICK_PATH: in the paper's order */
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
