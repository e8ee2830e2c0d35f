/* cp.h - capturing propagation (Zhang et al. 2009): how suspicious is each
 * block, given how suspicious the edges are that infected states took?
 *
 * One linear system per function over its covered blocks; see
 * docs/design/rank.md for cycles, singular systems, crashes and everything else
 * the paper leaves open. Scores are always finite.
 */
#ifndef CULPRIT_SPECTRUM_CP_H
#define CULPRIT_SPECTRUM_CP_H

#include "spectrum/spectrum.h"

typedef enum {
    CP_UNCOVERED,   /* no run entered the function */
    CP_EXACT,       /* the paper's equations hold */
    CP_LIMIT,       /* they are (nearly) dependent: zero contrasts taken as
                       1e-10 make them independent */
    CP_REGULARISED, /* not even those are: least squares, see docs */
    CP_LOCAL,       /* nor is that finite: the exit rule everywhere */
} CpSystem;

typedef struct Cp Cp;
struct Cp {
    double *edge;    /* thetaDelta; 0 for edges that no run covers */
    double *block;   /* BR; 0 for blocks that no run covers */
    uint8_t *system; /* per function, a CpSystem */
    uint32_t nlimit, nregularised, nlocal;
};

typedef enum {
    CP_PUBLISHED,
    CP_DAMPED, /* ours: edges score by Ochiai, so no sum cancels out, and a
                  block's own edges count as much as what comes back from its
                  successors, so no cycle amplifies */
} CpRule;

/* Everything is allocated in `a`. */
void cp_solve(const Spectrum *s, CpRule rule, Arena *a, Cp *out);

/* The contrast of two shares, in [-1, 1]. */
double cp_contrast(Hits h, uint32_t nfailed, uint32_t npassed);

#endif
