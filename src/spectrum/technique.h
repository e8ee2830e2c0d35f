/* technique.h - all spectrum techniques behind one interface.
 *
 * The table is made of formula.def (on any entity) and techniques.def; the
 * option parser, `--technique all`, help and tests follow it.
 */
#ifndef CULPRIT_SPECTRUM_TECHNIQUE_H
#define CULPRIT_SPECTRUM_TECHNIQUE_H

#include "spectrum/formula.h"
#include "spectrum/rank.h"

/* Instead of an EntityKind: what the technique ranks by itself. */
#define ENTITY_OWN ENTITY_KINDS

typedef enum { NEEDS_ANYTHING, NEEDS_PROGRAM, NEEDS_PASSING } TechniqueNeeds;
typedef enum { RANKS_ALL, RANKS_BLOCKS, RANKS_PREDICATES } TechniqueRanks;

/* What techniques share over one set of runs: counted once, entities made
 * once for each kind, filtered. */
typedef struct Study Study;
struct Study {
    Spectrum spectrum;
    const Filter *filter;
    Entities entities[ENTITY_KINDS];
    bool have[ENTITY_KINDS];
};

void study_init(Study *s, const Runs *runs, const uint32_t *failing,
                size_t nfailing, const Filter *filter);
void study_done(Study *s);
/* NULL with a message if these runs have no such entities. */
const Entities *study_entities(Study *s, EntityKind kind, Diag *d);

typedef struct Technique Technique;
struct Technique {
    const char *name, *description, *reference;
    TechniqueNeeds needs;
    TechniqueRanks ranks;
    Formula formula; /* of RANKS_ALL */
    bool (*run)(const Technique *t, const RankOptions *o, Study *s,
                Findings *out, Diag *d);
};

extern const Technique techniques[]; /* ends with a NULL name */

const Technique *technique_by_name(const char *name); /* or NULL */

/* Can it rank these runs by this kind of entity (or ENTITY_OWN)? */
bool technique_fits(const Technique *t, const Runs *runs, EntityKind kind);

/* Rank. Fails without a failing run, and where the technique does not fit. */
bool technique_run(const Technique *t, const RankOptions *o, const Runs *runs,
                   Findings *out, Diag *d);
/* The same with what several techniques share. */
bool technique_run_on(const Technique *t, const RankOptions *o, Study *s,
                      Findings *out, Diag *d);

#endif
