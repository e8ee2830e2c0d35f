/* path.c - the successful run that is closest to a failing one. */
#include "localize/path.h"

#include "base/mem.h"
#include "localize/order.h"
#include "localize/path_restore.h"
#include "localize/region.h"
#include "run/clock.h"

#include <stdlib.h>
#include <string.h>

enum { DATA_TRIES = 4 };

/* Of the time, when whatever runs there are by then are judged, if none was
 * found to succeed; when the search is over, and only runs are judged; and when
 * that ends, too. */
#define ANYTIME 0.5
#define OVER    0.85
#define LATE    1.0

/* Of the time, what may go into cores. */
#define CORES 0.125

/* With an answer, as much time again and this goes into a closer one. */
#define SETTLE_S 5

/* An endless run is looked at from its beginning; the rounds are alike. */
#define ENDLESS_S 0.5
enum {
    ENDLESS_BYTES = 3 << 19, /* one window of the runtime */
    ENDLESS_INSTANCES = 2,
    LONG = 20000, /* decisions of a minimised run: was it shorter before? */
};

typedef struct Search Search;
struct Search {
    const PathSpec *spec;
    PathScout *scout;
    PathResult *r;
    PathFollow follow;
    Lab *judge, *accept;
    const Input *failing;
    double start, found_s; /* when there was a useful success; 0 */
    uint32_t *events;      /* branches that may be flipped, ascending */
    uint32_t *parents;     /* of these: the one above, or ORDER_NONE */
    uint32_t n;
    uint8_t *hopeless; /* per branch: it cannot be the first one flipped */
    uint8_t *answers;  /* per branch: FollowAnswer + 1 if flipped alone */
    uint32_t *set;
    uint32_t reached; /* the run at its distance, or PATH_NONE */
    PathVerdict now;
    uint32_t best; /* useful success so far */
    uint32_t poor; /* trivial one */
    bool anytime;  /* what there was at ANYTIME was judged */
};

static bool
is_interrupted(Search *s)
{
    if (engine_interrupted(s->scout->engine) || lab_interrupted(s->judge))
        s->r->interrupted = true;
    return s->r->interrupted;
}

/* Since the search began, of the time that its budget is in. */
static double
spent(const Search *s)
{
    return clock_seconds(s->spec->cpu) - s->start;
}

static bool
is_past(const Search *s, double share)
{
    return s->spec->time_s > 0 && spent(s) > share * s->spec->time_s;
}

static bool
is_over(Search *s)
{
    if (is_interrupted(s) || is_past(s, OVER))
        return true;
    s->r->settled = s->found_s > 0 && s->spec->time_s > 0 &&
                    spent(s) > 2 * s->found_s + SETTLE_S;
    return s->r->settled;
}

static bool
may_ask(Search *s)
{
    const PathResult *r = s->r;

    s->r->asked_enough =
        s->spec->questions && r->nquestions >= s->spec->questions;
    return !s->r->asked_enough;
}

int
path_compare(const uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny)
{
    const Distance a = {.events = (uint32_t *)(uintptr_t)x, .n = nx};
    const Distance b = {.events = (uint32_t *)(uintptr_t)y, .n = ny};

    return distance_compare(&a, &b);
}

/* Is the first of two sets the nearer one, in the order of this search? */
static int
compare(const Search *s, const uint32_t *x, uint32_t nx, const uint32_t *y,
        uint32_t ny)
{
    if (!s->spec->strict && nx != ny)
        return nx < ny ? -1 : 1;
    return path_compare(x, nx, y, ny);
}

/* Judging */

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Search *s = context;
    const Observed *o = run->seen;

    (void)slot;
    if (!o->ended.started)
        return diag_fail(d, "%s", run->judgement.reason);
    s->now = (PathVerdict){
        .judged = true,
        .verdict = run->judgement.verdict,
        .reason = arena_strdup(&s->r->arena, run->judgement.reason),
        .status = o->ended.status,
        .timed_out = o->ended.timed_out,
        .nout = o->out.n,
    };
    return true;
}

/* Errors of usage and other early ends: another status than the failing run's
 * that is not 0, or nothing printed where that prints something. */
static bool
is_trivial(const PathVerdict *failing, const PathVerdict *v)
{
    return (v->status != 0 && v->status != failing->status) ||
           (v->nout == 0 && failing->nout > 0);
}

static bool
is_useless(Search *s, const PathVerdict *v, const Input *in, bool *out, Diag *d)
{
    *out = is_trivial(&s->r->verdicts.at[0], v);
    if (!s->accept)
        return true;
    const bool ok = lab_one(s->accept, in, s, see, d);
    *out = s->now.verdict != VERDICT_PASS;
    return ok;
}

