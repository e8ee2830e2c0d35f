/* measure.c - one faulty version, from its sources to its scores. */
#include "bench/measure.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "bench/alone.h"
#include "bench/blame.h"
#include "bench/closest.h"
#include "bench/fault.h"
#include "bench/growth.h"
#include "bench/stage.h"
#include "find/find.h"
#include "program/depend.h"

#include "process/child.h"
#include "suite/compare.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests that may time out before the version counts as hanging: with the
 * usual limit that is several minutes of waiting. */
enum { MOST_TIMEOUTS = 200 };

/* The version while it is measured. */
typedef struct Case Case;
struct Case {
    const MeasureSpec *spec;
    const Version *version;
    Measured *m;
    Arena *arena;
    Subject subject;
    char *variant;
    Runs runs;
    bool *faulty;
    bool *wrong; /* faulty, or a use of what was omitted */
};

static VariantKind
variant_kind(const MeasureSpec *s)
{
    return pick_wants_returns(s->picks) ? VARIANT_RETURNS : VARIANT_PROFILE;
}

static bool
build(Case *c, Diag *d)
{
    const MeasureSpec *s = c->spec;
    double start = clock_now();
    char *program = io_join(s->dir, "program");
    char *cache = io_join(s->dir, "cache");

    bool ok =
        stage_make(s->corpus, c->version, s->dir, d) &&
        stage_build(s->corpus, c->version, s->cflags, s->ldflags, s->dir, d) &&
        subject_open(program, cache, &c->subject, d) &&
        variant_get(&c->subject, variant_kind(s), &c->variant, d);
    free(program);
    free(cache);
    c->m->build_s = clock_now() - start;
    return ok;
}

/* Verdicts that tell nothing are a reason, too. */
static bool
judge(const Case *c, const TrialResult *t, Diag *d)
{
    const Measured *m = c->m;

    if (t->hangs)
        return diag_fail(d, "hangs: %zu tests timed out after %g s",
                         t->ntimeouts, c->spec->limits.time_s);
    if (t->nlost == m->tests)
        return diag_fail(d, "no test left a spectrum");
    if (m->failed == 0)
        return diag_fail(d, "fails none of %u tests", m->tests);
    if (m->passed == 0)
        return diag_fail(d, "passes none of %u tests (%s)", m->tests,
                         c->runs.runs[0].reason);
    return true;
}

static bool
run_tests(Case *c, bool *interrupted, Diag *d)
{
    const MeasureSpec *s = c->spec;
    Measured *m = c->m;
    const TrialSpec trial = {
        .subject = &c->subject,
        .executable = c->variant,
        .nvalues = variant_nvalues(&c->subject.program, variant_kind(s)),
        .suite = s->suite,
        .limits = s->limits,
        .jobs = s->jobs,
        .most_timeouts = MOST_TIMEOUTS,
    };
    TrialResult result;
    double start = clock_now();

    if (!trial_run(&trial, s->answers, &c->runs, &result, d))
        return false;
    m->run_s = clock_now() - start;
    m->tests = c->runs.nruns;
    m->passed = c->runs.npassed;
    m->failed = c->runs.nfailed;
    m->unknown = m->tests - m->passed - m->failed;
    m->lost = (uint32_t)result.nlost;
    m->timeouts = (uint32_t)result.ntimeouts;
    *interrupted = result.interrupted;
    if (*interrupted)
        return diag_fail(d, "interrupted");
    return judge(c, &result, d);
}

static bool
find_faults(Case *c, const Entities *statements, Diag *d)
{
    const Version *v = c->version;
    const MeasureSpec *s = c->spec;
    Fault derived = {0};
    const Fault *faults = v->faults;
    size_t n = v->nfaults;

    if (n == 0) {
        if (!fault_derive(c->arena, v, s->correct, s->dir, &derived, d))
            return false;
        faults = &derived;
        n = 1;
    }
    c->m->nfaults = (uint32_t)n;
    c->faulty = mem_zalloc((size_t)statements->n + 1, 1);
    c->m->faulty = fault_mark(faults, n, s->dir, &c->subject.program,
                              statements, c->faulty);
    c->wrong = mem_zalloc((size_t)statements->n + 1, 1);
    fault_mark(&v->uses, v->uses.n > 0, s->dir, &c->subject.program, statements,
               c->wrong);
    for (uint32_t i = 0; i < statements->n; i++)
        c->wrong[i] = c->wrong[i] || c->faulty[i];
    return c->m->faulty > 0 ||
           diag_fail(d, "no faulty line has code (a declaration?)");
}

