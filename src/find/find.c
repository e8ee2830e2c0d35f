/* find.c - where the fault is: correlation nominates, experiment decides. */
#include "find/inside.h"

#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "find/guard.h"
#include "format/tuning.h"
#include "process/child.h"
#include "spectrum/formula.h"
#include "spectrum/named.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the time, until each stage is over. */
static const TuningReal shares[FIND_STAGES] = {
    [FIND_SCREEN] = TUNE_find_screen_share,
    [FIND_SOLVE] = TUNE_find_solve_share,
    [FIND_MOMENTS] = TUNE_find_moments_share,
    [FIND_GUARD] = TUNE_find_guard_share,
    [FIND_EDITS] = TUNE_find_edits_share,
    [FIND_SAMPLE] = TUNE_find_sample_share,
    [FIND_CONFIRM] = TUNE_find_confirm_share,
    [FIND_APART] = TUNE_find_apart_share,
    [FIND_CAUSE] = TUNE_find_cause_share,
};

typedef struct Suspect Suspect;
struct Suspect {
    uint32_t entity;
    double suspicion;
    uint32_t named;
    const Entity *at;
};

static int
more_suspect(const void *a, const void *b)
{
    const Suspect *x = a, *y = b;

    if (x->suspicion != y->suspicion)
        return x->suspicion > y->suspicion ? -1 : 1;
    if (x->named != y->named)
        return x->named > y->named ? -1 : 1;
    return x->entity < y->entity ? -1 : x->entity > y->entity;
}

/* The order in which correlation suspects statements, and what has changed. */
static void
order_suspects(Finder *f)
{
    uint32_t n = f->entities->n;
    Suspect *all = mem_zalloc(n + 1, sizeof *all);
    const Spectrum *s = &f->study.spectrum;
    Named named;

    named_init(&named, s);
    f->suspects.named = ARENA_ARRAY(&f->r->arena, uint32_t, n + 1);
    f->suspects.suspicion = ARENA_ARRAY(&f->r->arena, double, n + 1);
    f->suspects.place = ARENA_ARRAY(&f->r->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        Hits h = f->entities->at[i].hits;
        Counts c = {h.ef, s->nfailed - h.ef, h.ep, s->npassed - h.ep};
        f->suspects.suspicion[i] = formula_score(FORMULA_OCHIAI, c);
        f->suspects.named[i] = named_count(&named, &f->entities->at[i]);
        all[i] =
            (Suspect){i, find_suspect_recent(f, i, f->suspects.suspicion[i]),
                      f->suspects.named[i], &f->entities->at[i]};
    }
    named_done(&named);
    qsort(all, n, sizeof *all, more_suspect);
    for (uint32_t i = 0; i < n; i++)
        f->suspects.place[all[i].entity] = i;
    free(all);
}

bool
find_nominate(Finder *f, const Runs *runs, Diag *d)
{
    study_done(&f->study);
    study_init(&f->study, runs, NULL, 0, f->spec->filter);
    f->entities = study_entities(&f->study, ENTITY_STATEMENT, d);
    if (f->entities)
        order_suspects(f);
    return f->entities != NULL;
}

typedef struct Ticket Ticket; /* a trial's turn */
struct Ticket {
    double turn;
    uint32_t trial;
};

static int
earlier(const void *a, const void *b)
{
    const Ticket *x = a, *y = b;

    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return x->trial < y->trial ? -1 : x->trial > y->trial;
}

/* Files without a statement that may be told. */
static void
close_files(Finder *f)
{
    const Program *p = f->study.spectrum.runs->program;
    Map open = {0}, seen = {0};

    f->suspects.closed = ARENA_ARRAY(&f->r->arena, bool, p->n.files + 1);
    for (uint32_t i = 0; i < f->entities->n; i++) {
        const Entity *e = &f->entities->at[i];
        map_put_text(e->skip ? &seen : &open, e->file, 0);
    }
    for (uint32_t i = 0; i < p->n.files; i++)
        f->suspects.closed[i] = map_find_text(&seen, p->files[i].path) &&
                                !map_find_text(&open, p->files[i].path);
    map_done(&open);
    map_done(&seen);
}

