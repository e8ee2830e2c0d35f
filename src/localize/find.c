/* find.c - where the fault is: correlation nominates, experiment decides. */
#include "localize/find.h"

#include "base/mem.h"
#include "spectrum/formula.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONFIRMED = 80, /* alterations that are tried with every test */
};

static const double spectrum_weight = .05; /* of what correlation says */
static const double tier_weight = .35;     /* a tier is worth as much of the
                                              list of suspects */
static const double screen_share = .75; /* of the time, until confirming */

/* While it is worked on. */
typedef struct Finder Finder;
struct Finder {
    const FindSpec *spec;
    FindResult *r;
    Experiment e;
    Study study;
    const Entities *entities;
    double *suspicion;      /* of each entity: ochiai */
    uint32_t *place;        /* of each entity among the suspects */
    double start;
};

double
find_score(const Trial *t, uint32_t nfailing)
{
    if (t->repaired == 0 || nfailing == 0)
        return 0;
    double share = (double)t->repaired / (double)nfailing;
    double kept = t->passing ? 1 - (double)t->broken / (double)t->passing : 1;
    return sqrt(share) * kept * kept * alteration_simplicity(&t->a);
}

static uint32_t
entity_of(const Finder *f, const MutateSite *site)
{
    if (site->statement == MUTATE_NONE)
        return PROGRAM_NONE;
    return f->entities->of_statement[site->statement];
}

typedef struct Suspect Suspect;
struct Suspect {
    uint32_t entity;
    double suspicion;
    const Entity *at;
};

static int
more_suspect(const void *a, const void *b)
{
    const Suspect *x = a, *y = b;

    if (x->suspicion != y->suspicion)
        return x->suspicion > y->suspicion ? -1 : 1;
    return x->entity < y->entity ? -1 : x->entity > y->entity;
}

