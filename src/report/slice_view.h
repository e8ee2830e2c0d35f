/* slice_view.h - a slice of a run, for people and tools. */
#ifndef CULPRIT_REPORT_SLICE_VIEW_H
#define CULPRIT_REPORT_SLICE_VIEW_H

#include "base/source.h"
#include "trace/story.h"

#include <stdio.h>

/* How a run with altered state ended. */
typedef struct SliceOutcome SliceOutcome;
struct SliceOutcome {
    int status, signal;
    const char *out; /* what it wrote to standard output */
    size_t nout;
};

typedef struct SliceView SliceView;
struct SliceView {
    const Story *story;
    const Graph *graph;
    uint32_t criterion; /* step of the graph */
    const char *why;    /* it was chosen, or NULL */
    bool forward;
    bool show_sites;             /* in text, too */
    const SliceOutcome *altered; /* NULL: it was not */
    size_t total; /* instances in the slice; the story may have fewer */
    Sources sources;
};

/* `format` is one of those that the command's options have. */
void slice_show(SliceView *v, const char *format, FILE *out);

#endif
