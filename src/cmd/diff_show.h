/* diff_show.h - where two runs part, as text or JSON. */
#ifndef CULPRIT_CMD_DIFF_SHOW_H
#define CULPRIT_CMD_DIFF_SHOW_H

#include "report/source.h"
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

typedef void (*DiffWriter)(DiffView *v, FILE *out);

/* NULL if there is no such format. */
DiffWriter diff_writer(const char *format);

#endif
