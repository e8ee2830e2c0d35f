/* scene.c - one failing test of one program, ready to be followed back. */
#include "cause/scene.h"

#include "cause/asserted.h"
#include "cause/sites.h"
#include "format/tuning.h"
#include "session/twin.h"

#include <stdlib.h>
#include <string.h>

/* Is the deadline over? `what` is what it ended. */
static bool
is_late(CauseScene *c, const char *what, Diag *d)
{
    if (!c->late && !deadline_is_over(&c->spec.deadline))
        return false;
    if (!c->late)
        c->late = what;
    diag_forget(d); /* of what could not be finished */
    return !diag_fail(d, "the time was over before the search began, while %s",
                      c->late);
}

static const char *const building = "the program's variants were built",
                         *const running = "the test was run",
                         *const tracing = "the run was traced";

/* Seconds of a run that has so many. */
static double
limit_run(const CauseScene *c, double most_s)
{
    const Deadline *d = &c->spec.deadline;
    const double left = d->cpu ? most_s : deadline_left(d);

    return left < most_s ? left : most_s;
}

/* What is needed to trace it. In a process of its own; whoever needs the files
 * will meet its failures again. */
static void
make_variants(void *context)
{
    CauseScene *c = context;
    const Subject *s = c->spec.subject;
    Summaries summaries;
    char *path;
    Diag d;

    diag_init(&d);
    if (c->failing.ended.timed_out)
        (void)!variant_get(s, VARIANT_RETRACE, &path, &d);
    (void)!variant_get(s, VARIANT_TRACE, &path, &d);
    for (unsigned across = 0; across < 2 && !c->spec.no_summary; across++)
        if (!variant_has_summaries(s, across))
            (void)!variant_summaries(s, across, &summaries, &d);
}

/* Building cannot be interrupted here: it is done elsewhere if it may have to
 * be. */
static bool
build(CauseScene *c, Diag *d)
{
    const Subject *s = c->spec.subject;
    bool has =
        variant_is_cached(s, VARIANT_TRACE) &&
        (!c->failing.ended.timed_out || variant_is_cached(s, VARIANT_RETRACE));

    for (unsigned across = 0; across < 2 && !c->spec.no_summary; across++)
        has = has && variant_has_summaries(s, across);
    if (!has && !deadline_make(&c->spec.deadline, make_variants, c))
        c->late = building;
    return !is_late(c, building, d);
}

/* The twin whose state can be altered. */
static bool
get_variant(CauseScene *c, Diag *d)
{
    const Subject *s = c->spec.subject;
    bool late = false;

    if (!twin_build(s, VARIANT_ALTER, &c->spec.deadline, &late, d) && late)
        c->late = building;
    return !is_late(c, building, d) &&
           variant_get(s, VARIANT_ALTER, &c->variant, d);
}

static bool
open_engine(CauseScene *c, const char *executable, Engine **out, Diag *d)
{
    EngineSpec spec = ENGINE_DEFAULTS;

    spec.sources = 0;
    spec.subject = c->spec.subject;
    spec.variant = executable;
    spec.limits.time_s = limit_run(c, c->spec.run_s);
    spec.solver.ms = tuning_count(TUNE_cause_solver_ms);
    spec.solver.by_work = true; /* load decides nothing */
    return engine_open(&spec, out, d);
}

/* What the reference writes and ends with; confined as our own runs are. */
static bool
run_reference(CauseScene *c, Diag *d)
{
    Engine *engine = NULL;
    EngineRun run;
    bool ok = open_engine(c, c->spec.reference, &engine, d) &&
              engine_run(engine, &c->input, NULL, 0, &run, d);

    if (ok && (run.ended.timed_out || run.ended.signal)) {
        ok = diag_fail(d, "--reference fails on this test itself");
        engine_run_done(&run);
    } else if (ok) {
        c->answer = run.out;
        c->spec.expected = &c->answer;
        c->spec.status = run.ended.status;
        run.out = (Bytes){0};
        engine_run_done(&run);
    }
    engine_close(engine);
    return ok;
}

/* That it fails twice in the same way is the least to ask for. */
static bool
run_failing(CauseScene *c, Diag *d)
{
    EngineRun again;

    if (!engine_run(c->engine, &c->input, NULL, 0, &c->failing, d))
        return false;
    if (c->failing.ended.timed_out || c->spec.quick)
        return true;
    if (!engine_run(c->engine, &c->input, NULL, 0, &again, d))
        return false;
    const Bytes *x = &c->failing.out, *y = &again.out;
    bool same =
        c->failing.ended.status == again.ended.status &&
        (!c->spec.expected ||
         (x->n == y->n && (x->n == 0 || memcmp(x->at, y->at, x->n) == 0)));
    engine_run_done(&again);
    return same || diag_fail(d, "the failure is not deterministic: two runs of "
                                "the test did not end alike");
}

