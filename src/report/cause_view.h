/* cause_view.h - the causes of a failure, for people and tools. */
#ifndef CULPRIT_REPORT_CAUSE_VIEW_H
#define CULPRIT_REPORT_CAUSE_VIEW_H

#include "cause/truth.h"
#include "program/program.h"

#include <stdio.h>

typedef struct CauseView CauseView;
struct CauseView {
    const CauseSpec *spec;
    const CauseResult *result;
    const Program *program;
    const char *path, *test;
    const CauseTruth *truth; /* or NULL */
    size_t most;             /* statements nearby */
    bool rr, statistics, colour;
};

/* `format` is one of formats.h, or "gdb": a script for the debugger. */
bool cause_show(const CauseView *v, const char *format, FILE *out, Diag *d);

#endif
