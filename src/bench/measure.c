/* measure.c - one faulty version, from its sources to its scores. */
#include "bench/measure.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "bench/fault.h"
#include "bench/growth.h"
#include "bench/stage.h"
#include "bench/verify.h"
#include "cause/ask.h"
#include "find/ask.h"
#include "path/ask.h"
#include "process/child.h"
#include "program/depend.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests that may time out before the version counts as hanging: with the
 * usual limit that is several minutes of waiting. */
enum { MOST_TIMEOUTS = 200 };

/* The version while it is measured. */
typedef struct Measuring Measuring;
struct Measuring {
    const MeasureSpec *spec;
    const Version *version;
    Measured *m;
    Arena *arena;
    Subject subject;
    char *variant;
    Stock stock; /* the suite is the corpus's */
    bool *faulty;
    bool *wrong; /* faulty, or a use of what was omitted */
};

static VariantKind
variant_kind(const MeasureSpec *s)
{
    return pick_wants_returns(s->picks) ? VARIANT_RETURNS : VARIANT_PROFILE;
}

static bool
build(Measuring *c, Diag *d)
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
    c->m->took.build_s = clock_now() - start;
    return ok;
}

/* Verdicts that say nothing are a reason, too. */
static bool
judge(const Measuring *c, const FullRunResult *t, Diag *d)
{
    const Measured *m = c->m;

    if (t->hangs)
        return diag_fail(d, "hangs: %zu tests timed out after %g s",
                         t->ntimeouts, c->spec->limits.time_s);
    if (t->nlost == m->runs.tests)
        return diag_fail(d, "no test left a spectrum");
    if (m->runs.failed == 0)
        return diag_fail(d, "fails none of %u tests", m->runs.tests);
    return true;
}

static bool
run_tests(Measuring *c, bool *interrupted, Diag *d)
{
    const MeasureSpec *s = c->spec;
    Measured *m = c->m;
    const FullRunSpec spec = {
        .subject = &c->subject,
        .executable = c->variant,
        .nvalues = variant_nvalues(&c->subject.program, variant_kind(s)),
        .suite = &s->given->suite,
        .files = s->given->files,
        .limits = s->limits,
        .jobs = s->jobs,
        .most_timeouts = MOST_TIMEOUTS,
    };
    FullRunResult result;
    double start = clock_now();

    if (!full_run(&spec, &s->given->answers, &c->stock.runs, &result, d))
        return false;
    m->took.run_s = clock_now() - start;
    m->runs.tests = c->stock.runs.nruns;
    m->runs.passed = c->stock.runs.npassed;
    m->runs.failed = c->stock.runs.nfailed;
    m->runs.unknown = m->runs.tests - m->runs.passed - m->runs.failed;
    m->runs.lost = (uint32_t)result.nlost;
    m->runs.timeouts = (uint32_t)result.ntimeouts;
    *interrupted = result.interrupted;
    if (*interrupted)
        return diag_fail(d, "interrupted");
    return judge(c, &result, d);
}

static bool
find_faults(Measuring *c, const Entities *statements, Diag *d)
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
    c->m->code.nfaults = (uint32_t)n;
    c->faulty = mem_zalloc((size_t)statements->n + 1, 1);
    c->m->code.faulty = fault_mark(faults, n, s->dir, &c->subject.program,
                                   statements, c->faulty);
    c->wrong = mem_zalloc((size_t)statements->n + 1, 1);
    fault_mark(&v->uses, v->uses.n > 0, s->dir, &c->subject.program, statements,
               c->wrong);
    for (uint32_t i = 0; i < statements->n; i++)
        c->wrong[i] = c->wrong[i] || c->faulty[i];
    return c->m->code.faulty > 0 ||
           diag_fail(d, "no faulty line has code (a declaration?)");
}

/* The correct program's answers, as an oracle takes them. */
static Wanted *
wanted(const Answered *given, Arena *a)
{
    const Goldens *answers = &given->answers;
    Wanted *w = ARENA_ARRAY(a, Wanted, answers->n);

    for (size_t i = 0; i < answers->n; i++)
        w[i] = (Wanted){.known = full_run_compares(given->files),
                        .status = answers->at[i].status,
                        .timed_out = answers->at[i].timed_out,
                        .out = answers->at[i].out,
                        .files = answers->at[i].files};
    return w;
}

/* What people ask about: the version and its tests, with the correct program
 * as the reference. */
static Case
make_case(const Measuring *c)
{
    const MeasureSpec *s = c->spec;

    return (Case){
        .setup = {.target = {.subject = &c->subject},
                  .judge = {.oracle = ORACLE_REFERENCE,
                            .reference = arena_printf(c->arena, "%s/program",
                                                      s->correct),
                            .compare = full_run_compares(s->given->files)},
                  .limits = s->limits,
                  .jobs = s->jobs,
                  .scratch = s->given->files},
        .stock = &c->stock,
    };
}

