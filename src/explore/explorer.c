/* explorer.c - runs, and what could be run next: configurations, lazily.
 *
 * A heap holds them by score. Scores by coverage only fall, so a configuration
 * is looked at again when it comes up; those by similarity only rise, when
 * another run fails: then all are scored again.
 */
#include "explore/explorer.h"

#include "base/clock.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "explore/numbers.h"
#include "explore/similar.h"
#include "format/tuning.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 16,            /* between two looks at the clock */
    RECORDINGS = 768 << 20, /* bytes */
    RECENT = 256,
};

/* What may be asked: expressions of a problem (0: any number), and time of Z3
 * (0: all there is). What is more is put back until nothing easier is left, so
 * that a few flips that nobody can solve do not keep all others waiting. */
typedef struct Tier Tier;
struct Tier {
    uint32_t size;
    unsigned ms;
};
enum {
    NTIERS = 4,
    ALIKE = 1, /* where those chosen by similarity begin */
};

/* What scores are made of (tuning.def), read once. A flip late in a failing
 * run changes least, but is likely to fail as well: each that fails moves the
 * place where the next is looked for by `nudge` of the path towards its
 * beginning, each that passes towards its end; what is suspected weighs
 * `suspected` times as much as that place. */
typedef struct Weights Weights;
struct Weights {
    double fresh, seldom, own, rare; /* by coverage */
    double loop, too_late;           /* by path */
    double of_fault;                 /* by input */
    double nudge, suspected;         /* between equals */
};

typedef struct Candidate Candidate;
struct Candidate {
    double score;
    double tie;  /* decides between equal scores */
    float bonus; /* what of the score does not change as runs are made */
    float alike; /* by path: to the failing runs so far */
    uint32_t run, decision, outcome;
    uint32_t solved; /* number of its input, UINT32_MAX: not solved yet */
    uint8_t tier;    /* tiers[]: how large and how hard it may be */
};

/* What is known of one way to leave one branch. */
typedef struct Arm Arm;
struct Arm {
    uint32_t taken; /* runs */
    uint32_t tried; /* flips to it */
    uint32_t waiting;
    uint32_t failed, passed; /* of `taken`, if there was a verdict */
    uint32_t judged;         /* the last run of those, and one */
    uint8_t stuck[NTIERS];   /* not decided in a row */
};

/* From tuning.def, read once. */
typedef struct ExplorerTuned ExplorerTuned;
struct ExplorerTuned {
    Weights weights;
    Tier tiers[NTIERS];
};

/* What could be run next. */
typedef struct ExplorerQueue ExplorerQueue;
struct ExplorerQueue {
    VEC(Candidate) heap;
    VEC(Candidate) later; /* too large or too hard for their tier */
    VEC(Input) inputs;    /* of candidates that were solved and put back */
};

/* What is known of failing runs. */
typedef struct ExplorerFailures ExplorerFailures;
struct ExplorerFailures {
    VEC(Pattern) patterns;
    VEC(uint32_t) failing;
    uint32_t nfailing; /* runs in the arms' counts */
    double earlier; /* where in the path flips are looked for: from its end */
};

/* What is known of the ways out of branches. */
typedef struct ExplorerArms ExplorerArms;
struct ExplorerArms {
    Map arms_at; /* (branch, outcome) to `arms` */
    VEC(Arm) arms;
    struct { /* what was found there last; at: and one */
        uint64_t branch;
        uint32_t outcome, at;
    } recent[RECENT];
};

/* Parts of inputs. */
typedef struct ExplorerUnits ExplorerUnits;
struct ExplorerUnits {
    Map changes; /* how often */
    Map faulty;  /* those that faults of failing runs depend on */
};

