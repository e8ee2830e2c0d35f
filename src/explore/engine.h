/* engine.h - run an input concolically; solve for another one; see whether it
 * went where it should.
 *
 * What strategies, path following and state alteration share. Runs are
 * confined, one at a time, in one directory that is put back in order between
 * them; addresses are not randomised.
 */
#ifndef CULPRIT_EXPLORE_ENGINE_H
#define CULPRIT_EXPLORE_ENGINE_H

#include "base/io.h"
#include "base/vec.h"
#include "explore/decide.h"
#include "format/alter.h"
#include "format/terms.h"
#include "process/confine.h"
#include "process/deadline.h"
#include "process/pool.h"
#include "process/rundir.h"
#include "solve/solver.h"
#include "suite/input.h"
#include "variant/variant.h"

#include <stdio.h>

typedef struct EngineSpec EngineSpec;
struct EngineSpec {
    const Subject *subject;
    const char *variant;      /* the concolic one */
    unsigned sources;         /* CONCOLIC_FROM_* */
    const char *const *names; /* variables that are symbolic; NULL ends */
    Limits limits;
    uint32_t grow;     /* bytes that an argument may grow at a time */
    uint32_t window;   /* of symbolic addresses */
    uint32_t patience; /* steps of one branch */
    uint64_t nodes;    /* expressions to record; 0: all there is room for */
    bool processes;    /* the program may start others */
    uint64_t
        clock; /* what time the program thinks it is, in ns; 0: the real one */
    SolverOptions solver;
};

#define ENGINE_DEFAULTS                                                 \
    ((EngineSpec){.sources = CONCOLIC_FROM_ARGS | CONCOLIC_FROM_STDIN | \
                             CONCOLIC_FROM_FILES,                       \
                  .limits = {.time_s = 10, .output_mb = 64},            \
                  .grow = 16,                                           \
                  .window = 256,                                        \
                  .patience = 2000,                                     \
                  .solver = SOLVER_DEFAULTS})

typedef struct EngineStats EngineStats;
struct EngineStats {
    uint64_t runs;
    double run_s;
    uint64_t steps, nodes;               /* recorded, in all runs */
    uint64_t reasons[CONCOLIC_NREASONS]; /* values made concrete */
    uint64_t terms[TERMS_NREASONS];      /* those of PHP */
    uint64_t full;                       /* runs that reached a limit */
    uint64_t sockets;                    /* that there was no network for */
};

typedef struct Engine Engine;
struct EngineKind;

/* Parts of an input, as numbers: arguments, bytes, parameters. */
typedef VEC(uint64_t) EngineUnits;

/* A run and all that is known of it. */
typedef struct EngineRun EngineRun;
struct EngineRun {
    Ended ended;
    Recording recording;
    Relation relation; /* of the recording; made when first asked for */
    Decisions path;
    Bytes out, err;
    uint64_t altered; /* alterations that were made */
    uint64_t failed;  /* steps before it failed; UINT64_MAX: not known */
    const struct EngineKind *kind;
    void *own; /* the kind's */
};

/* The subject, variant and names must outlive it. */
bool engine_open(const EngineSpec *spec, Engine **out, Diag *d);
void engine_close(Engine *e);

/* Another one with the same limits, for a process of its own. */
bool engine_twin(const Engine *e, Engine **out, Diag *d);

/* Run; `alter` is as alter.h has it, ascending. A crash is no failure, nor is
 * a run that records nothing. False also when interrupted. */
bool engine_run(Engine *e, const Input *in, const AlterEntry *alter,
                size_t nalter, EngineRun *out, Diag *d);
void engine_run_done(EngineRun *r);

/* From now on altered runs have a file of alterations as large as that for `n`
 * of them: a program that looks at its own memory sees it. */
void engine_keep_alterations(Engine *e, size_t n);

/* The n alterations of the last run as it left them. */
bool engine_read_alterations(const Engine *e, AlterEntry *out, size_t n,
                             Diag *d);

/* From now on altered runs may take that long, and execute so many sites (0:
 * any number) before they are stopped. */
void engine_limit(Engine *e, double time_s, uint64_t sites);

/* From now on no run goes on beyond this (by the clock; none if `at` is 0). */
void engine_end_at(Engine *e, const Deadline *until);

/* Which of its steps depend on which of its inputs. */
Relation *engine_relation(EngineRun *run);

/* One step that is to end otherwise. */
typedef struct Flip Flip;
struct Flip {
    uint32_t step;    /* of the recording */
    uint32_t outcome; /* as ConcolicStep.taken */
};

/* An input that does all steps before `upto` as the run did but for the flips,
 * which are made. The problem may be refined first: engine_ask begins it (add
 * goals with problem_want), engine_answer solves. SOLVE_SAT: *out is the
 * arena's. */
Problem *engine_ask(Engine *e, EngineRun *run, const Flip *flips, size_t n);
Answer engine_answer(Engine *e, EngineRun *run, const Input *base,
                     uint32_t upto, Arena *a, Input *out);
Answer engine_solve(Engine *e, EngineRun *run, const Input *base, uint32_t upto,
                    const Flip *flips, size_t n, Arena *a, Input *out);

/* What strategies ask of a program in any language (engine_kind.h). */

/* An input that does the same before the decision, and then goes that way, by a
 * problem of at most `size` expressions and a query of `ms` (0: any). */
Answer engine_flip(Engine *e, EngineRun *run, const Input *base,
                   const Decision *at, uint32_t outcome, uint32_t size,
                   unsigned ms, Arena *a, Input *out);
/* The parts of the input that a step depends on, each perhaps more than once.
 * `out` is emptied first. */
void engine_units(EngineRun *run, uint32_t step, EngineUnits *out);
size_t engine_size(const EngineRun *run); /* bytes of the recording */
void engine_drop(EngineRun *run);         /* it; the path stays */
/* Did the program end in a way that no program should? */
bool engine_crashed(const EngineRun *run);
/* The recording as text; and is it sound, by evaluating it anew? */
void engine_dump(const EngineRun *run, FILE *out);
bool engine_check(Engine *e, EngineRun *run, Diag *d);
/* An input with nothing in it. */
Input engine_empty(const Engine *e, Arena *a, const Input *like);
double engine_similar(const EngineRun *run, const Input *x, const Input *y);

/* The solver, for its statistics and cores. */
Solver *engine_solver(Engine *e);
const EngineStats *engine_stats(const Engine *e);
const EngineSpec *engine_spec(const Engine *e);
bool engine_interrupted(Engine *e);

/* Did the run take the path that was predicted: that of `from` up to its
 * decision `at`, which then has `outcome`? */
typedef enum {
    AGREE_YES,
    AGREE_EARLY,  /* another branch, or the same another way, before */
    AGREE_SAME,   /* the decision went as before */
    AGREE_OTHER,  /* so it did, by another expression than before */
    AGREE_SHORT,  /* the run ended before it, or recorded no more */
    AGREE_KILLED, /* it took too long */
    AGREE_KINDS
} Agreement;

extern const char *const agreement_words[AGREE_KINDS];

Agreement engine_agree(const Decisions *from, uint32_t at, uint32_t outcome,
                       const EngineRun *run);

#endif
