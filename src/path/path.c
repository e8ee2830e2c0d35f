/* path.c - the successful run that is closest to a failing one. */
#include "path/searching.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "path/order.h"
#include "path/region.h"
#include "path/restore.h"
#include "process/child.h"

#include <stdlib.h>
#include <string.h>

enum {
    GLANCES = 4096, /* sets that are left out between looks at the clock */
    /* An endless run is looked at from its beginning; the rounds are alike. */
    ENDLESS_BYTES = 3 << 19, /* one window of the runtime */
};

static bool
is_interrupted(Search *s)
{
    if (engine_interrupted(s->scout->engine) || lab_interrupted(s->labs.judge))
        s->r->end.interrupted = true;
    return s->r->end.interrupted;
}

static bool
is_over(Search *s)
{
    if (is_interrupted(s) || search_is_past(s, tuning(TUNE_path_over_share)) ||
        (s->spec->yields && s->clock.found_s <= 0 &&
         search_is_past(s, tuning(TUNE_path_yield_share))))
        return true;
    s->r->end.settled =
        search_may_settle(s) &&
        (search_has_asked_enough(s) ||
         (s->spec->bounds.time_s > 0 &&
          search_spent(s) > tuning(TUNE_path_settle_times) * s->clock.found_s +
                                tuning(TUNE_path_settle_s)));
    return s->r->end.settled;
}

/* Candidates */

static bool
is_loop(const Search *s, uint32_t branch)
{
    const Course *c = &s->scout->failing.course;
    const uint32_t parent = s->scout->decisions.branches[branch].parent;
    const uint32_t event = s->scout->decisions.branches[branch].event;

    /* A loop's branch depends on itself, the round before. */
    for (uint32_t p = parent; p != PATH_NONE;
         p = s->scout->decisions.branches[p].parent)
        if (c->events[s->scout->decisions.branches[p].event].statement ==
            c->events[event].statement)
            return true;
    return false;
}

/* Is it in code that is left out, such as a test's? */
static bool
is_closed(const Search *s, uint32_t inst)
{
    const Script *script = s->scout->code.script;

    return s->spec->closed && inst < script->ninsts &&
           script->insts[inst].line < script->nlines &&
           s->spec->closed[script->insts[inst].line];
}

/* The branches that may be flipped, and the parents among them; `fixed`: also
 * those that the input does not decide in the failing run. */
static void
choose_events(Search *s, bool fixed)
{
    const PathScout *k = s->scout;
    const Course *c = &k->failing.course;
    const bool endless = s->r->failing.endless;
    const uint32_t most = endless ? s->sets.rounds : s->spec->bounds.instances;
    const uint32_t last = endless ? 0 : s->spec->bounds.last;
    PathCover *cover = &s->r->cover;
    uint32_t *seen =
        mem_zalloc(k->code.script->ninsts + (size_t)1, sizeof *seen);
    uint32_t *number =
        mem_alloc((k->decisions.nbranches + (size_t)1) * sizeof *number);
    bool *use = mem_zalloc(k->decisions.nbranches + (size_t)1, sizeof *use);

    uint32_t ndecided = 0; /* by the input; the others are many, but cheap */

    s->sets.n = 0;
    cover->all = k->decisions.nbranches;
    cover->left_out = 0;
    for (uint32_t i = k->decisions.nbranches; i-- > 0;) {
        const uint32_t at = c->events[k->decisions.branches[i].event].statement;
        const bool decided = k->decisions.branches[i].nsteps > 0 ||
                             k->decisions.branches[i].open;
        if (!decided && !fixed)
            continue;
        ndecided += decided;
        if ((last &&
             (decided ? ndecided : k->decisions.nbranches - i) > last) ||
            (most && seen[at] >= most) ||
            (s->spec->bounds.no_loops && is_loop(s, i)) || is_closed(s, at))
            cover->left_out++;
        else
            use[i] = true;
        seen[at] += use[i];
    }
    for (uint32_t i = 0; i < k->decisions.nbranches; i++) {
        const uint32_t parent = k->decisions.branches[i].parent;
        number[i] = parent == PATH_NONE ? ORDER_NONE : number[parent];
        if (!use[i])
            continue;
        s->sets.events[s->sets.n] = i;
        s->sets.parents[s->sets.n] = number[i];
        number[i] = s->sets.n++;
    }
    free(seen);
    free(number);
    free(use);
}

