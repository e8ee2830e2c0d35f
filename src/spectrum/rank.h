/* rank.h - from scores of entities to a list of findings.
 *
 * Order: score, higher first; scores that differ by rounding only are one
 * group. A finding's rank is the size of its group plus all groups before it.
 * Inside a group: entities whose line more failures name (named.h) come first,
 * then those in whose block more failing runs ended (as near to the failure as
 * counts can tell), then those that more failing, then that fewer passing runs
 * executed, then file order. What no run
 * executed is ranked last as one group, counted but not listed.
 */
#ifndef CULPRIT_SPECTRUM_RANK_H
#define CULPRIT_SPECTRUM_RANK_H

#include "format/findings.h"
#include "spectrum/entity.h"
#include "spectrum/filter.h"

typedef struct RankOptions RankOptions;
struct RankOptions {
    EntityKind entity;
    size_t limit;         /* findings to list, 0: all that were executed */
    const Filter *filter; /* NULL: everything */
};

/* A technique's own words: may set f->message, add evidence or steps. The
 * finding already has the words for its hits. */
typedef struct RankNote RankNote;
struct RankNote {
    void (*write)(const void *context, uint32_t entity, Finding *f, Arena *a);
    const void *context;
};

/* scores[i] of entities->at[i]; -INFINITY puts it last, counted but not
 * listed, and NAN marks an entity that the technique does not rank at all.
 * Fills at, n, entities, unit, passed and failed of `out`. */
void rank_findings(const Spectrum *s, const Entities *entities,
                   const double *scores, const RankOptions *o,
                   const RankNote *note, Findings *out);

/* One more piece of evidence, in the finding's own array. */
void rank_add_evidence(Finding *f, Arena *a, Evidence e);

#endif