/* What was done, so that it is not done again. */
typedef struct ExplorerDone ExplorerDone;
struct ExplorerDone {
    Numbers seen;  /* decision_hash_shape: done, or waiting */
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
    const Strategy *strategy;
    ExplorerTuned tuned;
    Arena arena; /* inputs */
    VEC(Explored) runs;
    ExplorerQueue queue;
    ExplorerFailures failures;
    ExplorerArms ways;
    ExplorerUnits units;
    ExplorerDone done;
    ExplorerBudget budget;
    ExplorerStats stats;
};

static void
read_tuning(Explorer *x)
{
    const unsigned ms = tuning_count(TUNE_explore_tier_ms);
    const Tier tiers[NTIERS] = {{tuning_count(TUNE_explore_easy_size), ms},
                                {tuning_count(TUNE_explore_middle_size), ms},
                                {tuning_count(TUNE_explore_large_size), ms},
                                {0, 0}};

    memcpy(x->tuned.tiers, tiers, sizeof tiers);
    x->tuned.weights = (Weights){.fresh = tuning(TUNE_explore_fresh),
                                 .seldom = tuning(TUNE_explore_seldom),
                                 .own = tuning(TUNE_explore_own),
                                 .rare = tuning(TUNE_explore_rare),
                                 .loop = tuning(TUNE_explore_loop),
                                 .too_late = tuning(TUNE_explore_too_late),
                                 .of_fault = tuning(TUNE_explore_of_fault),
                                 .nudge = tuning(TUNE_explore_nudge),
                                 .suspected = tuning(TUNE_explore_suspected)};
}

void
explorer_new(Engine *e, const Strategy *s, Explorer **out)
{
    Explorer *x = *out = mem_zalloc(1, sizeof *x);

    x->engine = e;
    x->strategy = s;
    read_tuning(x);
}

void
explorer_free(Explorer *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->failures.patterns.n; i++)
        pattern_done(&x->failures.patterns.at[i]);
    for (size_t i = 0; i < x->runs.n; i++) {
        engine_run_done(&x->runs.at[i].run);
        free(x->runs.at[i].alike);
    }
    vec_done(&x->runs);
    vec_done(&x->queue.heap);
    vec_done(&x->queue.later);
    vec_done(&x->queue.inputs);
    vec_done(&x->failures.patterns);
    vec_done(&x->failures.failing);
    map_done(&x->ways.arms_at);
    map_done(&x->units.changes);
    map_done(&x->units.faulty);
    vec_done(&x->ways.arms);
    numbers_done(&x->done.seen);
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

static Arm *
arm_of(Explorer *x, uint64_t branch, uint32_t outcome)
{
    const uint64_t key[2] = {branch, outcome};
    const uint64_t h = (branch + outcome) * UINT64_C(0x9e3779b97f4a7c15);
    const size_t i = (size_t)(h >> 32) % RECENT;

    if (!x->ways.recent[i].at || x->ways.recent[i].branch != branch ||
        x->ways.recent[i].outcome != outcome) {
        const uint32_t fresh = (uint32_t)x->ways.arms.n;
        const uint32_t at = *map_put(&x->ways.arms_at, key, sizeof key, fresh);
        if (at == fresh)
            vec_push(&x->ways.arms, (Arm){0});
        x->ways.recent[i].branch = branch;
        x->ways.recent[i].outcome = outcome;
        x->ways.recent[i].at = at + 1;
    }
    return &x->ways.arms.at[x->ways.recent[i].at - 1];
}

/* The heap: highest score first */

static bool
is_better(const Candidate *a, const Candidate *b)
{
    if (a->tier != b->tier)
        return a->tier < b->tier;
    return a->score != b->score ? a->score > b->score : a->tie > b->tie;
}

static void
sift_down(Explorer *x, size_t i)
{
    Candidate *h = x->queue.heap.at;
    const Candidate c = h[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= x->queue.heap.n)
            break;
        if (child + 1 < x->queue.heap.n && is_better(&h[child + 1], &h[child]))
            child++;
        if (!is_better(&h[child], &c))
            break;
        h[i] = h[child];
        i = child;
    }
    h[i] = c;
}