/* The first test that fails is the one to ask about. */
static uint32_t
first_failing(const Runs *r)
{
    uint32_t i = 0;

    while (i < r->nruns && r->runs[i].verdict != VERDICT_FAIL)
        i++;
    assert(i < r->nruns); /* judge() saw to it */
    return i;
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
    assert(best < r->nruns);
    return best;
}

/* A list of trials, if there should be one. */
static FILE *
open_log(const MeasureSpec *s, const Pick *p)
{
    if (!s->trials || p->find != FIND_BEST)
        return NULL;
    char *path =
        mem_printf("%s%s", s->trials, p->kind == PICK_ALONE ? ".one" : "");
    FILE *log = fopen(path, "w");
    free(path);
    return log;
}

/* How sure find is of its first suspect. */
static ScoreFirst
say_first(const FindResult *r, const Pick *p)
{
    return (ScoreFirst){.said = p->find == FIND_BEST,
                        .change = r->findings.n ? r->of[0].score : 0,
                        .confidence = r->first.confidence,
                        .equal = (uint32_t)r->first.nequal,
                        .reaching = r->first.nreaching,
                        .checks = {.tried = r->search.checks.tried,
                                   .other = r->search.checks.other,
                                   .broken = r->search.checks.broken}};
}

static bool
ask_find(const Measuring *c, const Pick *p, Findings *out, ScoreFirst *first,
         Diag *d)
{
    Case question = make_case(c);
    Stock one = {0};
    FindAnswer answer;
    const FindOptions o = {.technique = p->find,
                           .time_s = c->spec->find_s,
                           .cpu = true,
                           .detail =
                               p->find == FIND_BEST ? FIND_FIXES : FIND_PLACES,
                           .log = open_log(c->spec, p)};

    if (p->kind == PICK_ALONE) {
        stock_pick(&c->stock, first_failing(&c->stock.runs), &one);
        question.stock = &one;
    }
    bool ok = find_ask(&question, &o, &answer, d);
    if (ok) {
        *first = say_first(&answer.result, p);
        *out = answer.result.findings;
        answer.result.findings = (Findings){0};
    }
    find_answer_done(&answer);
    if (o.log)
        fclose(o.log);
    free(one.suite.tests);
    runs_done(&one.runs);
    return ok;
}

static bool
ask_path(const Measuring *c, const Pick *p, Findings *out, Diag *d)
{
    const uint32_t test = shortest_failing(&c->stock.runs);
    const double start = child_clock(true);
    PathOptions o = path_options();
    PathReply reply;
    Case question = make_case(c);

    question.failing = &c->stock.suite.tests[test];
    o.bounds.answers = 1; /* as the paper scores */
    o.bounds.strict = p->paper;
    o.bounds.time_s = c->spec->find_s;
    o.bounds.cpu = true;
    bool ok = path_ask(&question, &o, &reply, d);
    if (ok && reply.result.found == PATH_NONE) {
        const PathCover *cover = &reply.result.cover;
        ok = diag_fail(d,
                       "no successful run: flipped %u of %u branch instances "
                       "alone, %u feasible; %llu runs judged%s%s",
                       cover->alone, cover->all, cover->feasible,
                       (unsigned long long)reply.result.nquestions,
                       cover->complete ? "" : "; time ran out",
                       reply.result.data != PATH_NONE ? "; data alone" : "");
    }
    if (ok) {
        path_findings(&reply.scout, &reply.result, reply.answers,
                      reply.nanswers, out);
        out->cost = (Cost){.runs = reply.result.nquestions,
                           .wall_s = child_clock(true) - start};
    }
    path_reply_done(&reply);
    return ok;
}

static bool
ask_cause(const Measuring *c, const Pick *p, Findings *out, Diag *d)
{
    const uint32_t test = shortest_failing(&c->stock.runs);
    CauseOptions o = cause_options();
    CauseAnswer answer;
    Case question = make_case(c);

    question.failing = &c->stock.suite.tests[test];
    question.wanted = &c->stock.wanted[test];
    o.technique = cause_technique(p->label);
    o.bounds.cpu_s = c->spec->find_s;
    bool ok = cause_ask(&question, &o, &answer, d);
    if (ok && answer.passes)
        ok = diag_fail(d, "the test passes in the variant whose state can be "
                          "altered");
    if (ok)
        cause_findings(&answer.spec, &answer.result, out);
    cause_answer_done(&answer);
    return ok || diag_context(d, "%s", question.failing->key);
}