/* Is the site in code that is left out? */
static bool
is_closed(const Finder *f, const MutateSite *site)
{
    const uint32_t at = site->where.statement == MUTATE_NONE
                            ? PROGRAM_NONE
                            : f->entities->of_statement[site->where.statement];

    if (at != PROGRAM_NONE)
        return f->entities->at[at].skip;
    return site->where.file < f->study.spectrum.runs->program->n.files &&
           f->suspects.closed[site->where.file];
}

bool
find_is_reached(const Finder *f, const MutateSite *site)
{
    if (is_closed(f, site))
        return false;
    for (uint32_t i = 0; i < f->e.tests.nfailing; i++)
        if (experiment_reaches(&f->e, f->e.tests.failing[i], site))
            return true;
    return false;
}

/* Report progress; `best` is the best score so far. */
static void
tell(Finder *f, size_t from, size_t to, double *best)
{
    const FindResult *r = f->r;

    for (size_t i = from; i < to; i++) {
        const Trial *t = &r->trials.at[i];
        uint32_t entity = find_entity(f, &r->sites.at[t->a.site]);
        double score = find_score(t);
        if (entity == PROGRAM_NONE || score <= *best)
            continue;
        *best = score;
        if (!f->progress.line)
            f->progress.runs = f->e.runs;
        f->progress.file = io_basename(f->entities->at[entity].file);
        f->progress.line = f->entities->at[entity].line;
    }
    f->progress.share = (double)to / (double)r->search.nlisted;
    if (f->spec->hooks.progress)
        f->spec->hooks.progress(f->spec->hooks.context, &f->progress);
}

/* The next changes, as long as the budget lasts; few at first, so that what
 * repairs is told early. */
static bool
try_new(Finder *f, Diag *d)
{
    const FindResult *r = f->r;
    const size_t most = tuning_count(TUNE_find_trials_at_once);
    size_t from = r->trials.n, chunk = tuning_count(TUNE_find_trials_first);
    bool ok = true;
    double best = find_best_score(f);

    for (; ok && !experiment_is_spent(&f->e) &&
           turns_next(f, chunk < most ? chunk : most);
         from = r->trials.n, chunk *= 2) {
        ok = find_try(f, from, r->trials.n, 0, d);
        tell(f, from, r->trials.n, &best);
        find_forget(f);
    }
    return ok;
}

/* All trials again, beginning with another one of the failing tests. */
static bool
try_all(Finder *f, uint32_t screen, Diag *d)
{
    const FindResult *r = f->r;
    const size_t chunk = tuning_count(TUNE_find_trials_at_once);
    bool ok = true;
    double best = 0;

    find_plan(f, screen);
    for (size_t at = 0, to;
         ok && at < r->trials.n && !experiment_is_spent(&f->e); at = to) {
        to = at + chunk < r->trials.n ? at + chunk : r->trials.n;
        ok = find_try(f, at, to, screen, d);
        tell(f, at, to, &best);
        find_forget(f);
    }
    return ok;
}

/* A share of what is left since the round began. */
static void
set_budget(Finder *f, double share)
{
    const double end = f->start + f->round.whole * f->spec->time_s;
    const double most = f->round.whole * (double)f->spec->max_runs;
    const double runs = (double)f->round.runs;

    if (f->spec->max_runs)
        f->e.spec.max_runs = most > runs
                                 ? (uint64_t)(runs + share * (most - runs))
                                 : f->round.runs;
    else
        f->e.spec.deadline = f->round.start + share * (end - f->round.start);
}

/* Again, beginning with other failing tests, while there is time and
 * nothing repairs much: a change may repair only some of the tests. */
static bool
screen(Finder *f, Diag *d)
{
    bool ok = find_try_again(f, TRIAL_UNTRIED, 0, d) && try_new(f, d);

    set_budget(f, tuning(TUNE_find_again_share)); /* what is left belongs to the
                                                     other stages */
    ok = ok && find_try_again(f, TRIAL_PRESUMED, 0, d);
    for (uint32_t i = 1;
         ok && i < f->e.tests.nfailing && i < tuning_count(TUNE_find_screens) &&
         !experiment_is_spent(&f->e) &&
         find_best_score(f) < tuning(TUNE_find_enough);
         i++)
        ok = try_all(f, i, d) && find_try_again(f, TRIAL_PRESUMED, i, d);
    return ok;
}

