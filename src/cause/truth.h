/* truth.h - which states were misjudged, as the right version tells.
 */
#ifndef CULPRIT_CAUSE_TRUTH_H
#define CULPRIT_CAUSE_TRUTH_H

#include "cause/cause.h"

/* Of the states that were altered singly; addresses are not comparable. */
typedef struct CauseTruth CauseTruth;
struct CauseTruth {
    uint32_t states;
    uint32_t right;    /* that are right */
    uint32_t accused;  /* right ones that count as polluted */
    uint32_t excused;  /* wrong ones that count as clean */
    uint32_t pointers; /* states left out */
};

/* `right` is the run of the same test by the right version. A state's like
 * there is the same execution, by number, of the instruction that stands for
 * it; without one the state is wrong. */
CauseTruth cause_truth(const CauseResult *r, const Graph *wrong,
                       const Graph *right);

#endif