/* "a.c:12 a.c:7: what the technique says", for whoever looks into a score. */
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
ask(const Measuring *c, const Pick *p, Study *study, Findings *out,
    ScoreFirst *first, Diag *d)
{
    const RankOptions options = {.entity = p->entity};

    switch (p->kind) {
    case PICK_FIND:
    case PICK_ALONE:
        return ask_find(c, p, out, first, d);
    case PICK_CAUSE:
        return ask_cause(c, p, out, d);
    case PICK_PATH:
        return ask_path(c, p, out, d);
    case PICK_SPECTRUM:
        break;
    }
    return technique_run_on(p->technique, &options, study, out, d);
}

static void
score(Measuring *c, const Pick *p, Study *study, const Ground *g,
      const Ground *wrong, const Pdg *pdg, Score *out)
{
    Findings f = {0};
    Diag d;
    /* Other work on the machine does not count. */
    const bool cpu = p->kind != PICK_SPECTRUM;
    const double start = child_clock(cpu);

    *out = (Score){.technique = p->label, .error = "", .said = ""};
    diag_init(&d);
    bool ok = ask(c, p, study, &f, &out->first, &d);
    out->cost.wall_s = child_clock(cpu) - start;
    if (ok) {
        metric_score(&f, g, out);
        out->tscore = metric_tscore(&f, g, pdg);
        out->first.right = metric_first_right(&f, g);
        verify_fix(c->spec, c->version, &f, &out->first.fix);
        out->cost.runs = (uint32_t)f.cost.runs;
        if (p->kind == PICK_PATH)
            out->said = say_places(c->arena, &f);
        if (p->kind == PICK_CAUSE)
            out->said =
                c->stock.suite.tests[shortest_failing(&c->stock.runs)].key;
        out->distance.to_fault = metric_distance(&f, g);
        out->distance.to_use = metric_distance(&f, wrong);
        out->cost.altered = (uint32_t)f.cost.altered;
    } else {
        out->error = arena_strdup(c->arena, d.error);
    }
    findings_done(&f);
    diag_done(&d);
}

/* PHP has no dependences that we know of: a graph without edges. */
static bool
open_pdg(const Measuring *c, Depend *depend, Pdg *out, Diag *d)
{
    *depend = (Depend){0};
    if (c->spec->corpus->php.root) {
        const Program *p = &c->subject.program;
        *out = (Pdg){.program = p, .nnodes = p->n.statements};
        pdg_index(out);
        return true;
    }
    if (!depend_open(&c->subject.programs, false, depend, d))
        return false;
    pdg_build(&depend->sdg, false, out);
    return true;
}

static bool
rank(Measuring *c, Diag *d)
{
    const Picks *picks = c->spec->picks;
    Measured *m = c->m;
    Study study;
    Ground ground, wrong;
    Depend depend;
    Pdg pdg;
    double start = clock_now();

    if (!open_pdg(c, &depend, &pdg, d))
        return false;
    study_init(&study, &c->stock.runs, NULL, 0, NULL);
    const Entities *statements = study_entities(&study, ENTITY_STATEMENT, d);
    bool ok = statements && find_faults(c, statements, d);
    if (ok) {
        ground_init(&ground, &c->subject.program, statements, c->faulty);
        ground_init(&wrong, &c->subject.program, statements, c->wrong);
        m->code.statements = ground.total;
        m->code.executed = ground.executed;
        m->scores = ARENA_ARRAY(c->arena, Score, picks->n);
        for (m->nscores = 0; m->nscores < picks->n; m->nscores++)
            score(c, &picks->at[m->nscores], &study, &ground, &wrong, &pdg,
                  &m->scores[m->nscores]);
        ground_done(&ground);
        ground_done(&wrong);
        growth_measure(&c->stock.runs, picks, c->faulty, m->scores);
    }
    study_done(&study);
    pdg_done(&pdg);
    depend_done(&depend);
    m->took.rank_s = clock_now() - start;
    return ok;
}

bool
measure_version(const MeasureSpec *s, const Version *v, Arena *a, Measured *m,
                bool *interrupted, Diag *d)
{
    Measuring c = {
        .spec = s,
        .version = v,
        .m = m,
        .arena = a,
        .stock = {.suite = s->given->suite, .wanted = wanted(s->given, a)}};
    Diag why;

    *m = (Measured){.id = v->id,
                    .kinds = v->kinds,
                    .symptom = v->symptom,
                    .note = v->note,
                    .code.nfaults = (uint32_t)v->nfaults,
                    .reason = ""};
    *interrupted = false;
    diag_init(&why);
    bool ok =
        build(&c, &why) && run_tests(&c, interrupted, &why) && rank(&c, &why);
    if (!ok)
        m->reason = arena_strdup(a, why.error ? why.error : "unknown");
    diag_done(&why);
    runs_done(&c.stock.runs);
    subject_done(&c.subject);
    free(c.variant);
    free(c.faulty);
    free(c.wrong);
    return !*interrupted || diag_fail(d, "interrupted");
}
