/* generate.c - tests that tell suspects apart, from one failing test. */
#include "explore/generate.h"

#include "base/clock.h"
#include "base/mem.h"
#include "process/child.h"
#include "run/profile.h"
#include "spectrum/technique.h"
#include "suite/compare.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 100, SHOWN = 200 };

/* The run that was seen last. */
typedef struct GeneratorLast GeneratorLast;
struct GeneratorLast {
    Generated *now;
    Failure failure;
    int status;
    uint64_t wrong; /* first byte of output, UINT64_MAX: not known */
    bool keep;      /* it goes to the store */
    Str out, err;   /* what it printed */
};

typedef struct Generator Generator;
struct Generator {
    const GenerateSpec *spec;
    GenerateResult *r;
    Lab *lab;
    Profile profile;
    Calls calls;
    Failure target; /* of the failing test */
    double start, cpu_start;
    uint64_t top; /* hash of the ranking's first group */
    GeneratorLast last;
};

/* One test with counters */

bool
generate_store(Store *store, const GeneratedRow *row, Diag *d)
{
    const Generated *t = row->test;
    const LabRun *run = row->run;
    const Observed *o = run->seen;
    const Digest out = hash_digest(o->out.at, o->out.n);
    const Digest err = hash_digest(o->err.at, o->err.n);
    const Digest input = input_digest(run->input);
    char *key = mem_printf("%s %s", row->origin, input.hex);
    Str name = {0};
    char similarity[64];

    input_show(run->input, SHOWN, &name);
    const StoredRun stored = {
        .test = key,
        .name = str_text(&name),
        .digest = input.hex,
        .origin = row->origin,
        .place = (uint32_t)row->place,
        .verdict = t->verdict,
        .reason = t->reason,
        .end = {.timed_out = t->timed_out,
                .status = o->ended.status,
                .stdout_digest = out.hex,
                .stderr_digest = err.hex,
                .wall_s = o->ended.wall_s,
                .cpu_s = o->ended.cpu_s},
        .lost = row->counts->nprocesses == 0,
        .counts = {.edges = row->counts->edges,
                   .returns = row->counts->returns,
                   .nvalues = row->counts->nvalues},
    };
    snprintf(similarity, sizeof similarity, "%s %.1f", row->way, t->similarity);
    bool ok = store_begin(store, d) && store_put(store, &stored, d) &&
              store_put_note(store, "similarity", key, similarity,
                             strlen(similarity), d) &&
              store_commit(store, d);
    str_done(&name);
    free(key);
    return ok;
}

static bool
store(Generator *g, const LabRun *run, Diag *d)
{
    const GenerateSpec *s = g->spec;
    const GeneratedRow row = {.origin =
                                  s->inputs.in_suite ? "made" : "generated",
                              .way = s->strategy->name,
                              .place = g->r->tests.n,
                              .test = g->last.now,
                              .run = run,
                              .counts = &g->profile};

    return generate_store(s->store, &row, d);
}

/* Does the last run go to the store? */
static bool
is_stored(const Generator *g)
{
    return g->spec->store && !(g->spec->inputs.in_suite &&
                               strcmp(g->last.now->name, "failing") == 0);
}

/* Is it the failing test's? What differs from a reference is the failure, and
 * how a run ends that ends as the reference does is none. */
static bool
is_target(const Generator *g)
{
    const Failure *f = &g->last.failure, *t = &g->target;

    return failure_same(f, t) ||
           (!g->spec->same_end && f->differs && f->differs == t->differs &&
            f->differs != COMPARE_STATUS && f->sanitizer == t->sanitizer &&
            !f->signal && !t->signal && !f->timed_out && !t->timed_out);
}

/* A failure other than the one to be explained says nothing about it. */
static void
sort_out(Generator *g)
{
    GenerateResult *r = g->r;
    Str text = {0};

    if (g->last.now->verdict != VERDICT_FAIL || g->spec->any_failure ||
        !g->target.version || is_target(g))
        return;
    failure_tell(&g->last.failure, &g->spec->lab.setup.target.subject->program,
                 &text);
    g->last.now->verdict = VERDICT_UNKNOWN;
    g->last.now->reason =
        arena_printf(&r->arena, "another failure: %s", str_text(&text));
    str_done(&text);
    for (size_t i = 0; i < r->others.n; i++)
        if (failure_same(&r->others.at[i].failure, &g->last.failure)) {
            r->others.at[i].n++;
            return;
        }
    vec_push(&r->others, (GenerateOther){.failure = g->last.failure,
                                         .reason = g->last.now->reason,
                                         .name = g->last.now->name,
                                         .n = 1});
}