bool
find_deepen(Finder *f, TrialDepth depth, size_t most, Diag *d)
{
    FindResult *r = f->r;
    VEC(Ticket) order = {0};
    VEC(Trial) chosen = {0};

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        double score = find_score(t);
        if (score > 0 && (t->depth < depth || t->cut))
            vec_push(&order, (Ticket){-score, (uint32_t)i});
    }
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, earlier);
    for (size_t i = 0; i < order.n && i < most; i++)
        vec_push(&chosen, (Trial){.a = r->trials.at[order.at[i].trial].a});
    bool ok =
        chosen.n == 0 || find_run_deeper(f, chosen.at, chosen.n, depth, d);
    for (size_t i = 0; i < chosen.n; i++)
        if (chosen.at[i].done && !chosen.at[i].cut)
            r->trials.at[order.at[i].trial] = chosen.at[i];
    vec_done(&order);
    vec_done(&chosen);
    return ok;
}

/* Alterations that repair some tests but break others, the likeliest of each
 * site. */
static void
choose_to_guard(Finder *f, Trials *out)
{
    const FindResult *r = f->r;
    const double unusual = tuning(TUNE_find_guard_unusual);
    const uint32_t each = tuning_count(TUNE_find_guarded_each);
    VEC(Ticket) order = {0};
    Map sites = {0};

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        if (!t->tests.repaired || !t->tests.broken || t->a.guard.given ||
            !guard_fits(&r->sites, &t->a))
            continue;
        uint32_t entity = find_entity(f, &r->sites.at[t->a.site]);
        double share =
            (double)t->tests.repaired / (t->tests.failing + t->tests.unreached);
        double kept = 1 - (double)t->tests.broken / t->tests.passing;
        double suspicion =
            entity == PROGRAM_NONE ? 0 : f->suspects.suspicion[entity];
        double usual = guard_is_usual(&r->sites, &t->a) ? 1 : unusual;
        vec_push(&order, (Ticket){-share * (1 + kept) * usual * (1 + suspicion),
                                  (uint32_t)i});
    }
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, earlier);
    for (size_t i = 0; i < order.n && out->n < tuning_count(TUNE_find_guarded);
         i++) {
        const Trial *t = &r->trials.at[order.at[i].trial];
        uint32_t *n = map_put(&sites, &t->a.site, sizeof t->a.site, 0);
        if (++*n <= each)
            vec_push(out, *t);
    }
    vec_done(&order);
    map_done(&sites);
}

/* Watch the site in failing tests that an alteration repairs (a bit each), and
 * in passing ones; the failing ones come first. */
bool
find_watch_both(Finder *f, const Watch *like, uint64_t repaired, Watches *out,
                size_t *nfailing, Diag *d)
{
    Experiment *e = &f->e;
    const MutateSite *site = &f->r->sites.at[like->site];
    const size_t most_failing = tuning_count(TUNE_find_guard_failing);
    const size_t most_passing = tuning_count(TUNE_find_guard_passing);
    size_t npassing = 0;

    *nfailing = 0;
    for (uint32_t i = 0; i < e->tests.nfailing && *nfailing < most_failing; i++)
        if (repaired >> i & 1) {
            vec_push(out, *like);
            out->at[out->n - 1].test = e->tests.failing[i];
            ++*nfailing;
        }
    for (uint32_t i = 0; i < e->tests.npassing && npassing < most_passing; i++)
        if (experiment_reaches(e, e->tests.passing[i], site)) {
            vec_push(out, *like);
            out->at[out->n - 1].test = e->tests.passing[i];
            npassing++;
        }
    return experiment_watch(e, out->at, out->n, d);
}

