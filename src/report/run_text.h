/* run_text.h - how a suite went, for a person. */
#ifndef CULPRIT_REPORT_RUN_TEXT_H
#define CULPRIT_REPORT_RUN_TEXT_H

#include "run/runner.h"

#include <stdio.h>

typedef struct RunView RunView;
struct RunView {
    const Suite *suite;
    const RunnerResult *result;
    const char *program; /* as it was given */
    const char *record;  /* outputs were only recorded there; or NULL */
};

void run_text(const RunView *v, FILE *out);

/* The tests that did something else natively. */
void run_disagreements(const RunView *v, FILE *out);

#endif
