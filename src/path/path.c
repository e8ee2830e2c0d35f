/* path.c - the successful run that is closest to a failing one. */
#include "path/searching.h"

#include "base/mem.h"
#include "path/order.h"
#include "path/region.h"
#include "path/restore.h"
#include "process/child.h"

#include <stdlib.h>
#include <string.h>

enum {
    DATA_TRIES = 4,
    PATIENCE = 4,       /* of a quick look, with the solver */
    STRIDES = 32,       /* at least, in all */
    BEYOND = 24,        /* runs that are recorded for look_beyond() */
    MODERATE = 512,     /* branches that are all flipped together with others */
    GLANCES = 4096,     /* sets that are left out between looks at the clock */
    SHORT = 64,         /* branches that need no quick look */
    QUICK_SIZE = 50000, /* expressions of a question that is one */
    SMALL_SIZE = 4000,  /* of one that is asked where larger ones have no
                           answer */
};

/* Of the time, when the search is over, and only runs are judged; and when it
 * yields to another one. */
#define OVER  0.85
#define YIELD 0.6

/* Of the time, what may go into cores. */
#define CORES 0.125

/* With an answer, as much time again and this goes into a closer one. */
#define SETTLE_S 5

/* A question of a quick look that takes longer. */
#define SLOW_S 0.02

/* Likewise, for others. */
#define MORE   1.5
#define MORE_S 0.5

/* An endless run is looked at from its beginning; the rounds are alike. */
#define ENDLESS_S 0.2
enum {
    ENDLESS_BYTES = 3 << 19, /* one window of the runtime */
    ENDLESS_NODES = 30000,
    ENDLESS_INSTANCES = 2,
    ENDLESS_MOST = 128,
    LONG = 20000, /* decisions of a minimised run: was it shorter before? */
};

static bool
is_interrupted(Search *s)
{
    if (engine_interrupted(s->scout->engine) || lab_interrupted(s->judge))
        s->r->interrupted = true;
    return s->r->interrupted;
}

static bool
is_over(Search *s)
{
    if (is_interrupted(s) || search_is_past(s, OVER) ||
        (s->spec->yields && s->found_s <= 0 && search_is_past(s, YIELD)))
        return true;
    s->r->settled =
        search_may_settle(s) && (search_has_asked_enough(s) ||
                                 (s->spec->bounds.time_s > 0 &&
                                  search_spent(s) > 2 * s->found_s + SETTLE_S));
    return s->r->settled;
}

/* Candidates */

static bool
is_loop(const Search *s, uint32_t branch)
{
    const Course *c = &s->scout->failing.course;
    const uint32_t parent = s->scout->branches[branch].parent;
    const uint32_t event = s->scout->branches[branch].event;

    /* A loop's branch depends on itself, the round before. */
    for (uint32_t p = parent; p != PATH_NONE; p = s->scout->branches[p].parent)
        if (c->events[s->scout->branches[p].event].statement ==
            c->events[event].statement)
            return true;
    return false;
}

/* The branches that may be flipped, and the parents among them; `fixed`: also
 * those that the input does not decide in the failing run. */
static void
choose_events(Search *s, bool fixed)
{
    const PathScout *k = s->scout;
    const Course *c = &k->failing.course;
    const bool endless = s->r->endless;
    const uint32_t most = endless ? s->rounds : s->spec->bounds.instances;
    const uint32_t last = endless ? 0 : s->spec->bounds.last;
    PathCover *cover = &s->r->cover;
    uint32_t *seen = mem_zalloc(k->script->ninsts + (size_t)1, sizeof *seen);
    uint32_t *number = mem_alloc((k->nbranches + (size_t)1) * sizeof *number);
    bool *use = mem_zalloc(k->nbranches + (size_t)1, sizeof *use);

    uint32_t ndecided = 0; /* by the input; the others are many, but cheap */

    s->n = 0;
    cover->all = k->nbranches;
    cover->left_out = 0;
    for (uint32_t i = k->nbranches; i-- > 0;) {
        const uint32_t at = c->events[k->branches[i].event].statement;
        const bool decided = k->branches[i].nsteps > 0 || k->branches[i].open;
        if (!decided && !fixed)
            continue;
        ndecided += decided;
        if ((last && (decided ? ndecided : k->nbranches - i) > last) ||
            (most && seen[at] >= most) ||
            (s->spec->bounds.no_loops && is_loop(s, i)))
            cover->left_out++;
        else
            use[i] = true;
        seen[at] += use[i];
    }
    for (uint32_t i = 0; i < k->nbranches; i++) {
        const uint32_t parent = k->branches[i].parent;
        number[i] = parent == PATH_NONE ? ORDER_NONE : number[parent];
        if (!use[i])
            continue;
        s->events[s->n] = i;
        s->parents[s->n] = number[i];
        number[i] = s->n++;
    }
    free(seen);
    free(number);
    free(use);
}