/* The order in which correlation suspects statements. */
static void
nominate(Finder *f)
{
    uint32_t n = f->entities->n;
    Suspect *all = mem_zalloc(n + 1, sizeof *all);
    const Spectrum *s = &f->study.spectrum;

    f->suspicion = ARENA_ARRAY(&f->r->arena, double, n + 1);
    f->place = ARENA_ARRAY(&f->r->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        Hits h = f->entities->at[i].hits;
        Counts c = {h.ef, s->nfailed - h.ef, h.ep, s->npassed - h.ep};
        f->suspicion[i] = formula_score(FORMULA_OCHIAI, c);
        all[i] = (Suspect){i, f->suspicion[i], &f->entities->at[i]};
    }
    qsort(all, n, sizeof *all, more_suspect);
    for (uint32_t i = 0; i < n; i++)
        f->place[all[i].entity] = i;
    free(all);
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

static bool
is_reached(const Finder *f, const MutateSite *site)
{
    for (uint32_t i = 0; i < f->e.nfailing; i++)
        if (experiment_reaches(&f->e, f->e.failing[i], site))
            return true;
    return false;
}

/* All alterations that a failing test reaches, in the order of their turns:
 * spectrum scores order the work, they do not cut it. */
static void
list_trials(Finder *f)
{
    Alterations all = {0};
    FindResult *r = f->r;
    VEC(Ticket) tickets = {0};
    VEC(Trial) trials = {0};
    double n = f->entities->n + 1;

    for (uint32_t i = 0; i < r->sites.n; i++)
        if (is_reached(f, &r->sites.at[i]))
            alteration_list(&r->sites, i, &all);
    for (size_t i = 0; i < all.n; i++) {
        const MutateSite *site = &r->sites.at[all.at[i].site];
        uint32_t entity = entity_of(f, site);
        double place = entity == PROGRAM_NONE ? .3 : f->place[entity] / n;
        vec_push(&trials, (Trial){.a = all.at[i]});
        vec_push(&tickets,
                 (Ticket){place + tier_weight *
                                      alteration_tier(all.at[i].kind),
                          (uint32_t)i});
    }
    if (tickets.n)
        qsort(tickets.at, tickets.n, sizeof *tickets.at, earlier);
    for (size_t i = 0; i < tickets.n; i++)
        vec_push(&r->trials, trials.at[tickets.at[i].trial]);
    r->nlisted = r->trials.n;
    vec_done(&all);
    vec_done(&trials);
    vec_done(&tickets);
}

/* The alterations that look best are tried with every test. */
static bool
confirm(Finder *f, Diag *d)
{
    FindResult *r = f->r;
    VEC(Ticket) order = {0};
    VEC(Trial) chosen = {0};

    for (size_t i = 0; i < r->trials.n; i++) {
        double score = find_score(&r->trials.at[i], f->e.nfailing);
        if (score > 0)
            vec_push(&order, (Ticket){-score, (uint32_t)i});
    }
    if (order.n)
        qsort(order.at, order.n, sizeof *order.at, earlier);
    for (size_t i = 0; i < order.n && i < CONFIRMED; i++)
        vec_push(&chosen, (Trial){.a = r->trials.at[order.at[i].trial].a});
    f->e.spec.deadline = f->start + f->spec->time_s;
    bool ok = chosen.n == 0 ||
              experiment_run(&f->e, chosen.at, chosen.n, TRIAL_CONFIRM, 0, d);
    for (size_t i = 0; i < chosen.n; i++)
        if (chosen.at[i].done) {
            chosen.at[i].confirmed = true;
            r->trials.at[order.at[i].trial] = chosen.at[i];
        }
    vec_done(&order);
    vec_done(&chosen);
    return ok;
}

static void
log_trials(const Finder *f)
{
    const FindResult *r = f->r;
    FILE *out = f->spec->log;
    Str words = {0};

    for (size_t i = 0; out && i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        const MutateSite *site = &r->sites.at[t->a.site];
        if (!t->done || t->repaired == 0)
            continue;
        uint32_t entity = entity_of(f, site);
        const char *file = site->file == MUTATE_NONE
                               ? "?"
                               : f->study.spectrum.runs->program
                                     ->files[site->file]
                                     .path;
        const char *base = strrchr(file, '/');
        str_clear(&words);
        alteration_words(&r->sites, f->study.spectrum.runs->program, &t->a,
                         &words);
        fprintf(out, "%s\t%u\t%u\t%s\t%.3f\t%u\t%u\t%u\t%u\t%u\t%d\t%.4f\t%s\n",
                base ? base + 1 : file, site->line, site->column,
                alteration_name(t->a.kind), alteration_simplicity(&t->a),
                f->e.nfailing, t->failing, t->repaired, t->passing, t->broken,
                t->confirmed,
                entity == PROGRAM_NONE ? 0 : f->suspicion[entity],
                str_text(&words));
    }
    str_done(&words);
}

/* Each statement is as suspect as its best alteration, and a little as
 * correlation says. */
static void
score(Finder *f)
{
    FindResult *r = f->r;
    uint32_t n = f->entities->n;

    r->best = ARENA_ARRAY(&r->arena, FindBest, n + 1);
    for (uint32_t i = 0; i < n; i++)
        r->best[i] = (FindBest){.trial = MUTATE_NONE};
    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        uint32_t entity = entity_of(f, &r->sites.at[t->a.site]);
        r->ntried += t->done;
        if (!t->done || entity == PROGRAM_NONE)
            continue;
        double s = find_score(t, f->e.nfailing);
        if (s > r->best[entity].score)
            r->best[entity] = (FindBest){(uint32_t)i, s};
    }
}

typedef struct Notes Notes; /* for rank_findings */
struct Notes {
    const Finder *f;
};

static const char *
tests_of(Arena *a, uint32_t n, uint32_t of)
{
    return n == of ? arena_printf(a, of == 1 ? "the failing test passes"
                                             : "all %u failing tests pass",
                                  of)
                   : arena_printf(a, "%u of %u failing tests pass", n, of);
}

