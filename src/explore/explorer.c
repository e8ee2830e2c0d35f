/* explorer.c - runs, and the input of the next: the best candidate, solved. */
#include "explore/explorer.h"

#include "base/clock.h"
#include "base/mem.h"
#include "explore/candidates.h"
#include "explore/numbers.h"
#include "format/tuning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 16,            /* between two looks at the clock */
    RECORDINGS = 768 << 20, /* bytes */
};

/* What may be asked: expressions of a problem (0: any number), and time of Z3
 * (0: all there is). What is more is put off until nothing easier is left, so
 * that a few flips that nobody can solve do not keep all others waiting. */
typedef struct Tier Tier;
struct Tier {
    uint32_t size;
    unsigned ms;
};

/* What was done, so that it is not done again. */
typedef struct ExplorerDone ExplorerDone;
struct ExplorerDone {
    Numbers paths; /* whole ones */
    Numbers own;   /* of the program's own decisions */
    Numbers ran;   /* digests of inputs */
};

/* What is used, and what may be. */
typedef struct ExplorerBudget ExplorerBudget;
struct ExplorerBudget {
    size_t size;  /* of recordings */
    double until; /* inputs are looked for */
    uint64_t nasked, ask_most;
};

struct Explorer {
    Engine *engine;
    Tier tiers[CANDIDATE_TIERS];
    Arena arena; /* inputs */
    ExploredRuns runs;
    Candidates *candidates;
    ExplorerDone done;
    ExplorerBudget budget;
    ExplorerStats stats;
};

static void
read_tiers(Explorer *x)
{
    const unsigned ms = tuning_count(TUNE_explore_tier_ms);
    const Tier tiers[CANDIDATE_TIERS] = {
        {tuning_count(TUNE_explore_easy_size), ms},
        {tuning_count(TUNE_explore_middle_size), ms},
        {tuning_count(TUNE_explore_large_size), ms},
        {0, 0}};

    memcpy(x->tiers, tiers, sizeof tiers);
}

void
explorer_new(Engine *e, const Strategy *s, Explorer **out)
{
    Explorer *x = *out = mem_zalloc(1, sizeof *x);

    x->engine = e;
    candidates_new(s, &x->runs, &x->candidates);
    read_tiers(x);
}

void
explorer_free(Explorer *x)
{
    if (!x)
        return;
    candidates_free(x->candidates);
    for (size_t i = 0; i < x->runs.n; i++) {
        engine_run_done(&x->runs.at[i].run);
        free(x->runs.at[i].alike);
    }
    vec_done(&x->runs);
    numbers_done(&x->done.paths);
    numbers_done(&x->done.own);
    numbers_done(&x->done.ran);
    arena_done(&x->arena);
    free(x);
}

const Explored *
explorer_run(const Explorer *x, uint32_t run)
{
    assert(run < x->runs.n);
    return &x->runs.at[run];
}

uint32_t
explorer_nruns(const Explorer *x)
{
    return (uint32_t)x->runs.n;
}

const ExplorerStats *
explorer_stats(const Explorer *x)
{
    return &x->stats;
}

/* Recordings are dropped, the oldest first, when they take too much; what
 * they promised is lost. */
static void
drop_recording(Explorer *x, uint32_t run)
{
    Explored *e = &x->runs.at[run];

    if (e->dropped)
        return;
    x->budget.size -= engine_size(&e->run);
    engine_drop(&e->run);
    e->dropped = true;
}

static void
save_memory(Explorer *x)
{
    for (uint32_t i = 0; x->budget.size > RECORDINGS && i + 1 < x->runs.n; i++)
        if (!x->runs.at[i].failing)
            drop_recording(x, i);
}

/* Is it the first time? */
static bool
is_new_input(Explorer *x, const Input *in)
{
    const Digest digest = input_digest(in);

    return numbers_add(&x->done.ran, hash_bytes(digest.hex, sizeof digest.hex));
}

static void
count_coverage(Explorer *x, const Decisions *path)
{
    x->stats.outcomes += candidates_cover(x->candidates, path);
    x->stats.paths += numbers_add(&x->done.paths, path->hash);
    x->stats.own += numbers_add(&x->done.own, path->own);
}

uint32_t
explorer_add(Explorer *x, const Input *in, EngineRun *run, Origin origin)
{
    const uint32_t number = (uint32_t)x->runs.n;
    Explored e = {.run = *run, .origin = origin, .failed = UINT64_MAX};

    *run = (EngineRun){0};
    if (e.run.relation.recording)
        relation_done(&e.run.relation);
    if (origin.run != EXPLORER_NOBODY) {
        e.agreement = engine_agree(&x->runs.at[origin.run].run.path,
                                   origin.decision, origin.outcome, &e.run);
        x->stats.agreements[e.agreement]++;
    }
    e.input = input_copy(&x->arena, in);
    e.input.around = in->around; /* the same string for all */
    e.similarity = explorer_similarity(x, in, &e.run.path);
    vec_push(&x->runs, e);
    is_new_input(x, in);
    x->budget.size += engine_size(&e.run);
    count_coverage(x, &e.run.path);
    x->stats.dropped += candidates_add(x->candidates, number);
    if (x->runs.at[number].pending == 0)
        drop_recording(x, number);
    save_memory(x);
    return number;
}

