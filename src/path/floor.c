/* floor.c - how far back a contradiction reaches. */
#include "path/floor.h"

#include "base/bitset.h"
#include "base/clock.h"
#include "base/mem.h"
#include "solve/problem.h"

#include <stdlib.h>

void
path_floors_init(PathFloors *p, PathFollow *f)
{
    *p = (PathFloors){.follow = f};
}

void
path_floors_done(PathFloors *p)
{
    if (p->opened)
        path_trace_done(&p->trace);
    free(p->events);
    free(p->branch_of);
    *p = (PathFloors){0};
}

/* Number the decisions as the scout does. */
static bool
number_branches(PathFloors *p)
{
    const Course *c = &p->trace.course;
    const PathScout *s = p->follow->scout;
    uint32_t n = 0;

    p->events =
        mem_alloc((s->decisions.nbranches + (size_t)1) * sizeof *p->events);
    p->branch_of = mem_alloc((c->n + (size_t)1) * sizeof *p->branch_of);
    for (uint32_t i = 0; i < c->n; i++) {
        p->branch_of[i] = PATH_NONE;
        if (c->events[i].outcome == ALIGN_NONE)
            continue;
        if (n == s->decisions.nbranches ||
            c->events[i].outcome !=
                s->failing.course.events[s->decisions.branches[n].event]
                    .outcome)
            return false;
        p->branch_of[i] = n;
        p->events[n++] = i;
    }
    return n == s->decisions.nbranches;
}

/* The failing run once more, with all that could have been defined elsewhere.
 * Where that is not known completely, nothing is ruled out. */
static void
open_floors(PathFloors *p)
{
    PathScout *s = p->follow->scout;
    Diag d;

    diag_init(&d);
    p->opened = true;
    if (!s->view.brief && s->code.subject &&
        path_trace_whole(s, &s->runs.at[0].input, &p->trace, &d))
        p->usable = p->trace.graph.summaries.nbounded == 0 &&
                    p->trace.graph.run.nunknown == 0 &&
                    p->trace.graph.run.nforgotten == 0 && number_branches(p);
    diag_done(&d);
}

/* Walking back from conditions. */
typedef struct FloorWalk FloorWalk;
struct FloorWalk {
    const PathFloors *p;
    Bitset seen;   /* nodes whose sources were looked at */
    Bitset chosen; /* nodes whose decisions were */
    VEC(uint32_t) todo;
    uint32_t branch, floor;
};

/* Decisions that the branch depends on cannot be flipped together with it. */
static bool
is_above(const PathScout *s, uint32_t above, uint32_t branch)
{
    uint32_t b = s->decisions.branches[branch].parent;

    while (b != PATH_NONE && b > above)
        b = s->decisions.branches[b].parent;
    return b == above;
}

/* The decision matters, and so do those it depends on. */
static void
lower(FloorWalk *w, uint32_t node)
{
    const PathTrace *t = &w->p->trace;

    for (; node && !bitset_has(&w->chosen, node);
         node = t->graph.nodes[node].control) {
        bitset_add(&w->chosen, node);
        const uint32_t e = t->course.of[node];
        const uint32_t b = e == ALIGN_NONE ? PATH_NONE : w->p->branch_of[e];
        if (b < w->floor && !is_above(w->p->follow->scout, b, w->branch))
            w->floor = b;
    }
}

static void
meet(FloorWalk *w, uint32_t node)
{
    if (bitset_has(&w->seen, node))
        return;
    bitset_add(&w->seen, node);
    vec_push(&w->todo, node);
}

/* All that the conditions of a decision are computed from. */
static void
walk_back(FloorWalk *w, uint32_t branch)
{
    const PathTrace *t = &w->p->trace;
    const Graph *g = &t->graph;
    const uint32_t e = w->p->events[branch];

    for (uint32_t i = t->course.nodes[e]; i <= t->course.ending[e]; i++)
        if (t->course.of[i] == e)
            meet(w, i);
    while (w->todo.n) {
        const uint32_t node = vec_pop(&w->todo);
        size_t n;
        lower(w, node);
        const GraphSummary *s = graph_summaries(g, node, &n);
        for (size_t i = 0; i < n; i++)
            lower(w, s[i].branch);
        for (uint32_t i = g->nodes[node].dep; i < g->nodes[node + 1].dep; i++)
            meet(w, g->deps[i]);
    }
}