static void
write_note(const void *context, uint32_t entity, Finding *out, Arena *a)
{
    const Finder *f = ((const Notes *)context)->f;
    const FindBest *best = &f->r->best[entity];

    rank_add_evidence(out, a,
                      (Evidence){.key = "ochiai",
                                 .number = f->suspicion[entity]});
    if (best->trial == MUTATE_NONE)
        return;
    const Trial *t = &f->r->trials.at[best->trial];
    Str words = {0};
    alteration_words(&f->r->sites, f->study.spectrum.runs->program, &t->a,
                     &words);
    const char *kept =
        t->broken == 0
            ? t->passing == 0
                  ? arena_printf(a, "no passing test reaches it")
                  : arena_printf(a, "none of the %u passing tests that %s "
                                    "changes",
                                 t->passing,
                                 t->confirmed ? "reach it" : "were tried")
            : arena_printf(a, "%u of %u passing tests fail", t->broken,
                           t->passing);
    out->message = arena_printf(a, "with %s %s and %s", str_text(&words),
                                tests_of(a, t->repaired, f->e.nfailing), kept);
    rank_add_evidence(out, a,
                      (Evidence){.key = "alteration",
                                 .text = arena_strdup(a, str_text(&words))});
    rank_add_evidence(
        out, a,
        (Evidence){.key = "kind", .text = alteration_name(t->a.kind)});
    rank_add_evidence(out, a,
                      (Evidence){.key = "repaired", .number = t->repaired});
    rank_add_evidence(out, a,
                      (Evidence){.key = "kept",
                                 .number = t->passing - t->broken});
    rank_add_evidence(out, a,
                      (Evidence){.key = "broken", .number = t->broken});
    rank_add_evidence(out, a,
                      (Evidence){.key = "simplicity",
                                 .number = alteration_simplicity(&t->a)});
    str_done(&words);
}

static void
report(Finder *f)
{
    FindResult *r = f->r;
    uint32_t n = f->entities->n;
    double *scores = ARENA_ARRAY(&r->arena, double, n + 1);
    const Notes notes = {f};
    const RankNote note = {write_note, &notes};
    const RankOptions options = {.entity = ENTITY_STATEMENT};

    for (uint32_t i = 0; i < n; i++) {
        scores[i] =
            r->best[i].score + spectrum_weight * f->suspicion[i];
        if (f->entities->at[i].hits.ef == 0)
            scores[i] = -INFINITY;
    }
    r->findings = (Findings){
        .technique = "find",
        .description = "small changes of the program that make failing tests "
                       "pass and keep the passing ones",
        .cluster = "",
    };
    rank_findings(&f->study.spectrum, f->entities, scores, &options, &note,
                  &r->findings);
    r->findings.cost = (Cost){.runs = f->e.runs,
                              .wall_s = experiment_now() - f->start};
}

static bool
experiment(Finder *f, Diag *d)
{
    FindResult *r = f->r;

    list_trials(f);
    f->e.spec.deadline = f->start + screen_share * f->spec->time_s;
    bool ok = experiment_run(&f->e, r->trials.at, r->trials.n, TRIAL_SCREEN, 0,
                             d);
    return ok && (f->e.interrupted || confirm(f, d));
}

bool
find_run(const FindSpec *spec, FindResult *r, Diag *d)
{
    Finder f = {.spec = spec, .r = r, .start = experiment_now()};
    ExperimentSpec es = spec->experiment;

    *r = (FindResult){0};
    study_init(&f.study, es.runs, NULL, 0, NULL);
    f.entities = study_entities(&f.study, ENTITY_STATEMENT, d);
    bool ok =
        f.entities && mutate_open(es.run.subject->path, &r->sites, d);
    es.sites = &r->sites;
    if (ok)
        nominate(&f);
    ok = ok && experiment_open(&es, &f.e, d);
    if (ok) {
        ok = f.e.interrupted || experiment(&f, d);
        r->interrupted = f.e.interrupted;
        r->npassing = f.e.npassing;
        r->nfailing = f.e.nfailing;
        r->nunlike = f.e.nunlike;
    }
    if (ok) {
        score(&f);
        log_trials(&f);
        report(&f);
        r->complete = r->ntried == r->nlisted;
    }
    experiment_done(&f.e);
    study_done(&f.study);
    return ok;
}

void
find_done(FindResult *r)
{
    findings_done(&r->findings);
    mutate_done(&r->sites);
    vec_done(&r->trials);
    arena_done(&r->arena);
}