/* Try the alteration with the guards that tell the runs apart. */
static bool
guard_one(Finder *f, const Trial *t, Trials *out, Diag *d)
{
    Watches w = {0};
    Watch like;
    size_t nfailing;

    guard_watch(&f->r->sites, t->a.site, &like);
    bool ok =
        find_watch_both(f, &like, t->tests.repaired_set, &w, &nfailing, d);
    bool all = ok && nfailing > 0;
    for (size_t i = 0; i < w.n; i++)
        all &= w.at[i].done;
    if (all)
        guard_propose(&f->r->sites, &t->a, w.at, nfailing, w.at + nfailing,
                      w.n - nfailing, tuning_count(TUNE_find_guards_each), out);
    vec_done(&w);
    return ok;
}

static bool
guard(Finder *f, Diag *d)
{
    Trials chosen = {0}, guarded = {0};
    bool ok = true;

    choose_to_guard(f, &chosen);
    for (size_t i = 0; ok && i < chosen.n && !experiment_is_spent(&f->e); i++)
        ok = guard_one(f, &chosen.at[i], &guarded, d);
    if (ok && guarded.n)
        ok = experiment_run(&f->e, guarded.at, guarded.n, TRIAL_SAMPLE, 0, d);
    for (size_t i = 0; i < guarded.n; i++)
        vec_push(&f->r->trials, guarded.at[i]);
    turns_count(f);
    vec_done(&chosen);
    vec_done(&guarded);
    return ok;
}

static bool
run_stage(Finder *f, FindStage stage, Diag *d)
{
    switch (stage) {
    case FIND_SCREEN:
        return screen(f, d);
    case FIND_SOLVE:
        return find_constants(f, d) && find_try_again(f, TRIAL_PRESUMED, 0, d);
    case FIND_MOMENTS:
        return find_moments(f, d);
    case FIND_GUARD:
        return guard(f, d);
    case FIND_EDITS:
        return find_edits(f, d);
    case FIND_SAMPLE:
        return find_deepen(f, TRIAL_SAMPLE, tuning_count(TUNE_find_sampled), d);
    case FIND_CONFIRM:
        return find_deepen(f, TRIAL_CONFIRM, tuning_count(TUNE_find_confirmed),
                           d);
    case FIND_APART:
        return find_apart(f, d);
    case FIND_CAUSE:
        find_cause(f);
        return true;
    case FIND_STAGES:
        break;
    }
    bug("stage %d", (int)stage);
}

bool
find_run_stages(Finder *f, const FindStage *stages, size_t n, Diag *d)
{
    bool ok = true;

    f->round.runs = f->e.runs;
    f->round.start = child_clock(f->e.spec.cpu);
    for (size_t i = 0; ok && i < n && !f->e.interrupted; i++) {
        FindCost *cost = &f->costs[stages[i]];
        const uint64_t runs = f->e.runs;
        const double start = child_clock(f->e.spec.cpu);
        set_budget(f, tuning(shares[stages[i]]));
        ok = run_stage(f, stages[i], d);
        cost->runs += f->e.runs - runs;
        cost->wall_s += child_clock(f->e.spec.cpu) - start;
    }
    return ok;
}

static bool
has_untried(const Finder *f)
{
    const FindResult *r = f->r;

    for (size_t i = 0; i < r->trials.n; i++)
        if (!r->trials.at[i].done)
            return true;
    return f->turns.nleft > 0;
}

/* Is there something left to try, and enough to try it with? */
static bool
is_worth_another(Finder *f)
{
    const double least = tuning(TUNE_find_round_least);
    const Experiment *e = &f->e;
    const FindSpec *s = f->spec;

    set_budget(f, 1);
    if (experiment_is_spent(&f->e) || !has_untried(f))
        return false;
    if (s->max_runs)
        return (double)(e->spec.max_runs - e->runs) >
               least * (double)s->max_runs;
    return e->spec.deadline - child_clock(e->spec.cpu) > least * s->time_s;
}

