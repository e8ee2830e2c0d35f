/* find_gdb.h - a script for gdb, or rr, that stops at the first suspects. */
#ifndef CULPRIT_REPORT_FIND_GDB_H
#define CULPRIT_REPORT_FIND_GDB_H

#include "format/findings.h"
#include "suite/suite.h"

#include <stdio.h>

typedef struct FindScript FindScript;
struct FindScript {
    const Findings *findings; /* the first one's steps begin with the instance
                                 that reaches the failure */
    const char *program;
    const Test *failing; /* to run; or NULL */
    bool rr;             /* for a recording of that run */
};

void find_gdb(const FindScript *s, FILE *out);

#endif