static void
make_room(Search *s)
{
    const size_t n = s->scout->nbranches + (size_t)1;

    s->events = mem_alloc(n * sizeof *s->events);
    s->parents = mem_alloc(n * sizeof *s->parents);
    s->hopeless = mem_zalloc(n, sizeof *s->hopeless);
    s->floors = mem_alloc(n * sizeof *s->floors);
    for (size_t i = 0; i < n; i++)
        s->floors[i] = PATH_NONE;
    s->rounds = ENDLESS_INSTANCES;
    s->answers = mem_zalloc(n, sizeof *s->answers);
    s->set = mem_alloc(n * sizeof *s->set);
}

/* Are there several ways through the region that the branch opens when it is
 * evaluated differently (lines 6 and 7 of Figure 3), or rounds of a loop? */
static bool
has_completions(const Search *s, uint32_t branch)
{
    const PathTrace *t = &s->scout->failing;
    const Graph *g = &t->graph;
    const uint32_t br = s->scout->branches[branch].event;
    const uint32_t node = t->course.ending[br], inst = g->nodes[node].inst;
    const uint32_t de = region_pde(course_run(&t->course), br);
    uint32_t to = PROGRAM_NONE;
    RegionPaths paths;

    if (inst >= g->script->ninsts)
        return false;
    if (s->scout->program->blocks[g->conditions.block[inst]].depth > 0)
        return true;
    if (de < t->course.n &&
        g->nodes[t->course.nodes[de]].inst < g->script->ninsts)
        to = g->conditions.block[g->nodes[t->course.nodes[de]].inst];
    region_get_all(s->scout->program, g->conditions.block[inst],
                   condition_target(g->script, inst, g->nodes[node].value), to,
                   2, &paths);
    const bool several = region_npaths(&paths) > 1;
    region_paths_done(&paths);
    return several;
}

static bool
is_failing(const Search *s, uint32_t run)
{
    return run != PATH_NONE && search_is_judged(s, run) &&
           s->r->verdicts.at[run].verdict == VERDICT_FAIL;
}

/* The run at the set's distance failed: others that are at it, too. Each may
 * lead to a further one, as with the rounds of a loop. */
static bool
try_completions(Search *s, uint32_t n, Diag *d)
{
    uint32_t run = s->reached;
    bool several = false;

    if (s->follow.quick || s->scout->brief || !is_failing(s, run))
        return true;
    for (uint32_t i = 0; i < n && !several; i++)
        several = has_completions(s, s->set[i]);
    for (uint32_t i = 0;
         several && i < s->spec->bounds.tries && is_failing(s, run); i++)
        if (!path_follow_more(&s->follow, s->set, n, run, &run, d) ||
            !search_judge_until(s, s->spec->bounds.strict ? 0 : n, s->set, n,
                                d))
            return false;
    return true;
}

/* Where the solver has no answer, or takes long to say no, it is so nearby,
 * too: what is long after the input was read may depend on all of it. So a
 * quick look takes longer and longer strides until it gets one, and only asks
 * what is small in between. */
static void
note_miss(Search *s, bool miss)
{
    if (!s->follow.quick || s->follow.small)
        return;
    s->misses = miss ? s->misses + 1 : s->misses / 2;
    const uint32_t doublings = s->misses / PATIENCE;
    if (doublings)
        s->skip = (UINT32_C(1) << (doublings < 16 ? doublings : 16)) - 1;
    if (s->skip > s->n / STRIDES)
        s->skip = s->n / STRIDES;
}