/* What the stages do not use goes to changes that were not tried. */
static bool
go_on(Finder *f, Diag *d)
{
    static const FindStage more[] = {FIND_SCREEN, FIND_SAMPLE, FIND_CONFIRM};
    uint64_t runs = 0;
    bool ok = true;

    while (ok && f->e.runs > runs && is_worth_another(f)) {
        runs = f->e.runs;
        ok = find_run_stages(f, more, sizeof more / sizeof more[0], d);
    }
    return ok;
}

/* How much of all has been used, by what limits it. */
static double
used_share(const Finder *f)
{
    const FindSpec *s = f->spec;

    return s->max_runs ? (double)f->e.runs / (double)s->max_runs
                       : (child_clock(f->e.spec.cpu) - f->start) / s->time_s;
}

/* Changes, up to this share of all, of which a part is kept for proving what
 * leads. *kept becomes what that took. */
static bool
go_on_and_prove(Finder *f, double whole, double *kept, Diag *d)
{
    f->round.whole = whole - *kept;
    if (!go_on(f, d))
        return false;
    const double before = used_share(f);
    f->round.whole = whole;
    set_budget(f, 1);
    const bool ok = find_settle(f, d);
    *kept = fmax(used_share(f) - before, tuning(TUNE_find_round_least));
    return ok;
}

/* The stages, and what is left of this share of all. */
static bool
search(Finder *f, double whole, const FindStage *stages, size_t n, Diag *d)
{
    double kept = tuning(TUNE_find_settle_share);

    f->round.whole = whole - kept;
    return find_run_stages(f, stages, n, d) &&
           go_on_and_prove(f, whole, &kept, d) &&
           go_on_and_prove(f, whole, &kept, d);
}

/* Is there a change whose diff could be tried? */
static bool
has_confirmed(const Finder *f)
{
    const FindResult *r = f->r;

    for (size_t i = 0; i < r->trials.n; i++)
        if (r->trials.at[i].depth == TRIAL_CONFIRM && !r->trials.at[i].cut)
            return true;
    return false;
}

static bool
experiment(Finder *f, Diag *d)
{
    static const FindStage all[] = {FIND_SCREEN,  FIND_SOLVE, FIND_MOMENTS,
                                    FIND_GUARD,   FIND_EDITS, FIND_SAMPLE,
                                    FIND_CONFIRM, FIND_APART, FIND_CAUSE};

    turns_plan(f);
    find_plan(f, 0);
    bool ok = search(f, f->round.whole, all, sizeof all / sizeof all[0], d);
    if (ok && !has_confirmed(f)) /* what is kept for diffs is not needed */
        ok = search(f, 1, NULL, 0, d);
    return ok;
}

/* Of the trials from there on, those that are simple, a few of each statement.
 */
static void
keep_simple(Finder *f, size_t from, Map *counts)
{
    FindResult *r = f->r;
    const uint32_t most = tuning_count(TUNE_find_mutants);
    size_t n = from;

    for (size_t i = from; i < r->trials.n; i++) {
        const Alteration *a = &r->trials.at[i].a;
        uint32_t entity = find_entity(f, &r->sites.at[a->site]);
        if (entity == PROGRAM_NONE || alteration_tier(a->kind) > 0)
            continue;
        uint32_t *count = map_put(counts, &entity, sizeof entity, 0);
        if (++*count <= most)
            r->trials.at[n++] = r->trials.at[i];
    }
    r->trials.n = n;
}

/* Mutation-based techniques: the first few simple changes of every statement,
 * a statement at a time from the most suspicious on. */
static bool
mutate_all(Finder *f, Diag *d)
{
    FindResult *r = f->r;
    const size_t chunk = tuning_count(TUNE_find_trials_at_once);
    Map counts = {0};

    turns_plan(f);
    for (size_t from = 0; turns_next(f, chunk); from = r->trials.n)
        keep_simple(f, from, &counts);
    turns_count(f);
    map_done(&counts);
    set_budget(f, 1);
    return r->trials.n == 0 ||
           experiment_run(&f->e, r->trials.at, r->trials.n, TRIAL_MUTANT, 0, d);
}