static void
push(Explorer *x, Candidate c)
{
    vec_push(&x->queue.heap, c);
    size_t i = x->queue.heap.n - 1;
    Candidate *h = x->queue.heap.at;
    for (; i > 0 && is_better(&c, &h[(i - 1) / 2]); i = (i - 1) / 2)
        h[i] = h[(i - 1) / 2];
    h[i] = c;
}

static Candidate
pop(Explorer *x)
{
    Candidate c = x->queue.heap.at[0];
    Candidate last = vec_pop(&x->queue.heap);

    if (x->queue.heap.n) {
        x->queue.heap.at[0] = last;
        sift_down(x, 0);
    }
    return c;
}

/* Scores */

/* Scores change only when the number of tries has doubled: all that wait for
 * one arm are looked at again then. */
static unsigned
bits(uint32_t n)
{
    unsigned b = 0;

    for (; n && b < 16; n >>= 1)
        b++;
    return b;
}

static double
score_coverage(Explorer *x, const Decision *d, uint32_t outcome, double bonus)
{
    const Arm *w = arm_of(x, d->branch, outcome);
    const double seldom = x->tuned.weights.seldom / (1u << bits(w->tried));
    const double early = d->occurrence < 100 ? d->occurrence * 0.001 : 0.1;

    const double ours = d->branch & CONCOLIC_MODEL ? 0 : x->tuned.weights.own;

    return (w->taken ? 0 : x->tuned.weights.fresh) + seldom + bonus + ours -
           early;
}

/* Whether the arguments and bytes that the decision depends on are, in the
 * run's input, those of a failing one is not known before it is solved: at
 * best one unit changes. */
static double
score_input(const Explorer *x, const Explored *e)
{
    const double units = (double)similar_input_units(&e->input);
    double most = 0;

    for (size_t i = 0; i < x->failures.failing.n; i++) {
        double s = similar_input(&e->input,
                                 &x->runs.at[x->failures.failing.at[i]].input);
        if (s > most)
            most = s;
    }
    if (most >= 100 && units > 0)
        most = 100 * (units - 1) / units;
    return most;
}

/* Which argument, variable or byte a symbol is of. */
static uint64_t
unit_of(const ConcolicSymbol *s)
{
    const bool file = s->kind == CONCOLIC_FILE_BYTE;

    return (uint64_t)s->kind << 56 ^ (uint64_t)s->index << 32 ^
           (file ? s->offset : 0);
}

/* How often the units that the decision depends on were changed, the most. */
static uint32_t
count_changes(Explorer *x, uint32_t run, uint32_t decision, bool change)
{
    Explored *e = &x->runs.at[run];
    uint32_t most = 0;

    if (e->dropped)
        return UINT32_MAX;
    const Relation *r = engine_relation(&e->run);
    const uint32_t step = e->run.path.at[decision].step;
    for (uint32_t k = r->symbol_at[step]; k < r->symbol_at[step + 1]; k++) {
        const uint64_t unit = unit_of(&e->run.recording.symbols[r->symbols[k]]);
        uint32_t *n = map_put(&x->units.changes, &unit, sizeof unit, 0);
        *n += change;
        most = *n > most ? *n : most;
    }
    return most;
}

/* The same way out of one branch again and again is a loop that grows: each
 * time counts as two more conditions that differ. */
static double
score_path(Explorer *x, const Decisions *path, uint32_t decision,
           uint32_t outcome, double alike)
{
    const uint64_t branch = path->at[decision].branch;

    return alike -
           x->tuned.weights.loop / path->n * arm_of(x, branch, outcome)->tried;
}