/* The same of the rounds that follow: Z3 has less time as long as it has no
 * answers. */
static void
note_hard(Search *s, bool unknown)
{
    if (s->follow.quick)
        return;
    s->hard = unknown ? s->hard + 1 : s->hard / 2;
    solver_hurry(engine_solver(s->scout->engine), s->hard >= PATIENCE);
}

static void
choose_size(Search *s)
{
    if (!s->follow.quick)
        return;
    s->follow.small = s->skip > 0;
    s->skip -= s->follow.small;
    solver_limit_size(engine_solver(s->scout->engine),
                      s->follow.small ? SMALL_SIZE : QUICK_SIZE);
}

static bool
try_set(Search *s, const Order *o, Diag *d)
{
    PathCover *cover = &s->r->cover;
    const uint32_t first = s->events[o->distance[o->size - 1]];
    const double start = child_clock(s->spec->bounds.cpu);
    const uint64_t unknown = s->follow.nunknown;
    FollowAnswer answer;
    uint32_t run;

    for (uint32_t i = 0; i < o->size; i++)
        s->set[i] = s->events[o->distance[o->size - 1 - i]];
    s->reached = PATH_NONE;
    s->follow.deadline = s->spec->bounds.time_s > 0
                             ? s->start + OVER * s->spec->bounds.time_s
                             : 0;
    if (!path_follow(&s->follow, s->set, o->size, &answer, &run, d))
        return false;
    s->reached = run;
    note_hard(s, s->follow.nunknown > unknown);
    cover->sets += !s->follow.quick;
    /* Not even a run that parts there: nothing that begins with it goes on,
     * whatever else is in the set. */
    const bool nowhere = s->follow.visited.n == 1;
    if (o->size > 1 && !nowhere)
        return true;
    s->answers[first] = (uint8_t)(answer + 1);
    note_miss(s,
              nowhere && (answer == FOLLOW_UNKNOWN ||
                          child_clock(s->spec->bounds.cpu) - start > SLOW_S));
    s->hopeless[first] = !s->follow.quick && nowhere;
    if (answer != FOLLOW_FOUND && !s->follow.quick && !s->spec->bounds.no_prune)
        s->floors[first] = path_floor(&s->reach, first, nowhere);
    return true;
}

/* What the set does behind its earliest branch is infeasible whatever precedes
 * it, as all that its contradiction depends on is there (lines 24 to 29 of
 * Figure 3), or it is by itself (lines 11 and 18): then there is no extending
 * it. */
static bool
prune(Search *s, Order *o)
{
    const uint32_t first = s->events[o->distance[o->size - 1]];
    const uint32_t floor = o->size > 1
                               ? s->floors[s->events[o->distance[o->size - 2]]]
                               : PATH_NONE;

    if (s->floors[first] == first)
        order_prune(o);
    if (floor == PATH_NONE || first >= floor)
        return false;
    order_close(o);
    s->r->cover.pruned++;
    return true;
}

/* How the branches went that were flipped alone. */
static void
count_answers(Search *s)
{
    uint32_t n[FOLLOW_ANSWERS + 1] = {0};
    PathCover *c = &s->r->cover;

    /* Runs that were made on the way elsewhere count as well. */
    for (uint32_t i = 1; s->answers && i < s->scout->runs.n; i++)
        if (s->scout->runs.at[i].ndiffers == 1)
            s->answers[s->scout->runs.at[i].differs[0]] = FOLLOW_FOUND + 1;
    for (uint32_t i = 0; s->answers && i < s->scout->nbranches; i++)
        n[s->answers[i]]++;
    c->feasible = n[FOLLOW_FOUND + 1];
    c->infeasible = n[FOLLOW_INFEASIBLE + 1];
    c->fixed = n[FOLLOW_FIXED + 1];
    c->unknown = n[FOLLOW_UNKNOWN + 1];
    c->alone = c->feasible + c->infeasible + c->fixed + c->unknown;
}

static bool
is_enough(const Search *s, const Order *o)
{
    if (!s->spec->bounds.first || s->best[WORTH_USEFUL] == PATH_NONE)
        return false;
    const PathRun *x = &s->scout->runs.at[s->best[WORTH_USEFUL]];
    uint32_t n = o->size;
    return search_compare(s, x->differs, x->ndiffers, s->set, n) <= 0;
}