/* The decisions of a core; false if it has conditions that belong to none: no
 * plan settles these. */
static bool
list_core(const PathRun *r, const Problem *p, const bool *core, uint32_t step,
          uint32_t **out, uint32_t *n)
{
    uint32_t ncore = 0;
    uint32_t *branches = *out =
        mem_alloc((p->conditions.n + 1) * sizeof *branches);
    Bitset in = bitset_new(r->run.recording.n.steps + (size_t)1);

    *n = 0;
    for (size_t i = 0; i < p->conditions.n; i++) {
        const uint32_t at = p->conditions.at[i].step;
        if (!core[i] || (i >= p->ngoals && at == step))
            continue;
        if (at < r->run.recording.n.steps)
            bitset_add(&in, at);
        ncore += i >= p->ngoals;
    }
    for (uint32_t i = 0; i < r->nsteps; i++)
        if (r->steps[i].branch != PATH_NONE && r->steps[i].step != step &&
            bitset_has(&in, r->steps[i].step))
            branches[(*n)++] = r->steps[i].branch;
    bitset_free(&in);
    return *n == ncore;
}

/* Of the conditions that forbid it. */
static uint32_t
floor_of(PathFloors *p, uint32_t branch, const uint32_t *core, uint32_t n)
{
    const size_t nodes = p->trace.graph.nnodes + (size_t)1;
    FloorWalk w = {.p = p,
                   .seen = bitset_new(nodes),
                   .chosen = bitset_new(nodes),
                   .branch = branch,
                   .floor = branch};

    walk_back(&w, branch);
    for (uint32_t i = 0; i < n; i++) {
        if (core[i] < w.floor)
            w.floor = core[i];
        walk_back(&w, core[i]);
    }
    bitset_free(&w.seen);
    bitset_free(&w.chosen);
    vec_done(&w.todo);
    return w.floor;
}

/* The decision that was asked about alone, and the solver said no. */
static bool
was_denied(const PathFollow *f, const PathRun *r, uint32_t branch, Flip *flip)
{
    uint32_t n;
    const PathStep *s = path_steps(r, branch, &n);

    if (n != 1)
        return false; /* of several parts any may be in the way */
    const ConcolicStep *c = &r->run.recording.steps[s->step];
    if (c->kind != CONCOLIC_BRANCH)
        return false;
    *flip = (Flip){.step = s->step, .outcome = !c->taken};
    const uint32_t key[] = {0, flip->step, flip->outcome};
    const uint32_t *asked = map_find(&f->known, key, sizeof key);
    return asked && f->edges.at[*asked].answer == SOLVE_UNSAT;
}

/* The floor of what the solver denied. */
static uint32_t
floor_of_core(PathFloors *p, uint32_t branch, Flip flip)
{
    Engine *engine = p->follow->scout->engine;
    PathRun *r = &p->follow->scout->runs.at[0];
    uint32_t n, floor = PATH_NONE, *list;
    Problem *problem = engine_ask(engine, &r->run, &flip, 1);

    problem_close(problem, flip.step);
    bool *core = mem_zalloc(problem->conditions.n + 1, sizeof *core);
    if (solver_core(engine_solver(engine), core) == SOLVE_UNSAT) {
        if (list_core(r, problem, core, flip.step, &list, &n))
            floor = floor_of(p, branch, list, n);
        free(list);
    }
    free(core);
    return floor;
}

uint32_t
path_floor(PathFloors *p, uint32_t branch, bool nowhere)
{
    PathFollow *f = p->follow;
    const double start = clock_now();
    PathRun *r = &f->scout->runs.at[0];
    uint32_t n, floor;
    Flip flip;

    path_steps(r, branch, &n);
    const bool fixed = n == 0 && nowhere && !f->now.unsure;
    if (!path_follow_may_explain(f) ||
        (!fixed && !was_denied(f, r, branch, &flip)))
        return PATH_NONE;
    if (!p->opened)
        open_floors(p);
    if (!p->usable)
        return PATH_NONE;
    floor =
        fixed ? floor_of(p, branch, NULL, 0) : floor_of_core(p, branch, flip);
    f->scout->cost.times.core += clock_now() - start;
    return floor;
}
