/* supply.h - tests made from a failing one, for experiments that have none or
 * too few: passing ones decide.
 *
 * The generate engine makes and judges them; they are placed in directories
 * of their own, so that altered programs can run them.
 */
#ifndef CULPRIT_LOCALIZE_SUPPLY_H
#define CULPRIT_LOCALIZE_SUPPLY_H

#include "base/vec.h"
#include "explore/generate.h"

enum {
    SUPPLY_TESTS = 150, /* as many as experiments make good use of */
    SUPPLY_FEW = 3,     /* passing tests: more should be made */
};

/* Of the time, for making tests. */
static const double supply_share = .25;

typedef struct SupplySpec SupplySpec;
struct SupplySpec {
    Engine *engine;
    LabSpec lab;  /* of a variant with counters; no recorded outputs */
    Store *store; /* they are kept there as well; or NULL */
    const Input *failing;
    const char *dir; /* they are placed below this one, which exists */
    uint64_t tests;  /* most; 0: no limit */
    double time_s;
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

bool supply_make(const SupplySpec *spec, Supply *out, Diag *d);
void supply_done(Supply *s);

/* Tests with their runs, and what each should have done. */
typedef struct Stock Stock;
struct Stock {
    Suite suite;
    Wanted *wanted; /* NULL: nobody knows, the oracle is another */
    Runs runs;
};

/* All of `before` (NULL: nothing), then the supply; both must outlive it. */
void supply_join(const Supply *s, const Program *p, const Stock *before,
                 Stock *out);
void stock_done(Stock *s);

#endif
