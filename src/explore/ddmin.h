/* ddmin.h - which of n units are needed: delta debugging by deletion.
 *
 * Zeller & Hildebrandt 2002, with complements only: chunks of half the units,
 * then of a quarter and so on are taken out one after the other, each for good
 * if what is left still fails; single units until none can go, so that the
 * result is 1-minimal. After a success we go on with the next chunk, not with
 * the first one again. Subsets alone are not tried: halves as complements are
 * the same, smaller ones seldom succeed.
 */
#ifndef CULPRIT_EXPLORE_DDMIN_H
#define CULPRIT_EXPLORE_DDMIN_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct DdminHooks DdminHooks;
struct DdminHooks {
    void *context;
    /* Chunk c of kept[0 .. n-1] is kept[c * size] .. kept[(c+1) * size - 1],
     * the last perhaps shorter. Find the first chunk from `from` on without
     * which it still fails; *hit is the number of chunks if there is none.
     * Chunks may be tried in any order and at the same time. */
    bool (*find)(void *context, const uint32_t *kept, size_t n, size_t size,
                 size_t from, size_t *hit, Diag *d);
    /* These are kept from now on. */
    void (*keep)(void *context, const uint32_t *kept, size_t n);
    /* Time to stop? What is kept then is not minimal. */
    bool (*stop)(void *context);
};

/* On units 0 .. n-1, which together fail. kept[] has room for n numbers and
 * gets those that are needed, ascending; *nkept of them. */
bool ddmin_run(size_t n, const DdminHooks *hooks, uint32_t *kept, size_t *nkept,
               Diag *d);

#endif