/* Does the decision depend on one of these units? */
static bool
depends_on(Explorer *x, const Map *units, uint32_t run, uint32_t decision)
{
    Explored *e = &x->runs.at[run];

    if (units->n == 0 || e->dropped)
        return false;
    const Relation *r = engine_relation(&e->run);
    const uint32_t step = e->run.path.at[decision].step;

    for (uint32_t k = r->symbol_at[step]; k < r->symbol_at[step + 1]; k++) {
        const uint64_t unit = unit_of(&e->run.recording.symbols[r->symbols[k]]);
        if (map_find(units, &unit, sizeof unit))
            return true;
    }
    return false;
}

/* What the fault depends on that a failing run ended with: only checks
 * (format/concolic.h) tell. */
static void
note_fault(Explorer *x, uint32_t run)
{
    Explored *e = &x->runs.at[run];
    const uint32_t n = e->run.recording.n.steps;

    if (e->dropped || n == 0)
        return;
    const ConcolicStep *last = &e->run.recording.steps[n - 1];
    if (last->kind != CONCOLIC_CHECK || !last->taken)
        return;
    const Relation *r = engine_relation(&e->run);
    for (uint32_t k = r->symbol_at[n - 1]; k < r->symbol_at[n]; k++) {
        const uint64_t unit = unit_of(&e->run.recording.symbols[r->symbols[k]]);
        map_put(&x->units.faulty, &unit, sizeof unit, 1);
    }
}

/* How much the run would lose of what is suspected: Ochiai of the way that the
 * decision goes, shared among all decisions of the run that go it. */
static double
suspicion(Explorer *x, uint32_t run, uint32_t decision)
{
    const Explored *e = &x->runs.at[run];
    const Decision *d = &e->run.path.at[decision];
    const Arm *w = arm_of(x, d->branch, d->outcome);
    const double all = (double)x->failures.nfailing * (w->failed + w->passed);

    if (!e->failing || !e->alike || all <= 0)
        return 0;
    return w->failed / sqrt(all) / e->alike[decision];
}

/* Between equals: by input, what the failing run's fault depends on, then what
 * depends on units that were changed least often; then the program's own
 * conditions; then what is most suspected; then what is nearest to
 * where the next flip is looked for. */
static double
tie_of(Explorer *x, uint32_t run, uint32_t decision)
{
    const Decisions *path = &x->runs.at[run].run.path;
    const Decision *d = &path->at[decision];
    double tie = (double)decision / (path->n + 1.0);

    if (x->strategy->measure != MEASURE_COVERAGE)
        tie = (1 - fabs(tie - (1 - x->failures.earlier)) +
               x->tuned.weights.suspected * suspicion(x, run, decision)) /
              (1 + x->tuned.weights.suspected);

    if (x->strategy->measure == MEASURE_INPUT)
        return tie - count_changes(x, run, decision, false) +
               (depends_on(x, &x->units.faulty, run, decision)
                    ? x->tuned.weights.of_fault
                    : 0);
    return tie + !(d->branch & CONCOLIC_MODEL);
}

typedef struct Batch Batch;
struct Batch {
    VEC(uint32_t) at, out;
    VEC(double) scores;
    VEC(double) ties;
    VEC(float) bonus;
    VEC(double) alike;
};

/* Scores of configurations of one run, whose decisions ascend; how alike they
 * are to the failing runs before the first is known. */
