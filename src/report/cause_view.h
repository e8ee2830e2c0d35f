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
    bool statistics, colour;
};

/* `format` is text, json, dot, or the name of a reporter. */
bool cause_show(const CauseView *v, const char *format, FILE *out, Diag *d);

/* There is no cause to show: a sentence without a full stop, or in a format
 * that programs read an answer that is empty. */
bool cause_show_nothing(const char *why, const char *technique,
                        const char *format, FILE *out, Diag *d);

/* A script for gdb, or rr, that stops at the suspects. */
bool cause_script(const CauseView *v, bool rr, FILE *out, Diag *d);

#endif