static void
keep_aside(const Experiment *e, FindResult *r)
{
    const TestsAside *from[] = {&e->tests.unlike, &e->tests.flaky};
    TestsAside *to[] = {&r->tests.unlike, &r->tests.flaky};

    for (int i = 0; i < 2; i++) {
        *to[i] = *from[i];
        to[i]->at = arena_dup(&r->arena, from[i]->at,
                              (from[i]->n + 1) * sizeof *from[i]->at);
    }
    if (r->tests.unlike.n)
        r->tests.why = experiment_why(e, r->tests.unlike.at[0], &r->arena);
}

/* The findings with their diffs, and which share of all these took. */
static double
conclude(Finder *f)
{
    const FindSpec *s = f->spec;
    const double before = used_share(f);

    find_report(f);
    f->round.whole = 1;
    set_budget(f, 1);
    if (s->technique == FIND_BEST && !f->e.interrupted && !s->late)
        find_check(f, s->fixes);
    return used_share(f) - before;
}

/* What the diffs did not need goes to changes, too; as much is kept as they
 * took, since others may come first then. */
static bool
go_on_after(Finder *f, double diffs, Diag *d)
{
    const double least = tuning(TUNE_find_round_least);
    const uint64_t runs = f->e.runs;

    if (f->spec->technique != FIND_BEST || f->spec->late || f->e.interrupted ||
        f->e.tests.nfailing == 0 || !is_worth_another(f))
        return true;
    if (!search(f, 1 - (diffs > least ? diffs : least), NULL, 0, d))
        return false;
    if (f->e.runs > runs)
        conclude(f);
    return true;
}

bool
find_run(const FindSpec *spec, FindResult *r, Diag *d)
{
    Finder f = {.spec = spec,
                .r = r,
                .e = {.root = {.lock = -1}},
                .progress.suspects = spec->suspects,
                .start = child_clock(spec->experiment.cpu)};
    ExperimentSpec es = spec->experiment;

    f.round = (FindRound){
        .start = f.start,
        .whole = spec->fixes ? 1 - tuning(TUNE_find_check_share) : 1};
    *r = (FindResult){0};
    study_init(&f.study, es.runs, NULL, 0, spec->filter);
    f.entities = study_entities(&f.study, ENTITY_STATEMENT, d);
    bool ok =
        f.entities &&
        (spec->late || variant_sites(es.setup.target.subject, &r->sites, d));
    es.sites = &r->sites;
    es.max_runs = spec->max_runs;
    es.deadline = spec->max_runs ? 0 : f.start + spec->time_s;
    if (ok) {
        close_files(&f);
        find_recent(&f);
        order_suspects(&f);
    }
    r->search.late = spec->late;
    r->tests.npassing = es.runs->npassed;
    if (ok && !spec->late && (ok = experiment_open(&es, &f.e, d))) {
        ok = f.e.tests.nfailing == 0 ||
             (spec->technique == FIND_BEST ? experiment(&f, d)
                                           : mutate_all(&f, d));
        r->search.interrupted = f.e.interrupted;
        if (f.e.tests.nfailing) /* else nothing was tried */
            r->tests.npassing = f.e.tests.npassing;
        r->tests.nfailing = f.e.tests.nfailing;
        keep_aside(&f.e, r);
        r->example.run =
            f.e.tests.nfailing ? f.e.tests.failing[0] : PROGRAM_NONE;
        r->example.steps = f.e.tests.nfailing
                               ? f.e.unaltered.steps[f.e.tests.failing[0]]
                               : UINT64_MAX;
        r->example.endless =
            f.e.tests.nfailing && f.e.unaltered.endless[f.e.tests.failing[0]];
    }
    if (ok)
        ok = go_on_after(&f, conclude(&f), d);
    if (ok)
        find_log(&f);
    turns_done(&f.turns);
    vec_done(&f.told.watches);
    map_done(&f.told.of);
    vec_done(&f.told.classes.all);
    map_done(&f.told.classes.of);
    experiment_done(&f.e);
    study_done(&f.study);
    return ok;
}

void
find_done(FindResult *r)
{
    vec_done(&r->search.checks.known);
    findings_done(&r->findings);
    mutate_done(&r->sites);
    vec_done(&r->trials);
    arena_done(&r->arena);
}
