/* shorten.h - the closest successful run of a failing test that is minimised
 * first.
 *
 * One that is as small as it gets has the fewest branches to flip, but words
 * that were cut short have fewer ways to go. So if it has no answer, or only an
 * unrelated or trivial one, a second search starts from the test without the
 * arguments, files and lines that are not needed, and its answer is taken if
 * that is worth more.
 */
#ifndef CULPRIT_PATH_SHORTEN_H
#define CULPRIT_PATH_SHORTEN_H

#include "explore/minimize.h"
#include "path/path.h"

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

/* `scout` as for path_search; it and `out` are those of the better answer;
 * costs are those of both. */
bool path_find(PathFind *f, const Input *test, PathScout *scout,
               PathResult *out, Diag *d);
void path_find_done(PathFind *f); /* after the scout */

#endif
