/* scout.c - real runs of made-up inputs, seen next to the failing run. */
#include "path/scout.h"

#include "base/clock.h"
#include "base/mem.h"
#include "format/trace.h"
#include "path/brief.h"
#include "path/worth.h"
#include "run/work.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Tracing */

typedef struct Tracing Tracing;
struct Tracing {
    PathScout *scout;
    PathTrace *out;
    const Summaries *summaries, *across; /* or NULL */
};

static bool
read_trace(const Tracing *of, const char *path, PathTrace *out, Diag *d)
{
    const double start = clock_now();
    PathScout *s = of->scout;
    Trace t;
    const GraphSpec spec = {.script = s->code.script,
                            .control = s->code.control,
                            .summaries = of->summaries,
                            .across = of->across,
                            .bounds = {.first = s->view.nodes},
                            .trace = &t};

    if (!trace_open(path, s->code.program->id, &t, d))
        return false;
    bool ok = graph_make(&spec, &out->graph, d);
    out->stopped =
        t.stopped || (s->view.nodes && out->graph.nnodes >= s->view.nodes);
    trace_close(&t);
    if (ok)
        course_build(&out->graph, &out->course);
    s->cost.times.graph += clock_now() - start;
    return ok;
}

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Tracing *t = context;
    char **paths = NULL;
    size_t n = 0;

    (void)slot;
    if (!run->seen->ended.started)
        return diag_fail(d, "%s", run->judgement.reason);
    t->out->ended = run->seen->ended;
    bool ok = trace_list(run->work->dir, &paths, &n, d);
    if (ok && n == 0)
        ok = diag_fail(d, "no trace was written");
    ok = ok && read_trace(t, paths[0], t->out, d);
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    free(paths);
    return ok;
}

static bool
trace(Tracing *t, const Input *in, Diag *d)
{
    PathScout *s = t->scout;
    PathTrace *out = t->out;
    Arena a = {0};
    Input limited = *in;

    *out = (PathTrace){0};
    if (s->view.trace_bytes) {
        InputBytes *env = ARENA_ARRAY(&a, InputBytes, in->nenv + 1);
        for (size_t i = 0; i < in->nenv; i++)
            env[i] = in->env[i];
        const char *text =
            arena_printf(&a, TRACE_LIMIT_ENV "=%llu",
                         (unsigned long long)s->view.trace_bytes);
        env[in->nenv] = (InputBytes){.at = text, .n = strlen(text)};
        limited.env = env;
        limited.nenv = in->nenv + 1;
    }
    s->cost.ntraced++;
    const double start = clock_now(), graph = s->cost.times.graph;
    bool ok = lab_one(s->lab, &limited, t, see, d);
    s->cost.times.trace += clock_now() - start - (s->cost.times.graph - graph);
    if (ok && !out->course.of)
        ok = diag_fail(d, "interrupted");
    arena_done(&a);
    if (!ok)
        path_trace_done(out);
    return ok;
}

bool
path_trace(PathScout *s, const Input *in, PathTrace *out, Diag *d)
{
    Tracing t = {.scout = s, .out = out};

    return trace(&t, in, d);
}

bool
path_trace_whole(PathScout *s, const Input *in, PathTrace *out, Diag *d)
{
    Summaries inside = {0}, across = {0};
    Tracing t = {
        .scout = s, .out = out, .summaries = &inside, .across = &across};

    assert(s->code.subject);
    *out = (PathTrace){0};
    bool ok = variant_summaries(s->code.subject, false, &inside, d) &&
              variant_summaries(s->code.subject, true, &across, d) &&
              trace(&t, in, d);
    summaries_done(&inside);
    summaries_done(&across);
    return ok;
}

bool
path_retrace(PathScout *s, uint32_t run, PathTrace *out, Diag *d)
{
    const PathRun *r = &s->runs.at[run];

    if (!s->view.brief)
        return path_trace(s, &r->input, out, d);
    *out = (PathTrace){.ended = r->run.ended};
    brief_course(s->code.script, &r->run.recording, &out->course);
    return true;
}

void
path_trace_done(PathTrace *t)
{
    course_done(&t->course);
    graph_done(&t->graph);
    *t = (PathTrace){0};
}

/* Distances */