static bool
judge(Search *s, uint32_t run, Diag *d)
{
    PathResult *r = s->r;
    const Input *in = run ? &s->scout->runs.at[run].input : s->failing;

    const double start = path_now();
    s->now = (PathVerdict){0};
    if (!lab_one(s->judge, in, s, see, d))
        return false;
    s->scout->times.judge += path_now() - start;
    PathVerdict v = s->now;
    if (!v.judged)
        return diag_fail(d, "interrupted");
    r->nquestions += run > 0;
    r->nfailing += run > 0 && v.verdict == VERDICT_FAIL;
    if (run > 0 && v.verdict == VERDICT_PASS &&
        !is_useless(s, &v, in, &v.trivial, d))
        return false;
    r->ntrivial += v.trivial;
    while (r->verdicts.n <= run)
        vec_push(&r->verdicts, (PathVerdict){0});
    r->verdicts.at[run] = v;
    return true;
}

static bool
is_judged(const Search *s, uint32_t run)
{
    return run < s->r->verdicts.n && s->r->verdicts.at[run].judged;
}

static void
note(Search *s, uint32_t run)
{
    const PathVerdict *v = &s->r->verdicts.at[run];
    const PathRun *runs = s->scout->runs.at;
    uint32_t *best = v->trivial ? &s->poor : &s->best;

    if (v->verdict != VERDICT_PASS)
        return;
    if (!v->trivial && s->found_s <= 0)
        s->found_s = spent(s);
    if (*best == PATH_NONE ||
        compare(s, runs[run].differs, runs[run].ndiffers, runs[*best].differs,
                runs[*best].ndiffers) < 0)
        *best = run;
}

/* The next run to judge: see judge_until. */
static uint32_t
next_run(const Search *s, uint32_t most, const uint32_t *set, uint32_t n)
{
    const PathRun *runs = s->scout->runs.at;
    uint32_t next = PATH_NONE;

    for (uint32_t i = 1; i < s->scout->runs.n; i++) {
        const PathRun *x = &runs[i];
        /* If the failing run is endless, others that are fail, too. */
        if (is_judged(s, i) || x->ndiffers == 0 ||
            (s->r->endless && x->endless) || (most && x->ndiffers > most) ||
            (set && compare(s, x->differs, x->ndiffers, set, n) > 0) ||
            (s->best != PATH_NONE &&
             compare(s, x->differs, x->ndiffers, runs[s->best].differs,
                     runs[s->best].ndiffers) >= 0))
            continue;
        if (next == PATH_NONE ||
            compare(s, x->differs, x->ndiffers, runs[next].differs,
                    runs[next].ndiffers) < 0)
            next = i;
    }
    return next;
}

/* Runs not judged, of at most `most` differences (0: any) and not behind the
 * set (NULL: any): in order of their distance, until one succeeds. */
static bool
judge_until(Search *s, uint32_t most, const uint32_t *set, uint32_t n, Diag *d)
{
    while (may_ask(s) && !is_past(s, LATE)) {
        const uint32_t next = next_run(s, most, set, n);
        if (next == PATH_NONE)
            return true;
        if (!judge(s, next, d))
            return false;
        note(s, next);
    }
    return true;
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
    const uint32_t most = endless ? ENDLESS_INSTANCES : s->spec->instances;
    const uint32_t last = endless ? 0 : s->spec->last;
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
        if (k->branches[i].nsteps == 0 && !fixed)
            continue;
        const bool decided = k->branches[i].nsteps > 0;
        ndecided += decided;
        if ((last && (decided ? ndecided : k->nbranches - i) > last) ||
            (most && seen[at] >= most) || (s->spec->no_loops && is_loop(s, i)))
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
    s->answers = mem_zalloc(n, sizeof *s->answers);
    s->set = mem_alloc(n * sizeof *s->set);
}

/* Are there several ways through the region that the branch opens when it is
 * evaluated differently (lines 6 and 7 of Figure 3)? */
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

/* The run at the set's distance failed: others that are at it, too. */
static bool
try_completions(Search *s, uint32_t n, Diag *d)
{
    const uint32_t run = s->reached;
    bool several = false;

    if (run == PATH_NONE || !is_judged(s, run) ||
        s->r->verdicts.at[run].verdict != VERDICT_FAIL || s->follow.quick)
        return true;
    for (uint32_t i = 0; i < n && !several; i++)
        several = has_completions(s, s->set[i]);
    return !several || (path_follow_more(&s->follow, s->set, n, run, d) &&
                        judge_until(s, s->spec->strict ? 0 : n, s->set, n, d));
}

