/* alone.h - find with one failing test of a version, and no other: the rest of
 * the suite is not looked at.
 */
#ifndef CULPRIT_BENCH_ALONE_H
#define CULPRIT_BENCH_ALONE_H

#include "format/findings.h"
#include "process/child.h"
#include "suite/suite.h"
#include "variant/variant.h"

#include <stdio.h>

typedef struct AloneSpec AloneSpec;
struct AloneSpec {
    Subject *subject;
    const char *correct; /* the correct program: the oracle */
    const Test *test;
    Limits limits;
    double time_s; /* with making tests */
    unsigned jobs;
    FILE *log; /* of trials, or NULL */
};

bool alone_run(const AloneSpec *spec, Findings *out, Diag *d);

#endif
