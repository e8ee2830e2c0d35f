/* traced.h - a program's trace variant, and the graph of one traced test.
 */
#ifndef CULPRIT_TRACE_TRACED_H
#define CULPRIT_TRACE_TRACED_H

#include "program/control.h"
#include "suite/suite.h"
#include "trace/graph.h"
#include "trace/record.h"
#include "variant/variant.h"

#include <stdio.h>

typedef struct TracedOptions TracedOptions;
struct TracedOptions {
    double time_s;
    long trace_mb, process;
    const char *keep;  /* also leave the trace there, or NULL */
    const char *from;  /* read such a trace instead of running, or NULL */
    const char *until; /* FILE:LINE#K to stop behind, or NULL */
    long last;         /* nodes to keep, 0: all */
    AlterPlan *alter;  /* what to alter, NULL: nothing */
    bool summary;      /* find summary control dependences, too, */
    bool across;       /* and those between functions */
    const Test *of;    /* the test, in place of a line; or NULL */
    const Deadline *deadline; /* of the graph, or NULL */
};

typedef struct TracedProgram TracedProgram;
struct TracedProgram {
    const Subject *subject;
    char *variant;
    char
        *alter; /* the variant whose state can be altered, once it was needed */
    Script script;
    Control control;
    Summaries summaries, across; /* once they were asked for */
    RunRoot root;
};

typedef struct TracedRun TracedRun;
struct TracedRun {
    Recorded recorded;
    Trace trace;
    Graph graph;
};

/* The subject must outlive it. */
bool traced_open(const Subject *subject, TracedProgram *out, Diag *d);
void traced_close(TracedProgram *p);

/* Run the test (a line; or NULL, see TracedOptions) and build its graph; warns
 * of what is missing in it. */
bool traced_run(TracedProgram *p, const char *test, const TracedOptions *o,
                TracedRun *out, Diag *d);
void traced_done(TracedRun *r);

void traced_statistics(const TracedRun *r, FILE *out);

#endif