static bool
try_set(Search *s, const Order *o, Diag *d)
{
    PathCover *cover = &s->r->cover;
    const uint32_t first = s->events[o->distance[o->size - 1]];
    FollowAnswer answer;
    uint32_t run;

    for (uint32_t i = 0; i < o->size; i++)
        s->set[i] = s->events[o->distance[o->size - 1 - i]];
    s->reached = PATH_NONE;
    if (s->hopeless[first])
        return true;
    s->follow.deadline =
        s->spec->time_s > 0 ? s->start + OVER * s->spec->time_s : 0;
    if (!path_follow(&s->follow, s->set, o->size, &answer, &run, d))
        return false;
    s->reached = run;
    cover->sets += !s->follow.quick;
    if (o->size > 1)
        return true;
    s->answers[first] = (uint8_t)(answer + 1);
    /* Not even a run that parts there: nothing that begins with it goes on. */
    s->hopeless[first] = !s->follow.quick && s->follow.visited.n == 1;
    return true;
}

/* How the branches went that were flipped alone. */
static void
count_answers(Search *s)
{
    uint32_t n[FOLLOW_ANSWERS + 1] = {0};
    PathCover *c = &s->r->cover;

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
    if (s->best == PATH_NONE)
        return false;
    const PathRun *x = &s->scout->runs.at[s->best];
    uint32_t n = o->size;
    return compare(s, x->differs, x->ndiffers, s->set, n) <= 0;
}

/* Half of the time has gone and there is no answer: take what there is. */
static bool
judge_by_now(Search *s, Diag *d)
{
    if (s->anytime || s->best != PATH_NONE || !is_past(s, ANYTIME))
        return true;
    s->anytime = true;
    return judge_until(s, 0, NULL, 0, d);
}

/* One round of generatePaths: sets of `size` (0: of any size) in its order. */
static bool
go_round(Search *s, uint32_t size, uint32_t most, bool *over, Diag *d)
{
    Order o;
    bool ok = true, enough = false;

    s->r->cover.size = size;
    order_init(&o, s->parents, s->n, most);
    while (ok && !enough && !(*over = is_over(s)) && order_next(&o)) {
        if (size && o.size != size)
            continue;
        ok = try_set(s, &o, d) && judge_until(s, size, s->set, o.size, d) &&
             try_completions(s, o.size, d) && judge_by_now(s, d);
        enough = ok && (is_enough(s, &o) || !may_ask(s));
        if (s->spec->progress)
            s->spec->progress(s->spec->context, s->r->cover.sets,
                              s->scout->runs.n);
    }
    order_done(&o);
    return ok;
}

/* A quick look at every branch alone gives most answers. */
static bool
look_quickly(Search *s, bool *over, Diag *d)
{
    Solver *solver = engine_solver(s->scout->engine);

    s->follow.quick = true;
    solver_hurry(solver, true);
    choose_events(s, false);
    const bool ok = go_round(s, 1, 1, over, d);
    s->follow.quick = false;
    solver_hurry(solver, false);
    /* A person is asked in order only. */
    return ok && (*over || s->spec->questions || judge_until(s, 0, NULL, 0, d));
}

/* By size, then in the paper's order; after the first round whatever came
 * about is judged, so that there is an answer to better. */
static bool
search_rounds(Search *s, bool *over, Diag *d)
{
    if (!look_quickly(s, over, d))
        return false;
    if (*over)
        return true;
    choose_events(s, true);
    const uint32_t most = s->spec->flips ? s->spec->flips : s->n;
    for (uint32_t size = 1; size <= most && size <= s->n; size++) {
        if (s->best != PATH_NONE &&
            s->scout->runs.at[s->best].ndiffers <= size - 1)
            return true;
        if (!go_round(s, size, size, over, d))
            return false;
        if (*over)
            return true;
        if (size == 1)
            choose_events(s, false);
        if (!judge_until(s, size == 1 ? 0 : size, NULL, 0, d))
            return false;
    }
    return true;
}

/* Data */

/* Inputs that go the same way with another value printed. */
static bool
try_data(Search *s, Diag *d)
{
    Engine *e = s->scout->engine;
    const uint32_t n = s->scout->runs.at[0].run.recording.noutputs;
    uint32_t tries = 0;

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
        if (engine_answer(e, &f->run, &f->input, f->run.recording.nsteps, &a,
                          &in) == SOLVE_SAT)
            ok = path_scout_run(s->scout, &in, &run, d);
        arena_done(&a);
        if (ok && run != PATH_NONE && s->scout->runs.at[run].same &&
            !is_judged(s, run))
            ok = judge(s, run, d);
        if (!ok)
            return false;
        if (run != PATH_NONE && is_judged(s, run) &&
            s->scout->runs.at[run].same &&
            s->r->verdicts.at[run].verdict == VERDICT_PASS) {
            s->r->data = run;
            return true;
        }
    }
    return true;
}

