/* workers.h - pieces of work in processes of their own, several at a time. */
#ifndef CULPRIT_BENCH_WORKERS_H
#define CULPRIT_BENCH_WORKERS_H

#include "base/diag.h"

typedef struct WorkersHooks WorkersHooks;
struct WorkersHooks {
    void *context;
    /* In a child, which then ends; piece i may use `jobs` processes. */
    bool (*work)(void *context, size_t i, unsigned jobs, Diag *d);
    /* In the parent: it has ended; what went wrong, or NULL. */
    void (*ended)(void *context, size_t i, const char *trouble);
};

/* Pieces todo[0..n-1]. SIGINT, SIGTERM or SIGHUP end the children, which are
 * then not reported, and set *interrupted. */
bool workers_run(const WorkersHooks *hooks, const size_t *todo, size_t n,
                 unsigned jobs, bool *interrupted, Diag *d);

#endif
