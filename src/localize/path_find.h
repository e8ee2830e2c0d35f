/* path_find.h - the closest successful run of a failing test that is minimised
 * first.
 *
 * Which input is the best to start from is not known before: one that is as
 * small as it gets has the fewest branches to flip, but words that were cut
 * short have fewer ways to go. So with time left a second search starts from
 * the test without the arguments, files and lines that are not needed, and the
 * better answer is taken.
 */
#ifndef CULPRIT_LOCALIZE_PATH_FIND_H
#define CULPRIT_LOCALIZE_PATH_FIND_H

#include "explore/minimize.h"
#include "localize/path.h"

typedef struct PathFind PathFind;
struct PathFind {
    PathSpec path;         /* failing, original and time_s are set */
    MinimizeSpec minimize; /* likewise time_s */
    bool as_given;         /* the test is not minimised */
    double start, time_s;  /* in all, since then; 0: no limit */
    /* What was found on the way. */
    MinimizeResult small;
    Input given, inputs[2];
};

/* `scout` as for path_search; it and `out` are those of the better answer, what
 * it took that of both. */
bool path_find(PathFind *f, const Input *test, PathScout *scout,
               PathResult *out, Diag *d);
void path_find_done(PathFind *f); /* after the scout */

/* An answer, whatever failing run it is close to. */
typedef struct PathMerit PathMerit;
struct PathMerit {
    bool found;
    Worth worth;
    uint32_t parts; /* branches where it parts from the failing run */
    double behind;  /* the first of them, and all of the failing run's branches
                       behind it: as a share of these */
};

PathMerit path_merit(const PathScout *s, const PathResult *r);

/* Negative if x is better, 0 if both are alike: by worth, then as close as the
 * search has it, so far as runs of different inputs can be compared. */
int path_merit_compare(const PathMerit *x, const PathMerit *y);

#endif