/* The correct program's answers, as an oracle takes them. */
static Wanted *
wanted(const Case *c, Arena *a)
{
    const Answers *answers = c->spec->answers;
    Wanted *w = ARENA_ARRAY(a, Wanted, answers->n);

    for (size_t i = 0; i < answers->n; i++)
        w[i] = (Wanted){.known = COMPARE_STDOUT | COMPARE_STATUS,
                        .status = answers->at[i].status,
                        .timed_out = answers->at[i].timed_out,
                        .out = answers->at[i].out};
    return w;
}

static bool
experiment(const Case *c, Experimenter which, Findings *out, Diag *d)
{
    const MeasureSpec *s = c->spec;
    Subject subject = c->subject; /* its variants are all that changes */
    FindResult result;
    char *variant;
    Arena a = {0};

    if (!variant_get(&subject, VARIANT_MUTATE, &variant, d))
        return false;
    FindSpec find = {
        .time_s = s->find_s,
        .technique = which == EXPERIMENT_MUSE         ? FIND_MUSE
                     : which == EXPERIMENT_METALLAXIS ? FIND_METALLAXIS
                                                      : FIND_BEST,
        .log = s->trials && which == EXPERIMENT_FIND ? fopen(s->trials, "w")
                                                     : NULL,
        .experiment =
            {
                .run = {.subject = &c->subject,
                        .variant = variant,
                        .suite = s->suite,
                        .oracle = ORACLE_REFERENCE,
                        .compare = COMPARE_STDOUT | COMPARE_STATUS,
                        .limits = s->limits,
                        .jobs = s->jobs},
                .wanted = wanted(c, &a),
                .runs = &c->runs,
                .cpu = true,
            },
    };
    bool ok = find_run(&find, &result, d);
    if (find.log)
        fclose(find.log);
    if (ok) {
        *out = result.findings;
        result.findings = (Findings){0};
    }
    find_done(&result);
    arena_done(&a);
    free(variant);
    return ok;
}

/* The first test that fails is the one that is looked at. */
static const Test *
first_failing(const Case *c)
{
    uint32_t i = 0;

    while (i < c->runs.nruns && c->runs.runs[i].verdict != VERDICT_FAIL)
        i++;
    assert(i < c->runs.nruns); /* judge() saw to it */
    return &c->spec->suite->tests[i];
}

static bool
find_alone(const Case *c, Findings *out, Diag *d)
{
    const MeasureSpec *s = c->spec;
    Subject subject = c->subject;
    char *correct = io_join(s->correct, "program");
    AloneSpec spec = {.subject = &subject,
                      .correct = correct,
                      .test = first_failing(c),
                      .limits = s->limits,
                      .time_s = s->find_s,
                      .jobs = s->jobs};

    if (s->trials) {
        char *path = mem_printf("%s.one", s->trials);
        spec.log = fopen(path, "w");
        free(path);
    }
    bool ok = alone_run(&spec, out, d);
    if (spec.log)
        fclose(spec.log);
    free(correct);
    return ok;
}

/* The failing test that executes the least. */
static uint32_t
shortest_failing(const Runs *r)
{
    uint64_t least = UINT64_MAX;
    uint32_t best = r->nruns;

    for (uint32_t i = 0; i < r->nruns; i++) {
        uint64_t n = 0;
        if (r->runs[i].verdict != VERDICT_FAIL)
            continue;
        for (uint64_t k = r->edges.start[i]; k < r->edges.start[i + 1]; k++)
            n += r->edges.count[k];
        if (n < least) {
            least = n;
            best = i;
        }
    }
    return best;
}

static bool
follow_paths(const Case *c, const char *name, Findings *out, Diag *d)
{
    const MeasureSpec *s = c->spec;
    Subject subject = c->subject;
    const uint32_t i = shortest_failing(&c->runs);

    if (i == c->runs.nruns)
        return diag_fail(d, "no test fails");
    char *correct = io_join(s->correct, "program");
    const ClosestSpec spec = {.subject = &subject,
                              .correct = correct,
                              .test = &s->suite->tests[i],
                              .limits = s->limits,
                              .strict = strcmp(name, "path-paper") == 0,
                              .time_s = s->find_s};
    bool ok = closest_run(&spec, out, d);
    free(correct);
    return ok;
}

/* "a.c:12 a.c:7: what the technique says", for who looks into a score. */
static const char *
say_places(Arena *a, const Findings *f)
{
    Str s = {0};

    for (size_t i = 0; i < f->n; i++)
        str_printf(&s, "%s%s:%u", i ? " " : "",
                   strrchr(f->at[i].place.file, '/')
                       ? strrchr(f->at[i].place.file, '/') + 1
                       : f->at[i].place.file,
                   f->at[i].place.line);
    str_printf(&s, ": %s", f->description);
    const char *text = arena_strdup(a, str_text(&s));
    str_done(&s);
    return text;
}

