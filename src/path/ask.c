/* ask.c - which successful run is closest to the failing one? From a case to
 * the reply.
 */
#include "path/ask.h"

#include "process/child.h"

#include <assert.h>
#include <stdlib.h>

PathOptions
path_options(void)
{
    return (PathOptions){.bounds = PATH_BOUNDS,
                         .seek = SEEK_DEFAULTS,
                         .trace_mb = PATH_TRACE_MB};
}

static bool
open_parts(const Case *c, const PathOptions *o, PathReply *r, Diag *d)
{
    const Subject *subject = c->setup.target.subject;
    PathParts *p = &r->parts;
    SeekSpec seek = o->seek;
    Limits limits = ENGINE_DEFAULTS.limits;

    assert(c->failing);
    seek.sites = true;
    seek.nodes = PATH_NODES;
    seek.processes = c->processes;
    limits.time_s = c->setup.limits.time_s;
    limits.memory_mb = c->setup.limits.memory_mb;
    if (!input_of_test(&r->arena, c->failing, &r->test, d) ||
        !seek_open(&seek, subject, &limits, &p->seek, d) ||
        !variant_get(subject, VARIANT_TRACE, &p->trace, d) ||
        !variant_script(subject, &p->script, d) ||
        !variant_get(subject, VARIANT_PROFILE, &p->profile, d))
        return false;
    control_build(&subject->program, &p->control);
    return true;
}

/* Runs of the program, judged; as it is minimised and traced. */
static LabSpec
judging_lab(const Case *c, const PathReply *r)
{
    LabSpec lab = {.setup = c->setup,
                   .unconfined = c->unconfined,
                   .processes = c->processes,
                   .fixed = true,
                   .ask = c->ask};

    lab.setup.target.variant = r->parts.profile;
    lab.setup.target.nvalues = 0;
    lab.setup.jobs = 1;
    lab.setup.no_server = true;
    return lab;
}

static PathSpec
make_spec(const Case *c, const PathOptions *o, const PathReply *r)
{
    PathSpec p = {.judge = judging_lab(c, r),
                  .bounds = o->bounds,
                  .closed = r->closed,
                  .has_accept = o->accept != NULL,
                  .progress = o->progress,
                  .context = o->context};

    p.tracer = p.accept = p.judge;
    p.tracer.quiet = p.accept.quiet = true;
    p.tracer.setup.judge.oracle = ORACLE_CRASH;
    p.tracer.setup.target.variant = r->parts.trace;
    p.accept.setup.judge.oracle = ORACLE_SCRIPT;
    p.accept.setup.judge.script = o->accept;
    p.bounds.first |= p.bounds.strict || p.bounds.questions > 0;
    return p;
}

static void
prepare(const Case *c, const PathOptions *o, double start, PathReply *r)
{
    const bool asking = c->setup.judge.oracle == ORACLE_ASK;
    PathSpec path = make_spec(c, o, r);

    r->find = (PathFind){
        .path = path,
        .minimize = {.lab = path.judge, .store = c->store, .coarse = o->coarse},
        .as_given = o->as_given || asking,
        .start = start,
        .time_s = o->bounds.time_s};
    r->find.minimize.lab.setup.no_server = false;
    r->scout.engine = r->parts.seek.engine;
    r->scout.code.script = &r->parts.script;
    r->scout.code.control = &r->parts.control;
    r->scout.code.program = &c->setup.target.subject->program;
    r->scout.code.subject = c->setup.target.subject;
    r->scout.view.trace_bytes = (uint64_t)o->trace_mb << 20;
}

bool
path_ask(const Case *c, const PathOptions *o, PathReply *r, Diag *d)
{
    const double start = child_clock(o->bounds.cpu);

    *r = (PathReply){.result = {.found = PATH_NONE, .data = PATH_NONE}};
    if (!open_parts(c, o, r, d))
        return false;
    r->closed = filter_lines(o->filter, &r->parts.script);
    prepare(c, o, start, r);
    return path_find(&r->find, &r->test, &r->scout, &r->result, d) &&
           path_answers(&r->scout, &r->result, &r->arena, &r->other,
                        &r->answers, &r->nanswers, d);
}

void
path_reply_done(PathReply *r)
{
    free(r->closed);
    path_trace_done(&r->other);
    path_scout_close(&r->scout);
    path_result_done(&r->result);
    path_find_done(&r->find);
    seek_close(&r->parts.seek);
    control_done(&r->parts.control);
    script_done(&r->parts.script);
    free(r->parts.trace);
    free(r->parts.profile);
    arena_done(&r->arena);
}
