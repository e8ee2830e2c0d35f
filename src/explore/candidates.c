/* candidates.c - what could be run next, in the order of what it promises.
 *
 * A heap holds them by score. Scores by coverage only fall, so a candidate is
 * looked at again when it comes up; those by similarity only rise, when another
 * run fails: then all are scored again.
 */
#include "explore/candidates.h"

#include "base/map.h"
#include "base/mem.h"
#include "explore/numbers.h"
#include "explore/similar.h"
#include "format/tuning.h"

#include <math.h>
#include <stdlib.h>

enum {
    ALIKE = 1, /* the tier where those chosen by similarity begin */
    RECENT = 256,
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

/* What is known of failing runs. */
typedef struct FailingRuns FailingRuns;
struct FailingRuns {
    VEC(Pattern) patterns;
    VEC(uint32_t) failing;
    uint32_t nfailing; /* runs in the arms' counts */
    double earlier; /* where in the path flips are looked for: from its end */
    Arena paths;    /* of patterns */
};

/* What is known of the ways out of branches. */
typedef struct ArmTable ArmTable;
struct ArmTable {
    Map arms_at; /* (branch, outcome) to `arms` */
    VEC(Arm) arms;
    struct { /* what was found there last; at: and one */
        uint64_t branch;
        uint32_t outcome, at;
    } recent[RECENT];
};

/* Parts of inputs. */
typedef struct InputUnits InputUnits;
struct InputUnits {
    Map changes;     /* how often */
    Map faulty;      /* those that faults of failing runs depend on */
    EngineUnits now; /* of the step that is looked at */
};

struct Candidates {
    const Strategy *strategy;
    ExploredRuns *runs;
    Weights weights;
    VEC(Candidate) heap;
    VEC(Candidate) later; /* too large or too hard for their tier */
    VEC(Input) inputs;    /* of candidates that were solved and put back */
    FailingRuns failures;
    ArmTable ways;
    InputUnits units;
    Numbers seen; /* decision_hash_shape: done, or waiting */
};

void
candidates_new(const Strategy *s, ExploredRuns *runs, Candidates **out)
{
    Candidates *q = *out = mem_zalloc(1, sizeof *q);

    q->strategy = s;
    q->runs = runs;
    q->weights = (Weights){.fresh = tuning(TUNE_explore_fresh),
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
candidates_free(Candidates *q)
{
    for (size_t i = 0; i < q->failures.patterns.n; i++)
        pattern_done(&q->failures.patterns.at[i]);
    vec_done(&q->heap);
    vec_done(&q->later);
    vec_done(&q->inputs);
    vec_done(&q->failures.patterns);
    vec_done(&q->failures.failing);
    arena_done(&q->failures.paths);
    map_done(&q->ways.arms_at);
    map_done(&q->units.changes);
    map_done(&q->units.faulty);
    vec_done(&q->units.now);
    vec_done(&q->ways.arms);
    numbers_done(&q->seen);
    free(q);
}

static Arm *
arm_of(Candidates *q, uint64_t branch, uint32_t outcome)
{
    const uint64_t key[2] = {branch, outcome};
    const uint64_t h = (branch + outcome) * UINT64_C(0x9e3779b97f4a7c15);
    const size_t i = (size_t)(h >> 32) % RECENT;

    if (!q->ways.recent[i].at || q->ways.recent[i].branch != branch ||
        q->ways.recent[i].outcome != outcome) {
        const uint32_t fresh = (uint32_t)q->ways.arms.n;
        const uint32_t at = *map_put(&q->ways.arms_at, key, sizeof key, fresh);
        if (at == fresh)
            vec_push(&q->ways.arms, (Arm){0});
        q->ways.recent[i].branch = branch;
        q->ways.recent[i].outcome = outcome;
        q->ways.recent[i].at = at + 1;
    }
    return &q->ways.arms.at[q->ways.recent[i].at - 1];
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
sift_down(Candidates *q, size_t i)
{
    Candidate *h = q->heap.at;
    const Candidate c = h[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= q->heap.n)
            break;
        if (child + 1 < q->heap.n && is_better(&h[child + 1], &h[child]))
            child++;
        if (!is_better(&h[child], &c))
            break;
        h[i] = h[child];
        i = child;
    }
    h[i] = c;
}

static void
push(Candidates *q, Candidate c)
{
    vec_push(&q->heap, c);
    size_t i = q->heap.n - 1;
    Candidate *h = q->heap.at;
    for (; i > 0 && is_better(&c, &h[(i - 1) / 2]); i = (i - 1) / 2)
        h[i] = h[(i - 1) / 2];
    h[i] = c;
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
score_coverage(Candidates *q, const Decision *d, uint32_t outcome, double bonus)
{
    const Arm *w = arm_of(q, d->branch, outcome);
    const double seldom = q->weights.seldom / (1u << bits(w->tried));
    const double early = d->occurrence < 100 ? d->occurrence * 0.001 : 0.1;

    const double ours = d->branch & CONCOLIC_MODEL ? 0 : q->weights.own;

    return (w->taken ? 0 : q->weights.fresh) + seldom + bonus + ours - early;
}

/* Whether the arguments and bytes that the decision depends on are, in the
 * run's input, those of a failing one is not known before it is solved: at
 * best one unit changes. */
static double
score_input(const Candidates *q, const Explored *e)
{
    const double units = (double)similar_input_units(&e->input);
    double most = 0;

    for (size_t i = 0; i < q->failures.failing.n; i++) {
        double s = engine_similar(
            &e->run, &e->input, &q->runs->at[q->failures.failing.at[i]].input);
        if (s > most)
            most = s;
    }
    if (most >= 100 && units > 0)
        most = 100 * (units - 1) / units;
    return most;
}

/* How often the units that the decision depends on were changed, the most. */
static uint32_t
count_changes(Candidates *q, uint32_t run, uint32_t decision, bool change)
{
    Explored *e = &q->runs->at[run];
    uint32_t most = 0;

    if (e->dropped)
        return UINT32_MAX;
    EngineUnits *units = &q->units.now;
    engine_units(&e->run, e->run.path.at[decision].step, units);
    for (size_t k = 0; k < units->n; k++) {
        uint32_t *n =
            map_put(&q->units.changes, &units->at[k], sizeof units->at[k], 0);
        *n += change;
        most = *n > most ? *n : most;
    }
    return most;
}

/* The same way out of one branch again and again is a loop that grows: each
 * time counts as two more conditions that differ. */
static double
score_path(Candidates *q, const Decisions *path, uint32_t decision,
           uint32_t outcome, double alike)
{
    const uint64_t branch = path->at[decision].branch;

    return alike -
           q->weights.loop / path->n * arm_of(q, branch, outcome)->tried;
}

/* Does the decision depend on one of these units? */
static bool
depends_on(Candidates *q, const Map *units, uint32_t run, uint32_t decision)
{
    Explored *e = &q->runs->at[run];

    if (units->n == 0 || e->dropped)
        return false;
    EngineUnits *own = &q->units.now;
    engine_units(&e->run, e->run.path.at[decision].step, own);
    for (size_t k = 0; k < own->n; k++)
        if (map_find(units, &own->at[k], sizeof own->at[k]))
            return true;
    return false;
}

/* How much the run would lose of what is suspected: Ochiai of the way that the
 * decision goes, shared among all decisions of the run that go it. */
static double
suspicion(Candidates *q, uint32_t run, uint32_t decision)
{
    const Explored *e = &q->runs->at[run];
    const Decision *d = &e->run.path.at[decision];
    const Arm *w = arm_of(q, d->branch, d->outcome);
    const double all = (double)q->failures.nfailing * (w->failed + w->passed);

    if (!e->failing || !e->alike || all <= 0)
        return 0;
    return w->failed / sqrt(all) / e->alike[decision];
}

/* Between equals: by input, what the failing run's fault depends on, then what
 * depends on units that were changed least often; then the program's own
 * conditions; then what is most suspected; then what is nearest to
 * where the next flip is looked for. */
static double
tie_of(Candidates *q, uint32_t run, uint32_t decision)
{
    const Decisions *path = &q->runs->at[run].run.path;
    const Decision *d = &path->at[decision];
    double tie = (double)decision / (path->n + 1.0);

    if (q->strategy->measure != MEASURE_COVERAGE)
        tie = (1 - fabs(tie - (1 - q->failures.earlier)) +
               q->weights.suspected * suspicion(q, run, decision)) /
              (1 + q->weights.suspected);

    if (q->strategy->measure == MEASURE_INPUT)
        return tie - count_changes(q, run, decision, false) +
               (depends_on(q, &q->units.faulty, run, decision)
                    ? q->weights.of_fault
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
score_batch(Candidates *q, uint32_t run, Batch *b, size_t first)
{
    Explored *e = &q->runs->at[run];
    const Decisions *path = &e->run.path;
    const Measure m = q->strategy->measure;
    const double alike = m == MEASURE_INPUT ? score_input(q, e) : 0;

    b->scores.n = 0;
    for (size_t k = 0; k < b->at.n; k++)
        vec_push(&b->scores,
                 m == MEASURE_COVERAGE
                     ? score_coverage(q, &path->at[b->at.at[k]], b->out.at[k],
                                      (double)b->bonus.at[k])
                     : alike);
    if (m == MEASURE_SUBSET || m == MEASURE_SUBSEQUENCE) {
        for (size_t i = first; i < q->failures.patterns.n; i++)
            similar_flips(&q->failures.patterns.at[i], path,
                          m == MEASURE_SUBSET, b->at.at, b->out.at, b->at.n,
                          b->alike.at);
        for (size_t k = 0; k < b->at.n; k++)
            b->scores.at[k] = b->alike.at[k];
    }
    for (size_t k = 0; m != MEASURE_COVERAGE && k < b->at.n; k++)
        if (path->at[b->at.at[k]].step >= e->failed)
            b->scores.at[k] -= q->weights.too_late;
    for (size_t k = 0; k < b->at.n; k++)
        if (m == MEASURE_SUBSET || m == MEASURE_SUBSEQUENCE) {
            b->bonus.at[k] = (float)b->scores.at[k];
            b->scores.at[k] =
                score_path(q, path, b->at.at[k], b->out.at[k], b->scores.at[k]);
        }
    b->ties.n = 0;
    for (size_t k = 0; k < b->at.n; k++)
        vec_push(&b->ties, tie_of(q, run, b->at.at[k]));
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
score_again(Candidates *q, size_t first)
{
    Batch b = {0};

    if (q->strategy->measure == MEASURE_COVERAGE || q->heap.n == 0)
        return;
    qsort(q->heap.at, q->heap.n, sizeof *q->heap.at, by_run);
    for (size_t i = 0, end; i < q->heap.n; i = end) {
        b.at.n = b.out.n = b.bonus.n = b.alike.n = 0;
        for (end = i;
             end < q->heap.n && q->heap.at[end].run == q->heap.at[i].run;
             end++) {
            vec_push(&b.at, q->heap.at[end].decision);
            vec_push(&b.out, q->heap.at[end].outcome);
            vec_push(&b.bonus, q->heap.at[end].bonus);
            vec_push(&b.alike, (double)q->heap.at[end].alike);
        }
        score_batch(q, q->heap.at[i].run, &b, first);
        for (size_t k = i; k < end; k++)
            q->heap.at[k].score = b.scores.at[k - i],
            q->heap.at[k].bonus = b.bonus.at[k - i],
            q->heap.at[k].alike = (float)b.alike.at[k - i],
            q->heap.at[k].tie = b.ties.at[k - i];
    }
    batch_done(&b);
    for (size_t i = q->heap.n / 2; i-- > 0;)
        sift_down(q, i);
}

/* Flips of a run */

static void
count_alike(Candidates *q, uint32_t run)
{
    Explored *e = &q->runs->at[run];
    const Decisions *path = &e->run.path;
    Map counts = {0};

    if (q->strategy->measure == MEASURE_COVERAGE)
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
count_shared(const Candidates *q, const Explored *e)
{
    uint32_t n = 0;

    if (e->origin.run == EXPLORER_NOBODY)
        return 0;
    const Decisions *to = &e->run.path;
    const Decisions *from = &q->runs->at[e->origin.run].run.path;
    while (n < to->n && n < from->n && to->at[n].shape == from->at[n].shape &&
           to->at[n].branch == from->at[n].branch &&
           to->at[n].outcome == from->at[n].outcome)
        n++;
    return n;
}

/* There are many already, and enough of them go there. */
static bool
is_crowded(Candidates *q, const Decision *d, uint32_t outcome)
{
    const Arm *w = arm_of(q, d->branch, outcome);

    return q->heap.n >= tuning_count(TUNE_explore_crowd) && w->taken > 0 &&
           w->waiting >= tuning_count(TUNE_explore_crowd_each);
}

static void
batch_add(Batch *b, uint32_t decision, uint32_t outcome, float bonus)
{
    vec_push(&b->at, decision);
    vec_push(&b->out, outcome);
    vec_push(&b->bonus, bonus);
    vec_push(&b->alike, 0);
}

/* The other ways out of each decision that nobody went; returns how many were
 * passed over. What a flip keeps is the path before it: the rarer that is, the
 * better. */
static uint64_t
list_flips(Candidates *q, const Decisions *path, Batch *b)
{
    uint64_t crowded = 0;
    float rarest = 0;

    for (uint32_t i = 0; i < path->n; i++) {
        const Decision *d = &path->at[i];
        for (uint32_t o = 0; !d->repeated && o <= d->others; o++) {
            if (o == d->outcome)
                continue;
            if (is_crowded(q, d, o)) {
                crowded++;
            } else if (numbers_add(&q->seen, decision_hash_shape(d, o))) {
                batch_add(b, i, o, rarest);
                arm_of(q, d->branch, o)->waiting++;
            }
        }
        float rare = (float)q->weights.rare /
                     (float)arm_of(q, d->branch, d->outcome)->taken;
        rarest = rare > rarest ? rare : rarest;
    }
    return crowded;
}

static void
push_batch(Candidates *q, uint32_t run, const Batch *b)
{
    const bool alike = q->strategy->measure != MEASURE_COVERAGE;

    for (size_t k = 0; k < b->at.n; k++)
        push(q, (Candidate){.score = b->scores.at[k],
                            .tie = b->ties.at[k],
                            .bonus = b->bonus.at[k],
                            .alike = (float)b->alike.at[k],
                            .run = run,
                            .decision = b->at.at[k],
                            .outcome = b->out.at[k],
                            .solved = CANDIDATE_UNSOLVED,
                            .tier = alike ? ALIKE : 0});
}

uint64_t
candidates_add(Candidates *q, uint32_t run)
{
    Explored *e = &q->runs->at[run];
    const Decisions *path = &e->run.path;
    Batch b = {0};

    for (uint32_t i = count_shared(q, e); i < path->n; i++)
        numbers_add(&q->seen,
                    decision_hash_shape(&path->at[i], path->at[i].outcome));
    const uint64_t crowded = list_flips(q, path, &b);
    count_alike(q, run);
    score_batch(q, run, &b, 0);
    push_batch(q, run, &b);
    e->pending = (uint32_t)b.at.n;
    batch_done(&b);
    return crowded;
}

uint32_t
candidates_cover(Candidates *q, const Decisions *path)
{
    uint32_t fresh = 0;

    for (uint32_t i = 0; i < path->n; i++)
        fresh +=
            arm_of(q, path->at[i].branch, path->at[i].outcome)->taken++ == 0;
    return fresh;
}

/* Verdicts */

/* Each that failed moves the place where flips are looked for forwards. */
static void
move_place(Candidates *q, bool failing)
{
    const double nudge = failing ? q->weights.nudge : -q->weights.nudge;
    const double to = q->failures.earlier + nudge;

    q->failures.earlier = to < 0 ? 0 : to > 1 ? 1 : to;
}

/* The ways it took are those of a failing or passing run. */
static void
count_verdict(Candidates *q, uint32_t run)
{
    const Explored *e = &q->runs->at[run];

    q->failures.nfailing += e->failing;
    if (e->origin.run != EXPLORER_NOBODY)
        move_place(q, e->failing);
    for (uint32_t i = 0; i < e->run.path.n; i++) {
        const Decision *d = &e->run.path.at[i];
        Arm *w = arm_of(q, d->branch, d->outcome);
        if (w->judged == run + 1)
            continue;
        w->judged = run + 1;
        w->failed += e->failing;
        w->passed += !e->failing;
    }
}

/* What the fault depends on that a failing run ended with: only checks
 * (format/concolic.h) tell. */
static void
note_fault(Candidates *q, uint32_t run)
{
    Explored *e = &q->runs->at[run];
    const uint32_t n = e->run.recording.n.steps;

    if (e->dropped || n == 0)
        return;
    const ConcolicStep *last = &e->run.recording.steps[n - 1];
    if (last->kind != CONCOLIC_CHECK || !last->taken)
        return;
    EngineUnits *units = &q->units.now;
    engine_units(&e->run, n - 1, units);
    for (size_t k = 0; k < units->n; k++)
        map_put(&q->units.faulty, &units->at[k], sizeof units->at[k], 1);
}

/* A failing run that others may be like. */
static void
add_pattern(Candidates *q, uint32_t run)
{
    Pattern p;

    vec_push(&q->failures.failing, run);
    /* Its path must not move with the runs. */
    Decisions *path = ARENA_NEW(&q->failures.paths, Decisions);
    *path = q->runs->at[run].run.path;
    pattern_init(&p, path);
    vec_push(&q->failures.patterns, p);
}

void
candidates_judge(Candidates *q, uint32_t run)
{
    const size_t known = q->failures.patterns.n;

    count_verdict(q, run);
    if (q->runs->at[run].failing) {
        note_fault(q, run);
        add_pattern(q, run);
    }
    score_again(q, known);
}

double
candidates_similarity(const Candidates *q, const Input *in,
                      const Decisions *path)
{
    double most = 0;

    for (size_t i = 0; i < q->failures.failing.n; i++) {
        double s = 0;
        switch (q->strategy->measure) {
        case MEASURE_INPUT:
            s = engine_similar(&q->runs->at[q->failures.failing.at[i]].run, in,
                               &q->runs->at[q->failures.failing.at[i]].input);
            break;
        case MEASURE_SUBSEQUENCE:
            s = similar_subsequence(&q->failures.patterns.at[i], path);
            break;
        case MEASURE_COVERAGE:
        case MEASURE_SUBSET:
            s = similar_subset(&q->failures.patterns.at[i], path);
            break;
        }
        if (s > most)
            most = s;
    }
    return most;
}

/* Choosing */

Arm *
candidates_arm(Candidates *q, const Candidate *c)
{
    const Decision *d = &q->runs->at[c->run].run.path.at[c->decision];

    return arm_of(q, d->branch, c->outcome);
}

static void
take_later(Candidates *q)
{
    for (size_t i = 0; i < q->later.n; i++) {
        q->later.at[i].tier++;
        push(q, q->later.at[i]);
    }
    q->later.n = 0;
}

bool
candidates_any(Candidates *q)
{
    if (q->heap.n == 0)
        take_later(q);
    return q->heap.n > 0;
}

Candidate
candidates_pop(Candidates *q)
{
    Candidate c = q->heap.at[0];
    Candidate last = vec_pop(&q->heap);

    if (q->heap.n) {
        q->heap.at[0] = last;
        sift_down(q, 0);
    }
    return c;
}

const Input *
candidates_input(const Candidates *q, const Candidate *c)
{
    return c->solved == CANDIDATE_UNSOLVED ? NULL : &q->inputs.at[c->solved];
}

/* Is it less than it seemed when it was pushed? */
static bool
has_fallen(Candidates *q, Candidate *c)
{
    const Measure m = q->strategy->measure;
    const Decisions *path = &q->runs->at[c->run].run.path;
    const Candidate before = *c;

    if (m == MEASURE_COVERAGE)
        c->score = score_coverage(q, &path->at[c->decision], c->outcome,
                                  (double)c->bonus);
    else if (m == MEASURE_INPUT)
        c->tie = tie_of(q, c->run, c->decision);
    else {
        c->score =
            score_path(q, path, c->decision, c->outcome, (double)c->bonus);
        c->tie = tie_of(q, c->run, c->decision);
    }
    return is_better(&before, c);
}

bool
candidates_return_fallen(Candidates *q, Candidate *c)
{
    const bool fallen = has_fallen(q, c);

    if (fallen)
        push(q, *c);
    return fallen;
}

void
candidates_put_off(Candidates *q, const Candidate *c)
{
    vec_push(&q->later, *c);
}

bool
candidates_return_solved(Candidates *q, Candidate *c, const Input *in)
{
    if (q->strategy->measure != MEASURE_INPUT || !q->heap.n)
        return false;
    c->score = candidates_similarity(q, in, NULL);
    if (c->score >= q->heap.at[0].score - 0.01)
        return false;
    c->solved = (uint32_t)q->inputs.n;
    vec_push(&q->inputs, *in);
    push(q, *c);
    return true;
}

void
candidates_use(Candidates *q, const Candidate *c)
{
    if (q->strategy->measure == MEASURE_INPUT)
        count_changes(q, c->run, c->decision, true);
}