static bool
blame(const Case *c, const char *name, Findings *out, Diag *d)
{
    const MeasureSpec *s = c->spec;
    const uint32_t i = shortest_failing(&c->runs);

    if (i == c->runs.nruns)
        return diag_fail(d, "no test fails");
    const BlameSpec spec = {.blame = blame_find(name),
                            .subject = &c->subject,
                            .test = &s->suite->tests[i],
                            .expected = &s->answers->at[i].out,
                            .status = s->answers->at[i].status,
                            .limits = s->limits,
                            .time_s = s->find_s};
    return blame_run(&spec, out, d) ||
           diag_context(d, "%s", s->suite->tests[i].key);
}

static void
score(Case *c, const Pick *p, Study *study, const Ground *g,
      const Ground *wrong, const Pdg *pdg, Score *out)
{
    Findings f = {0};
    Diag d;
    /* Other work on the machine does not count. */
    const bool cpu = p->experimenter != EXPERIMENT_NONE;
    const double start = child_clock(cpu);
    const RankOptions options = {.entity = p->entity};

    *out = (Score){.technique = p->name, .error = "", .said = ""};
    diag_init(&d);
    bool ok = p->experimenter == EXPERIMENT_PATH
                  ? follow_paths(c, p->name, &f, &d)
              : p->experimenter == EXPERIMENT_ALONE ? find_alone(c, &f, &d)
              : p->experimenter == EXPERIMENT_CAUSE ? blame(c, p->name, &f, &d)
              : p->experimenter
                  ? experiment(c, p->experimenter, &f, &d)
                  : technique_run_on(p->technique, &options, study, &f, &d);
    out->wall_s = child_clock(cpu) - start;
    if (ok) {
        metric_score(&f, g, out);
        out->tscore = metric_tscore(&f, g, pdg);
        out->runs = (uint32_t)f.cost.runs;
        if (p->experimenter == EXPERIMENT_PATH)
            out->said = say_places(c->arena, &f);
        if (p->experimenter == EXPERIMENT_CAUSE)
            out->said = c->spec->suite->tests[shortest_failing(&c->runs)].key;
        out->distance = metric_distance(&f, g);
        out->to_use = metric_distance(&f, wrong);
        out->altered = (uint32_t)f.cost.altered;
    } else {
        out->error = arena_strdup(c->arena, d.error);
    }
    findings_done(&f);
    diag_done(&d);
}

static bool
rank(Case *c, Diag *d)
{
    const Picks *picks = c->spec->picks;
    Measured *m = c->m;
    Study study;
    Ground ground, wrong;
    Depend depend;
    Pdg pdg;
    double start = clock_now();

    if (!depend_open(c->subject.path, false, &depend, d))
        return false;
    pdg_build(&depend.sdg, false, &pdg);
    study_init(&study, &c->runs, NULL, 0, NULL);
    const Entities *statements = study_entities(&study, ENTITY_STATEMENT, d);
    bool ok = statements && find_faults(c, statements, d);
    if (ok) {
        ground_init(&ground, &c->subject.program, statements, c->faulty);
        ground_init(&wrong, &c->subject.program, statements, c->wrong);
        m->statements = ground.total;
        m->executed = ground.executed;
        m->scores = ARENA_ARRAY(c->arena, Score, picks->n);
        for (m->nscores = 0; m->nscores < picks->n; m->nscores++)
            score(c, &picks->at[m->nscores], &study, &ground, &wrong, &pdg,
                  &m->scores[m->nscores]);
        ground_done(&ground);
        ground_done(&wrong);
        growth_measure(&c->runs, picks, c->faulty, m->scores);
    }
    study_done(&study);
    pdg_done(&pdg);
    depend_done(&depend);
    m->rank_s = clock_now() - start;
    return ok;
}

bool
measure_version(const MeasureSpec *s, const Version *v, Arena *a, Measured *m,
                bool *interrupted, Diag *d)
{
    Case c = {.spec = s, .version = v, .m = m, .arena = a};
    Diag why;

    *m = (Measured){.id = v->id,
                    .kinds = v->kinds,
                    .symptom = v->symptom,
                    .note = v->note,
                    .nfaults = (uint32_t)v->nfaults,
                    .reason = ""};
    *interrupted = false;
    diag_init(&why);
    bool ok =
        build(&c, &why) && run_tests(&c, interrupted, &why) && rank(&c, &why);
    if (!ok)
        m->reason = arena_strdup(a, why.error ? why.error : "unknown");
    diag_done(&why);
    runs_done(&c.runs);
    subject_done(&c.subject);
    free(c.variant);
    free(c.faulty);
    free(c.wrong);
    return !*interrupted || diag_fail(d, "interrupted");
}
