/* setup.h - how tests are run: of what, judged how, within which limits. */
#ifndef CULPRIT_RUN_SETUP_H
#define CULPRIT_RUN_SETUP_H

#include "process/child.h"
#include "suite/judge.h"
#include "variant/variant.h"

/* What is run. */
typedef struct Target Target;
struct Target {
    const Subject *subject;
    const char *variant; /* the executable to run in its place */
    uint32_t nvalues;    /* value counters that it has (variant_nvalues) */
};

typedef struct Setup Setup;
struct Setup {
    Target target;
    Judge judge;
    Limits limits;         /* of each run */
    unsigned jobs;         /* runs at a time, */
    bool strict_jobs;      /* and never more: somebody asked for it */
    bool scratch;          /* each in a copy of its working directory */
    bool no_server;        /* execute the program for each run */
    const char *store_dir; /* not copied */
};

#endif