/* The first byte of output that is not as it should be, if that is known. */
static uint64_t
first_wrong(const LabRun *run)
{
    const Bytes *is = &run->seen->out;
    size_t i = 0;

    if (!run->want || !(run->want->known & COMPARE_STDOUT) ||
        run->want->missing)
        return UINT64_MAX;
    const Bytes *want = &run->want->out;
    while (i < is->n && i < want->n && is->at[i] == want->at[i])
        i++;
    return i < is->n ? i : UINT64_MAX; /* too short: known at the end only */
}

/* What of the output has that byte; NULL if that is not known. */
static const ConcolicOutput *
find_output(const Recording *r, uint64_t byte)
{
    for (uint32_t i = 0; byte != UINT64_MAX && i < r->n.outputs; i++) {
        const ConcolicOutput *o = &r->outputs[i];
        if (o->descriptor == 1 && o->offset + o->length > byte)
            return o;
    }
    return NULL;
}

static bool
see(void *context, unsigned slot, const LabRun *run, Diag *d)
{
    Generator *g = context;
    const Subject *subject = g->spec->lab.setup.target.subject;
    const Ended *e = &run->seen->ended;

    (void)slot;
    if (!e->started)
        return diag_fail(d, "%s", run->judgement.reason);
    if (!lab_profile(g->lab, run, &g->profile, d))
        return false;
    const bool place = e->status != 0 && !e->timed_out;
    g->last.failure = failure_of(run->seen, run->want, run->judgement.verdict,
                                 &subject->program, place ? &g->calls : NULL,
                                 place ? &g->profile : NULL);
    g->last.now->verdict = run->judgement.verdict;
    g->last.now->reason = arena_strdup(&g->r->arena, run->judgement.reason);
    g->last.now->timed_out = run->judgement.timed_out;
    g->last.status = e->status;
    g->last.wrong = first_wrong(run);
    str_clear(&g->last.out);
    str_clear(&g->last.err);
    str_add(&g->last.out, run->seen->out.at, run->seen->out.n);
    str_add(&g->last.err, run->seen->err.at, run->seen->err.n);
    sort_out(g);
    if (!g->last.keep)
        return true;
    return (!is_stored(g) || store(g, run, d)) &&
           (!g->spec->hooks.kept ||
            g->spec->hooks.kept(g->spec->hooks.context, g->last.now, run,
                                &g->profile, d));
}

static bool
judge(Generator *g, Generated *t, bool keep, Diag *d)
{
    g->last.now = t;
    g->last.keep = keep;
    return lab_one(g->lab, &t->input, g, see, d);
}

static void
count(GenerateResult *r, const Generated *t)
{
    r->n.passed += t->verdict == VERDICT_PASS;
    r->n.failed += t->verdict == VERDICT_FAIL;
    r->n.unknown += t->verdict == VERDICT_UNKNOWN;
    if (t->verdict == VERDICT_PASS &&
        (r->nearest == SIZE_MAX ||
         t->similarity > r->tests.at[r->nearest].similarity))
        r->nearest = r->tests.n - 1;
}

static bool
write_out(const Generator *g, const Generated *t, Diag *d)
{
    return !g->spec->output ||
           input_write(&t->input, g->spec->lab.setup.target.subject->path,
                       g->spec->output, t->name, d);
}