void
explorer_set_passing(Explorer *x, uint32_t run)
{
    candidates_judge(x->candidates, run);
}

void
explorer_set_failing(Explorer *x, uint32_t run, uint64_t step)
{
    Explored *e = &x->runs.at[run];

    if (e->failing)
        return;
    e->failing = true;
    e->failed = step;
    candidates_judge(x->candidates, run);
}

double
explorer_similarity(const Explorer *x, const Input *in, const Decisions *path)
{
    return candidates_similarity(x->candidates, in, path);
}

/* Choosing */

/* Ask the solver for an input, within the limits of the candidate's tier. */
static Answer
ask(Explorer *x, const Candidate *c, Input *out)
{
    const unsigned ms = engine_spec(x->engine)->solver.ms;
    const Tier *tier = &x->tiers[c->tier];
    Explored *e = &x->runs.at[c->run];
    const double start = clock_now();

    x->budget.nasked++;
    const Answer a = engine_flip(
        x->engine, &e->run, &e->input, &e->run.path.at[c->decision], c->outcome,
        tier->size, tier->ms && (ms == 0 || ms > tier->ms) ? tier->ms : ms,
        &x->arena, out);
    x->stats.solve_s += clock_now() - start;
    return a;
}

static bool
is_last_tier(const Candidate *c)
{
    return c->tier + 1 == CANDIDATE_TIERS;
}

static Answer
solve(Explorer *x, const Candidate *c, Input *out)
{
    const Answer a = ask(x, c, out);
    Arm *arm = candidates_arm(x->candidates, c);
    uint8_t *stuck = &arm->stuck[c->tier];

    if (a != SOLVE_UNKNOWN)
        *stuck = 0;
    else if (*stuck < tuning_count(TUNE_explore_stuck))
        ++*stuck;
    if (a == SOLVE_UNKNOWN && !is_last_tier(c))
        return a;
    x->stats.tried++;
    x->stats.answers[a]++;
    arm->tried++;
    arm->waiting--;
    return a;
}

/* Others like it were too hard for this tier, and nothing was decided since. */
static bool
is_hopeless(Explorer *x, const Candidate *c)
{
    return !is_last_tier(c) &&
           candidates_arm(x->candidates, c)->stuck[c->tier] >=
               tuning_count(TUNE_explore_stuck);
}

/* An input that takes the candidate's way. False if there is none, or if others
 * come before it. */
static bool
find_input(Explorer *x, Candidate *c, Input *out)
{
    Explored *e = &x->runs.at[c->run];
    const Input *known = candidates_input(x->candidates, c);

    if (known) {
        *out = *known;
        return true;
    }
    if (candidates_return_fallen(x->candidates, c))
        return false;
    const Answer a = e->dropped          ? SOLVE_UNSAT
                     : is_hopeless(x, c) ? SOLVE_UNKNOWN
                                         : solve(x, c, out);
    if (a == SOLVE_UNKNOWN && !is_last_tier(c)) {
        candidates_put_off(x->candidates, c);
        return false;
    }
    e->pending--;
    x->stats.dropped += e->dropped;
    return a == SOLVE_SAT && !candidates_return_solved(x->candidates, c, out);
}

void
explorer_until(Explorer *x, double moment)
{
    x->budget.until = moment;
}

void
explorer_ask_most(Explorer *x, uint64_t n)
{
    x->budget.ask_most = n;
}

static bool
is_over(Explorer *x)
{
    return engine_interrupted(x->engine) ||
           (x->budget.ask_most && x->budget.nasked >= x->budget.ask_most) ||
           (x->budget.until > 0 && clock_now() >= x->budget.until);
}

bool
explorer_next(Explorer *x, Input *out, Origin *origin)
{
    for (uint32_t round = 0;; round++) {
        if (!candidates_any(x->candidates) ||
            (round % ROUNDS == 0 && is_over(x)))
            return false;
        Candidate c = candidates_pop(x->candidates);
        if (!find_input(x, &c, out))
            continue;
        if (!is_new_input(x, out)) {
            x->stats.repeated++;
            continue;
        }
        candidates_use(x->candidates, &c);
        *origin = (Origin){c.run, c.decision, c.outcome};
        if (x->runs.at[c.run].pending == 0)
            drop_recording(x, c.run);
        return true;
    }
}
