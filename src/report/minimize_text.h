/* minimize_text.h - the smallest input that still fails, for a person. */
#ifndef CULPRIT_REPORT_MINIMIZE_TEXT_H
#define CULPRIT_REPORT_MINIMIZE_TEXT_H

#include "explore/minimize.h"

#include <stdio.h>

typedef struct MinimizeView MinimizeView;
struct MinimizeView {
    const MinimizeResult *result;
    const Input *given;
    const Program *program;
    const char *path;          /* of the program, as it was given */
    const char *output, *name; /* where the test was written */
    bool any_failure;
};

void minimize_text(const MinimizeView *v, FILE *out);

#endif