/* The closest is known, but others (path_more.c) need runs to choose from. */
static bool
wants_more(const Search *s, uint32_t size)
{
    return size == 1 && s->spec->bounds.answers > 1 &&
           !s->spec->bounds.questions &&
           search_spent(s) < MORE * s->found_s + MORE_S;
}

/* Half of the time has gone and there is no answer: take what there is. */
static bool
judge_by_now(Search *s, Diag *d)
{
    if (s->anytime || s->best[WORTH_USEFUL] != PATH_NONE ||
        !search_is_past(s, ANYTIME))
        return true;
    s->anytime = true;
    return search_judge_until(s, 0, NULL, 0, d);
}

/* The next set to try. */
static bool
next_set(Search *s, Order *o, uint32_t size, bool *over)
{
    for (uint32_t i = 0;; i++) {
        if (i % GLANCES == 0 && (*over = is_over(s)))
            return false;
        if (!order_next(o))
            return false;
        if (!prune(s, o) && (!size || o->size == size) &&
            !s->hopeless[s->events[o->distance[o->size - 1]]])
            return true;
    }
}

/* One round of generatePaths: sets of `size` (0: of any size) in its order. */
static bool
go_round(Search *s, uint32_t size, uint32_t most, bool *over, Diag *d)
{
    Order o;
    bool ok = true, enough = false;

    s->r->cover.size = size;
    order_init(&o, s->parents, s->n, most);
    while (ok && !enough && next_set(s, &o, size, over)) {
        choose_size(s);
        ok = try_set(s, &o, d) &&
             search_judge_until(s, size, s->set, o.size, d) &&
             try_completions(s, o.size, d) && judge_by_now(s, d);
        enough = ok && ((is_enough(s, &o) && !wants_more(s, size)) ||
                        !search_may_ask(s));
        if (s->spec->progress)
            s->spec->progress(s->spec->context, s->r->cover.sets,
                              s->scout->runs.n);
    }
    order_done(&o);
    return ok;
}

/* A quick look at every branch alone gives most answers where there are many.
 */
static bool
look_quickly(Search *s, bool *over, Diag *d)
{
    Solver *solver = engine_solver(s->scout->engine);

    choose_events(s, false);
    if (s->n <= SHORT && !s->r->endless)
        return true;
    s->follow.quick = true;
    solver_hurry(solver, true);
    const bool ok = go_round(s, 1, 1, over, d);
    s->follow.quick = s->follow.small = false;
    solver_hurry(solver, false);
    solver_limit_size(solver, 0);
    /* A person is asked in order only. */
    return ok && (*over || s->spec->bounds.questions ||
                  search_judge_until(s, 1, NULL, 0, d));
}

/* What no input decides in the failing run may be decided in those that part
 * from it once: then it is flipped together with others. */
static bool
look_beyond(Search *s, Diag *d)
{
    uint32_t left = BEYOND;

    for (uint32_t i = 1; i < s->scout->runs.n && left && !is_over(s); i++) {
        const PathRun *r = &s->scout->runs.at[i];
        if (r->ndiffers != 1 || r->recorded)
            continue;
        left--;
        if (!path_scout_record(s->scout, i, d))
            return false;
    }
    return true;
}

/* generatePaths, bounded to sets of one branch, then of two, and so on: in each
 * round, sets come in the paper's order. */
static bool
search_rounds(Search *s, bool *over, Diag *d)
{
    if (!look_quickly(s, over, d))
        return false;
    if (*over)
        return true;
    choose_events(s, true);
    const uint32_t most = s->spec->bounds.flips ? s->spec->bounds.flips : s->n;
    for (uint32_t size = 1; size <= most && size <= s->n; size++) {
        if (s->spec->bounds.first && s->best[WORTH_USEFUL] != PATH_NONE &&
            s->scout->runs.at[s->best[WORTH_USEFUL]].ndiffers <= size - 1)
            return true;
        if (!go_round(s, size, size, over, d))
            return false;
        if (*over)
            return true;
        if (size == 1 && !look_beyond(s, d))
            return false;
        if (size == 1 && s->n > MODERATE)
            choose_events(s, false);
        if (!search_judge_until(s, size, NULL, 0, d))
            return false;
    }
    return true;
}