/* Judge, run concolically, keep. */
static bool
add(Generator *g, const char *name, const Input *in, Origin origin, Diag *d)
{
    GenerateResult *r = g->r;
    Generated t = {.name = name, .input = input_copy(&r->arena, in)};
    EngineRun run;

    t.input.around = in->around;
    if (!engine_run(g->spec->engine, in, NULL, 0, &run, d))
        return false;
    t.similarity = explorer_similarity(r->explorer, in, &run.path);
    if (!judge(g, &t, true, d)) {
        engine_run_done(&run);
        return false;
    }
    r->n.differ += run.ended.status != g->last.status;
    const ConcolicOutput *wrong = find_output(&run.recording, g->last.wrong);
    const uint64_t failed = wrong ? wrong->at : run.failed;
    const uint32_t number = explorer_add(r->explorer, in, &run, origin);
    if (t.verdict == VERDICT_FAIL)
        explorer_set_failing(r->explorer, number, failed);
    else if (t.verdict == VERDICT_PASS)
        explorer_set_passing(r->explorer, number);
    t.cpu_s = child_clock(true) - g->cpu_start;
    vec_push(&r->tests, t);
    count(r, &r->tests.at[r->tests.n - 1]);
    return write_out(g, &t, d);
}

/* The beginning */

/* It fails, and does so again in the same way. */
static bool
check_failing(Generator *g, Diag *d)
{
    Generated once = {.input = *g->spec->inputs.failing}, again = once;
    Str out = {0}, err = {0};
    bool ok = judge(g, &once, false, d);

    if (ok && once.verdict == VERDICT_PASS)
        ok = diag_nothing(d, "the test passes, but it should fail");
    else if (ok && once.verdict != VERDICT_FAIL)
        ok = diag_fail(d, "there is no verdict on the failing test: %s",
                       once.reason);
    if (!ok)
        return false;
    g->target = g->last.failure;
    const int status = g->last.status;
    str_add(&out, str_text(&g->last.out), g->last.out.n);
    str_add(&err, str_text(&g->last.err), g->last.err.n);
    ok = judge(g, &again, false, d);
    if (ok && again.verdict == VERDICT_FAIL &&
        (g->last.status != status || g->last.out.n != out.n ||
         g->last.err.n != err.n ||
         memcmp(str_text(&g->last.out), str_text(&out), out.n) != 0 ||
         memcmp(str_text(&g->last.err), str_text(&err), err.n) != 0))
        ok = diag_fail(d, "the program does not do the same twice on the "
                          "failing test: nothing can be told from its runs");
    else if (ok && again.verdict != VERDICT_FAIL)
        ok = diag_fail(d, "the oracle answers differently when it is asked "
                          "twice about the failing test");
    str_done(&out);
    str_done(&err);
    return ok;
}

/* The failing test is a test, but nothing begins with it. */
static bool
add_alone(Generator *g, Diag *d)
{
    GenerateResult *r = g->r;
    Generated t = {.name = "failing", .input = *g->spec->inputs.failing};

    if (!judge(g, &t, true, d))
        return false;
    vec_push(&r->tests, t);
    count(r, &r->tests.at[0]);
    return write_out(g, &t, d);
}

static bool
add_first(Generator *g, Diag *d)
{
    const Origin given = {.run = EXPLORER_NOBODY};
    const GenerateSpec *s = g->spec;

    if (!(s->strategy->from_failing
              ? add(g, "failing", s->inputs.failing, given, d)
              : add_alone(g, d)))
        return false;
    for (size_t i = 0; i < s->inputs.nseeds; i++)
        if (!add(g, arena_printf(&g->r->arena, "seed%zu", i + 1),
                 &s->inputs.seeds[i], given, d))
            return false;
    if (engine_stats(s->engine)->sockets)
        return diag_fail(d, "the program opens a socket, but runs on made-up "
                            "inputs have no network");
    return true;
}

/* The ranking */

/* A hash of the places in the first group. */
static bool
find_top(const Generator *g, uint64_t *out, Diag *d)
{
    const GenerateSpec *s = g->spec;
    const RankOptions o = {.entity = ENTITY_TUPLE,
                           .limit = s->nwatch ? 0 : TOP};
    Runs runs;
    Study study;
    Findings f = {0};

    *out = 0;
    if (!store_load(s->store, &s->lab.setup.target.subject->program, &runs, d))
        return false;
    study_init(&study, &runs, NULL, 0, NULL);
    bool ok = technique_run_on(technique_by_name("ochiai"), &o, &study, &f, d);
    for (size_t i = 0; ok && i < f.n && f.at[i].group == 1; i++)
        *out += (f.at[i].id + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15) ^
                hash_bytes(f.at[i].entity, strlen(f.at[i].entity));
    const Entities *statements =
        ok && s->nwatch && g->r->tests.n
            ? study_entities(&study, ENTITY_STATEMENT, d)
            : NULL;
    if (statements)
        g->r->tests.at[g->r->tests.n - 1].watched =
            watch_find(&f, statements, s->watch, s->nwatch);
    findings_done(&f);
    study_done(&study);
    runs_done(&runs);
    return ok;
}

