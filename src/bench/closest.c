/* closest.c - the path technique on one failing test of a version. */
#include "bench/closest.h"

#include "base/mem.h"
#include "path/parting.h"
#include "path/shorten.h"
#include "process/child.h"
#include "suite/compare.h"

#include <stdlib.h>

typedef struct Closest Closest;
struct Closest {
    const ClosestSpec *spec;
    Arena arena;
    char *alter, *trace, *profile;
    Script script;
    Control control;
    Engine *engine;
    Input input;
    PathFind find;
    PathScout scout;
    PathResult result;
    PathTrace other;
    PathAnswer *answers;
    size_t nanswers;
    double start;
};

static bool
open_all(Closest *c, Diag *d)
{
    Subject *s = c->spec->subject;
    EngineSpec e = ENGINE_DEFAULTS;

    if (!input_of_test(&c->arena, c->spec->test, &c->input, d) ||
        !variant_get(s, VARIANT_ALTER, &c->alter, d) ||
        !variant_get(s, VARIANT_TRACE, &c->trace, d) ||
        !variant_get(s, VARIANT_PROFILE, &c->profile, d) ||
        !variant_script(s, &c->script, d))
        return false;
    control_build(&s->program, &c->control);
    e.subject = s;
    e.variant = c->alter;
    e.limits.time_s = c->spec->limits.time_s;
    e.nodes = PATH_NODES;
    return engine_open(&e, &c->engine, d);
}

static void
prepare(Closest *c)
{
    const LabSpec judge = {.run = {.subject = c->spec->subject,
                                   .variant = c->profile,
                                   .oracle = ORACLE_REFERENCE,
                                   .reference = c->spec->correct,
                                   .compare = COMPARE_STDOUT | COMPARE_STATUS,
                                   .limits = c->spec->limits,
                                   .jobs = 1,
                                   .no_server = true},
                           .fixed = true,
                           .quiet = true};
    LabSpec tracer = judge;

    tracer.run.oracle = ORACLE_CRASH;
    tracer.run.variant = c->trace;
    PathSpec path = PATH_DEFAULTS;
    path.answers = 1; /* as the paper scores */
    path.strict = path.first = c->spec->strict;
    path.judge = judge;
    path.tracer = tracer;
    path.cpu = true;
    c->find = (PathFind){.path = path,
                         .minimize.lab = judge,
                         .start = c->start,
                         .time_s = c->spec->time_s};
    c->find.minimize.lab.run.no_server = false;
    c->scout.engine = c->engine;
    c->scout.code.script = &c->script;
    c->scout.code.control = &c->control;
    c->scout.code.program = &c->spec->subject->program;
    c->scout.code.subject = c->spec->subject;
    c->scout.view.trace_bytes = (uint64_t)PATH_TRACE_MB << 20;
}

static bool
search(Closest *c, Diag *d)
{
    if (!path_find(&c->find, &c->input, &c->scout, &c->result, d))
        return false;
    const PathCover *cover = &c->result.cover;
    if (c->result.found == PATH_NONE)
        return diag_fail(d,
                         "no successful run: flipped %u of %u branch instances "
                         "alone, %u feasible; %llu runs judged%s%s",
                         cover->alone, cover->all, cover->feasible,
                         (unsigned long long)c->result.nquestions,
                         cover->complete ? "" : "; time is over",
                         c->result.data != PATH_NONE ? "; data alone" : "");
    return path_answers(&c->scout, &c->result, &c->arena, &c->other,
                        &c->answers, &c->nanswers, d);
}

static void
close_all(Closest *c)
{
    path_trace_done(&c->other);
    path_scout_close(&c->scout);
    path_result_done(&c->result);
    path_find_done(&c->find);
    engine_close(c->engine);
    control_done(&c->control);
    script_done(&c->script);
    free(c->alter);
    free(c->trace);
    free(c->profile);
    arena_done(&c->arena);
}

bool
closest_run(const ClosestSpec *spec, Findings *out, Diag *d)
{
    Closest c = {.spec = spec, .start = child_clock(true)};
    bool ok = open_all(&c, d);

    if (ok) {
        prepare(&c);
        ok = search(&c, d);
    }
    if (ok) {
        path_findings(&c.scout, &c.result, c.answers, c.nanswers, out);
        out->cost = (Cost){.runs = c.result.nquestions,
                           .wall_s = child_clock(true) - c.start};
    }
    close_all(&c);
    return ok;
}
