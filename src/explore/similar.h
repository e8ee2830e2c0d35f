/* similar.h - how alike two runs are, from 0 to 100 (Artzi et al. 2010).
 *
 * By their paths: conditions evaluated alike over all conditions of either
 * (subset), or the longest stretch of them (subsequence). By their inputs:
 * units that are equal over all units of either; a unit is an argument, a
 * variable, or a byte of a file.
 */
#ifndef CULPRIT_EXPLORE_SIMILAR_H
#define CULPRIT_EXPLORE_SIMILAR_H

#include "explore/decide.h"
#include "suite/input.h"

/* A path to compare others with. */
typedef struct Pattern Pattern;
struct Pattern {
    const Decisions *path;
    struct Map *places; /* of (branch, occurrence) in the path */
};

void pattern_init(Pattern *p, const Decisions *path);
void pattern_done(Pattern *p);

double similar_subset(const Pattern *p, const Decisions *path);
double similar_subsequence(const Pattern *p, const Decisions *path);

/* Of every path that is `path` but for its decision at[k], which goes to
 * out[k]: most[k] is raised to it. */
void similar_flips(const Pattern *p, const Decisions *path, bool subset,
                   const uint32_t *at, const uint32_t *out, size_t n,
                   double *most);

double similar_input(const Input *x, const Input *y);
size_t similar_input_units(const Input *x); /* how many it has */

#endif