static void
score_batch(Explorer *x, uint32_t run, Batch *b, size_t first)
{
    Explored *e = &x->runs.at[run];
    const Decisions *path = &e->run.path;
    const Measure m = x->strategy->measure;
    const double alike = m == MEASURE_INPUT ? score_input(x, e) : 0;

    b->scores.n = 0;
    for (size_t k = 0; k < b->at.n; k++)
        vec_push(&b->scores,
                 m == MEASURE_COVERAGE
                     ? score_coverage(x, &path->at[b->at.at[k]], b->out.at[k],
                                      (double)b->bonus.at[k])
                     : alike);
    if (m == MEASURE_SUBSET || m == MEASURE_SUBSEQUENCE) {
        for (size_t i = first; i < x->failures.patterns.n; i++)
            similar_flips(&x->failures.patterns.at[i], path,
                          m == MEASURE_SUBSET, b->at.at, b->out.at, b->at.n,
                          b->alike.at);
        for (size_t k = 0; k < b->at.n; k++)
            b->scores.at[k] = b->alike.at[k];
    }
    for (size_t k = 0; m != MEASURE_COVERAGE && k < b->at.n; k++)
        if (path->at[b->at.at[k]].step >= e->failed)
            b->scores.at[k] -= x->tuned.weights.too_late;
    for (size_t k = 0; k < b->at.n; k++)
        if (m == MEASURE_SUBSET || m == MEASURE_SUBSEQUENCE) {
            b->bonus.at[k] = (float)b->scores.at[k];
            b->scores.at[k] =
                score_path(x, path, b->at.at[k], b->out.at[k], b->scores.at[k]);
        }
    b->ties.n = 0;
    for (size_t k = 0; k < b->at.n; k++)
        vec_push(&b->ties, tie_of(x, run, b->at.at[k]));
}

static void
batch_done(Batch *b)
{
    vec_done(&b->at);
    vec_done(&b->out);
    vec_done(&b->scores);
    vec_done(&b->ties);
    vec_done(&b->bonus);
    vec_done(&b->alike);
}

static int
by_run(const void *p, const void *q)
{
    const Candidate *a = p, *b = q;

    if (a->run != b->run)
        return (a->run > b->run) - (a->run < b->run);
    return (a->decision > b->decision) - (a->decision < b->decision);
}

/* More runs failed, from the first of these on: everything may be more like
 * them. */
static void
score_again(Explorer *x, size_t first)
{
    Batch b = {0};

    if (x->strategy->measure == MEASURE_COVERAGE || x->queue.heap.n == 0)
        return;
    qsort(x->queue.heap.at, x->queue.heap.n, sizeof *x->queue.heap.at, by_run);
    for (size_t i = 0, end; i < x->queue.heap.n; i = end) {
        b.at.n = b.out.n = b.bonus.n = b.alike.n = 0;
        for (end = i; end < x->queue.heap.n &&
                      x->queue.heap.at[end].run == x->queue.heap.at[i].run;
             end++) {
            vec_push(&b.at, x->queue.heap.at[end].decision);
            vec_push(&b.out, x->queue.heap.at[end].outcome);
            vec_push(&b.bonus, x->queue.heap.at[end].bonus);
            vec_push(&b.alike, (double)x->queue.heap.at[end].alike);
        }
        score_batch(x, x->queue.heap.at[i].run, &b, first);
        for (size_t k = i; k < end; k++)
            x->queue.heap.at[k].score = b.scores.at[k - i],
            x->queue.heap.at[k].bonus = b.bonus.at[k - i],
            x->queue.heap.at[k].alike = (float)b.alike.at[k - i],
            x->queue.heap.at[k].tie = b.ties.at[k - i];
    }
    batch_done(&b);
    for (size_t i = x->queue.heap.n / 2; i-- > 0;)
        sift_down(x, i);
}

/* Configurations of a run */

static bool
is_wanted(Explorer *x, const Decision *d, uint32_t outcome)
{
    const Arm *w = arm_of(x, d->branch, outcome);

    if (x->queue.heap.n < tuning_count(TUNE_explore_crowd) || w->taken == 0 ||
        w->waiting < tuning_count(TUNE_explore_crowd_each))
        return numbers_add(&x->done.seen, decision_hash_shape(d, outcome));
    x->stats.dropped++;
    return false;
}

static void
count_alike(Explorer *x, uint32_t run)
{
    Explored *e = &x->runs.at[run];
    const Decisions *path = &e->run.path;
    Map counts = {0};

    if (x->strategy->measure == MEASURE_COVERAGE)
        return;
    e->alike = mem_zalloc((size_t)path->n + 1, sizeof *e->alike);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < path->n; i++) {
            const uint64_t key[2] = {path->at[i].branch, path->at[i].outcome};
            uint32_t *n = map_put(&counts, key, sizeof key, 0);
            *n += pass == 0;
            e->alike[i] = *n;
        }
    map_done(&counts);
}

