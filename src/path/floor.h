/* floor.h - how far back a contradiction reaches (lines 11 and 24 to 29 of
 * Figure 3 of the path generation paper).
 *
 * A decision that cannot be flipped alone has a core: conditions of decisions
 * that forbid it. Flipping an earlier decision as well is of no use if it can
 * change neither whether these conditions are reached nor what they are about.
 * It can if it decides whether something they are computed from is executed
 * (control), or chooses which definition reaches it (summary control
 * dependence, program/summary.h). The floor is the earliest decision that can:
 * whatever is flipped before it alone, the contradiction stays. So a set is
 * left out only if it has no run; see docs/design/path.md for what that rests
 * on.
 */
#ifndef CULPRIT_PATH_FLOOR_H
#define CULPRIT_PATH_FLOOR_H

#include "path/follow.h"

typedef struct PathFloors PathFloors;
struct PathFloors {
    PathFollow *follow;
    bool opened, usable; /* the following is there: */
    PathTrace trace;     /* of the failing run, with summaries */
    uint32_t *events;    /* of its course, per branch */
    uint32_t *branch_of; /* per event; PATH_NONE */
};

void path_floors_init(PathFloors *p, PathFollow *f);
void path_floors_done(PathFloors *p);

/* The branch cannot be flipped alone: its floor, itself at most. PATH_NONE if
 * it is not known, and so nothing is ruled out. `nowhere`: no run that parts
 * there was made; then what no input decides has a floor, too. */
uint32_t path_floor(PathFloors *p, uint32_t branch, bool nowhere);

#endif
