/* follow.c - find an input whose run differs from the failing one in just
 * the given branches.
 */
#include "path/follow.h"

#include "base/clock.h"
#include "base/mem.h"
#include "format/tuning.h"
#include "process/child.h"
#include "solve/problem.h"

#include <stdlib.h>
#include <string.h>

void
path_follow_init(PathFollow *f, PathScout *s, uint32_t tries)
{
    *f = (PathFollow){.scout = s, .bounds.tries = tries};
}

void
path_follow_done(PathFollow *f)
{
    vec_done(&f->edges);
    vec_done(&f->cores);
    vec_done(&f->now.visited);
    map_done(&f->known);
}

uint32_t
path_departure(const uint32_t *differs, uint32_t ndiffers, const uint32_t *set,
               uint32_t n)
{
    uint32_t i = 0;

    while (i < n && i < ndiffers && set[i] == differs[i])
        i++;
    if (i == n)
        return i == ndiffers ? PATH_NONE : differs[i];
    return i == ndiffers || set[i] < differs[i] ? set[i] : differs[i];
}

static bool
is_late(const PathFollow *f)
{
    return f->bounds.deadline > 0 &&
           child_clock(f->bounds.cpu) > f->bounds.deadline;
}

static int
compare_steps(const void *x, const void *y)
{
    const PathStep *a = x, *b = y;

    return a->step < b->step ? -1 : a->step > b->step;
}

/* Is the condition one that no plan settles? */
static bool
is_free(const PathRun *r, uint32_t step)
{
    const PathStep wanted = {.step = step};
    uint32_t n;
    const PathStep *s = path_steps(r, PATH_NONE, &n);

    return n && bsearch(&wanted, s, n, sizeof wanted, compare_steps);
}

/* The free conditions before the step, the last one first; with a core only
 * those that are in it. */
static void
list_free(PathFollow *f, const PathRun *r, const Problem *p, uint32_t step,
          const bool *core)
{
    for (size_t i = p->conditions.n; i-- > 0;) {
        const uint32_t at = p->conditions.at[i].step;
        if ((!core || core[i]) && at < step && is_free(r, at))
            vec_push(&f->cores, at);
    }
}

bool
path_follow_may_explain(const PathFollow *f)
{
    return f->bounds.core_s <= 0 ||
           f->scout->cost.times.core <= f->bounds.core_s;
}

static Flip
negate(const PathRun *r, uint32_t step)
{
    const ConcolicStep *c = &r->run.recording.steps[step];

    return (Flip){.step = step,
                  .outcome = c->kind == CONCOLIC_BRANCH ? !c->taken
                             : c->taken                 ? 0
                                                        : c->ncases};
}

/* The last free conditions before the step that no model made and that are not
 * listed from `from` on. */
static void
list_others(PathFollow *f, const PathRun *r, uint32_t step, size_t from)
{
    const size_t end = f->cores.n;
    const uint32_t most = tuning_count(TUNE_path_outside_core);
    uint32_t n;
    const PathStep *s = path_steps(r, PATH_NONE, &n);

    while (n-- > 0 && f->cores.n < end + most) {
        const ConcolicStep *c = &r->run.recording.steps[s[n].step];
        size_t i = from;
        while (i < end && f->cores.at[i] != s[n].step)
            i++;
        if (s[n].step < step && !(c->block & CONCOLIC_MODEL) && i == end)
            vec_push(&f->cores, s[n].step);
    }
}

/* Which of the free conditions forbid what was found to be unsatisfiable: a few
 * are simply tried; of many, the solver is asked for a core. */
static void
explain(PathFollow *f, uint32_t run, Flip flip, PathEdge *e)
{
    const double start = clock_now();
    const uint32_t few = tuning_count(TUNE_path_without_core);
    Engine *engine = f->scout->engine;
    PathRun *r = &f->scout->runs.at[run];
    Problem *p = engine_ask(engine, &r->run, &flip, 1);

    problem_close(p, flip.step);
    e->explained = true;
    e->free = (uint32_t)f->cores.n;
    list_free(f, r, p, flip.step, NULL);
    if (f->cores.n - e->free > few && !path_follow_may_explain(f)) {
        f->cores.n = e->free + few;
    } else if (f->cores.n - e->free > few) {
        bool *core = mem_zalloc(p->conditions.n + 1, sizeof *core);
        if (solver_core(engine_solver(engine), core) == SOLVE_UNSAT) {
            f->cores.n = e->free;
            list_free(f, r, p, flip.step, core);
        }
        free(core);
    }
    e->nfree = (uint32_t)f->cores.n - e->free;
    list_others(f, r, flip.step, e->free);
    e->nother = (uint32_t)f->cores.n - e->free - e->nfree;
    f->scout->cost.times.core += clock_now() - start;
}

