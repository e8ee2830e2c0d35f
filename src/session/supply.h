/* supply.h - tests that are made for experiments.
 *
 * Either from a failing one, by the generate engine, where too few pass; or
 * from all that there are, by other values in them, where too few tell changes
 * apart that do as well. They are judged, and placed in directories of their
 * own, so that altered programs can run them.
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
    const char *dir;   /* they are placed below this one, which exists */
    Deadline deadline; /* of all; or none */
    double time_s;     /* a share of it is used */
    bool by_work;      /* no clock decides: the same tests each time */
    bool quiet;        /* do not warn about what confinement does not prevent */
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

/* Fails if the failing test is of no use here; what was made until then is in
 * `out`. */
bool supply_make(const SupplySpec *spec, Supply *out, Diag *d);

/* Passing tests with other values than those of `suite`, whose runs are `runs`
 * (supply_vary.c). A share of the time is used. */
bool supply_vary(const SupplySpec *spec, const Suite *suite, const Runs *runs,
                 Supply *out, Diag *d);
void supply_done(Supply *s);

/* The supply; with `before`, all of that, and the supply without the failing
 * test. Both must outlive `out`. */
void supply_join(const Supply *s, const Program *p, const Stock *before,
                 Stock *out);

#endif
