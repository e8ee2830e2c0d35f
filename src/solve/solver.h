/* solver.h - inputs that meet conditions: what is known, guesses, then Z3.
 *
 * Whatever is found is checked by evaluation before it is given out. Answers
 * are kept by the problem's key, which does not depend on the run: other runs
 * that ask the same (even about other bytes) get the same answer.
 */
#ifndef CULPRIT_SOLVE_SOLVER_H
#define CULPRIT_SOLVE_SOLVER_H

#include "format/tuning.h"
#include "solve/guess.h"
#include "solve/remote.h"

typedef enum { SOLVE_SAT, SOLVE_UNSAT, SOLVE_UNKNOWN, SOLVE_ANSWERS } Answer;
typedef enum { SOLVE_BY_CACHE, SOLVE_BY_GUESS, SOLVE_BY_Z3, SOLVE_WAYS } Way;

typedef struct SolverStats SolverStats;
struct SolverStats {
    uint64_t queries;
    uint64_t answers[SOLVE_WAYS][SOLVE_ANSWERS];
    uint64_t wrong;   /* models that did not hold: counted as unknown */
    uint64_t stopped; /* queries of Z3 that had to be */
    uint64_t cores, cores_known; /* asked for, and known already */
    double guess_s, z3_s;
};

typedef struct SolverOptions SolverOptions;
struct SolverOptions {
    unsigned ms;     /* per query of Z3; 0: no limit */
    uint64_t effort; /* of guessing: evaluations of one expression */
    bool no_cache, no_guess;
    bool by_work; /* as much work as is done in that time, not time */
};

#define SOLVER_DEFAULTS                                 \
    ((SolverOptions){.ms = tuning_count(TUNE_solve_ms), \
                     .effort = tuning_count(TUNE_solve_effort)})

typedef struct Solver Solver;

/* False with a message if there is no Z3. */
bool solver_new(const SolverOptions *o, Solver **out, Diag *d);
void solver_free(Solver *s);

/* Begin a problem about a recording; one at a time. Say what is wanted with
 * problem_want..., then problem_close, then solver_solve. */
Problem *solver_problem(Solver *s, Relation *r);

/* SOLVE_SAT: values[i] of problem->symbols.at[i] until the next problem; what
 * need not change has its value of the run. */
Answer solver_solve(Solver *s, const uint64_t **values);

/* From now on Z3 has so many milliseconds; what it could not decide in fewer
 * is asked again. */
void solver_limit(Solver *s, unsigned ms);

/* From now on problems may have so many expressions, 0: any number. */
void solver_limit_size(Solver *s, size_t n);

/* After SOLVE_UNSAT: conditions that contradict each other. SOLVE_UNKNOWN if
 * that was not found out. */
Answer solver_core(Solver *s, bool *core);

/* Give up soon, or as the options say again. What is given up in a hurry can
 * be asked once more. */
void solver_hurry(Solver *s, bool on);

/* What is answered from now on does not depend on what was asked before. */
void solver_forget(Solver *s);

const SolverStats *solver_stats(const Solver *s);

#endif