/* How many decisions it shares with the run that it was made from: they have
 * been seen. */
static uint32_t
count_shared(const Explorer *x, const Explored *e)
{
    uint32_t n = 0;

    if (e->origin.run == EXPLORER_NOBODY)
        return 0;
    const Decisions *to = &e->run.path;
    const Decisions *from = &x->runs.at[e->origin.run].run.path;
    while (n < to->n && n < from->n && to->at[n].shape == from->at[n].shape &&
           to->at[n].branch == from->at[n].branch &&
           to->at[n].outcome == from->at[n].outcome)
        n++;
    return n;
}

/* What a flip keeps is the path before it: the rarer that is, the better. */
static void
add_candidates(Explorer *x, uint32_t run)
{
    const Decisions *path = &x->runs.at[run].run.path;
    Batch b = {0};
    float rarest = 0;

    for (uint32_t i = count_shared(x, &x->runs.at[run]); i < path->n; i++)
        numbers_add(&x->done.seen,
                    decision_hash_shape(&path->at[i], path->at[i].outcome));
    for (uint32_t i = 0; i < path->n; i++) {
        const Decision *d = &path->at[i];
        for (uint32_t o = 0; !d->repeated && o <= d->others; o++)
            if (o != d->outcome && is_wanted(x, d, o)) {
                vec_push(&b.at, i);
                vec_push(&b.out, o);
                vec_push(&b.bonus, rarest);
                vec_push(&b.alike, 0);
                arm_of(x, d->branch, o)->waiting++;
            }
        float rare = (float)x->tuned.weights.rare /
                     (float)arm_of(x, d->branch, d->outcome)->taken;
        rarest = rare > rarest ? rare : rarest;
    }
    count_alike(x, run);
    score_batch(x, run, &b, 0);
    for (size_t k = 0; k < b.at.n; k++)
        push(x, (Candidate){.score = b.scores.at[k],
                            .tie = b.ties.at[k],
                            .bonus = b.bonus.at[k],
                            .alike = (float)b.alike.at[k],
                            .run = run,
                            .decision = b.at.at[k],
                            .outcome = b.out.at[k],
                            .solved = UINT32_MAX,
                            .tier = x->strategy->measure == MEASURE_COVERAGE
                                        ? 0
                                        : ALIKE});
    x->runs.at[run].pending = (uint32_t)b.at.n;
    batch_done(&b);
}

static void
cover(Explorer *x, const Decisions *path)
{
    for (uint32_t i = 0; i < path->n; i++) {
        Arm *w = arm_of(x, path->at[i].branch, path->at[i].outcome);
        x->stats.outcomes += w->taken == 0;
        w->taken++;
    }
    x->stats.paths += numbers_add(&x->done.paths, path->hash);
    x->stats.own += numbers_add(&x->done.own, path->own);
}

/* Recordings are dropped, the oldest first, when they take too much; what
 * they promised is lost. */
static void
drop_recording(Explorer *x, uint32_t run)
{
    Explored *e = &x->runs.at[run];

    if (e->dropped)
        return;
    x->budget.size -= e->run.recording.size;
    recording_done(&e->run.recording);
    if (e->run.relation.recording)
        relation_done(&e->run.relation);
    e->dropped = true;
}

static void
save_memory(Explorer *x)
{
    for (uint32_t i = 0; x->budget.size > RECORDINGS && i + 1 < x->runs.n; i++)
        if (!x->runs.at[i].failing)
            drop_recording(x, i);
}