/* dist (Definition 3) as numbers of branches. */
static void
find_distance(const PathScout *s, const PathTrace *t, const uint32_t *partner,
              PathRun *r)
{
    const AlignRun a = course_run(&s->failing.course);
    const AlignRun b = course_run(&t->course);
    Distance dist = align_distance(a, b, partner);
    VEC(uint32_t) differs = {0};

    for (uint32_t i = 0; i < dist.n; i++) {
        const uint32_t e = dist.events[i];
        if (s->decisions.branch_of[e] != PATH_NONE &&
            partner[e] != ALIGN_NONE &&
            a.events[e].outcome != b.events[partner[e]].outcome)
            vec_push(&differs, s->decisions.branch_of[e]);
    }
    r->differs = differs.at;
    r->ndiffers = (uint32_t)differs.n;
    r->nevents = b.n;
    r->like.longer = r->ndiffers == 0 && b.n > a.n;
    r->like.same = r->ndiffers == 0 && b.n == a.n;
    distance_done(&dist);
}

static bool
is_decision(const Graph *g, uint32_t node)
{
    const uint32_t inst = g->nodes[node].inst;

    return node && inst < g->script->ninsts &&
           (g->script->insts[inst].op == SCRIPT_BRANCH ||
            g->script->insts[inst].op == SCRIPT_SWITCH);
}

/* The decisions of a run that have sites, and which of the failing run's they
 * are. */
static void
find_sites(const PathScout *s, const PathTrace *t, const uint32_t *partner,
           PathRun *r)
{
    const Graph *g = &t->graph;
    uint32_t *back = mem_alloc((t->course.n + (size_t)1) * sizeof *back);
    VEC(PathSite) sites = {0};

    for (uint32_t i = 0; i < t->course.n; i++)
        back[i] = PATH_NONE;
    for (uint32_t i = 0; i < s->failing.course.n; i++)
        if (partner[i] != ALIGN_NONE)
            back[partner[i]] = s->decisions.branch_of[i];
    for (uint32_t i = 0; i < g->sites.n; i++) {
        const uint32_t node = g->sites.nodes[i];
        if (!is_decision(g, node))
            continue;
        const uint32_t e = t->course.of[node];
        vec_push(&sites,
                 (PathSite){.at = g->sites.first + (uint64_t)i + 1,
                            .block = g->conditions.block[g->nodes[node].inst],
                            .branch = e == ALIGN_NONE ? PATH_NONE : back[e]});
    }
    r->sites = sites.at;
    r->nsites = (uint32_t)sites.n;
    free(back);
}

static int
compare_sites(const void *x, const void *y)
{
    const PathSite *a = x, *b = y;

    return a->at < b->at ? -1 : a->at > b->at;
}

static const PathSite *
site_at(const PathRun *r, uint64_t at)
{
    const PathSite wanted = {.at = at};

    return r->nsites ? bsearch(&wanted, r->sites, r->nsites, sizeof wanted,
                               compare_sites)
                     : NULL;
}

/* The decision of the failing run that a condition belongs to. */
static uint32_t
branch_of_step(const PathRun *r, const ConcolicStep *step)
{
    if (step->block & CONCOLIC_MODEL)
        return PATH_NONE;
    for (uint64_t at = step->at + 1; at > 0 && at >= step->at; at--) {
        const PathSite *site = site_at(r, at);
        if (site && site->block == step->block)
            return site->branch;
    }
    return PATH_NONE;
}

