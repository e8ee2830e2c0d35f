/* generate.h - tests that tell suspects apart, from one failing test (Artzi
 * et al. 2010).
 *
 * Every input that the explorer comes up with is run twice: with counters, to
 * be judged and kept as a test, and concolically, for what to try next. It
 * ends at a budget, or when the top of the ranking (Ochiai on tuples) has not
 * changed for some tests.
 */
#ifndef CULPRIT_EXPLORE_GENERATE_H
#define CULPRIT_EXPLORE_GENERATE_H

#include "explore/explorer.h"
#include "explore/watch.h"
#include "run/failure.h"
#include "run/lab.h"

typedef struct Generated Generated;
typedef struct GenerateResult GenerateResult;
typedef struct GenerateSpec GenerateSpec;

/* What it begins with. */
typedef struct GenerateInputs GenerateInputs;
struct GenerateInputs {
    const Input *failing;
    const Input *seeds; /* besides; with none of them, a strategy that does not
                           begin with the failing test begins with an empty one
                           like it */
    size_t nseeds;
    bool in_suite; /* the store has the failing test already, as one of a
                      suite; nothing is ranked on the way */
};

/* When it ends; 0: no limit. */
typedef struct GenerateBounds GenerateBounds;
struct GenerateBounds {
    uint64_t tests; /* most, besides the failing one and seeds */
    double time_s;
    double cpu_s;    /* of all processes together */
    uint64_t asked;  /* most questions to the solver */
    unsigned stable; /* tests that must not change the top; 0: never stop */
};

/* Who is told about it; each may be NULL. */
typedef struct GenerateHooks GenerateHooks;
struct GenerateHooks {
    void (*progress)(void *context, const GenerateResult *r);
    /* Sees every test with its verdict, while its directory is there. */
    bool (*kept)(void *context, const Generated *t, const LabRun *run,
                 const Profile *p, Diag *d);
    void *context;
};

struct GenerateSpec {
    Engine *engine;
    const Strategy *strategy;
    LabSpec lab;  /* of a variant with counters */
    Store *store; /* NULL: nothing is kept, nor ranked on the way */
    GenerateInputs inputs;
    GenerateBounds bounds;
    bool any_failure; /* all failures are one; else those that are not the
                         failing test's have no verdict */
    bool same_end;    /* how a run ends that ends as the reference does is part
                         of its failure all the same */
    const char *output;      /* directory to write the tests to, or NULL */
    const WatchPlace *watch; /* lines whose place is kept for every test */
    size_t nwatch;
    GenerateHooks hooks;
};

typedef enum {
    GENERATE_TESTS,
    GENERATE_TIME,
    GENERATE_STABLE,
    GENERATE_DONE, /* there is nothing left to try */
    GENERATE_INTERRUPTED,
} GenerateEnd;

struct Generated {
    const char *name; /* "failing", "seed1", "t1", ... */
    Input input;
    Verdict verdict;
    const char *reason;
    bool timed_out;
    double similarity; /* to the failing runs before it */
    double cpu_s;      /* until it was there */
    Watched watched;   /* after it */
};

/* A failure that is not the failing test's. */
typedef struct GenerateOther GenerateOther;
struct GenerateOther {
    Failure failure;
    const char *reason, *name; /* of the first test with it */
    size_t n;
};

/* How many tests ended how. */
typedef struct GenerateCounts GenerateCounts;
struct GenerateCounts {
    size_t passed, failed, unknown;
    size_t differ; /* otherwise, when recorded */
};

struct GenerateResult {
    Arena arena;
    Explorer *explorer;
    VEC(Generated) tests; /* the first is the failing one */
    VEC(GenerateOther) others;
    Failure failure;
    GenerateCounts n;
    size_t nearest; /* of passing tests; SIZE_MAX: none passes */
    size_t settled; /* tests until the top changed last */
    GenerateEnd end;
    double wall_s;
};

/* A test that was made, as the store keeps it. */
typedef struct GeneratedRow GeneratedRow;
struct GeneratedRow {
    const char *origin; /* as StoredRun has it */
    const char *way;    /* how it was made, a word */
    size_t place;       /* among those of its origin */
    const Generated *test;
    const LabRun *run;
    const Profile *counts;
};

bool generate_store(Store *store, const GeneratedRow *row, Diag *d);

/* False with a sentence for a test that passes, and for a program or oracle
 * that is not the same twice. What was made before a failure is in the store
 * and in `out`. */
bool generate_run(const GenerateSpec *spec, GenerateResult *out, Diag *d);
void generate_done(GenerateResult *r);

#endif