/* Negate a condition, all before it kept, and run what comes of it. */
static bool
ask(PathFollow *f, uint32_t run, Flip flip, uint32_t *edge, Diag *d)
{
    const uint32_t key[] = {run, flip.step, flip.outcome};
    const uint32_t fresh = (uint32_t)f->edges.n;
    PathScout *s = f->scout;
    PathRun *r = &s->runs.at[run];
    Arena a = {0};
    Input in;

    *edge = *map_put(&f->known, key, sizeof key, fresh);
    if (*edge != fresh && (f->bounds.small || !f->edges.at[*edge].put_off))
        return true;
    f->now.left -= f->now.left > 0;
    PathEdge e = {.run = PATH_NONE};
    const double start = clock_now();
    const Problem *p = engine_ask(s->engine, &r->run, &flip, 1);
    e.answer = engine_answer(s->engine, &r->run, &r->input, flip.step, &a, &in);
    e.put_off = f->bounds.small && p->size.large;
    s->cost.times.solve += clock_now() - start;
    f->nsolved++;
    f->nunsat += e.answer == SOLVE_UNSAT;
    f->nunknown += e.answer == SOLVE_UNKNOWN;
    bool ok = e.answer != SOLVE_SAT || path_scout_run(s, &in, &e.run, d);
    if (*edge == fresh)
        vec_push(&f->edges, e);
    else
        f->edges.at[*edge] = e;
    arena_done(&a);
    return ok;
}

static bool
was_visited(PathFollow *f, uint32_t run)
{
    for (size_t i = 0; i < f->now.visited.n; i++)
        if (f->now.visited.at[i] == run)
            return true;
    vec_push(&f->now.visited, run);
    return false;
}

static bool go_on(PathFollow *f, uint32_t run, uint32_t *found, Diag *d);

/* Go where a question led to; if nowhere, negate what is free and forbids
 * it. */
static bool
go_along(PathFollow *f, uint32_t run, Flip flip, bool again, uint32_t *found,
         Diag *d)
{
    uint32_t edge;

    if (!ask(f, run, flip, &edge, d))
        return false;
    PathEdge e = f->edges.at[edge];
    f->now.unsure = f->now.unsure || e.answer == SOLVE_UNKNOWN;
    if (e.answer == SOLVE_SAT)
        return go_on(f, e.run, found, d);
    if (f->bounds.quick)
        return true;
    if (again && e.answer == SOLVE_UNSAT && !e.explained) {
        explain(f, run, flip, &e);
        f->edges.at[edge] = e;
    }
    for (uint32_t i = 0; again && i < e.nfree + e.nother && *found == PATH_NONE;
         i++) {
        const uint32_t step = f->cores.at[e.free + i];
        const Flip other = negate(&f->scout->runs.at[run], step);
        /* Half of the tries are for what may well help. */
        if (f->now.left == 0 || is_late(f) ||
            (i >= e.nfree && f->now.left <= f->bounds.tries / 2)) {
            f->now.unsure = true;
            break;
        }
        if (!go_along(f, run, other, false, found, d))
            return false;
    }
    return true;
}

/* All outcomes of a condition but the one it had. */
static bool
go_otherwise(PathFollow *f, uint32_t run, uint32_t step, uint32_t *found,
             Diag *d)
{
    const ConcolicStep c = f->scout->runs.at[run].run.recording.steps[step];
    const uint32_t n = c.kind == CONCOLIC_BRANCH ? 2 : c.ncases + 1U;

    for (uint32_t i = 0, tried = 0; i < n && *found == PATH_NONE; i++) {
        if (i == c.taken)
            continue;
        if (tried++ >= tuning_count(TUNE_path_switch_cases) ||
            f->now.left == 0 || is_late(f)) {
            f->now.unsure = true;
            break;
        }
        if (!go_along(f, run, (Flip){.step = step, .outcome = i}, true, found,
                      d))
            return false;
    }
    return true;
}

/* Nothing was recorded for the branch: what models decided may be why (the
 * number that it looks at has no digits). Negate these, the last ones first,
 * one for each place. */
static bool
go_around(PathFollow *f, uint32_t run, uint32_t *found, Diag *d)
{
    const uint32_t most = tuning_count(TUNE_path_around);
    uint64_t places[TUNE_MOST_path_around];
    uint32_t n, tried = 0;

    path_steps(&f->scout->runs.at[run], PATH_NONE, &n);
    for (uint32_t i = n; i-- > 0 && tried < most && *found == PATH_NONE;) {
        const PathRun *r = &f->scout->runs.at[run];
        const uint32_t step = path_steps(r, PATH_NONE, &n)[i].step;
        const ConcolicStep *c = &r->run.recording.steps[step];
        const uint64_t place = (uint64_t)c->block << 32 | c->caller;
        uint32_t k = 0;
        while (k < tried && places[k] != place)
            k++;
        if (!(c->block & CONCOLIC_MODEL) || c->kind != CONCOLIC_BRANCH ||
            k < tried)
            continue;
        places[tried++] = place;
        if (f->now.left == 0 || is_late(f))
            break;
        const size_t before = f->edges.n;
        if (!go_along(f, run, (Flip){.step = step, .outcome = !c->taken}, false,
                      found, d))
            return false;
        f->naround += (uint32_t)(f->edges.n - before);
    }
    return true;
}

