/* find_parts.h - what the parts of find know of each other. */
#ifndef CULPRIT_LOCALIZE_FIND_PARTS_H
#define CULPRIT_LOCALIZE_FIND_PARTS_H

#include "base/map.h"
#include "localize/find.h"

/* Stages of the experiments, and what each took. */
typedef enum {
    FIND_SCREEN,
    FIND_SOLVE,   /* constants of comparisons */
    FIND_MOMENTS, /* changes at some executions only */
    FIND_GUARD,
    FIND_SAMPLE,
    FIND_CONFIRM,
    FIND_CAUSE, /* where no change answers */
    FIND_STAGES
} FindStage;

typedef struct FindCost FindCost;
struct FindCost {
    uint64_t runs;
    double wall_s;
};

/* While it is worked on. */
typedef struct Finder Finder;
struct Finder {
    const FindSpec *spec;
    FindResult *r;
    Experiment e;
    Study study;
    const Entities *entities;
    double *suspicion; /* of each entity: ochiai */
    uint32_t *place;   /* of each entity among the suspects */
    double *blame;     /* of each entity: by cause; NULL: it was not asked */
    double start;
    FindCost costs[FIND_STAGES];
    VEC(Watch) watches;
    Map watch_of; /* site -> number of its watch */
    Map classes;  /* key -> CLASS_... */
};

/* The statement that the site belongs to, PROGRAM_NONE if none. */
uint32_t find_entity(const Finder *f, const MutateSite *site);

/* Changes at those executions of a statement only that a simple condition
 * tells from the others: where an `if` is missing, a change of all of them
 * repairs nothing (find_moments.c). */
bool find_moments(Finder *f, Diag *d);

/* If no change repairs enough: what `cause` says of the failing test that
 * screens (find_cause.c). */
void find_cause(Finder *f);

/* Does a change repair more than correlation is worth? */
bool find_has_answer(const Finder *f);

/* From trials to findings (find_report.c). */
void find_report(Finder *f);

#endif