static void
make_room(Search *s)
{
    const size_t n = s->scout->decisions.nbranches + (size_t)1;

    s->sets.events = mem_alloc(n * sizeof *s->sets.events);
    s->sets.parents = mem_alloc(n * sizeof *s->sets.parents);
    s->sets.hopeless = mem_zalloc(n, sizeof *s->sets.hopeless);
    s->sets.floors = mem_alloc(n * sizeof *s->sets.floors);
    for (size_t i = 0; i < n; i++)
        s->sets.floors[i] = PATH_NONE;
    s->sets.rounds = tuning_count(TUNE_path_endless_rounds);
    s->sets.answers = mem_zalloc(n, sizeof *s->sets.answers);
    s->sets.set = mem_alloc(n * sizeof *s->sets.set);
}

/* Are there several ways through the region that the branch opens when it is
 * evaluated differently (lines 6 and 7 of Figure 3), or rounds of a loop? */
static bool
has_completions(const Search *s, uint32_t branch)
{
    const PathTrace *t = &s->scout->failing;
    const Graph *g = &t->graph;
    const uint32_t br = s->scout->decisions.branches[branch].event;
    const uint32_t node = t->course.ending[br], inst = g->nodes[node].inst;
    const uint32_t de = region_pde(course_run(&t->course), br);
    uint32_t to = PROGRAM_NONE;
    RegionPaths paths;

    if (inst >= g->script->ninsts)
        return false;
    if (s->scout->code.program->blocks[g->conditions.block[inst]].depth > 0)
        return true;
    if (de < t->course.n &&
        g->nodes[t->course.nodes[de]].inst < g->script->ninsts)
        to = g->conditions.block[g->nodes[t->course.nodes[de]].inst];
    region_get_all(s->scout->code.program, g->conditions.block[inst],
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
    uint32_t run = s->last.reached;
    bool several = false;

    if (s->follow.bounds.quick || s->scout->view.brief || !is_failing(s, run))
        return true;
    for (uint32_t i = 0; i < n && !several; i++)
        several = has_completions(s, s->sets.set[i]);
    for (uint32_t i = 0;
         several && i < s->spec->bounds.tries && is_failing(s, run); i++)
        if (!path_follow_more(&s->follow, s->sets.set, n, run, &run, d) ||
            !search_judge_until(s, s->spec->bounds.strict ? 0 : n, s->sets.set,
                                n, d))
            return false;
    return true;
}

/* Where the solver has no answer, or is slow to say no, the same holds nearby:
 * what comes long after the input was read may depend on all of it. So a quick
 * look takes longer and longer strides until it gets an answer, and in between
 * asks only small questions. */
static void
note_miss(Search *s, bool miss)
{
    if (!s->follow.bounds.quick || s->follow.bounds.small)
        return;
    s->haste.misses = miss ? s->haste.misses + 1 : s->haste.misses / 2;
    const uint32_t doublings =
        s->haste.misses / tuning_count(TUNE_path_patience);
    if (doublings)
        s->haste.skip = (UINT32_C(1) << (doublings < 16 ? doublings : 16)) - 1;
    const uint32_t most = s->sets.n / tuning_count(TUNE_path_strides);
    if (s->haste.skip > most)
        s->haste.skip = most;
}

/* The same for the rounds that follow: as long as Z3 has no answers, it gets
 * less time. */
static void
note_hard(Search *s, bool unknown)
{
    if (s->follow.bounds.quick)
        return;
    s->haste.hard = unknown ? s->haste.hard + 1 : s->haste.hard / 2;
    solver_hurry(engine_solver(s->scout->engine),
                 s->haste.hard >= tuning_count(TUNE_path_patience));
}

static void
choose_size(Search *s)
{
    if (!s->follow.bounds.quick)
        return;
    s->follow.bounds.small = s->haste.skip > 0;
    s->haste.skip -= s->follow.bounds.small;
    solver_limit_size(engine_solver(s->scout->engine),
                      tuning_count(s->follow.bounds.small
                                       ? TUNE_path_small_size
                                       : TUNE_path_quick_size));
}

static bool
try_set(Search *s, const Order *o, Diag *d)
{
    PathCover *cover = &s->r->cover;
    const uint32_t first = s->sets.events[o->distance[o->size - 1]];
    const double start = child_clock(s->spec->bounds.cpu);
    const uint64_t unknown = s->follow.nunknown;
    FollowAnswer answer;
    uint32_t run;

    for (uint32_t i = 0; i < o->size; i++)
        s->sets.set[i] = s->sets.events[o->distance[o->size - 1 - i]];
    s->last.reached = PATH_NONE;
    s->follow.bounds.deadline =
        s->spec->bounds.time_s > 0
            ? s->clock.start +
                  tuning(TUNE_path_over_share) * s->spec->bounds.time_s
            : 0;
    if (!path_follow(&s->follow, s->sets.set, o->size, &answer, &run, d))
        return false;
    s->last.reached = run;
    note_hard(s, s->follow.nunknown > unknown);
    cover->sets.tried += !s->follow.bounds.quick;
    /* There is not even a run that parts there: no set that begins with it can
     * succeed, whatever else is in it. */
    const bool nowhere = s->follow.now.visited.n == 1;
    if (o->size > 1 && !nowhere)
        return true;
    s->sets.answers[first] = (uint8_t)(answer + 1);
    note_miss(s, nowhere && (answer == FOLLOW_UNKNOWN ||
                             child_clock(s->spec->bounds.cpu) - start >
                                 tuning(TUNE_path_slow_s)));
    s->sets.hopeless[first] = !s->follow.bounds.quick && nowhere;
    if (answer != FOLLOW_FOUND && !s->follow.bounds.quick &&
        !s->spec->bounds.no_prune)
        s->sets.floors[first] = path_floor(&s->reach, first, nowhere);
    return true;
}

/* What the set does behind its earliest branch is infeasible whatever precedes
 * it, as all that its contradiction depends on is there (lines 24 to 29 of
 * Figure 3), or it is by itself (lines 11 and 18): then there is no extending
 * it. */
static bool
prune(Search *s, Order *o)
{
    const uint32_t first = s->sets.events[o->distance[o->size - 1]];
    const uint32_t floor =
        o->size > 1 ? s->sets.floors[s->sets.events[o->distance[o->size - 2]]]
                    : PATH_NONE;

    if (s->sets.floors[first] == first)
        order_prune(o);
    if (floor == PATH_NONE || first >= floor)
        return false;
    order_close(o);
    s->r->cover.sets.pruned++;
    return true;
}

/* How the branches went that were flipped alone. */
static void
count_answers(Search *s)
{
    uint32_t n[FOLLOW_ANSWERS + 1] = {0};
    PathCover *c = &s->r->cover;

    /* Runs that were made on the way elsewhere count as well. */
    for (uint32_t i = 1; s->sets.answers && i < s->scout->runs.n; i++)
        if (s->scout->runs.at[i].ndiffers == 1)
            s->sets.answers[s->scout->runs.at[i].differs[0]] = FOLLOW_FOUND + 1;
    for (uint32_t i = 0; s->sets.answers && i < s->scout->decisions.nbranches;
         i++)
        n[s->sets.answers[i]]++;
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
    return search_compare(s, x->differs, x->ndiffers, s->sets.set, n) <= 0;
}

/* The closest is known, but others (further.c) need runs to choose from. */
static bool
wants_more(const Search *s, uint32_t size)
{
    return size == 1 && s->spec->bounds.answers > 1 &&
           !s->spec->bounds.questions &&
           search_spent(s) < tuning(TUNE_path_others_times) * s->clock.found_s +
                                 tuning(TUNE_path_others_s);
}

/* Half of the time is gone and there is no answer: judge what there is. */
static bool
judge_by_now(Search *s, Diag *d)
{
    if (s->clock.anytime || s->best[WORTH_USEFUL] != PATH_NONE ||
        !search_is_past(s, tuning(TUNE_path_anytime_share)))
        return true;
    s->clock.anytime = true;
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
            !s->sets.hopeless[s->sets.events[o->distance[o->size - 1]]])
            return true;
    }
}