uint32_t
explorer_add(Explorer *x, const Input *in, EngineRun *run, Origin origin)
{
    const uint32_t number = (uint32_t)x->runs.n;
    Explored e = {
        .input = *in, .run = *run, .origin = origin, .failed = UINT64_MAX};
    Digest digest = input_digest(in);

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
    numbers_add(&x->done.ran, hash_bytes(digest.hex, sizeof digest.hex));
    x->budget.size += e.run.recording.size;
    cover(x, &e.run.path);
    add_candidates(x, number);
    if (x->runs.at[number].pending == 0)
        drop_recording(x, number);
    save_memory(x);
    return number;
}

/* The ways it took are those of a failing or passing run. */
static void
count_verdict(Explorer *x, uint32_t run)
{
    const Explored *e = &x->runs.at[run];

    x->failures.nfailing += e->failing;
    if (e->origin.run != EXPLORER_NOBODY) {
        x->failures.earlier +=
            e->failing ? x->tuned.weights.nudge : -x->tuned.weights.nudge;
        x->failures.earlier = x->failures.earlier < 0   ? 0
                              : x->failures.earlier > 1 ? 1
                                                        : x->failures.earlier;
    }
    for (uint32_t i = 0; i < e->run.path.n; i++) {
        const Decision *d = &e->run.path.at[i];
        Arm *w = arm_of(x, d->branch, d->outcome);
        if (w->judged == run + 1)
            continue;
        w->judged = run + 1;
        w->failed += e->failing;
        w->passed += !e->failing;
    }
}

void
explorer_set_passing(Explorer *x, uint32_t run)
{
    count_verdict(x, run);
    score_again(x, x->failures.patterns.n);
}

void
explorer_set_failing(Explorer *x, uint32_t run, uint64_t step)
{
    Explored *e = &x->runs.at[run];
    Pattern p;

    if (e->failing)
        return;
    e->failing = true;
    e->failed = step;
    vec_push(&x->failures.failing, run);
    count_verdict(x, run);
    note_fault(x, run);
    /* Its path must not move with the runs. */
    Decisions *path = ARENA_NEW(&x->arena, Decisions);
    *path = e->run.path;
    pattern_init(&p, path);
    vec_push(&x->failures.patterns, p);
    score_again(x, x->failures.patterns.n - 1);
}

double
explorer_similarity(const Explorer *x, const Input *in, const Decisions *path)
{
    double most = 0;

    for (size_t i = 0; i < x->failures.failing.n; i++) {
        double s = 0;
        switch (x->strategy->measure) {
        case MEASURE_INPUT:
            s = similar_input(in, &x->runs.at[x->failures.failing.at[i]].input);
            break;
        case MEASURE_SUBSEQUENCE:
            s = similar_subsequence(&x->failures.patterns.at[i], path);
            break;
        case MEASURE_COVERAGE:
        case MEASURE_SUBSET:
            s = similar_subset(&x->failures.patterns.at[i], path);
            break;
        }
        if (s > most)
            most = s;
    }
    return most;
}

/* Choosing */

static Answer
solve(Explorer *x, const Candidate *c, Input *out)
{
    const unsigned ms = engine_spec(x->engine)->solver.ms;
    Explored *e = &x->runs.at[c->run];
    const Decision *d = &e->run.path.at[c->decision];
    const Flip flip = {d->step, c->outcome};
    const double start = clock_now();

    x->budget.nasked++;
    const unsigned least = x->tuned.tiers[c->tier].ms;
    const bool last = c->tier + 1 == NTIERS;

    solver_limit_size(engine_solver(x->engine), x->tuned.tiers[c->tier].size);
    solver_limit(engine_solver(x->engine),
                 least && (ms == 0 || ms > least) ? least : ms);
    Answer a = engine_solve(x->engine, &e->run, &e->input, d->step, &flip, 1,
                            &x->arena, out);
    x->stats.solve_s += clock_now() - start;
    solver_limit_size(engine_solver(x->engine), 0);
    uint8_t *stuck = &arm_of(x, d->branch, c->outcome)->stuck[c->tier];
    if (a != SOLVE_UNKNOWN)
        *stuck = 0;
    else if (*stuck < tuning_count(TUNE_explore_stuck))
        ++*stuck;
    if (a == SOLVE_UNKNOWN && !last)
        return a;
    x->stats.tried++;
    x->stats.answers[a]++;
    Arm *w = arm_of(x, d->branch, c->outcome);
    w->tried++;
    w->waiting--;
    return a;
}

