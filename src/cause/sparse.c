/* sparse.c - can the failure be made to go away by altering these instances? */
#include "cause/sparse.h"

#include "base/mem.h"
#include "base/real.h"
#include "format/tuning.h"
#include "solve/expr.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A path whose exploration was put off. */
typedef struct Deferred Deferred;
struct Deferred {
    EngineRun run;
    uint32_t from;
};

/* What was asked, and when it ends. */
typedef struct AttemptEffort AttemptEffort;
struct AttemptEffort {
    bool limited, failed;
    uint32_t asked;   /* questions */
    uint32_t unknown; /* questions that the solver did not decide */
    uint32_t stop_at; /* runs, once there is a solution in part; 0: not yet */
};

typedef struct Attempt Attempt;
struct Attempt {
    Sparse *s;
    SparseState *states;
    size_t n;
    uint64_t *values;         /* of the states, now */
    const SparseGuess *guess; /* how the value is named, of one state */
    AttemptEffort effort;
    uint64_t merit; /* of the best values so far */
    bool at;        /* GOAL_AT: the last run had it */
    VEC(Deferred) deferred;
    Diag *d;
};

void
sparse_done(Sparse *s)
{
    vec_done(&s->seen);
    vec_done(&s->aim.targets);
    vec_done(&s->aim.aims);
}

void
sparse_aim_none(Sparse *s)
{
    s->aim.targets.n = 0;
    s->aim.aims.n = 0;
    s->aim.moved = false;
}

void
sparse_aim(Sparse *s, const SparseState *branches, size_t n)
{
    vec_push(&s->aim.targets, (SparseTarget){s->aim.aims.n, n});
    for (size_t i = 0; i < n; i++)
        vec_push(&s->aim.aims, branches[i]);
}

/* Symbols are for the concolic variant: here they are values. */
static bool
try_at(const Goal *g, AlterEntry *e, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t every = e[i].kind & ALTER_EVERY;
        if (e[i].kind == ALTER_SYMBOL)
            return false; /* nothing is altered */
        if (e[i].kind == (ALTER_SET_SYMBOL | every))
            e[i].kind = ALTER_SET | every;
    }
    return g->trial(g->context, e, n);
}

static uint32_t
kind_of(const SparseState *s, AlterKind kind, uint64_t value)
{
    if (!s->every)
        return s->branch ? ALTER_FLIP : kind;
    return ALTER_EVERY | (!s->branch               ? kind
                          : value == SPARSE_INVERT ? ALTER_FLIP
                                                   : ALTER_SET);
}

static bool
run_with(Attempt *t, AlterKind kind, const uint64_t *values, EngineRun *out)
{
    AlterEntry *e = mem_zalloc(t->n + 2, sizeof *e);
    size_t n = 0;

    if (t->guess && t->guess->site)
        e[n++] = (AlterEntry){
            .at = t->guess->site, .kind = ALTER_KEEP, .inst = t->guess->inst};
    for (size_t i = 0; i < t->n; i++)
        e[n++] = (AlterEntry){.at = t->states[i].every ? 1 : t->states[i].site,
                              .kind = kind_of(&t->states[i], kind, values[i]),
                              .inst = t->states[i].inst,
                              .value = values[i]};
    AlterEntry *last = &e[n - 1];
    const uint32_t every = last->kind & ALTER_EVERY;
    if (t->guess && t->guess->site) {
        last->kind = ALTER_COPY | every;
        last->at = every ? t->guess->site + 1 : last->at;
    } else if (t->guess && t->guess->add) {
        last->kind = ALTER_ADD | every;
        last->value -= t->states[t->n - 1].was;
    }
    bool ok = engine_run(t->s->engine, t->s->input, e, n, out, t->d);
    if (ok && out->altered < (t->n == 1 ? n : 1))
        t->effort.limited = true; /* that instance was not there */
    if (ok && out->ended.timed_out && t->s->stop && t->s->stop(t->s->context))
        t->effort.limited = true; /* it had less time than others */
    if (ok && t->s->goal->kind == GOAL_AT)
        t->at = try_at(t->s->goal, e, n);
    free(e);
    t->s->nruns++;
    if (!ok && !engine_interrupted(t->s->engine) &&
        t->s->stats.broken++ < tuning_count(TUNE_cause_most_broken)) {
        t->effort.limited = true; /* nothing is known of it */
        free(t->d->error);
        t->d->error = NULL;
        return false;
    }
    t->effort.failed = t->effort.failed || !ok;
    return ok;
}

