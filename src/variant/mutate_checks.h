/* mutate_checks.h - the check of one site, by its number. */
#ifndef CULPRIT_VARIANT_MUTATE_CHECKS_H
#define CULPRIT_VARIANT_MUTATE_CHECKS_H

#include "variant/mutator.h"

/* The functions that values pass: before any other check. */
void check_define(Mutator *m);

/* Literals of phis, at the end of where they come from. Phis do not survive
 * the splitting of blocks: these come first. */
void check_at_phi(Mutator *m, const MutateFunction *mf, uint32_t number);
/* Expressions in a wider type: before everything that changes operands. */
void check_at_wide(Mutator *m, uint32_t number);
void check_at_statement(Mutator *m, uint32_t number);
void check_at_call(Mutator *m, uint32_t number);
void check_at_junction(Mutator *m, uint32_t number);
void check_at_value(Mutator *m, uint32_t number);

#endif