/* Others like it were too hard for this tier, and nothing was decided since. */
static bool
is_hopeless(Explorer *x, const Candidate *c)
{
    const Decision *d = &x->runs.at[c->run].run.path.at[c->decision];

    return c->tier + 1 < NTIERS &&
           arm_of(x, d->branch, c->outcome)->stuck[c->tier] >=
               tuning_count(TUNE_explore_stuck);
}

/* Is it less than it seemed when it was pushed? */
static bool
has_fallen(Explorer *x, Candidate *c)
{
    const Measure m = x->strategy->measure;
    const Decisions *path = &x->runs.at[c->run].run.path;
    const Candidate before = *c;

    if (m == MEASURE_COVERAGE)
        c->score = score_coverage(x, &path->at[c->decision], c->outcome,
                                  (double)c->bonus);
    else if (m == MEASURE_INPUT)
        c->tie = tie_of(x, c->run, c->decision);
    else {
        c->score =
            score_path(x, path, c->decision, c->outcome, (double)c->bonus);
        c->tie = tie_of(x, c->run, c->decision);
    }
    return is_better(&before, c);
}

/* By input, what was solved may be less alike than it promised. */
static bool
is_disappointing(Explorer *x, Candidate *c, const Input *in)
{
    if (x->strategy->measure != MEASURE_INPUT || !x->queue.heap.n)
        return false;
    c->score = explorer_similarity(x, in, NULL);
    if (c->score >= x->queue.heap.at[0].score - 0.01)
        return false;
    c->solved = (uint32_t)x->queue.inputs.n;
    vec_push(&x->queue.inputs, *in);
    return true;
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

/* Only what took too long is left. */
static void
take_later(Explorer *x)
{
    for (size_t i = 0; i < x->queue.later.n; i++) {
        x->queue.later.at[i].tier++;
        push(x, x->queue.later.at[i]);
    }
    x->queue.later.n = 0;
}

bool
explorer_next(Explorer *x, Input *out, Origin *origin)
{
    for (uint32_t round = 0;; round++) {
        if (x->queue.heap.n == 0)
            take_later(x);
        if (x->queue.heap.n == 0 || (round % ROUNDS == 0 && is_over(x)))
            return false;
        Candidate c = pop(x);
        Explored *e = &x->runs.at[c.run];
        if (c.solved != UINT32_MAX) {
            *out = x->queue.inputs.at[c.solved];
        } else {
            if (has_fallen(x, &c)) {
                push(x, c);
                continue;
            }
            const Answer a = e->dropped           ? SOLVE_UNSAT
                             : is_hopeless(x, &c) ? SOLVE_UNKNOWN
                                                  : solve(x, &c, out);
            if (a == SOLVE_UNKNOWN && c.tier + 1 < NTIERS) {
                vec_push(&x->queue.later, c);
                continue;
            }
            e->pending--;
            x->stats.dropped += e->dropped;
            if (a != SOLVE_SAT)
                continue;
            if (is_disappointing(x, &c, out)) {
                push(x, c);
                continue;
            }
        }
        Digest digest = input_digest(out);
        if (!numbers_add(&x->done.ran,
                         hash_bytes(digest.hex, sizeof digest.hex))) {
            x->stats.repeated++;
            continue;
        }
        if (x->strategy->measure == MEASURE_INPUT)
            count_changes(x, c.run, c.decision, true);
        *origin = (Origin){c.run, c.decision, c.outcome};
        if (e->pending == 0)
            drop_recording(x, c.run);
        return true;
    }
}
