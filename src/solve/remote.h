/* remote.h - Z3 in a process of its own, which can be stopped.
 *
 * Z3 does not always heed its time limit (in floating point, above all), and
 * may take all memory: a process that is late or gone is replaced by another,
 * and its answer is "unknown".
 */
#ifndef CULPRIT_SOLVE_REMOTE_H
#define CULPRIT_SOLVE_REMOTE_H

#include "solve/smt.h"

typedef struct Remote Remote;
struct Remote {
    int pid; /* 0: none */
    int socket;
    unsigned nqueries;
    unsigned nstopped;
    bool by_work; /* smt_count_work; set it before */
    bool fresh;   /* the next query is answered by a solver that had none */
};

/* Started now, while this process is small and has no threads. */
bool remote_open(Remote *r, Diag *d);
void remote_close(Remote *r);

/* As smt_solve and smt_core. */
SmtAnswer remote_solve(Remote *r, const Problem *p, unsigned ms,
                       uint64_t *symbols);
SmtAnswer remote_core(Remote *r, const Problem *p, unsigned ms, bool *core);

#endif
