/* cause_show.h - causes as text, JSON, a picture, a gdb script, or a report. */
#ifndef CULPRIT_CMD_CAUSE_SHOW_H
#define CULPRIT_CMD_CAUSE_SHOW_H

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

bool cause_knows_format(const char *format);
bool cause_show(const CauseView *v, const char *format, FILE *out, Diag *d);

#endif
