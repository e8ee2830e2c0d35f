/* mutants.h - mutation-based techniques as published: MUSE and Metallaxis.
 *
 * Both alter every statement that failing tests run by a sample of simple
 * changes, whatever they do to the failing tests, and score statements by how
 * verdicts (MUSE: Moon, Kim, Kim & Yoo 2014) or outputs (Metallaxis-FL:
 * Papadakis & Le Traon 2015) change.
 */
#ifndef CULPRIT_FIND_MUTANTS_H
#define CULPRIT_FIND_MUTANTS_H

#include "find/experiment.h"

/* Of the trials (all of one statement: trial i belongs to statement[i], of n
 * statements) the score of each statement; NAN where it has no trial. */
void mutants_muse(const Trial *trials, const uint32_t *statement,
                  size_t ntrials, double *scores, uint32_t n);
void mutants_metallaxis(const Trial *trials, const uint32_t *statement,
                        size_t ntrials, double *scores, uint32_t n);

#endif
