/* domain.h - the analysis domain of a failure, as narrow.h takes it.
 *
 * Of a lineage only what can be altered stays; loads, calls and other steps on
 * the way are left out, with edges instead. The program's input is right by
 * assumption: what uses it depends on the entry. Pointers that the program
 * did not choose itself, as malloc gives them, are no states.
 */
#ifndef CULPRIT_CAUSE_DOMAIN_H
#define CULPRIT_CAUSE_DOMAIN_H

#include "cause/narrow.h"
#include "trace/lineage.h"

/* What the person knows: lines of the script. */
typedef struct CauseHints CauseHints;
struct CauseHints {
    const uint32_t *trust, *suspect;
    size_t ntrust, nsuspect;
    const bool *closed; /* of each line: no state there is altered; or NULL */
};

typedef struct CauseDomain CauseDomain;
struct CauseDomain {
    NarrowGraph graph;
    uint32_t *node; /* of each: its number in the lineage; 0: entry, failure */
    uint32_t *first, *to;
    uint8_t *kind;
    uint32_t naltered; /* how many can be altered */
};

/* False: the deadline (NULL: none) was over first, and there is nothing. */
bool cause_domain_build(const Lineage *l, const CauseHints *hints,
                        const Deadline *until, CauseDomain *out);
void cause_domain_done(CauseDomain *d);

#endif