static bool
is_stable(Generator *g, bool *stable, Diag *d)
{
    GenerateResult *r = g->r;
    uint64_t top;

    *stable = false;
    if (!g->spec->store || g->spec->inputs.in_suite)
        return true;
    if (!find_top(g, &top, d))
        return false;
    if (top != g->top || r->n.passed == 0)
        r->settled = r->tests.n;
    g->top = top;
    *stable = g->spec->bounds.stable &&
              r->tests.n >= r->settled + g->spec->bounds.stable;
    return true;
}

/* The middle */

static bool
is_over(Generator *g)
{
    const GenerateSpec *s = g->spec;
    GenerateResult *r = g->r;

    if (engine_interrupted(s->engine) || lab_interrupted(g->lab))
        r->end = GENERATE_INTERRUPTED;
    else if (s->bounds.tests &&
             r->tests.n >= 1 + s->inputs.nseeds + s->bounds.tests)
        r->end = GENERATE_TESTS;
    else if ((s->bounds.time_s > 0 &&
              clock_now() - g->start > s->bounds.time_s) ||
             (s->bounds.cpu_s > 0 &&
              child_clock(true) - g->cpu_start > s->bounds.cpu_s))
        r->end = GENERATE_TIME;
    else
        return false;
    return true;
}

static bool
make_tests(Generator *g, Diag *d)
{
    GenerateResult *r = g->r;
    Input in;
    Origin origin;
    bool stable;

    if (!is_stable(g, &stable, d))
        return false;
    if (g->spec->bounds.time_s > 0)
        explorer_until(r->explorer, g->start + g->spec->bounds.time_s);
    explorer_ask_most(r->explorer, g->spec->bounds.asked);
    while (!is_over(g)) {
        if (!explorer_next(r->explorer, &in, &origin)) {
            if (!is_over(g))
                r->end = GENERATE_DONE;
            return true;
        }
        const char *name = arena_printf(&r->arena, "t%zu",
                                        r->tests.n - g->spec->inputs.nseeds);
        if (!add(g, name, &in, origin, d))
            return is_over(g);
        if (g->spec->hooks.progress)
            g->spec->hooks.progress(g->spec->hooks.context, r);
        if (!is_stable(g, &stable, d))
            return false;
        if (stable) {
            r->end = GENERATE_STABLE;
            return true;
        }
    }
    return true;
}

bool
generate_run(const GenerateSpec *spec, GenerateResult *out, Diag *d)
{
    GenerateSpec whole = *spec;
    Input empty;
    Generator g = {.spec = &whole,
                   .r = out,
                   .start = clock_now(),
                   .cpu_start = child_clock(true)};

    *out = (GenerateResult){.nearest = SIZE_MAX};
    if (!spec->inputs.nseeds && !spec->strategy->from_failing) {
        empty = engine_empty(spec->engine, &out->arena, spec->inputs.failing);
        whole.inputs.seeds = &empty;
        whole.inputs.nseeds = 1;
    }
    explorer_new(spec->engine, spec->strategy, &out->explorer);
    profile_init(&g.profile, &spec->lab.setup.target.subject->plan,
                 spec->lab.setup.target.nvalues);
    const Subject *subject = spec->lab.setup.target.subject;
    bool ok = variant_calls(subject, &g.calls, d) &&
              lab_open(&spec->lab, &g.lab, d) && check_failing(&g, d) &&
              add_first(&g, d) && make_tests(&g, d);
    out->failure = g.target;
    out->wall_s = clock_now() - g.start;
    lab_close(g.lab);
    profile_done(&g.profile);
    calls_done(&g.calls);
    str_done(&g.last.out);
    str_done(&g.last.err);
    return ok;
}

void
generate_done(GenerateResult *r)
{
    explorer_free(r->explorer);
    vec_done(&r->tests);
    vec_done(&r->others);
    arena_done(&r->arena);
    *r = (GenerateResult){0};
}
