/* closest.h - the path technique on one failing test of a version. */
#ifndef CULPRIT_BENCH_CLOSEST_H
#define CULPRIT_BENCH_CLOSEST_H

#include "format/findings.h"
#include "process/child.h"
#include "suite/suite.h"
#include "variant/variant.h"

typedef struct ClosestSpec ClosestSpec;
struct ClosestSpec {
    Subject *subject;
    const char *correct; /* the correct program: the oracle */
    const Test *test;    /* that fails */
    Limits limits;
    bool strict; /* candidates in the paper's order */
    double time_s;
};

/* Fails with a sentence that says what was covered if no successful run was
 * found. */
bool closest_run(const ClosestSpec *spec, Findings *out, Diag *d);

#endif
