/* formula.h - score one program entity from its four spectrum counts.
 *
 * Pure functions: no allocation, no state, no failure. To add a formula, add a
 * row to formula.def; the technique table, the help text and the tests follow.
 */
#ifndef CULPRIT_SPECTRUM_FORMULA_H
#define CULPRIT_SPECTRUM_FORMULA_H

#include <stdbool.h>

typedef struct Counts Counts;
struct Counts {
    double ef, nf; /* failing runs that did / did not execute it */
    double ep, np; /* passing runs that did / did not execute it */
};

typedef enum {
#define FORMULA(id, name, law, ref, expr) FORMULA_##id,
#include "spectrum/formula.def"
#undef FORMULA
    FORMULA_COUNT
} Formula;

typedef enum { LAW_ZERO, LAW_POSITIVE, LAW_SIGNED } FormulaLaw;

/* Higher is more suspicious; always finite. Signs: see the row's law. */
double formula_score(Formula f, Counts c);

#endif