static bool
is_polluted(const Attempt *t)
{
    return t->merit == GOAL_WHOLE;
}

/* These values do; the best ones are kept. */
static void
keep_values(Attempt *t, const uint64_t *values, uint64_t merit)
{
    if (merit <= t->merit)
        return;
    for (size_t i = 0; i < t->n; i++)
        t->states[i].value = values[i];
    t->states[0].add = t->states[0].every && t->guess && t->guess->add;
    t->merit = merit;
    t->effort.stop_at = t->s->nruns + tuning_count(TUNE_cause_partly_runs);
}

static uint64_t
merit_of(const Attempt *t, const EngineRun *run)
{
    if (t->s->goal->kind == GOAL_AT)
        return t->at ? GOAL_WHOLE : 0;
    return goal_merit(t->s->goal, run);
}

/* The proof: a run with these values has the property. */
static bool
confirm(Attempt *t, const uint64_t *values)
{
    EngineRun run;

    if (!run_with(t, ALTER_SET, values, &run))
        return false;
    const uint64_t merit = merit_of(t, &run);
    keep_values(t, values, merit);
    t->s->stats.refuted += merit == 0;
    engine_run_done(&run);
    return is_polluted(t);
}

/* Solving */

static uint32_t
symbol_node(const Recording *r, uint32_t symbol)
{
    for (uint32_t i = 1; i < r->n.nodes; i++)
        if (r->nodes[i].op == CONCOLIC_SYMBOL && r->nodes[i].a == symbol)
            return i;
    return 0;
}