/* Data */

/* Is the run of the same control flow, and does it pass? */
static bool
try_same(Search *s, uint32_t run, Diag *d)
{
    if (run == PATH_NONE || !s->scout->runs.at[run].same)
        return true;
    if (!search_is_judged(s, run) && !search_judge(s, run, d))
        return false;
    if (s->r->verdicts.at[run].verdict == VERDICT_PASS)
        s->r->data = run;
    return true;
}

/* Inputs that go the same way, made on the way elsewhere; or with another
 * value printed. */
static bool
try_data(Search *s, Diag *d)
{
    Engine *e = s->scout->engine;
    const uint32_t n = s->scout->runs.at[0].run.recording.n.outputs;
    uint32_t tries = 0;

    for (uint32_t i = 1; i < s->scout->runs.n && tries < DATA_TRIES; i++) {
        tries += s->scout->runs.at[i].same;
        if (search_may_ask(s) && !try_same(s, i, d))
            return false;
        if (s->r->data != PATH_NONE)
            return true;
    }
    tries = 0;

    for (uint32_t i = n; i-- > 0 && tries < DATA_TRIES && !is_interrupted(s);) {
        PathRun *f = &s->scout->runs.at[0];
        const ConcolicOutput *out = &f->run.recording.outputs[i];
        const bool text = out->conversion == 's' || out->conversion == 'c';
        Arena a = {0};
        Input in;
        uint32_t run = PATH_NONE;
        if (text || !out->node)
            continue;
        tries++;
        Problem *p = engine_ask(e, &f->run, NULL, 0);
        problem_want(p, problem_import(p, out->node), &out->value, 1, true);
        bool ok = true;
        if (engine_answer(e, &f->run, &f->input, f->run.recording.n.steps, &a,
                          &in) == SOLVE_SAT)
            ok = path_scout_run(s->scout, &in, &run, d);
        arena_done(&a);
        if (!ok || (search_may_ask(s) && !try_same(s, run, d)))
            return false;
        if (s->r->data != PATH_NONE)
            return true;
    }
    return true;
}

/* Trace and record the failing run. One that does not end by itself is cut
 * short, as are those that are compared with it. */
static bool
open_scout(Search *s, const Input *failing, Diag *d)
{
    LabSpec tracer = s->spec->tracer;
    double *limit = &tracer.setup.limits.time_s;

    if (s->r->endless && (*limit <= 0 || *limit > ENDLESS_S)) {
        *limit = ENDLESS_S;
        engine_limit(s->scout->engine, ENDLESS_S, 0);
    }
    if (s->r->endless &&
        (s->scout->trace_bytes == 0 || s->scout->trace_bytes > ENDLESS_BYTES))
        s->scout->trace_bytes = ENDLESS_BYTES;
    s->scout->beginning = s->r->endless;
    s->scout->nodes = s->r->endless ? ENDLESS_NODES : 0;
    return path_scout_open(s->scout, &tracer, failing, d);
}

/* Is the test as it was given the better one? The smallest input may well make
 * the longest run. */
static bool
prefer_original(Search *s, Diag *d)
{
    PathTrace t;
    uint32_t n = 0;

    if (!s->spec->original || s->failing == s->spec->original ||
        (s->scout->nbranches <= LONG && !s->scout->brief))
        return true;
    if (!path_trace(s->scout, s->spec->original, &t, d))
        return false;
    for (uint32_t i = 0; i < t.course.n; i++)
        n += t.course.events[i].outcome != ALIGN_NONE;
    const bool shorter =
        s->scout->brief ? !t.stopped : n < s->scout->nbranches / 2;
    path_trace_done(&t);
    if (!shorter)
        return true;
    s->failing = s->spec->original;
    s->r->original = true;
    path_scout_close(s->scout);
    return search_judge(s, 0, d) && open_scout(s, s->failing, d);
}

