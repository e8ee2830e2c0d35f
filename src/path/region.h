/* region.h - what a run may do between a branch that is evaluated differently
 * and where it comes back: pde and get_all of Figure 3 of the path generation
 * paper.
 */
#ifndef CULPRIT_PATH_REGION_H
#define CULPRIT_PATH_REGION_H

#include "base/vec.h"
#include "program/program.h"
#include "trace/align.h"

/* pde(br, run), line 6: the first event behind `br` that is not (transitively)
 * dynamically control dependent on it; the number of events if all are. */
uint32_t region_pde(AlignRun run, uint32_t br);

/* Paths through the flow graph, one after the other; the blocks of path i are
 * blocks.at[start.at[i]] up to where the next one begins. */
typedef struct RegionPaths RegionPaths;
struct RegionPaths {
    VEC(uint32_t) blocks;
    VEC(uint32_t) start; /* one more than there are paths */
    bool all;            /* there are no others */
};

/* get_all(br, de, run), line 7: the acyclic paths from the block of the branch,
 * which does not go to `taken` (PROGRAM_NONE: anywhere), to the block `to`
 * (PROGRAM_NONE: to where the function ends). Neither end is among the blocks.
 * At most `most` paths, in the order of the edges. */
void region_get_all(const Program *p, uint32_t block, uint32_t taken,
                    uint32_t to, size_t most, RegionPaths *out);
void region_paths_done(RegionPaths *r);

static inline size_t
region_npaths(const RegionPaths *r)
{
    return r->start.n - 1;
}

#endif
