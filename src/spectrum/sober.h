/* sober.h - Liu et al. 2005: predicates that are true at another rate in
 * failing runs than in passing ones.
 *
 * Where all passing runs have the same rate (sigma = 0), sigma is taken as
 * 1/(P+1), finer than which P runs tell nothing; so scores are finite.
 */
#ifndef CULPRIT_SPECTRUM_SOBER_H
#define CULPRIT_SPECTRUM_SOBER_H

#include "spectrum/entity.h"

typedef struct Sober Sober;
struct Sober {
    double pass, sigma; /* mean and deviation of the rate, passing runs */
    double fail;        /* mean of the rate, failing runs */
    double score;
};

/* Fills out[i] for predicates->at[i]. */
void sober_predicates(const Spectrum *s, const Entities *predicates,
                      Sober *out);

/* The score from its parts: log(sigma / (sqrt(k) phi(Z))). */
double sober_score(double pass, double sigma, double fail, uint32_t nfailed,
                   uint32_t npassed);

#endif
