/* values.h - values to try in place of one that a run had.
 */
#ifndef CULPRIT_CAUSE_VALUES_H
#define CULPRIT_CAUSE_VALUES_H

#include "cause/sparse.h"
#include "trace/graph.h"

enum { CAUSE_GUESSES = 16 };

/* Pointers of a run that went the same ways: of each instruction that stores
 * or returns one, the first of those that it shares a pointer with. */
typedef struct CausePointers CausePointers;
struct CausePointers {
    uint32_t *kin;
};

void cause_pointers_init(CausePointers *p, const Graph *g);
void cause_pointers_done(CausePointers *p);

/* Is it a pointer that other ones of the run may stand in for? */
bool cause_is_pointer(const Graph *g, uint32_t node);

/* Is it a double? */
bool cause_is_real(const Graph *g, uint32_t node);

size_t cause_guess(const Graph *g, const CausePointers *p, uint32_t node,
                   SparseGuess out[CAUSE_GUESSES]);

#endif
