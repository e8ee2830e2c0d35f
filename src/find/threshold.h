/* threshold.h - constants of comparisons that no pool holds.
 *
 * What a literal in `x < 10` does to a run depends only on the outcomes, and
 * these change only where the literal passes a value that x had. So one number
 * between each two of the values that were seen beside it stands for every
 * constant there is. Where the comparison is for equality, that fits a constant
 * to these very runs, and says less: ALTERATION_FITTED.
 */
#ifndef CULPRIT_FIND_THRESHOLD_H
#define CULPRIT_FIND_THRESHOLD_H

#include "find/experiment.h"

/* Is it a literal that a comparison takes? */
bool threshold_fits(const MutateSites *s, uint32_t site);

/* Append a change of the literal `site` for each of them, the roundest of those
 * that do the same, those next to the literal first; `w` are watches of the
 * comparison that takes it. */
void threshold_list(const MutateSites *s, uint32_t site, const Watch *w,
                    size_t n, Alterations *out);

/* Is it a literal that may reach a comparison in another way? */
bool threshold_fits_far(const MutateSites *s, uint32_t site);

/* The same for a literal that reaches a comparison in another way, through a
 * variable or a function: `w` is the watch of any comparison; where one of its
 * operands was the literal's value, it may be the literal. */
void threshold_list_far(const MutateSites *s, uint32_t site, const Watch *w,
                        Alterations *out);

#endif
