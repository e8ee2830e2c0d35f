/* path_view.h - the closest successful run, for people and tools. */
#ifndef CULPRIT_REPORT_PATH_VIEW_H
#define CULPRIT_REPORT_PATH_VIEW_H

#include "path/parting.h"
#include "path/path.h"

#include <stdio.h>

typedef struct PathView PathView;
struct PathView {
    const PathScout *scout;
    const PathResult *result;
    const PathTrace *other; /* of the run that was found */
    const PathAnswer *answers;
    size_t nanswers;
    const char *output; /* where both tests are */
    size_t most;        /* lines of the runs side by side */
    double minimizing_s;
    bool colour;
};

/* `format` is one of those that the command's options have. */
bool path_show(const PathView *v, const char *format, FILE *out, Diag *d);

void path_text(const PathView *v, FILE *out);
void path_cover(const PathView *v, FILE *out); /* what the search covered */
void path_statistics(const PathView *v, FILE *out); /* where the time went */

#endif
