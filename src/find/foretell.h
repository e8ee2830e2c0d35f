/* foretell.h - what an alteration would do to a run that was watched.
 *
 * Alterations that change nothing there cannot repair it; of those that change
 * the same values in the same way, one needs to be tried.
 */
#ifndef CULPRIT_FIND_FORETELL_H
#define CULPRIT_FIND_FORETELL_H

#include "find/experiment.h"

typedef struct Foretold Foretold;
struct Foretold {
    bool known;     /* else it must be tried */
    bool inert;     /* nothing changes */
    uint64_t key;   /* equal: the same changes */
    uint32_t first; /* execution of the site that is changed, from 1 */
};

/* Which site is to be watched to foretell alterations of this one; MUTATE_NONE
 * if that cannot be. */
uint32_t foretell_watched(const MutateSites *s, uint32_t site);

Foretold foretell(const MutateSites *s, const Alteration *a, const Watch *w);

#endif
