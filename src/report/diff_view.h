/* diff_view.h - where two runs part, for people and tools. */
#ifndef CULPRIT_REPORT_DIFF_VIEW_H
#define CULPRIT_REPORT_DIFF_VIEW_H

#include "base/source.h"
#include "trace/differ.h"

#include <stdio.h>

typedef struct DiffRun DiffRun;
struct DiffRun {
    const char *test;
    int status, signal; /* how it ended; signal 0: none */
    bool timed_out;
};

typedef struct DiffView DiffView;
struct DiffView {
    const Differences *d;
    DiffRun a, b;
    size_t most;        /* differences to show */
    const char *option; /* that says how many, or NULL */
    Sources sources;
};

/* `format` is one of those that the command's options have. */
void diff_show(DiffView *v, const char *format, FILE *out);

#endif