static bool
open_failing(Search *s, Diag *d)
{
    const PathSpec *k = s->spec;
    PathVerdict *v;

    s->failing = k->failing;
    if (!search_judge(s, 0, d))
        return false;
    v = &s->r->verdicts.at[0];
    if (v->verdict != VERDICT_FAIL && k->original) {
        s->failing = k->original;
        s->r->original = true;
        if (!search_judge(s, 0, d))
            return false;
        v = &s->r->verdicts.at[0];
    }
    if (v->verdict == VERDICT_PASS)
        return diag_fail(d, "the failing test passes");
    if (v->verdict != VERDICT_FAIL)
        return diag_fail(d, "there is no verdict on the failing test: %s",
                         v->reason);
    s->r->endless = v->timed_out;
    if (!open_scout(s, s->failing, d) || !prefer_original(s, d))
        return false;
    if (!s->scout->brief)
        worth_find_home(s->scout, s->has_expected ? &s->expected : NULL,
                        s->status);
    return true;
}

static bool
judge_restored(void *context, uint32_t run, bool *passes, Diag *d)
{
    Search *s = context;

    if (!search_is_judged(s, run) && !search_judge(s, run, d))
        return false;
    *passes =
        s->r->verdicts.at[run].verdict == VERDICT_PASS &&
        s->r->verdicts.at[run].worth <= s->r->verdicts.at[s->r->found].worth;
    return true;
}

/* The answer's input may differ in more than it needs to. A person is not asked
 * about that. */
static bool
restore(Search *s, Diag *d)
{
    uint32_t *run = s->r->found != PATH_NONE ? &s->r->found : &s->r->data;

    return *run == PATH_NONE || s->spec->bounds.questions ||
           is_interrupted(s) || search_is_past(s, LATE) ||
           path_restore(s->scout, run, judge_restored, s, d);
}

static bool
search(Search *s, Diag *d)
{
    bool over = false;
    const PathSpec *k = s->spec;

    if (!open_failing(s, d))
        return false;
    s->r->cover.beginning = s->scout->failing.stopped;
    s->r->cover.brief = s->scout->brief;
    make_room(s);
    choose_events(s, true);
    path_follow_init(&s->follow, s->scout, k->bounds.tries);
    path_floors_init(&s->reach, &s->follow);
    s->follow.cpu = k->bounds.cpu;
    s->follow.core_s = k->bounds.time_s * CORES;
    bool ok = k->bounds.strict ? go_round(s, 0, k->bounds.flips, &over, d)
                               : search_rounds(s, &over, d);
    /* The rounds of an endless run are alike, but perhaps not all. */
    while (ok && !over && s->r->endless && !k->bounds.strict &&
           s->best[WORTH_USEFUL] == PATH_NONE && s->r->cover.left_out &&
           s->rounds < ENDLESS_MOST) {
        s->rounds *= 4;
        ok = search_rounds(s, &over, d);
    }
    s->r->cover.complete = !over;
    ok = ok && (s->r->interrupted || search_judge_until(s, 0, NULL, 0, d));
    s->r->found = search_choose(s);
    ok = ok && (s->r->interrupted || try_data(s, d)) && restore(s, d);
    ok = ok && (s->r->found == PATH_NONE || search_find_more(s, d));
    path_floors_done(&s->reach);
    path_follow_done(&s->follow);
    count_answers(s);
    return ok || is_over(s);
}

bool
path_search(const PathSpec *spec, PathScout *scout, PathResult *out, Diag *d)
{
    Search s = {.spec = spec,
                .scout = scout,
                .r = out,
                .start = child_clock(spec->bounds.cpu),
                .status = -1};

    *out = (PathResult){.found = PATH_NONE, .data = PATH_NONE};
    for (unsigned w = 0; w < WORTHS; w++)
        s.best[w] = PATH_NONE;
    bool ok = lab_open(&spec->judge, &s.judge, d) &&
              (!spec->has_accept || lab_open(&spec->accept, &s.accept, d)) &&
              search(&s, d);
    out->spent_s = search_spent(&s);
    lab_close(s.judge);
    lab_close(s.accept);
    free(s.events);
    free(s.parents);
    free(s.hopeless);
    free(s.floors);
    free(s.answers);
    free(s.set);
    return ok;
}

void
path_result_done(PathResult *r)
{
    vec_done(&r->verdicts);
    vec_done(&r->answers);
    arena_done(&r->arena);
    *r = (PathResult){0};
}
