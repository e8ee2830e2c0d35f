/* cbi.c - Liblit et al. 2005: predicates whose truth raises the chance to
 * fail. */
#include "spectrum/cbi.h"

#include "format/tuning.h"

#include <math.h>

static double
share(Hits h)
{
    double all = (double)h.ef + h.ep;

    return all > 0 ? h.ef / all : 0;
}

static double
variance(Hits h)
{
    double all = (double)h.ef + h.ep, p = share(h);

    return all > 0 ? p * (1 - p) / all : 0;
}

Cbi
cbi_predicate(Hits truth, Hits observed, uint32_t nfailed)
{
    Cbi c = {.failure = share(truth), .context = share(observed)};

    c.increase = c.failure - c.context;
    c.error = tuning(TUNE_spectrum_cbi_z) *
              sqrt(variance(truth) + variance(observed));
    c.dropped = truth.ef == 0 || c.increase - c.error <= 0;
    if (truth.ef == 0 || c.increase <= 0)
        return c;
    double support = nfailed > 1 ? log(truth.ef) / log(nfailed) : 1;
    c.importance = 2 * c.increase * support / (c.increase + support);
    return c;
}
