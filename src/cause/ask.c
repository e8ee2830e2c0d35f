/* ask.c - what caused the failure? From a case to the answer. */
#include "cause/ask.h"

#include "base/io.h"
#include "format/tuning.h"
#include "suite/compare.h"

#include <assert.h>
#include <stdlib.h>

CauseBounds
cause_bounds(void)
{
    return (CauseBounds){.combination = tuning_count(TUNE_cause_combination),
                         .paths = tuning_count(TUNE_cause_paths)};
}

CauseOptions
cause_options(void)
{
    return (CauseOptions){.technique = cause_techniques,
                          .bounds = cause_bounds()};
}

/* Seconds of a run; the search needs some limit, as altered runs may loop. */
static double
run_limit(const Case *c)
{
    const double no_limit = 1e9;

    return c->setup.limits.time_s > 0 ? c->setup.limits.time_s : no_limit;
}

static bool
open_scene(const Case *c, const CauseOptions *o, CauseScene *out, Diag *d)
{
    const Wanted *w = c->wanted;
    const Judge *j = &c->setup.judge;

    assert(c->failing);
    const CauseSceneSpec spec = {
        .subject = c->setup.target.subject,
        .test = c->failing,
        .expected = w && w->known & COMPARE_STDOUT ? &w->out : NULL,
        .status = w && w->known & COMPARE_STATUS ? w->status : -1,
        .reference = !w && j->oracle == ORACLE_REFERENCE ? j->reference : NULL,
        .at = o->known.at,
        .expect = o->known.expect,
        .run_s = run_limit(c),
        .no_summary = !o->technique->summary,
        .deadline = o->deadline,
    };
    return cause_scene_open(&spec, out, d);
}

static bool
find_lines(CauseAnswer *a, const CauseKnown *k, Diag *d)
{
    const Script *script = &a->scene.program.script;
    uint32_t line, instance;

    for (size_t i = 0; i < k->trust.n; i++) {
        if (!criterion_place(script, k->trust.at[i], &line, &instance, d))
            return diag_context(d, "--trust");
        vec_push(&a->trust, line);
    }
    for (size_t i = 0; i < k->suspect.n; i++) {
        if (!criterion_place(script, k->suspect.at[i], &line, &instance, d))
            return diag_context(d, "--suspect");
        vec_push(&a->suspect, line);
    }
    return true;
}

/* Search, with what earlier calls found out of the same alterations. */
static bool
search(CauseAnswer *a, const char *store, bool again, Diag *d)
{
    const Digest key = cause_scene_key(&a->scene, a->spec.bounds.paths);

    if (!store)
        return cause_run(&a->spec, &a->result, d);
    char *dir = io_join(store, "judgements");
    char *file = io_join(dir, key.hex);
    a->spec.aid.known = &a->verdicts;
    bool ok = io_mkdirs(dir, d) &&
              (again || judgements_load(&a->verdicts, file, key.hex, d)) &&
              cause_run(&a->spec, &a->result, d) &&
              judgements_save(&a->verdicts, file, key.hex, d);
    free(file);
    free(dir);
    return ok;
}

/* The same test, traced in the right version. */
static bool
compare(CauseAnswer *a, const Case *truth, Diag *d)
{
    const TracedOptions options = {.time_s = truth->setup.limits.time_s,
                                   .trace_mb = 1024,
                                   .process = 1,
                                   .of = truth->failing};
    TracedProgram right = {0};
    TracedRun run = {0};

    bool ok = traced_open(truth->setup.target.subject, &right, d) &&
              traced_run(&right, NULL, &options, &run, d);
    if (ok)
        a->truth = cause_truth(&a->result, &a->scene.traced.graph, &run.graph);
    else
        diag_context(d, "--truth");
    traced_done(&run);
    traced_close(&right);
    return ok;
}

bool
cause_ask(const Case *c, const CauseOptions *o, CauseAnswer *a, Diag *d)
{
    *a = (CauseAnswer){0};
    if (!open_scene(c, o, &a->scene, d))
        return false;
    a->passes = a->scene.symptom.passes;
    if (a->passes)
        return true;
    if (!find_lines(a, &o->known, d))
        return false;
    a->closed = filter_lines(o->filter, &a->scene.program.script);
    a->spec = cause_scene_spec(&a->scene);
    a->spec.technique = o->technique;
    a->spec.bounds = o->bounds;
    if (o->deadline.at > 0) {
        a->spec.bounds.until = o->deadline;
        a->spec.bounds.time_s = deadline_left(&o->deadline);
    }
    a->spec.plain = o->plain;
    a->spec.aid = o->aid;
    a->spec.hints = (CauseHints){.trust = a->trust.at,
                                 .ntrust = a->trust.n,
                                 .suspect = a->suspect.at,
                                 .nsuspect = a->suspect.n,
                                 .closed = a->closed};
    if (!search(a, c->dir, o->again, d)) {
        if (a->result.late)
            a->scene.late = "what leads to the failure was looked for";
        return false;
    }
    return !o->truth || compare(a, o->truth, d);
}

void
cause_answer_done(CauseAnswer *a)
{
    judgements_done(&a->verdicts);
    cause_done(&a->result);
    cause_scene_close(&a->scene);
    vec_done(&a->trust);
    vec_done(&a->suspect);
    free(a->closed);
}