static bool
run(CauseScene *c, Diag *d)
{
    const bool ok = open_engine(c, c->variant, &c->engine, d) &&
                    (!c->spec.reference || run_reference(c, d)) &&
                    run_failing(c, d);

    return !is_late(c, running, d) && ok;
}

static bool
trace(CauseScene *c, Diag *d)
{
    if (!build(c, d) || !traced_open(c->spec.subject, &c->program, d) ||
        is_late(c, building, d))
        return false;

    AlterPlan plan = {.limit = c->failing.ended.timed_out
                                   ? tuning_count(TUNE_cause_endless_sites)
                                   : 0};
    const double least_s = 60;
    const double run_s = c->spec.run_s > least_s ? c->spec.run_s : least_s;
    TracedOptions t = {.time_s = limit_run(c, run_s),
                       .trace_mb = 1024,
                       .process = 1,
                       .summary = !c->spec.no_summary,
                       .across = !c->spec.no_summary,
                       .of = c->spec.test,
                       .deadline = &c->spec.deadline};

    if (plan.limit) {
        alter_add(&plan, tuning_count(TUNE_cause_endless_sites), ALTER_STOP,
                  UINT32_MAX, 0);
        t.alter = &plan;
    }
    bool ok = traced_run(&c->program, NULL, &t, &c->traced, d);
    alter_done(&plan);
    if (is_late(c, tracing, d))
        return false;
    if (ok && !c->failing.ended.timed_out &&
        c->failing.ended.status != c->traced.recorded.status)
        ok = diag_fail(d,
                       "the program behaves differently when its state can be "
                       "altered: status %d instead of %d",
                       c->failing.ended.status, c->traced.recorded.status);
    if (ok && !c->failing.ended.timed_out)
        ok = cause_sites_number(c->engine, &c->input, &c->traced.graph,
                                &c->failing, d);
    return ok && !is_late(c, running, d);
}

/* Instances that an altered run may have when the failing one has so many. */
static uint64_t
longer_than(uint64_t sites)
{
    return tuning_count(TUNE_cause_longer_factor) *
           (sites + tuning_count(TUNE_cause_longer_least));
}

/* Does the condition hold where it should, with these alterations? Told by a
 * trace of its own: the instance may be reached in other ways. */
static bool
holds_there(void *context, const AlterEntry *e, size_t n)
{
    CauseScene *c = context;
    const uint64_t sites = c->traced.graph.sites.n;
    AlterPlan plan = {.limit = longer_than(sites)};
    TracedOptions t = {.time_s = c->spec.run_s,
                       .trace_mb = 1024,
                       .process = 1,
                       .alter = &plan,
                       .of = c->spec.test};
    TracedRun run;
    Criterion place = {0};
    int64_t value = 0;
    Diag d;

    diag_init(&d);
    for (size_t i = 0; i < n; i++)
        alter_add(&plan, e[i].at, (AlterKind)e[i].kind, e[i].inst, e[i].value);
    bool ok =
        traced_run(&c->program, NULL, &t, &run, &d) &&
        criterion_at(&run.graph, c->spec.at, NULL, &place, &d) &&
        expect_holds(&run.graph, place.step, c->spec.expect, NULL, &value, &d);
    criterion_done(&place);
    traced_done(&run);
    alter_done(&plan);
    diag_done(&d);
    return ok && value;
}

/* The person says where the failure shows, and what should hold there. */
static bool
find_at(CauseScene *c, Diag *d)
{
    Symptom *f = &c->symptom;
    int64_t value = 0;

    *f = (Symptom){
        .goal = {
            .kind = GOAL_AT, .status = -1, .trial = holds_there, .context = c}};
    if (!criterion_at(&c->traced.graph, c->spec.at, NULL, &f->criterion, d))
        return diag_context(d, "--at");
    if (!expect_holds(&c->traced.graph, f->criterion.step, c->spec.expect,
                      &c->numbers, &value, d))
        return diag_context(d, "--expect");
    f->goal.numbers = (GoalNumbers){c->numbers.at, c->numbers.n};
    f->passes = value != 0;
    str_printf(&f->words, "%s does not hold", c->spec.expect);
    return true;
}

