/* path_run.c - real runs of made-up inputs, seen next to the failing run. */
#include "localize/path_run.h"

#include "base/mem.h"
#include "format/trace.h"
#include "run/work.h"

#include <stdlib.h>
#include <string.h>

/* Tracing */

typedef struct Tracing Tracing;
struct Tracing {
    PathScout *scout;
    PathTrace *out;
};

static bool
read_trace(PathScout *s, const char *path, PathTrace *out, Diag *d)
{
    Trace t;

    if (!trace_open(path, s->id, &t, d))
        return false;
    bool ok = graph_build(s->script, s->control, &t, &out->graph, d);
    out->stopped = t.stopped;
    trace_close(&t);
    if (ok)
        course_build(&out->graph, &out->course);
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
    ok = ok && read_trace(t->scout, paths[0], t->out, d);
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    free(paths);
    return ok;
}

bool
path_trace(PathScout *s, const Input *in, PathTrace *out, Diag *d)
{
    Arena a = {0};
    Input limited = *in;
    Tracing t = {.scout = s, .out = out};

    *out = (PathTrace){0};
    if (s->trace_bytes) {
        InputBytes *env = ARENA_ARRAY(&a, InputBytes, in->nenv + 1);
        for (size_t i = 0; i < in->nenv; i++)
            env[i] = in->env[i];
        const char *text = arena_printf(&a, TRACE_LIMIT_ENV "=%llu",
                                        (unsigned long long)s->trace_bytes);
        env[in->nenv] = (InputBytes){.at = text, .n = strlen(text)};
        limited.env = env;
        limited.nenv = in->nenv + 1;
    }
    s->ntraced++;
    bool ok = lab_one(s->lab, &limited, &t, see, d);
    if (ok && !out->course.of)
        ok = diag_fail(d, "interrupted");
    arena_done(&a);
    if (!ok)
        path_trace_done(out);
    return ok;
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
        if (s->branch_of[e] != PATH_NONE && partner[e] != ALIGN_NONE &&
            a.events[e].outcome != b.events[partner[e]].outcome)
            vec_push(&differs, s->branch_of[e]);
    }
    r->differs = differs.at;
    r->ndiffers = (uint32_t)differs.n;
    r->nevents = b.n;
    r->longer = r->ndiffers == 0 && b.n > a.n;
    r->same = r->ndiffers == 0 && b.n == a.n;
    distance_done(&dist);
}

/* The event that a condition of the recording decides, or ALIGN_NONE. */
static uint32_t
event_of_step(const PathTrace *t, const ConcolicStep *step)
{
    const Graph *g = &t->graph;

    if (step->block & CONCOLIC_MODEL)
        return ALIGN_NONE;
    for (uint64_t at = step->at + 1; at + 1 > step->at && at > 0; at--) {
        const uint32_t node = graph_find_site(g, at);
        if (!node || g->nodes[node].inst >= g->script->ninsts)
            continue;
        const uint32_t inst = g->nodes[node].inst;
        const uint8_t op = g->script->insts[inst].op;
        if ((op == SCRIPT_BRANCH || op == SCRIPT_SWITCH) &&
            g->conditions.block[inst] == step->block)
            return t->course.of[node];
    }
    return ALIGN_NONE;
}

static int
compare_steps(const void *x, const void *y)
{
    const PathStep *a = x, *b = y;

    if (a->branch != b->branch)
        return a->branch < b->branch ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* Which condition belongs to which decision of the failing run. */
static void
find_steps(const PathScout *s, const PathTrace *t, const uint32_t *partner,
           PathRun *r)
{
    const Recording *rec = &r->run.recording;
    uint32_t *back = mem_alloc((t->course.n + (size_t)1) * sizeof *back);

    for (uint32_t i = 0; i < t->course.n; i++)
        back[i] = PATH_NONE;
    for (uint32_t i = 0; i < s->failing.course.n; i++)
        if (partner[i] != ALIGN_NONE)
            back[partner[i]] = s->branch_of[i];
    r->steps = mem_alloc((rec->nsteps + (size_t)1) * sizeof *r->steps);
    for (uint32_t i = 0; i < rec->nsteps; i++) {
        if (rec->steps[i].kind == CONCOLIC_ASSUME ||
            rec->steps[i].kind == CONCOLIC_CHECK)
            continue;
        const uint32_t e = event_of_step(t, &rec->steps[i]);
        r->steps[r->nsteps++] = (PathStep){
            .branch = e == ALIGN_NONE ? PATH_NONE : back[e], .step = i};
    }
    qsort(r->steps, r->nsteps, sizeof *r->steps, compare_steps);
    free(back);
}

const PathStep *
path_steps(const PathRun *r, uint32_t branch, uint32_t *n)
{
    uint32_t low = 0, high = r->nsteps;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (r->steps[middle].branch < branch)
            low = middle + 1;
        else
            high = middle;
    }
    for (high = low; high < r->nsteps && r->steps[high].branch == branch;)
        high++;
    *n = high - low;
    return r->steps + low;
}

