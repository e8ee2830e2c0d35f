/* sites.h - the instances of a traced run by their numbers in altered
 * ones.
 *
 * Both have the same sites, but a program that looks at its own addresses, or
 * reads /proc/self/maps, executes them differently in each variant.
 */
#ifndef CULPRIT_CAUSE_SITES_H
#define CULPRIT_CAUSE_SITES_H

#include "explore/engine.h"
#include "trace/graph.h"

/* Of each of a[0 .. na-1] the number of its like in b, from 1 on; or that of
 * the one before it if it has none. The caller frees. */
uint64_t *cause_sites_match(const uint32_t *a, size_t na, const uint32_t *b,
                            size_t nb);

/* Run the input and, if its sites are not those of the graph, number them as
 * altered runs have them, and put such a run, with nothing altered, in the
 * place of `run`. Warns of those that have no like there. */
bool cause_sites_number(Engine *e, const Input *in, Graph *g, EngineRun *run,
                        Diag *d);

#endif
