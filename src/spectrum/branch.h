/* branch.h - Santelices et al. 2009: Ochiai on edges, for statements. */
#ifndef CULPRIT_SPECTRUM_BRANCH_H
#define CULPRIT_SPECTRUM_BRANCH_H

#include "spectrum/spectrum.h"

/* Per block the largest Ochiai score of the edges that enter or leave it. */
void branch_scores(const Spectrum *s, double *blocks);

#endif