bool
cause_scene_open(const CauseSceneSpec *spec, CauseScene *c, Diag *d)
{
    *c = (CauseScene){.spec = *spec};
    if (!input_of_test(&c->arena, spec->test, &c->input, d) ||
        !get_variant(c, d) || !run(c, d))
        return false;
    SymptomSpec symptom = {.run = &c->failing,
                           .graph = &c->traced.graph,
                           .expected = c->spec.expected,
                           .status = c->spec.status,
                           .arena = &c->arena};
    if (!c->spec.at && symptom_passes(&symptom)) {
        c->symptom.passes = true; /* nothing to trace */
        return true;
    }
    if (!trace(c, d))
        return false;
    Assertion assertion;
    if (!c->spec.at &&
        asserted_find(spec->subject, spec->test, &c->failing,
                      limit_run(c, c->spec.run_s), &c->arena, &assertion))
        symptom.assertion = &assertion;
    return c->spec.at ? find_at(c, d) : symptom_find(&symptom, &c->symptom, d);
}

void
cause_scene_close(CauseScene *c)
{
    symptom_done(&c->symptom);
    vec_done(&c->numbers);
    traced_done(&c->traced);
    if (c->failing.recording.memory)
        engine_run_done(&c->failing);
    engine_close(c->engine);
    traced_close(&c->program);
    free(c->variant);
    io_bytes_done(&c->answer);
    arena_done(&c->arena);
}

CauseSpec
cause_scene_spec(CauseScene *c)
{
    const double least_s = tuning(TUNE_cause_run_least_s);
    const uint64_t executed = c->failing.recording.header
                                  ? c->failing.recording.header->answer.sites
                                  : 0;
    /* A run that did not end says nothing about how long one should be. */
    const uint64_t sites =
        c->failing.ended.timed_out
            ? (uint64_t)tuning_count(TUNE_cause_longer_factor) *
                  tuning_count(TUNE_cause_endless_sites)
            : executed;
    double limit = tuning(TUNE_cause_run_times) * c->failing.ended.wall_s;

    if (limit < least_s)
        limit = least_s;
    engine_limit(c->engine, limit < c->spec.run_s ? limit : c->spec.run_s,
                 longer_than(sites));
    return (CauseSpec){.run.graph = &c->traced.graph,
                       .criterion = &c->symptom.criterion,
                       .summary = !c->spec.no_summary,
                       .engine = c->engine,
                       .run.input = &c->input,
                       .goal = &c->symptom.goal,
                       .run.printed = &c->symptom.printed,
                       .failure = str_text(&c->symptom.words),
                       .run.branches = sites};
}

bool
cause_scene_search(CauseScene *c, const CauseSearch *how, Findings *out,
                   Diag *d)
{
    CauseSpec s = cause_scene_spec(c);
    CauseResult r;

    s.technique = how->technique;
    s.bounds = cause_bounds();
    *(how->cpu ? &s.bounds.cpu_s : &s.bounds.time_s) = how->time_s;
    s.bounds.until = deadline_in(how->time_s, how->cpu);
    bool ok = cause_run(&s, &r, d);
    if (ok)
        cause_findings(&s, &r, out);
    cause_done(&r);
    return ok;
}

static void
add_bytes(Str *all, const void *at, size_t n)
{
    str_printf(all, "%s\n", hash_digest(n ? at : "", n).hex);
}

Digest
cause_scene_key(const CauseScene *c, uint32_t paths)
{
    const Input *in = &c->input;
    const Goal *g = &c->symptom.goal;
    Str all = {0};

    str_printf(&all, "%s\n%u %d %d %zu %d\n", c->variant, paths, (int)g->kind,
               (int)g->property.kind, g->property.offset, g->status);
    add_bytes(&all, g->expected, g->expected ? g->nexpected : 0);
    if (c->spec.at)
        str_printf(&all, "%s %s\n", c->spec.at, c->spec.expect);
    if (g->assertion.place)
        str_printf(&all, "%s\n", g->assertion.place);
    for (size_t i = 0; i < in->nargs; i++)
        add_bytes(&all, in->args[i].at, in->args[i].n);
    str_printf(&all, "< %d\n", in->has_stdin);
    add_bytes(&all, in->in.at, in->in.n);
    for (size_t i = 0; i < in->nfiles; i++) {
        str_printf(&all, "%s ", in->files[i].name);
        add_bytes(&all, in->files[i].bytes.at, in->files[i].bytes.n);
    }
    tuning_changes(&all);
    const Digest key = hash_digest(str_text(&all), all.n);
    str_done(&all);
    return key;
}