static int
compare_steps(const void *x, const void *y)
{
    const PathStep *a = x, *b = y;

    if (a->branch != b->branch)
        return a->branch < b->branch ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* All that may be flipped, with the decision of the failing run that each
 * condition belongs to. */
static void
list_steps(PathRun *r, const uint32_t *branch)
{
    const Recording *rec = &r->run.recording;

    r->steps = mem_alloc((rec->n.steps + (size_t)1) * sizeof *r->steps);
    for (uint32_t i = 0; i < rec->n.steps; i++)
        if (rec->steps[i].kind != CONCOLIC_ASSUME &&
            rec->steps[i].kind != CONCOLIC_CHECK)
            r->steps[r->nsteps++] = (PathStep){.branch = branch[i], .step = i};
    qsort(r->steps, r->nsteps, sizeof *r->steps, compare_steps);
    r->recorded = true;
}

static void
find_steps(PathRun *r)
{
    const Recording *rec = &r->run.recording;
    uint32_t *branch = mem_alloc((rec->n.steps + (size_t)1) * sizeof *branch);

    for (uint32_t i = 0; i < rec->n.steps; i++)
        branch[i] = branch_of_step(r, &rec->steps[i]);
    list_steps(r, branch);
    free(branch);
    free(r->sites);
    r->sites = NULL;
    r->nsites = 0;
}

/* The first step of this branch, or of a later one. */
static uint32_t
first_step(const PathRun *r, uint32_t branch)
{
    uint32_t low = 0, high = r->nsteps;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (r->steps[middle].branch < branch)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const PathStep *
path_steps(const PathRun *r, uint32_t branch, uint32_t *n)
{
    const uint32_t first = first_step(r, branch);

    assert(r->recorded);
    *n = (branch == PATH_NONE ? r->nsteps : first_step(r, branch + 1)) - first;
    return r->steps + first;
}

/* The same of a recording that is all that is known. */
static void
use_course(PathRun *r, const PathScout *s, const Course *c,
           const uint32_t *partner)
{
    const Recording *rec = &r->run.recording;
    uint32_t *branch = mem_alloc((rec->n.steps + (size_t)1) * sizeof *branch);
    const uint32_t n = s->failing.course.n;

    for (uint32_t i = 0; i < rec->n.steps; i++)
        branch[i] = PATH_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (partner[i] != ALIGN_NONE)
            branch[c->nodes[partner[i]]] = s->decisions.branch_of[i];
    list_steps(r, branch);
    free(branch);
}

static void
run_done(PathRun *r)
{
    engine_run_done(&r->run);
    free(r->sites);
    free(r->steps);
    free(r->differs);
}

static bool
is_away(const PathScout *s, const Graph *g)
{
    const uint32_t n = g->script->nfunctions;

    if (!s->place.home)
        return false;
    uint8_t *entered = mem_zalloc(n + (size_t)1, sizeof *entered);
    for (uint32_t i = 1; i < g->nsteps; i++)
        entered[g->steps[i].function] = 1;
    const bool away = worth_is_away(s->place.home, entered, n);
    free(entered);
    return away;
}

/* Add what was traced, or, of a run that is too long, recorded. */
static uint32_t
add_run(PathScout *s, const Input *in, const PathTrace *t, EngineRun *taken)
{
    const double start = clock_now();
    PathRun r = {.input = input_copy(&s->inputs.arena, in),
                 .endless = t->ended.timed_out};
    const AlignRun a = course_run(&s->failing.course);
    uint32_t *partner = mem_alloc((a.n + (size_t)1) * sizeof *partner);
    const Digest digest = input_digest(in);
    const uint32_t number = (uint32_t)s->runs.n;

    r.input.around = in->around; /* compared by address */
    align_runs(a, course_run(&t->course), partner);
    find_distance(s, t, partner, &r);
    if (taken) {
        r.run = *taken;
        use_course(&r, s, &t->course, partner);
    } else {
        find_sites(s, t, partner, &r);
        r.like.away = is_away(s, &t->graph);
    }
    if (!s->view.beginning && !s->view.brief) {
        const uint32_t lost = worth_lost(partner, a.n);
        r.like.partial = worth_is_partial(lost, a.n);
        r.like.only = worth_only(lost, a.n, r.nevents);
    }
    r.like.comes = !s->place.home || s->place.failure == ALIGN_NONE ||
                   partner[s->place.failure] != ALIGN_NONE;
    free(partner);
    vec_push(&s->runs, r);
    *map_put_text(&s->inputs.known, digest.hex, number) = number;
    s->cost.times.align += clock_now() - start;
    return number;
}

bool
path_scout_record(PathScout *s, uint32_t run, Diag *d)
{
    PathRun *r = &s->runs.at[run];
    const double start = clock_now();

    if (r->recorded)
        return true;
    if (!engine_run(s->engine, &r->input, NULL, 0, &r->run, d))
        return false;
    find_steps(r);
    for (uint32_t i = 0; i < r->nsteps && r->steps[i].branch != PATH_NONE; i++)
        s->decisions.branches[r->steps[i].branch].open = true;
    s->cost.times.record += clock_now() - start;
    return true;
}

/* The decisions of the failing run. */
static void
find_branches(PathScout *s)
{
    const Course *c = &s->failing.course;
    VEC(PathBranch) branches = {0};
    uint32_t *above = mem_alloc((c->n + (size_t)1) * sizeof *above);

    s->decisions.branch_of =
        mem_alloc((c->n + (size_t)1) * sizeof *s->decisions.branch_of);
    for (uint32_t i = 0; i < c->n; i++) {
        const uint32_t parent = c->events[i].parent;
        above[i] = parent == ALIGN_NONE ? PATH_NONE : above[parent];
        s->decisions.branch_of[i] = PATH_NONE;
        if (c->events[i].outcome == ALIGN_NONE)
            continue;
        s->decisions.branch_of[i] = (uint32_t)branches.n;
        vec_push(&branches, (PathBranch){.event = i, .parent = above[i]});
        above[i] = s->decisions.branch_of[i];
    }
    free(above);
    s->decisions.branches = branches.at;
    s->decisions.nbranches = (uint32_t)branches.n;
}

/* Record a run that is too long to trace. */
static bool
record_briefly(PathScout *s, const Input *in, uint32_t *out, Diag *d)
{
    const double start = clock_now();
    const bool first = s->runs.n == 0;
    PathTrace t = {0};
    EngineRun run;

    if (!engine_run(s->engine, in, NULL, 0, &run, d))
        return false;
    s->cost.times.record += clock_now() - start;
    t.ended = run.ended;
    brief_course(s->code.script, &run.recording, &t.course);
    if (first) {
        s->failing = t;
        find_branches(s);
    }
    *out = add_run(s, in, &t, &run);
    if (!first)
        path_trace_done(&t);
    return true;
}

bool
path_scout_run(PathScout *s, const Input *in, uint32_t *out, Diag *d)
{
    const Digest digest = input_digest(in);
    const uint32_t *known = map_find_text(&s->inputs.known, digest.hex);
    PathTrace t;

    if (known) {
        *out = *known;
        return true;
    }
    if (s->view.brief)
        return record_briefly(s, in, out, d);
    if (!path_trace(s, in, &t, d))
        return false;
    *out = add_run(s, in, &t, NULL);
    path_trace_done(&t);
    return true;
}

/* The failing run */

bool
path_scout_open(PathScout *s, const LabSpec *tracer, const Input *failing,
                Diag *d)
{
    uint32_t run = 0;

    if (!lab_open(tracer, &s->lab, d) ||
        !path_trace(s, failing, &s->failing, d))
        return false;
    s->view.brief = !s->view.beginning &&
                    (s->failing.stopped || s->failing.ended.timed_out);
    if (s->view.brief) {
        path_trace_done(&s->failing);
        if (!record_briefly(s, failing, &run, d))
            return false;
    } else {
        find_branches(s);
        run = add_run(s, failing, &s->failing, NULL);
        if (!path_scout_record(s, run, d))
            return false;
    }
    for (uint32_t i = 0; i < s->decisions.nbranches; i++)
        path_steps(&s->runs.at[0], i, &s->decisions.branches[i].nsteps);
    return true;
}

PathScout
path_scout_like(const PathScout *s)
{
    return (PathScout){.engine = s->engine,
                       .code.script = s->code.script,
                       .code.control = s->code.control,
                       .code.program = s->code.program,
                       .code.subject = s->code.subject,
                       .view.trace_bytes = s->view.trace_bytes,
                       .view.beginning = s->view.beginning,
                       .view.nodes = s->view.nodes};
}

void
path_scout_close(PathScout *s)
{
    for (size_t i = 0; i < s->runs.n; i++)
        run_done(&s->runs.at[i]);
    vec_done(&s->runs);
    map_done(&s->inputs.known);
    path_trace_done(&s->failing);
    free(s->decisions.branches);
    free(s->decisions.branch_of);
    free(s->place.home);
    arena_done(&s->inputs.arena);
    lab_close(s->lab);
    PathScout again = path_scout_like(s);
    again.cost.ntraced = s->cost.ntraced;
    again.cost.times = s->cost.times;
    *s = again;
}
