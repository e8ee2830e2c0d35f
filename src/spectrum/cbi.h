/* cbi.h - Liblit et al. 2005: predicates whose truth raises the chance to
 * fail above that of merely reaching them.
 */
#ifndef CULPRIT_SPECTRUM_CBI_H
#define CULPRIT_SPECTRUM_CBI_H

#include "spectrum/spectrum.h"

typedef struct Cbi Cbi;
struct Cbi {
    double failure;    /* share of failing runs where it was true */
    double context;    /* ... where it was observed */
    double increase;   /* failure - context */
    double error;      /* half of increase's 95 % interval */
    double importance; /* harmonic mean of increase and log support */
    bool dropped;      /* the interval reaches 0 */
};

/* `truth`: runs in which it was true at least once; `observed`: runs in which
 * it was evaluated. With one failing run log F / log NumF is taken as 1. */
Cbi cbi_predicate(Hits truth, Hits observed, uint32_t nfailed);

#endif
