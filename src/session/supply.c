/* supply.c - tests made from a failing one, for experiments. */
#include "session/supply_place.h"

#include "session/twin.h"

#include "base/mem.h"
#include "format/tuning.h"
#include "session/seek.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 200 }; /* characters of an input */

typedef struct Maker Maker;
struct Maker {
    Placer place;
    const Subject *subject;
    char *profile; /* variant */
    Seek seek;
    Input failing;
};

static Wanted
copy_wanted(Arena *a, const Wanted *w)
{
    Wanted out = *w;

    out.out.at =
        arena_dup(a, w->out.at ? w->out.at : (const uint8_t *)"", w->out.n + 1);
    out.err.at =
        arena_dup(a, w->err.at ? w->err.at : (const uint8_t *)"", w->err.n + 1);
    out.files = w->files ? arena_strdup(a, w->files) : NULL;
    return out;
}

static bool
place(const Placer *p, const Generated *t, Test *out, Diag *d)
{
    Arena *a = &p->s->arena;
    const char *dir = arena_printf(a, "%s/%zu", p->spec->dir, p->s->tests.n);
    Str key = {0};

    if (mkdir(dir, 0700) != 0)
        return diag_errno(d, "cannot make %s", dir);
    bool ok = input_place(a, &t->input, p->spec->setup.target.subject->path,
                          dir, out, d);
    input_show(&t->input, SHOWN, &key);
    out->key = arena_printf(a, "%s: %s", t->name, str_text(&key));
    str_done(&key);
    return ok;
}

/* With the usual time it might have ended; and what takes long takes much
 * longer where it is altered. */
static bool
is_slow(const Placer *p, const Generated *t, const LabRun *run)
{
    const double part = .25;

    return t->timed_out || run->seen->ended.cpu_s > part * p->limits.time_s;
}

bool
supply_keep(Placer *p, const Generated *t, const LabRun *run,
            const Profile *counts, Diag *d)
{
    const Program *program = &p->spec->setup.target.subject->program;
    Supply *s = p->s;
    Made made = {.edges = s->index.n};

    if (s->tests.n && strcmp(t->name, "failing") == 0)
        return true; /* it is there already */
    if (p->hasty && s->tests.n && is_slow(p, t, run))
        return true;
    if (!place(p, t, &made.test, d))
        return false;
    if (run->want)
        made.want = copy_wanted(&s->arena, run->want);
    made.run = (Run){.name = made.test.key,
                     .verdict = t->verdict,
                     .reason = arena_strdup(&s->arena, t->reason),
                     .timed_out = t->timed_out,
                     .lost = counts->nprocesses == 0};
    for (uint32_t i = 0; i < program->n.edges; i++)
        if (!made.run.lost && counts->edges[i]) {
            vec_push(&s->index, i);
            vec_push(&s->count, counts->edges[i] < UINT32_MAX
                                    ? (uint32_t)counts->edges[i]
                                    : UINT32_MAX);
        }
    made.nedges = s->index.n - made.edges;
    vec_push(&s->tests, made);
    s->npassed += t->verdict == VERDICT_PASS;
    s->nfailed += t->verdict == VERDICT_FAIL;
    s->nunknown += t->verdict == VERDICT_UNKNOWN;
    return true;
}

static bool
keep(void *context, const Generated *t, const LabRun *run, const Profile *p,
     Diag *d)
{
    Maker *m = context;

    return supply_keep(&m->place, t, run, p, d);
}

static void
progress(void *context, const GenerateResult *r)
{
    const Maker *m = context;

    if (m->place.spec->progress)
        m->place.spec->progress(m->place.spec->context, r);
}

void
supply_narrow(Placer *p)
{
    const SupplySpec *s = p->spec;
    const double most = tuning(TUNE_session_made_run_share) * s->time_s;

    p->limits = s->setup.limits;
    p->hasty =
        !s->by_work && (p->limits.time_s <= 0 || most < p->limits.time_s);
    if (p->hasty)
        p->limits.time_s = most;
}

static bool
open_engine(Maker *m, Diag *d)
{
    const SupplySpec *spec = m->place.spec;
    SeekSpec seek = SEEK_DEFAULTS;

    bool late = false;

    seek.by_work = spec->by_work;
    return twin_build(m->subject, VARIANT_CONCOLIC, &spec->deadline, &late,
                      d) &&
           twin_build(m->subject, VARIANT_PROFILE, &spec->deadline, &late, d) &&
           input_of_test(&m->place.s->arena, spec->failing, &m->failing, d) &&
           seek_open(&seek, m->subject, &m->place.limits, &m->seek, d) &&
           variant_get(m->subject, VARIANT_PROFILE, &m->profile, d);
}

