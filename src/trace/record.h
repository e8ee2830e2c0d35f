/* record.h - run one test natively and traced, and check that both agree; or
 * traced alone, with its state altered.
 */
#ifndef CULPRIT_TRACE_RECORD_H
#define CULPRIT_TRACE_RECORD_H

#include "process/child.h"
#include "process/rundir.h"
#include "run/alter.h"
#include "suite/suite.h"
#include "variant/variant.h"

/* In the recorded run's directory: what the traced run wrote. */
#define RECORD_OUT "traced.out"

typedef struct RecordSpec RecordSpec;
struct RecordSpec {
    const char *program; /* argv[0] of both runs, and the native one's file */
    const char *variant; /* the traced run's file: VARIANT_TRACE or, for
                            `alter`, VARIANT_RETRACE */
    const char *test;    /* arguments and `< input`, as words.h has them */
    const Test *of;      /* or this; else NULL */
    const char *dir;
    Limits limits;
    unsigned long long trace_bytes; /* most to write, 0: no limit */
    AlterPlan *alter; /* NULL: none; else only the traced run is made, and the
                         plan tells afterwards what was done */
    const char *id;   /* of the program, for `alter` */
};

typedef struct Recorded Recorded;
struct Recorded {
    char *dir; /* where the traces are; the run root's */
    int status, signal;
    bool timed_out; /* the traced run; the trace ends there */
};

/* Fails with a sentence if the program behaves differently when traced. */
bool record_run(const RecordSpec *spec, RunRoot *root, Recorded *out, Diag *d);
void recorded_done(Recorded *r); /* removes the directory */

#endif
