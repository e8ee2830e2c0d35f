/* find_gdb.h - a gdb script that stops at the first suspects. */
#ifndef CULPRIT_REPORT_FIND_GDB_H
#define CULPRIT_REPORT_FIND_GDB_H

#include "format/findings.h"
#include "suite/suite.h"

#include <stdio.h>

/* The first finding's steps begin with the instance that reaches the failure.
 * `failing` is the test to run, or NULL. */
void find_gdb(const Findings *f, const char *program, const Test *failing,
              FILE *out);

#endif