/* The first condition of what comes after the branch. */
static uint32_t
step_behind(const PathRun *r, uint32_t branch)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t i = 0; i < r->nsteps; i++)
        if (r->steps[i].branch != PATH_NONE && r->steps[i].branch > branch &&
            r->steps[i].step < first)
            first = r->steps[i].step;
    return first;
}

/* There is no way by models either: on another way through the regions that
 * were flipped already, an input may decide the branch. */
static bool
go_through(PathFollow *f, uint32_t run, uint32_t branch, uint32_t *found,
           Diag *d)
{
    uint32_t others[TUNE_MOST_path_outside_core];
    const size_t before = f->cores.n;

    list_others(f, &f->scout->runs.at[run],
                step_behind(&f->scout->runs.at[run], branch), before);
    const uint32_t n = (uint32_t)(f->cores.n - before);
    for (uint32_t i = 0; i < n; i++)
        others[i] = f->cores.at[before + i];
    f->cores.n = before;
    for (uint32_t i = 0; i < n && *found == PATH_NONE; i++) {
        if (f->now.left <= f->bounds.tries / 2 || is_late(f)) {
            f->now.unsure = true;
            break;
        }
        if (!go_along(f, run, negate(&f->scout->runs.at[run], others[i]), false,
                      found, d))
            return false;
    }
    return true;
}

static bool
go_on(PathFollow *f, uint32_t run, uint32_t *found, Diag *d)
{
    if (was_visited(f, run))
        return true;
    const PathRun *r = &f->scout->runs.at[run];
    const uint32_t b =
        path_departure(r->differs, r->ndiffers, f->now.set, f->now.n);
    uint32_t n;

    if (b == PATH_NONE) {
        *found = run;
        return true;
    }
    if (f->now.left == 0 || is_late(f)) {
        f->now.unsure = true;
        return true;
    }
    if (!path_scout_record(f->scout, run, d))
        return false;
    path_steps(r, b, &n);
    f->now.fixed = f->now.fixed || n == 0;
    if (n == 0 && f->bounds.quick)
        return true;
    if (n == 0)
        return ((run > 0 &&
                 f->naround >= tuning_count(TUNE_path_around_most)) ||
                go_around(f, run, found, d)) &&
               (run == 0 || go_through(f, run, b, found, d));
    /* The last part of a condition decides it, unless it goes on then. */
    for (uint32_t i = n; i-- > 0 && *found == PATH_NONE;) {
        r = &f->scout->runs.at[run]; /* they may have moved */
        const uint32_t step = path_steps(r, b, &n)[i].step;
        if (!go_otherwise(f, run, step, found, d))
            return false;
    }
    return true;
}

bool
path_follow_more(PathFollow *f, const uint32_t *set, uint32_t n, uint32_t run,
                 uint32_t *next, Diag *d)
{
    const uint32_t before = (uint32_t)f->scout->runs.n;
    uint32_t nfree, asked = 0, edge;

    *next = PATH_NONE;
    f->now.set = set;
    f->now.n = n;
    if (!path_scout_record(f->scout, run, d))
        return false;
    path_steps(&f->scout->runs.at[run], PATH_NONE, &nfree);
    for (uint32_t i = nfree; i-- > 0 &&
                             asked < tuning_count(TUNE_path_way_questions) &&
                             !is_late(f);) {
        const PathRun *r = &f->scout->runs.at[run]; /* they may have moved */
        const uint32_t step = path_steps(r, PATH_NONE, &nfree)[i].step;
        const ConcolicStep *c = &r->run.recording.steps[step];
        const Flip flip = {.step = step, .outcome = !c->taken};
        if (c->block & CONCOLIC_MODEL || c->kind != CONCOLIC_BRANCH)
            continue;
        asked++;
        if (!ask(f, run, flip, &edge, d))
            return false;
        const uint32_t made = f->edges.at[edge].run;
        if (*next != PATH_NONE || made == PATH_NONE || made < before)
            continue;
        r = &f->scout->runs.at[made];
        if (path_departure(r->differs, r->ndiffers, set, n) == PATH_NONE)
            *next = made;
    }
    return true;
}

bool
path_follow(PathFollow *f, const uint32_t *set, uint32_t n,
            FollowAnswer *answer, uint32_t *run, Diag *d)
{
    f->now.set = set;
    f->now.n = n;
    const uint32_t quick = tuning_count(TUNE_path_quick_questions);
    f->now.left =
        f->bounds.quick && f->bounds.tries > quick ? quick : f->bounds.tries;
    f->now.fixed = f->now.unsure = false;
    f->now.visited.n = 0;
    *run = PATH_NONE;
    if (!go_on(f, 0, run, d))
        return false;
    *answer = *run != PATH_NONE ? FOLLOW_FOUND
              : f->now.unsure   ? FOLLOW_UNKNOWN
              : f->now.fixed    ? FOLLOW_FIXED
                                : FOLLOW_INFEASIBLE;
    return true;
}
