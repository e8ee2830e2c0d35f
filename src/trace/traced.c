/* traced.c - a program's trace variant, and the graph of one traced test. */
#include "trace/traced.h"

#include "base/io.h"
#include "base/mem.h"
#include "trace/slice.h"

#include <stdlib.h>

bool
traced_open(const Subject *subject, TracedProgram *p, Diag *d)
{
    *p = (TracedProgram){.subject = subject};
    if (!variant_get(subject, VARIANT_TRACE, &p->variant, d) ||
        !variant_script(subject, &p->script, d) ||
        !rundir_open(false, &p->root, d))
        return false;
    control_build(&subject->program, &p->control);
    return true;
}

void
traced_close(TracedProgram *p)
{
    if (p->root.path)
        rundir_close(&p->root);
    control_done(&p->control);
    summaries_done(&p->summaries);
    summaries_done(&p->across);
    script_done(&p->script);
    free(p->variant);
    free(p->alter);
    *p = (TracedProgram){0};
}

/* Nothing is shown as altered that was not. */
static bool
check_alterations(const TracedProgram *p, const AlterPlan *plan, Diag *d)
{
    if (!plan || plan->n == 0)
        return true;
    if (!plan->taken)
        return diag_fail(d, "the test does not run %s", p->subject->path);
    if (plan->ndone < plan->n)
        return diag_fail(d, "the run never came to site %llu (see --sites)",
                         (unsigned long long)plan->entries[plan->ndone].at);
    return true;
}

static bool
record(TracedProgram *p, const char *test, const TracedOptions *o,
       TracedRun *out, Diag *d)
{
    bool altered = o->alter && o->alter->n;

    if (altered && !p->alter &&
        !variant_get(p->subject, VARIANT_RETRACE, &p->alter, d))
        return false;
    char *dir = io_absolute(".");
    RecordSpec spec = {
        .program = p->subject->path,
        .variant = altered ? p->alter : p->variant,
        .test = test,
        .of = o->of,
        .dir = o->of ? o->of->dir : dir,
        .limits = {.time_s = o->time_s},
        .trace_bytes = (unsigned long long)o->trace_mb << 20,
        .alter = altered ? o->alter : NULL,
        .id = p->subject->program.id,
    };
    bool ok = record_run(&spec, &p->root, &out->recorded, d) &&
              check_alterations(p, o->alter, d);

    free(dir);
    return ok;
}

/* The trace of the process asked for; the first one is the program itself. */
static bool
choose_trace(const TracedProgram *p, const TracedOptions *o, TracedRun *out,
             Diag *d)
{
    char **paths = NULL;
    size_t n = 0;
    bool ok = trace_list(out->recorded.dir, &paths, &n, d);

    if (ok && n == 0)
        ok = diag_fail(d, "no trace was written: did the test run %s?",
                       p->subject->path);
    if (ok && (size_t)o->process > n)
        ok = diag_fail(d, "there were %zu processes, not %ld", n, o->process);
    if (ok && n > 1 && o->process == 1)
        diag_warn(d, "the first of %zu processes is shown (--process)", n);
    if (ok)
        ok = trace_open(paths[o->process - 1], p->subject->program.id,
                        &out->trace, d) &&
             (!o->keep ||
              trace_save(&out->trace, p->subject->program.id, o->keep, d));
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    free(paths);
    return ok;
}

/* Where the graph is built from: a run that is made now, or was kept. */
static bool
get_trace(TracedProgram *p, const char *test, const TracedOptions *o,
          TracedRun *out, Diag *d)
{
    if (o->from)
        return trace_open(o->from, p->subject->program.id, &out->trace, d);
    return record(p, test, o, out, d) && choose_trace(p, o, out, d);
}

static void
warn_of_gaps(const TracedOptions *o, const TracedRun *r, Diag *d)
{
    if (r->trace.stopped)
        diag_warn(d,
                  "the trace reached its limit of %ld MB: what came "
                  "after is missing (--trace-size)",
                  o->trace_mb);
    if (r->trace.nlost)
        diag_warn(d, "what the handlers of %u signals did is not shown",
                  r->trace.nlost);
    if (r->recorded.timed_out)
        diag_warn(d, "the run was stopped after %g s", o->time_s);
    if (r->graph.run.nunknown)
        diag_warn(d,
                  "%u calls of functions with unknown effects, such as "
                  "%s: taken to use and change what they are given",
                  r->graph.run.nunknown, r->graph.run.unknown);
}

bool
traced_run(TracedProgram *p, const char *test, const TracedOptions *o,
           TracedRun *out, Diag *d)
{
    GraphSpec spec = {.script = &p->script,
                      .control = &p->control,
                      .summaries = o->summary ? &p->summaries : NULL,
                      .across = o->across ? &p->across : NULL,
                      .bounds = {.last = (uint32_t)o->last},
                      .trace = &out->trace,
                      .deadline = o->deadline};

    *out = (TracedRun){0};
    if (o->until && !criterion_place(&p->script, o->until, &spec.bounds.line,
                                     &spec.bounds.instance, d))
        return diag_context(d, "--until");
    if (o->until && !spec.bounds.instance)
        spec.bounds.instance = 1;
    if (!get_trace(p, test, o, out, d) ||
        (o->summary && !p->summaries.first &&
         !variant_summaries(p->subject, false, &p->summaries, d)) ||
        (o->across && !p->across.first &&
         !variant_summaries(p->subject, true, &p->across, d)))
        return false;
    if (!graph_make(&spec, &out->graph, d))
        return o->from ? diag_context(d, "%s", o->from) : false;
    if (!graph_check(&out->graph, d))
        bug("a graph that was just built is wrong: %s", d->error);
    warn_of_gaps(o, out, d);
    return true;
}

void
traced_done(TracedRun *r)
{
    graph_done(&r->graph);
    trace_close(&r->trace);
    recorded_done(&r->recorded);
}

void
traced_statistics(const TracedRun *r, FILE *out)
{
    const Graph *g = &r->graph;

    fprintf(
        out,
        "trace: %zu bytes, %llu records, %llu instructions, %.2f bytes a "
        "record; graph: %u nodes, %u edges, %u summary control dependences "
        "(%u uses have more, %llu steps of control), %u statement instances\n",
        r->trace.nrecords, (unsigned long long)g->run.nrecords,
        (unsigned long long)g->run.ninstructions,
        g->run.nrecords ? (double)r->trace.nrecords / (double)g->run.nrecords
                        : 0,
        g->nnodes, g->ndeps, g->summaries.n, g->summaries.nbounded,
        (unsigned long long)g->summaries.nclimbs, g->nsteps);
}
