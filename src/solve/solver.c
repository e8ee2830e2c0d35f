/* solver.c - inputs that meet conditions: what is known, guesses, then Z3. */
#include "solve/solver.h"

#include "base/clock.h"
#include "base/mem.h"
#include "format/tuning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Known Known;
struct Known {
    Answer answer;
    unsigned ms;       /* that Z3 had */
    uint32_t first, n; /* values of a model */
};

struct Solver {
    SolverOptions options;
    Problem problem;
    Guesser guesser;
    Remote remote;
    struct { /* answers given before */
        Map by_key;
        VEC(Known) known;
        VEC(uint64_t) models;
        Map core_by_key; /* of unsatisfiable problems: where the core begins */
        VEC(bool) cores; /* one bit per condition, after the answer */
    } memory;
    VEC(uint64_t) values;  /* the answer */
    VEC(uint64_t) scratch; /* of expressions */
    SolverStats stats;
    bool hasty;
};

enum {
    MODELS_MOST = 16 << 20, /* values kept, then all is forgotten */
};

bool
solver_new(const SolverOptions *o, Solver **out, Diag *d)
{
    Solver *s = mem_zalloc(1, sizeof *s);

    s->options = *o;
    guesser_init(&s->guesser, o->effort);
    s->remote.by_work = o->by_work;
    if (!remote_open(&s->remote, d)) {
        solver_free(s);
        return false;
    }
    *out = s;
    return true;
}

void
solver_free(Solver *s)
{
    if (!s)
        return;
    problem_done(&s->problem);
    guesser_done(&s->guesser);
    remote_close(&s->remote);
    map_done(&s->memory.by_key);
    vec_done(&s->memory.known);
    vec_done(&s->memory.models);
    map_done(&s->memory.core_by_key);
    vec_done(&s->memory.cores);
    vec_done(&s->values);
    vec_done(&s->scratch);
    free(s);
}

Problem *
solver_problem(Solver *s, Relation *r)
{
    problem_begin(&s->problem, r);
    return &s->problem;
}

/* Begin with what the run had. */
static void
reset(Solver *s)
{
    s->values.n = 0;
    for (size_t i = 0; i < s->problem.symbols.n; i++)
        vec_push(&s->values, s->problem.symbols.at[i].value);
    vec_reserve(&s->values, 1);
}

static bool
holds(Solver *s)
{
    vec_reserve(&s->scratch, s->problem.exprs.n + 1);
    return problem_holds(&s->problem, s->values.at, s->scratch.at);
}

static const Known *
look_up(Solver *s)
{
    const ProblemKey *k = &s->problem.key;
    const uint32_t *at =
        s->options.no_cache ? NULL : map_find(&s->memory.by_key, k, sizeof *k);

    const Known *known = at ? &s->memory.known.at[*at] : NULL;
    if (known && known->answer == SOLVE_UNKNOWN && known->ms &&
        (known->ms < s->options.ms || !s->options.ms))
        return NULL; /* there is more time now */
    return known;
}

void
solver_limit(Solver *s, unsigned ms)
{
    s->options.ms = ms;
}

void
solver_limit_size(Solver *s, size_t n)
{
    s->problem.size.most = n;
}

static void
remember(Solver *s, Answer a)
{
    const ProblemKey *k = &s->problem.key;
    Known known = {.answer = a,
                   .ms = s->options.ms,
                   .first = (uint32_t)s->memory.models.n};

    if (s->options.no_cache)
        return;
    if (s->memory.models.n > MODELS_MOST) {
        map_done(&s->memory.by_key);
        s->memory.by_key = (Map){0};
        vec_done(&s->memory.known);
        vec_done(&s->memory.models);
        known.first = 0;
    }
    if (a == SOLVE_SAT)
        for (size_t i = 0; i < s->values.n; i++)
            vec_push(&s->memory.models, s->values.at[i]);
    known.n = (uint32_t)(s->memory.models.n - known.first);
    uint32_t at =
        *map_put(&s->memory.by_key, k, sizeof *k, (uint32_t)s->memory.known.n);
    if (at == s->memory.known.n) {
        vec_push(&s->memory.known, known);
        return;
    }
    assert(s->memory.known.at);
    s->memory.known.at[at] = known;
}

static Answer
count(Solver *s, Way way, Answer a)
{
    s->stats.answers[way][a]++;
    return a;
}

static bool
try_known(Solver *s, const Known *k, Answer *out)
{
    *out = k->answer;
    if (k->answer == SOLVE_UNSAT || k->answer == SOLVE_UNKNOWN)
        return true;
    if (k->n != s->values.n)
        return false; /* keys that collide */
    memcpy(s->values.at, s->memory.models.at + k->first,
           k->n * sizeof *s->values.at);
    if (holds(s))
        return true;
    reset(s);
    return false;
}

