/* blame.h - the cause technique, its variants and its peers, on one failing
 * test of a version.
 */
#ifndef CULPRIT_BENCH_BLAME_H
#define CULPRIT_BENCH_BLAME_H

#include "base/io.h"
#include "format/findings.h"
#include "process/child.h"
#include "suite/suite.h"
#include "variant/variant.h"

typedef struct Blame Blame;
struct Blame {
    const char *name;
    const char *technique, *chooser; /* of cause/cause.h */
    bool no_summary;
};

const Blame *blame_find(const char *name);

typedef struct BlameSpec BlameSpec;
struct BlameSpec {
    const Blame *blame;
    const Subject *subject;
    const Test *test;      /* that fails */
    const Bytes *expected; /* output, and ... */
    int status;            /* ... what the correct program ends with */
    Limits limits;
    double time_s; /* of the processor: other work does not count */
};

/* States without a suspect are an empty list, not a failure. */
bool blame_run(const BlameSpec *spec, Findings *out, Diag *d);

#endif
