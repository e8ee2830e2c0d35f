/* formula.c - score one program entity from its four spectrum counts. */
#include "spectrum/formula.h"

#include <assert.h>
#include <math.h>

/* Division where an empty denominator means "no evidence", hence 0. */
static double
ratio(double num, double den)
{
    return den > 0 ? num / den : 0;
}

/* Division where an empty denominator means "nothing speaks against it". */
static double
best(double num, double den, double top)
{
    return den > 0 ? num / den : num > 0 ? top : 0;
}

/* What passing runs take off: the first two count full, the next eight a
 * tenth, the others a thousandth. */
static double
wong3_discount(double ep)
{
    if (ep <= 2)
        return ep;
    return ep <= 10 ? 2 + 0.1 * (ep - 2) : 2.8 + 0.001 * (ep - 10);
}

double
formula_score(Formula f, Counts c)
{
    const double ef = c.ef, nf = c.nf, ep = c.ep, np = c.np;
    double score = 0;

    assert(ef >= 0 && nf >= 0 && ep >= 0 && np >= 0);
    switch (f) {
#define FORMULA(id, name, law, ref, expr) \
    case FORMULA_##id:                    \
        score = (expr);                   \
        break;
#include "spectrum/formula.def"
#undef FORMULA
    case FORMULA_COUNT:
        break;
    }
    assert(isfinite(score));
    return score;
}