static bool
try_guess(Solver *s, Answer *out)
{
    double start = clock_now();
    GuessAnswer g = guess_solve(&s->guesser, &s->problem, s->values.at);

    s->stats.guess_s += clock_now() - start;
    if (g == GUESS_GAVE_UP) {
        reset(s);
        return false;
    }
    *out = g == GUESS_FOUND ? SOLVE_SAT : SOLVE_UNSAT;
    assert(g != GUESS_FOUND || holds(s));
    return true;
}

static unsigned
limit_of(const Solver *s)
{
    const unsigned ms = s->options.ms;
    const unsigned hasty = tuning_count(TUNE_solve_hasty_ms);

    return s->hasty && (ms == 0 || ms > hasty) ? hasty : ms;
}

/* Another size than need be moves the end of all that is read by blocks, which
 * the conditions do not tell. */
static SmtAnswer
ask_for_sizes(Solver *s)
{
    const uint32_t n = problem_pin_sizes(&s->problem);
    SmtAnswer a = SMT_UNSAT;

    if (n)
        a = remote_solve(&s->remote, &s->problem, limit_of(s), s->values.at);
    problem_unpin(&s->problem, n);
    return a;
}

static Answer
ask_z3(Solver *s)
{
    double start = clock_now();
    SmtAnswer a = ask_for_sizes(s);

    if (a == SMT_UNSAT)
        a = remote_solve(&s->remote, &s->problem, limit_of(s), s->values.at);

    s->stats.z3_s += clock_now() - start;
    s->stats.stopped = s->remote.nstopped;
    if (a == SMT_SAT && !holds(s)) {
        s->stats.wrong++;
        return SOLVE_UNKNOWN;
    }
    return a == SMT_SAT     ? SOLVE_SAT
           : a == SMT_UNSAT ? SOLVE_UNSAT
                            : SOLVE_UNKNOWN;
}

Answer
solver_solve(Solver *s, const uint64_t **values)
{
    const Known *known;
    Answer a;

    if (s->problem.size.large)
        return SOLVE_UNKNOWN;
    s->stats.queries++;
    reset(s);
    *values = s->values.at;
    known = look_up(s);
    if (known && known->answer != SOLVE_SAT && try_known(s, known, &a))
        return count(s, SOLVE_BY_CACHE, a);
    /* Guesses stay close to the run's own input, other models do not. */
    if (!s->options.no_guess && try_guess(s, &a)) {
        remember(s, a);
        return count(s, SOLVE_BY_GUESS, a);
    }
    if (known && try_known(s, known, &a))
        return count(s, SOLVE_BY_CACHE, a);
    a = ask_z3(s);
    if (a != SOLVE_UNKNOWN || !s->hasty)
        remember(s, a);
    return count(s, SOLVE_BY_Z3, a);
}

/* Problems that ask the same have the same core: their conditions are in one
 * order. */
Answer
solver_core(Solver *s, bool *core)
{
    const Problem *p = &s->problem;
    const size_t n = p->conditions.n;
    const uint32_t fresh = (uint32_t)s->memory.cores.n;
    const unsigned most = tuning_count(TUNE_solve_core_ms); /* not all: a core
                                                               only saves
                                                               questions */
    const unsigned ms =
        s->options.ms && s->options.ms < most ? s->options.ms : most;
    const uint32_t at =
        s->options.no_cache
            ? fresh
            : *map_put(&s->memory.core_by_key, &p->key, sizeof p->key, fresh);

    if (at == fresh) {
        SmtAnswer a = remote_core(&s->remote, p, ms, core);
        vec_push(&s->memory.cores, a == SMT_UNSAT);
        for (size_t i = 0; i < n; i++)
            vec_push(&s->memory.cores, a == SMT_UNSAT && core[i]);
        s->stats.cores++;
    } else {
        assert(s->memory.cores.at && at + 1 + n <= s->memory.cores.n);
        memcpy(core, s->memory.cores.at + at + 1, n * sizeof *core);
        s->stats.cores_known++;
    }
    assert(s->memory.cores.at);
    return s->memory.cores.at[at] ? SOLVE_UNSAT : SOLVE_UNKNOWN;
}

void
solver_hurry(Solver *s, bool on)
{
    s->hasty = on;
}

void
solver_forget(Solver *s)
{
    map_done(&s->memory.by_key);
    s->memory.by_key = (Map){0};
    s->memory.known.n = 0;
    s->memory.models.n = 0;
    map_done(&s->memory.core_by_key);
    s->memory.core_by_key = (Map){0};
    s->memory.cores.n = 0;
    guesser_done(&s->guesser);
    guesser_init(&s->guesser, s->options.effort);
    s->remote.fresh = true;
}

const SolverStats *
solver_stats(const Solver *s)
{
    return &s->stats;
}