/* One round of generatePaths: sets of `size` (0: of any size) in its order. */
static bool
go_round(Search *s, uint32_t size, uint32_t most, bool *over, Diag *d)
{
    Order o;
    bool ok = true, enough = false;

    s->r->cover.sets.size = size;
    order_init(&o, s->sets.parents, s->sets.n, most);
    while (ok && !enough && next_set(s, &o, size, over)) {
        choose_size(s);
        ok = try_set(s, &o, d) &&
             search_judge_until(s, size, s->sets.set, o.size, d) &&
             try_completions(s, o.size, d) && judge_by_now(s, d);
        enough = ok && ((is_enough(s, &o) && !wants_more(s, size)) ||
                        !search_may_ask(s));
        if (s->spec->progress)
            s->spec->progress(s->spec->context, s->r->cover.sets.tried,
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
    if (s->sets.n <= tuning_count(TUNE_path_short_run) &&
        !s->r->failing.endless)
        return true;
    s->follow.bounds.quick = true;
    solver_hurry(solver, true);
    const bool ok = go_round(s, 1, 1, over, d);
    s->follow.bounds.quick = s->follow.bounds.small = false;
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
    uint32_t left = tuning_count(TUNE_path_beyond);

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
    const uint32_t most =
        s->spec->bounds.flips ? s->spec->bounds.flips : s->sets.n;
    for (uint32_t size = 1; size <= most && size <= s->sets.n; size++) {
        if (s->spec->bounds.first && s->best[WORTH_USEFUL] != PATH_NONE &&
            s->scout->runs.at[s->best[WORTH_USEFUL]].ndiffers <= size - 1)
            return true;
        if (!go_round(s, size, size, over, d))
            return false;
        if (*over)
            return true;
        if (size == 1 && !look_beyond(s, d))
            return false;
        if (size == 1 && s->sets.n > tuning_count(TUNE_path_moderate))
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
    if (run == PATH_NONE || !s->scout->runs.at[run].like.same)
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

    for (uint32_t i = 1;
         i < s->scout->runs.n && tries < tuning_count(TUNE_path_data_tries);
         i++) {
        tries += s->scout->runs.at[i].like.same;
        if (search_may_ask(s) && !try_same(s, i, d))
            return false;
        if (s->r->data != PATH_NONE)
            return true;
    }
    tries = 0;

    for (uint32_t i = n; i-- > 0 &&
                         tries < tuning_count(TUNE_path_data_tries) &&
                         !is_interrupted(s);) {
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
    const double endless_s = tuning(TUNE_path_endless_s);

    if (s->r->failing.endless && (*limit <= 0 || *limit > endless_s)) {
        *limit = endless_s;
        engine_limit(s->scout->engine, endless_s, 0);
    }
    if (s->r->failing.endless && (s->scout->view.trace_bytes == 0 ||
                                  s->scout->view.trace_bytes > ENDLESS_BYTES))
        s->scout->view.trace_bytes = ENDLESS_BYTES;
    s->scout->view.beginning = s->r->failing.endless;
    s->scout->view.nodes =
        s->r->failing.endless ? tuning_count(TUNE_path_endless_nodes) : 0;
    return path_scout_open(s->scout, &tracer, failing, d);
}

/* Is the test better as it was given? The smallest input may well make the
 * longest run. */
static bool
prefer_original(Search *s, Diag *d)
{
    PathTrace t;
    uint32_t n = 0;

    if (!s->spec->original || s->test.failing == s->spec->original ||
        (s->scout->decisions.nbranches <= tuning_count(TUNE_path_long_run) &&
         !s->scout->view.brief))
        return true;
    if (!path_trace(s->scout, s->spec->original, &t, d))
        return false;
    for (uint32_t i = 0; i < t.course.n; i++)
        n += t.course.events[i].outcome != ALIGN_NONE;
    const bool shorter = s->scout->view.brief
                             ? !t.stopped
                             : n < s->scout->decisions.nbranches / 2;
    path_trace_done(&t);
    if (!shorter)
        return true;
    s->test.failing = s->spec->original;
    s->r->failing.original = true;
    path_scout_close(s->scout);
    return search_judge(s, 0, d) && open_scout(s, s->test.failing, d);
}

static bool
open_failing(Search *s, Diag *d)
{
    const PathSpec *k = s->spec;
    PathVerdict *v;

    s->test.failing = k->failing;
    if (!search_judge(s, 0, d))
        return false;
    v = &s->r->verdicts.at[0];
    if (v->verdict != VERDICT_FAIL && k->original) {
        s->test.failing = k->original;
        s->r->failing.original = true;
        if (!search_judge(s, 0, d))
            return false;
        v = &s->r->verdicts.at[0];
    }
    if (v->verdict == VERDICT_PASS)
        return diag_nothing(d, "the test passes, but it should fail");
    if (v->verdict != VERDICT_FAIL)
        return diag_fail(d, "there is no verdict on the failing test: %s",
                         v->reason);
    s->r->failing.endless = v->timed_out;
    if (!open_scout(s, s->test.failing, d) || !prefer_original(s, d))
        return false;
    if (!s->scout->view.brief)
        worth_find_home(s->scout,
                        s->test.has_expected ? &s->test.expected : NULL,
                        s->test.status);
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
           is_interrupted(s) || search_is_late(s) ||
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
    s->r->cover.brief = s->scout->view.brief;
    make_room(s);
    choose_events(s, true);
    path_follow_init(&s->follow, s->scout, k->bounds.tries);
    path_floors_init(&s->reach, &s->follow);
    s->follow.bounds.cpu = k->bounds.cpu;
    s->follow.bounds.core_s = k->bounds.time_s * tuning(TUNE_path_cores_share);
    bool ok = k->bounds.strict ? go_round(s, 0, k->bounds.flips, &over, d)
                               : search_rounds(s, &over, d);
    /* The rounds of an endless run are alike, but perhaps not all. */
    while (ok && !over && s->r->failing.endless && !k->bounds.strict &&
           s->best[WORTH_USEFUL] == PATH_NONE && s->r->cover.left_out &&
           s->sets.rounds < tuning_count(TUNE_path_endless_most)) {
        s->sets.rounds *= tuning_count(TUNE_path_endless_growth);
        ok = search_rounds(s, &over, d);
    }
    s->r->cover.complete = !over;
    ok = ok && (s->r->end.interrupted || search_judge_until(s, 0, NULL, 0, d));
    s->r->found = search_choose(s);
    ok = ok && (s->r->end.interrupted || try_data(s, d)) && restore(s, d);
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
                .clock.start = child_clock(spec->bounds.cpu),
                .test.status = -1};

    *out = (PathResult){.found = PATH_NONE, .data = PATH_NONE};
    for (unsigned w = 0; w < WORTHS; w++)
        s.best[w] = PATH_NONE;
    bool ok =
        lab_open(&spec->judge, &s.labs.judge, d) &&
        (!spec->has_accept || lab_open(&spec->accept, &s.labs.accept, d)) &&
        search(&s, d);
    out->spent_s = search_spent(&s);
    lab_close(s.labs.judge);
    lab_close(s.labs.accept);
    free(s.sets.events);
    free(s.sets.parents);
    free(s.sets.hopeless);
    free(s.sets.floors);
    free(s.sets.answers);
    free(s.sets.set);
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
