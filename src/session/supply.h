/* supply.h - tests made from a failing one, for experiments that have none or
 * too few: passing ones decide.
 *
 * The generate engine makes and judges them; they are placed in directories
 * of their own, so that altered programs can run them.
 */
#ifndef CULPRIT_SESSION_SUPPLY_H
#define CULPRIT_SESSION_SUPPLY_H

#include "base/vec.h"
#include "explore/generate.h"
#include "session/stock.h"

/* Are these too few passing tests, so that more should be made? */
bool supply_is_short(size_t npassed);

typedef struct SupplySpec SupplySpec;
struct SupplySpec {
    Setup setup;  /* of any variant: others are made */
    Store *store; /* they are kept there as well; or NULL */
    const Test *failing;
    const char *dir; /* they are placed below this one, which exists */
    double time_s;   /* of this a share is used */
    bool by_work;    /* no clock decides: the same tests each time */
    bool quiet;      /* do not warn of what confined runs are not kept from */
    void (*progress)(void *context, const GenerateResult *r);
    void *context;
};

typedef struct Made Made;
struct Made {
    Test test;
    Wanted want; /* what the reference did, if there is one */
    Run run;
    size_t edges, nedges; /* of Supply.index */
};

typedef struct Supply Supply;
struct Supply {
    Arena arena;
    VEC(Made) tests; /* the first is the failing one */
    VEC(uint32_t) index;
    VEC(uint32_t) count;
    size_t npassed, nfailed, nunknown;
    double wall_s;
};

/* Fails if the failing test is of no use for it; what was made before is
 * there. */
bool supply_make(const SupplySpec *spec, Supply *out, Diag *d);
void supply_done(Supply *s);

/* The supply, or all of `before` and the supply but for the failing test; both
 * must outlive it. */
void supply_join(const Supply *s, const Program *p, const Stock *before,
                 Stock *out);

#endif