static void
run_done(PathRun *r)
{
    engine_run_done(&r->run);
    free(r->steps);
    free(r->differs);
}

/* Run concolically what was traced. */
static bool
add_run(PathScout *s, const Input *in, const PathTrace *t, uint32_t *out,
        Diag *d)
{
    PathRun r = {.input = input_copy(&s->arena, in)};
    const AlignRun a = course_run(&s->failing.course);

    r.input.around = in->around; /* compared by address */
    if (!engine_run(s->engine, &r.input, NULL, 0, &r.run, d))
        return false;
    uint32_t *partner = mem_alloc((a.n + (size_t)1) * sizeof *partner);
    align_runs(a, course_run(&t->course), partner);
    find_distance(s, t, partner, &r);
    find_steps(s, t, partner, &r);
    free(partner);
    *out = (uint32_t)s->runs.n;
    vec_push(&s->runs, r);
    const Digest digest = input_digest(in);
    *map_put_text(&s->known, digest.hex, *out) = *out;
    return true;
}

bool
path_scout_run(PathScout *s, const Input *in, uint32_t *out, Diag *d)
{
    const Digest digest = input_digest(in);
    const uint32_t *known = map_find_text(&s->known, digest.hex);
    PathTrace t;

    if (known) {
        *out = *known;
        return true;
    }
    if (!path_trace(s, in, &t, d))
        return false;
    bool ok = add_run(s, in, &t, out, d);
    path_trace_done(&t);
    return ok;
}

/* The failing run */

static void
find_branches(PathScout *s)
{
    const Course *c = &s->failing.course;
    VEC(PathBranch) branches = {0};
    uint32_t *above = mem_alloc((c->n + (size_t)1) * sizeof *above);

    s->branch_of = mem_alloc((c->n + (size_t)1) * sizeof *s->branch_of);
    for (uint32_t i = 0; i < c->n; i++) {
        const uint32_t parent = c->events[i].parent;
        above[i] = parent == ALIGN_NONE ? PATH_NONE : above[parent];
        s->branch_of[i] = PATH_NONE;
        if (c->events[i].outcome == ALIGN_NONE)
            continue;
        s->branch_of[i] = (uint32_t)branches.n;
        vec_push(&branches, (PathBranch){.event = i, .parent = above[i]});
        above[i] = s->branch_of[i];
    }
    free(above);
    s->branches = branches.at;
    s->nbranches = (uint32_t)branches.n;
}

bool
path_scout_open(PathScout *s, const LabSpec *tracer, const Input *failing,
                Diag *d)
{
    uint32_t first;

    if (!lab_open(tracer, &s->lab, d) ||
        !path_trace(s, failing, &s->failing, d))
        return false;
    find_branches(s);
    if (!add_run(s, failing, &s->failing, &first, d))
        return false;
    for (uint32_t i = 0; i < s->nbranches; i++)
        path_steps(&s->runs.at[0], i, &s->branches[i].nsteps);
    return true;
}

void
path_scout_close(PathScout *s)
{
    for (size_t i = 0; i < s->runs.n; i++)
        run_done(&s->runs.at[i]);
    vec_done(&s->runs);
    map_done(&s->known);
    path_trace_done(&s->failing);
    free(s->branches);
    free(s->branch_of);
    arena_done(&s->arena);
    lab_close(s->lab);
}