static uint64_t
magnitude(uint64_t value, unsigned width)
{
    int64_t v = expr_signed(value, width);

    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* Values that help only by an overflow on the way are of no interest: numbers
 * are looked for around those that are known, and none below -1 where there
 * was none below 0. */
static void
keep_in_range(Attempt *t, EngineRun *run, Problem *p)
{
    const Recording *r = &run->recording;
    const Property *want = &t->s->goal->property;
    const uint64_t range = tuning_count(TUNE_cause_range);
    const uint64_t factor = tuning_count(TUNE_cause_range_factor);
    uint64_t one = 1;

    for (uint32_t i = 0; i < r->n.symbols; i++) {
        const ConcolicSymbol *y = &r->symbols[i];
        if (y->kind != CONCOLIC_INSTANCE || y->width < 32)
            continue;
        uint64_t most = range, was = magnitude(y->value, y->width);
        for (size_t k = 0; k < t->n; k++)
            if (t->states[k].site == y->offset &&
                magnitude(t->states[k].was, y->width) > was)
                was = magnitude(t->states[k].was, y->width);
        if (t->s->goal->kind == GOAL_OUTPUT && want->kind == PROPERTY_INTEGER &&
            magnitude(want->value, y->width) > was)
            was = magnitude(want->value, y->width);
        if (was >= (UINT64_C(1) << (y->width - 6)))
            continue; /* a hash, a pointer, a real */
        if (factor * was > most)
            most = factor * was;
        uint32_t node = symbol_node(r, i);
        if (!node)
            continue;
        uint32_t x = problem_import(p, node);
        const uint64_t below = expr_signed(y->value, y->width) < 0 ? most : 1;
        uint32_t sum = problem_make(p, CONCOLIC_ADD, y->width, x,
                                    problem_const(p, y->width, below), 0);
        uint32_t in = problem_make(p, CONCOLIC_ULE, 1, sum,
                                   problem_const(p, y->width, most + below), 0);
        problem_want(p, in, &one, 1, false);
    }
}

/* A problem of one number: those around its value of the run, then some of the
 * others, by evaluation alone, which is quicker than asking a solver. */
static bool
scan(const Problem *p, uint64_t *out)
{
    if (p->symbols.n != 1 || p->exprs.n == 0)
        return false;
    const ConcolicSymbol *y = &p->symbols.at[0];
    const uint64_t tries = tuning_count(TUNE_cause_scan) / p->exprs.n;
    const uint64_t range = tuning_count(TUNE_cause_range);
    const uint64_t mask = expr_mask(y->width);
    uint64_t *values = mem_alloc(p->exprs.n * sizeof *values);
    bool found = false;

    for (uint64_t k = 1; k <= tries && !found; k++) {
        const uint64_t far = k / 2 < tries / 4 ? k / 2 : k * (range / tries);
        *out = (k % 2 ? y->value + far + 1 : y->value - far) & mask;
        found = problem_holds(p, out, values);
    }
    free(values);
    return found;
}

/* What the solver says, as values of the states. */
static bool
solve(Attempt *t, EngineRun *run, Problem *p, uint32_t upto, uint64_t *values)
{
    const uint64_t *model;
    uint64_t one;

    t->effort.asked++;
    keep_in_range(t, run, p);
    problem_close(p, upto);
    const bool scanned = scan(p, &one);
    Answer answer = SOLVE_SAT;
    if (scanned)
        model = &one;
    else
        answer = solver_solve(engine_solver(t->s->engine), &model);
    t->effort.limited = t->effort.limited || answer == SOLVE_UNKNOWN;
    t->effort.unknown += answer == SOLVE_UNKNOWN;
    if (answer != SOLVE_SAT)
        return false;
    memcpy(values, t->values, t->n * sizeof *values);
    for (uint32_t k = 0; k < run->recording.n.symbols; k++)
        for (size_t i = 0; i < t->n; i++)
            if (run->recording.symbols[k].kind == CONCOLIC_INSTANCE &&
                run->recording.symbols[k].offset == t->states[i].site)
                values[i] = run->recording.symbols[k].value;
    for (size_t k = 0; k < p->symbols.n; k++)
        for (size_t i = 0; i < t->n; i++)
            if (p->symbols.at[k].kind == CONCOLIC_INSTANCE &&
                p->symbols.at[k].offset == t->states[i].site)
                values[i] = model[k];
    return true;
}

typedef bool Ask(const Goal *g, const EngineRun *run, Problem *p,
                 uint32_t *upto);

/* Are there values for the run's path that give what is asked for, and do they
 * when run? Wholly. */
static bool
solve_for(Attempt *t, EngineRun *run, Ask *ask)
{
    uint32_t upto = 0;
    bool fit = false;
    Problem *p = engine_ask(t->s->engine, run, NULL, 0);

    if (!ask(t->s->goal, run, p, &upto))
        return false;
    uint64_t *values = mem_zalloc(t->n + 1, sizeof *values);
    if (solve(t, run, p, upto, values))
        fit = confirm(t, values);
    free(values);
    return fit;
}

/* Is the run's path compatible with the expected output, or at least with the
 * property, and does that hold when run? Wholly. */
static bool
fits(Attempt *t, EngineRun *run)
{
    const Goal *g = t->s->goal;

    if ((g->kind == GOAL_AT ? t->at : goal_holds(g, run)) &&
        confirm(t, t->values))
        return true;
    if (t->effort.failed ||
        run->recording.n.nodes > tuning_count(TUNE_cause_most_nodes))
        return false;
    if (solve_for(t, run, goal_ask_whole))
        return true;
    return !t->merit && !t->effort.failed && g->kind == GOAL_OUTPUT &&
           goal_reached(g, run) && solve_for(t, run, goal_ask);
}

/* The property at branches */

/* The step of the run at which this very decision was made, by an expression;
 * UINT32_MAX: none. */
static uint32_t
step_of(const Recording *r, const SparseState *branch)
{
    for (uint32_t i = 0; i < r->n.steps; i++)
        if (r->steps[i].at == branch->site &&
            r->steps[i].kind == CONCOLIC_BRANCH &&
            !(r->steps[i].block & CONCOLIC_MODEL))
            return i;
    return UINT32_MAX;
}

/* Values for which all decisions of the target go the other way; do they help
 * when run? */
static void
aim_at(Attempt *t, EngineRun *run, const SparseTarget *target)
{
    const SparseState *branches = t->s->aim.aims.at + target->first;
    Flip *flips = mem_zalloc(target->n + 1, sizeof *flips);
    uint64_t *values = mem_zalloc(t->n + 1, sizeof *values);
    uint32_t upto = 0;
    size_t n = 0;

    for (; n < target->n; n++) {
        const uint32_t step = step_of(&run->recording, &branches[n]);
        if (step == UINT32_MAX)
            break;
        flips[n] =
            (Flip){.step = step, .outcome = !run->recording.steps[step].taken};
        if (step > upto)
            upto = step;
    }
    if (n && n == target->n &&
        solve(t, run, engine_ask(t->s->engine, run, flips, n), upto, values))
        confirm(t, values);
    free(flips);
    free(values);
}

static void
aim(Attempt *t, EngineRun *run)
{
    for (size_t i = 0;
         i < t->s->aim.targets.n && !is_polluted(t) && !t->effort.failed; i++)
        aim_at(t, run, &t->s->aim.targets.at[i]);
}

/* Is the decision behind all that is aimed at? */
static bool
is_behind(const Attempt *t, const ConcolicStep *step)
{
    for (size_t i = 0; i < t->s->aim.aims.n && t->s->aim.moved; i++)
        if (step->at <= t->s->aim.aims.at[i].site)
            return false;
    return t->s->aim.moved && t->s->aim.aims.n > 0;
}

static bool
is_seen(Attempt *t, uint64_t path)
{
    for (size_t i = 0; i < t->s->seen.n; i++)
        if (t->s->seen.at[i] == path)
            return true;
    vec_push(&t->s->seen, path);
    return false;
}

static bool
is_over(Attempt *t)
{
    const bool out =
        t->s->nruns >= t->s->paths ||
        t->effort.asked / tuning_count(TUNE_cause_questions_each) >=
            t->s->paths ||
        t->effort.unknown >= tuning_count(TUNE_cause_most_unknown) ||
        (t->s->stop && t->s->stop(t->s->context));

    t->effort.limited = t->effort.limited || out;
    return is_polluted(t) || t->effort.failed || out ||
           (t->effort.stop_at && t->s->nruns >= t->effort.stop_at);
}

/* The same of values that are tried as they are, which no solver decides. */
static bool
is_enough(Attempt *t)
{
    return is_polluted(t) || t->effort.failed ||
           (t->s->stop && t->s->stop(t->s->context));
}

/* Values for the path with one condition negated; all others kept if that can
 * be (*whole), else those before. */
static bool
negate(Attempt *t, EngineRun *run, uint32_t at, uint32_t outcome,
       uint64_t *values)
{
    const Decision *c = &run->path.at[at];
    const Flip flip = {.step = c->step, .outcome = outcome};

    return solve(t, run, engine_ask(t->s->engine, run, &flip, 1),
                 run->recording.n.steps, values) ||
           solve(t, run, engine_ask(t->s->engine, run, &flip, 1), c->step,
                 values);
}

static void explore(Attempt *t, EngineRun *run, uint32_t from);

/* One more path; its run belongs to this. */
static void
visit(Attempt *t, uint64_t *values, uint32_t at, bool reached_before)
{
    uint64_t *before = t->values;
    EngineRun run;

    if (!run_with(t, ALTER_SET_SYMBOL, values, &run))
        return;
    t->values = values;
    bool again = is_seen(t, run.path.hash), kept = false;
    if (!again && !run.ended.timed_out && !fits(t, &run) && !t->effort.failed &&
        run.path.n <=
            tuning_count(TUNE_cause_path_factor) * (t->s->branches + 10)) {
        if (reached_before && !goal_reached(t->s->goal, &run)) {
            vec_push(&t->deferred, (Deferred){run, at + 1});
            kept = true;
        } else {
            explore(t, &run, at + 1);
        }
    }
    t->values = before;
    if (!kept)
        engine_run_done(&run);
}

/* Lines 15 to 45. */
static void
explore(Attempt *t, EngineRun *run, uint32_t from)
{
    uint64_t *values = mem_zalloc(t->n + 1, sizeof *values);
    bool reached = goal_reached(t->s->goal, run);

    if (run->recording.n.nodes > tuning_count(TUNE_cause_most_nodes))
        t->effort.limited = true;
    for (uint32_t i = from; i < run->path.n && !is_over(t); i++) {
        const Decision *c = &run->path.at[i];
        if (is_behind(t, &run->recording.steps[c->step]))
            break;
        for (uint32_t o = 0; o <= c->others && !is_over(t); o++)
            if (o != c->outcome && negate(t, run, i, o, values))
                visit(t, values, i, reached);
    }
    free(values);
}

static void
explore_deferred(Attempt *t)
{
    for (size_t i = 0; i < t->deferred.n && !is_over(t); i++) {
        Deferred q = t->deferred.at[i]; /* the list may move */
        for (size_t k = 0; k < t->n; k++)
            for (uint32_t y = 0; y < q.run.recording.n.symbols; y++)
                if (q.run.recording.symbols[y].kind == CONCOLIC_INSTANCE &&
                    q.run.recording.symbols[y].offset == t->states[k].site)
                    t->values[k] = q.run.recording.symbols[y].value;
        explore(t, &q.run, q.from);
    }
    for (size_t i = 0; i < t->deferred.n; i++)
        engine_run_done(&t->deferred.at[i].run);
    vec_done(&t->deferred);
}

/* A few values are tried as they are: there may be nothing to solve, or
 * nothing that can be solved. */
static void
guess(Attempt *t)
{
    uint64_t *values = mem_zalloc(t->n + 1, sizeof *values);
    const uint64_t refuted = t->s->stats.refuted;

    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->states[i].nguesses; k++) {
            if (is_enough(t))
                break;
            for (size_t j = 0; j < t->n; j++)
                values[j] = t->states[j].was;
            values[i] = t->states[i].guesses[k].value;
            t->guess = t->n == 1 ? &t->states[i].guesses[k] : NULL;
            if (values[i] != t->states[i].was || t->states[i].every)
                confirm(t, values);
        }
    t->guess = NULL;
    t->s->stats.refuted = refuted;
    free(values);
}