/* Trace and record the failing run. One that does not end by itself is cut
 * short, as are those that are compared with it. */
static bool
open_scout(Search *s, const Input *failing, Diag *d)
{
    LabSpec tracer = s->spec->tracer;
    double *limit = &tracer.run.limits.time_s;

    if (s->r->endless && (*limit <= 0 || *limit > ENDLESS_S)) {
        *limit = ENDLESS_S;
        engine_limit(s->scout->engine, ENDLESS_S, 0);
    }
    if (s->r->endless &&
        (s->scout->trace_bytes == 0 || s->scout->trace_bytes > ENDLESS_BYTES))
        s->scout->trace_bytes = ENDLESS_BYTES;
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
        s->scout->nbranches <= LONG)
        return true;
    if (!path_trace(s->scout, s->spec->original, &t, d))
        return false;
    for (uint32_t i = 0; i < t.course.n; i++)
        n += t.course.events[i].outcome != ALIGN_NONE;
    path_trace_done(&t);
    if (n >= s->scout->nbranches / 2)
        return true;
    s->failing = s->spec->original;
    s->r->original = true;
    path_scout_close(s->scout);
    return judge(s, 0, d) && open_scout(s, s->failing, d);
}

static bool
open_failing(Search *s, Diag *d)
{
    const PathSpec *k = s->spec;
    PathVerdict *v;

    s->failing = k->failing;
    if (!judge(s, 0, d))
        return false;
    v = &s->r->verdicts.at[0];
    if (v->verdict != VERDICT_FAIL && k->original) {
        s->failing = k->original;
        s->r->original = true;
        if (!judge(s, 0, d))
            return false;
        v = &s->r->verdicts.at[0];
    }
    if (v->verdict == VERDICT_PASS)
        return diag_fail(d, "the failing test passes");
    if (v->verdict != VERDICT_FAIL)
        return diag_fail(d, "there is no verdict on the failing test: %s",
                         v->reason);
    s->r->endless = v->timed_out;
    return open_scout(s, s->failing, d) && prefer_original(s, d);
}

static bool
judge_restored(void *context, uint32_t run, bool *passes, Diag *d)
{
    Search *s = context;

    if (!is_judged(s, run) && !judge(s, run, d))
        return false;
    *passes = s->r->verdicts.at[run].verdict == VERDICT_PASS &&
              !s->r->verdicts.at[run].trivial;
    return true;
}

/* The answer's input may differ in more than it needs to. A person is not asked
 * about that. */
static bool
restore(Search *s, Diag *d)
{
    uint32_t *run = s->best != PATH_NONE ? &s->best : &s->r->data;

    return *run == PATH_NONE || s->spec->questions || is_interrupted(s) ||
           is_past(s, LATE) ||
           path_restore(s->scout, run, judge_restored, s, d);
}

static bool
search(Search *s, Diag *d)
{
    bool over = false;
    const PathSpec *k = s->spec;

    if (!open_failing(s, d))
        return false;
    s->r->cover.cut = s->scout->failing.stopped;
    make_room(s);
    choose_events(s, !k->strict);
    path_follow_init(&s->follow, s->scout, k->tries);
    s->follow.cpu = k->cpu;
    s->follow.core_s = k->time_s * CORES;
    bool ok = k->strict ? go_round(s, 0, k->flips, &over, d)
                        : search_rounds(s, &over, d);
    s->r->cover.complete = !over;
    ok = ok && (s->r->interrupted || judge_until(s, 0, NULL, 0, d));
    ok = ok && (s->r->interrupted || try_data(s, d)) && restore(s, d);
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
                .start = clock_seconds(spec->cpu),
                .best = PATH_NONE,
                .poor = PATH_NONE};

    *out = (PathResult){.found = PATH_NONE, .data = PATH_NONE};
    bool ok = lab_open(&spec->judge, &s.judge, d) &&
              (!spec->has_accept || lab_open(&spec->accept, &s.accept, d)) &&
              search(&s, d);
    out->found = s.best != PATH_NONE ? s.best : s.poor;
    out->spent_s = spent(&s);
    lab_close(s.judge);
    lab_close(s.accept);
    free(s.events);
    free(s.parents);
    free(s.hopeless);
    free(s.answers);
    free(s.set);
    return ok;
}

void
path_result_done(PathResult *r)
{
    vec_done(&r->verdicts);
    arena_done(&r->arena);
    *r = (PathResult){0};
}