static bool
generate(Maker *m, const char *strategy, double time_s, Diag *d)
{
    const SupplySpec *spec = m->place.spec;
    GenerateResult result;
    const Input empty = input_empty_like(&m->place.s->arena, &m->failing);
    GenerateSpec g = {
        .engine = m->seek.engine,
        .strategy = strategy_by_name(strategy),
        .lab = {.setup = spec->setup, .quiet = spec->quiet},
        .store = spec->store,
        .inputs = {.failing = &m->failing,
                   .seeds = &empty,
                   .nseeds = 1,
                   .in_suite = true},
        .bounds = {.tests = tuning_count(TUNE_session_made_tests),
                   .time_s = spec->by_work ? 0 : time_s,
                   .asked = spec->by_work
                                ? tuning_count(TUNE_session_made_questions)
                                : 0},
        .hooks = {.progress = progress, .kept = keep, .context = m},
        .same_end = true,
    };

    g.lab.setup.target = (Target){.subject = m->subject, .variant = m->profile};
    g.lab.setup.limits = m->place.limits;
    g.lab.setup.jobs = 1;
    g.lab.setup.no_server = true;
    bool ok = generate_run(&g, &result, d);
    m->place.s->wall_s += result.wall_s;
    generate_done(&result);
    return ok;
}

bool
supply_is_short(size_t npassed)
{
    return npassed < tuning_count(TUNE_session_few_passing);
}

bool
supply_make(const SupplySpec *spec, Supply *out, Diag *d)
{
    Maker m = {.place = {.spec = spec, .s = out},
               .subject = spec->setup.target.subject};

    *out = (Supply){0};
    double time_s = tuning(TUNE_session_made_share) * spec->time_s;
    supply_narrow(&m.place);
    bool ok = (!spec->store || store_forget(spec->store, "made", d)) &&
              open_engine(&m, d) && generate(&m, "pcs", time_s, d);
    if (ok && supply_is_short(out->npassed)) /* what is near fails, too */
        ok = generate(&m, "base",
                      tuning(TUNE_session_made_again_share) * time_s, d);
    seek_close(&m.seek);
    free(m.profile);
    return ok;
}

void
supply_done(Supply *s)
{
    vec_done(&s->tests);
    vec_done(&s->index);
    vec_done(&s->count);
    arena_done(&s->arena);
    *s = (Supply){0};
}

static void
join_runs(const Supply *s, const Program *p, const Runs *before, Runs *out)
{
    const size_t skip = before && s->tests.n ? 1 : 0;
    uint32_t old = before ? before->nruns : 0;
    uint32_t n = old + (uint32_t)(s->tests.n - skip);
    uint64_t at = before ? before->edges.start[old] : 0;

    *out = (Runs){.nruns = n, .program = p};
    Arena *a = &out->arena;
    out->runs = ARENA_ARRAY(a, Run, n + 1);
    out->edges = (Counted){
        .start = ARENA_ARRAY(a, uint64_t, n + 1),
        .index = ARENA_ARRAY(a, uint32_t, at + s->index.n + 1),
        .count = ARENA_ARRAY(a, uint32_t, at + s->index.n + 1),
    };
    out->returns = (Counted){.start = ARENA_ARRAY(a, uint64_t, n + 1)};
    if (old) {
        memcpy(out->runs, before->runs, old * sizeof *out->runs);
        memcpy(out->edges.start, before->edges.start,
               old * sizeof *out->edges.start);
        memcpy(out->edges.index, before->edges.index,
               at * sizeof *out->edges.index);
        memcpy(out->edges.count, before->edges.count,
               at * sizeof *out->edges.count);
    }
    for (size_t i = 0; old + i < n; i++) {
        const Made *t = &s->tests.at[skip + i];
        out->runs[old + i] = t->run;
        out->edges.start[old + i] = at;
        for (size_t k = 0; k < t->nedges; k++, at++) {
            out->edges.index[at] = s->index.at[t->edges + k];
            out->edges.count[at] = s->count.at[t->edges + k];
        }
    }
    out->edges.start[n] = at;
    for (uint32_t i = 0; i < n; i++) {
        out->npassed += out->runs[i].verdict == VERDICT_PASS;
        out->nfailed += out->runs[i].verdict == VERDICT_FAIL;
    }
}

void
supply_join(const Supply *s, const Program *p, const Stock *before, Stock *out)
{
    const size_t skip = before && s->tests.n ? 1 : 0;
    size_t old = before ? before->suite.n : 0, n = old + s->tests.n - skip;
    bool known = before && before->wanted;

    *out = (Stock){.suite = {.n = n, .cap = n}};
    for (size_t i = 0; i < s->tests.n; i++)
        known |= s->tests.at[i].want.known != 0;
    join_runs(s, p, before ? &before->runs : NULL, &out->runs);
    out->suite.tests = mem_zalloc(n + 1, sizeof(Test));
    if (known)
        out->wanted = ARENA_ARRAY(&out->runs.arena, Wanted, n + 1);
    for (size_t i = 0; i < n; i++) {
        const Made *made = i < old ? NULL : &s->tests.at[skip + i - old];
        assert(made || before);
        out->suite.tests[i] = made ? made->test : before->suite.tests[i];
        if (known && (made || before->wanted))
            out->wanted[i] = made ? made->want : before->wanted[i];
    }
}