/* A real number goes through functions that nothing is known of (sin, exp):
 * the secants of what comes out lead to what should. */
static void
seek(Attempt *t, const EngineRun *first)
{
    const uint32_t steps = tuning_count(TUNE_cause_secant_steps);
    double x, to, missing, before;

    x = real_of_bits(t->states[0].was);
    if (!goal_distance(t->s->goal, first, &before))
        return;
    to = x + before;
    for (unsigned i = 0; i < steps && !is_enough(t) && isfinite(to); i++) {
        const uint64_t value = real_bits(to);
        EngineRun run;
        if (to == x || !run_with(t, ALTER_SET, &value, &run))
            return;
        keep_values(t, &value, goal_merit(t->s->goal, &run));
        const bool known = goal_distance(t->s->goal, &run, &missing);
        engine_run_done(&run);
        if (!known || missing == before)
            return;
        const double next = to + missing * (to - x) / (before - missing);
        x = to;
        before = missing;
        to = next;
    }
}

static NarrowOutcome
tell(Attempt *t)
{
    SparseStats *n = &t->s->stats;
    const NarrowVerdict verdict = is_polluted(t)      ? NARROW_POLLUTED
                                  : t->merit          ? NARROW_PARTLY
                                  : t->effort.limited ? NARROW_UNKNOWN
                                                      : NARROW_CLEAN;

    n->judged++;
    n->polluted += verdict == NARROW_POLLUTED;
    n->partly += verdict == NARROW_PARTLY;
    n->unknown += verdict == NARROW_UNKNOWN;
    return (NarrowOutcome){verdict, t->merit};
}

