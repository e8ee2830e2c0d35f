/* report.h - findings written for people, editors and tools.
 *
 * One writer per file behind one struct. Writers only write to the stream
 * they are given; what they could not do (no source, no Graphviz) is a note
 * in their output, not a failure. False with a message means that the output
 * is not complete.
 */
#ifndef CULPRIT_REPORT_REPORT_H
#define CULPRIT_REPORT_REPORT_H

#include "base/diag.h"
#include "format/findings.h"
#include "program/program.h"
#include "run/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct ReportOptions ReportOptions;
struct ReportOptions {
    size_t top;             /* findings shown of each list, 0: all */
    bool colour;            /* for a terminal */
    const char *root;       /* directory paths are shown relative to, NULL:
                               current */
    const Program *program; /* may be NULL; for html */
    const Runs *runs;       /* may be NULL; for html */
};

typedef struct Reporter Reporter;
struct Reporter {
    const char *name, *help;
    bool (*write)(const Findings *lists, size_t n, const ReportOptions *o,
                  FILE *out, Diag *d);
};

extern const Reporter reporters[]; /* ends with a NULL name */

/* The reporter of that name, or NULL. */
const Reporter *report_find(const char *name);

#endif