bool
sparse_judge(Sparse *s, SparseState *states, size_t n, NarrowOutcome *out,
             Diag *d)
{
    Attempt t = {.s = s, .states = states, .n = n, .d = d};
    EngineRun run;
    bool values = false;

    for (size_t i = 0; i < n; i++)
        if (states[i].pointer && n == 1)
            return sparse_try(s, states, out, d);
    solver_forget(engine_solver(s->engine)); /* each verdict is its own */
    s->nruns = 0;
    s->seen.n = 0;
    t.values = mem_zalloc(n + 1, sizeof *t.values);
    for (size_t i = 0; i < n; i++) {
        t.values[i] = states[i].was;
        values = values || !states[i].branch;
    }
    if (run_with(&t, ALTER_SYMBOL, t.values, &run)) {
        is_seen(&t, run.path.hash);
        if (!values)
            keep_values(&t, t.values, merit_of(&t, &run));
        else if (!fits(&t, &run) && !t.effort.failed) {
            aim(&t, &run);
            guess(&t);
            if (n == 1 && states->real)
                seek(&t, &run);
            if (t.effort.stop_at) /* guesses do not count */
                t.effort.stop_at =
                    s->nruns + tuning_count(TUNE_cause_partly_runs);
            explore(&t, &run, 0);
        }
        engine_run_done(&run);
    }
    explore_deferred(&t);
    free(t.values);
    *out = tell(&t);
    return !t.effort.failed;
}

bool
sparse_judge_every(Sparse *s, SparseState *state, NarrowOutcome *out, Diag *d)
{
    Attempt t = {
        .s = s, .states = state, .n = 1, .d = d, .values = &state->was};
    EngineRun run;

    solver_forget(engine_solver(s->engine));
    s->nruns = 0;
    guess(&t);
    if (!state->branch && !state->pointer && !state->real && !is_enough(&t) &&
        run_with(&t, ALTER_SET_SYMBOL, t.values, &run)) {
        fits(&t, &run);
        engine_run_done(&run);
    }
    *out = tell(&t);
    return !t.effort.failed;
}

bool
sparse_try(Sparse *s, SparseState *state, NarrowOutcome *out, Diag *d)
{
    Attempt t = {.s = s, .states = state, .n = 1, .d = d};

    s->nruns = 0;
    guess(&t);
    *out = tell(&t);
    return !t.effort.failed;
}
