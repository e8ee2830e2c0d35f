/* moments.c - changes at some executions of a statement only. */
#include "find/inside.h"

#include "base/mem.h"
#include "find/guard.h"
#include "format/tuning.h"

#include <assert.h>
#include <stdlib.h>

/* A statement or branch, what was seen there, and when it is changed. */
typedef struct MomentPlace MomentPlace;
struct MomentPlace {
    uint32_t site;
    uint32_t turn;
    uint32_t first, nwatches; /* the failing test's comes first */
    Moments moments;
};

/* A trial of a set of executions. */
typedef struct MomentTry MomentTry;
struct MomentTry {
    uint32_t place;
    size_t moment; /* the first of its set */
};

typedef struct MomentSearch MomentSearch;
struct MomentSearch {
    Finder *f;
    VEC(MomentPlace) places;
    VEC(Watch) watches;
    VEC(MomentTry) tries;
    Trials trials; /* of each try */
};

static int
earlier(const void *a, const void *b)
{
    const MomentPlace *x = a, *y = b;

    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return x->site < y->site ? -1 : x->site > y->site;
}

/* Statements and branches that failing tests reach, the suspicious first. */
static void
list_places(MomentSearch *q)
{
    Finder *f = q->f;
    const MutateSites *s = &f->r->sites;

    for (uint32_t i = 0; i < s->n; i++) {
        const MutateSite *site = &s->at[i];
        const uint32_t entity = find_entity(f, site);
        if ((site->kind == MSITE_STATEMENT || site->kind == MSITE_BRANCH) &&
            entity != PROGRAM_NONE &&
            experiment_screen(&f->e, site, 0) != MUTATE_NONE)
            vec_push(
                &q->places,
                (MomentPlace){.site = i, .turn = f->suspects.place[entity]});
    }
    if (q->places.n)
        qsort(q->places.at, q->places.n, sizeof *q->places.at, earlier);
}

/* Watches of a place, in a failing test and in some passing ones. */
static void
plan_watches(MomentSearch *q, MomentPlace *p)
{
    const Experiment *e = &q->f->e;
    const MutateSite *site = &q->f->r->sites.at[p->site];
    Watch like;

    guard_watch(&q->f->r->sites, p->site, &like);
    p->first = (uint32_t)q->watches.n;
    like.test = experiment_screen(e, site, 0);
    vec_push(&q->watches, like);
    for (uint32_t i = 0;
         i < e->tests.npassing &&
         q->watches.n - p->first <= tuning_count(TUNE_find_moment_passing);
         i++)
        if (experiment_reaches(e, e->tests.passing[i], site)) {
            like.test = e->tests.passing[i];
            vec_push(&q->watches, like);
        }
    p->nwatches = (uint32_t)q->watches.n - p->first;
}

typedef struct WatchOrder WatchOrder;
struct WatchOrder {
    uint32_t test, watch;
};

static int
by_test(const void *a, const void *b)
{
    const WatchOrder *x = a, *y = b;

    if (x->test != y->test)
        return x->test < y->test ? -1 : 1;
    return x->watch < y->watch ? -1 : x->watch > y->watch;
}

/* All of them; those of the same test together, since they share a task. */
static bool
watch(MomentSearch *q, Diag *d)
{
    const size_t n = q->watches.n;
    WatchOrder *order = mem_zalloc(n + 1, sizeof *order);
    Watch *sorted = mem_zalloc(n + 1, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        order[i] = (WatchOrder){q->watches.at[i].test, (uint32_t)i};
    qsort(order, n, sizeof *order, by_test);
    for (size_t i = 0; i < n; i++)
        sorted[i] = q->watches.at[order[i].watch];
    bool ok = experiment_watch(&q->f->e, sorted, n, d);
    for (size_t i = 0; i < n; i++)
        q->watches.at[order[i].watch] = sorted[i];
    free(order);
    free(sorted);
    return ok;
}

/* What could happen at the place instead, at some of its executions. */
static void
list_actions(const MomentSearch *q, const MomentPlace *p, Alterations *out)
{
    const MutateSites *s = &q->f->r->sites;
    Alterations all = {0};

    alteration_list(s, p->site, &all);
    for (size_t i = 0;
         i < all.n && out->n < tuning_count(TUNE_find_moment_actions); i++)
        if (guard_fits(s, &all.at[i]))
            vec_push(out, all.at[i]);
    vec_done(&all);
}

/* Each action with one condition for each set of executions. */
static void
plan_tries(MomentSearch *q, uint32_t number)
{
    MomentPlace *p = &q->places.at[number];
    const MutateSites *s = &q->f->r->sites;
    const Watch *w = &q->watches.at[p->first];
    Alterations actions = {0};

    for (uint32_t i = 0; i < p->nwatches; i++)
        if (!w[i].done)
            return;
    guard_moments(s, w, w + 1, p->nwatches - 1,
                  tuning_count(TUNE_find_moment_sets), &p->moments);
    list_actions(q, p, &actions);
    for (size_t i = 0; i < p->moments.n; i++) {
        const Moment *m = &p->moments.at[i];
        if (i && m->key == m[-1].key)
            continue;
        for (size_t k = 0; k < actions.n; k++) {
            vec_push(&q->tries, (MomentTry){number, i});
            vec_push(&q->trials, (Trial){.a = guard_apply(s, &actions.at[k], w,
                                                          &m->guard)});
        }
    }
    vec_done(&actions);
}

/* Other conditions for what repaired. */
static void
plan_others(const MomentSearch *q, Trials *out)
{
    const MutateSites *s = &q->f->r->sites;

    for (size_t i = 0; i < q->tries.n; i++) {
        const Trial *t = &q->trials.at[i];
        if (!t->tests.repaired)
            continue;
        const MomentPlace *p = &q->places.at[q->tries.at[i].place];
        const Watch *w = &q->watches.at[p->first];
        const size_t first = q->tries.at[i].moment;
        for (size_t k = first + 1;
             k < p->moments.n &&
             k < first + tuning_count(TUNE_find_moment_conditions) &&
             p->moments.at[k].key == p->moments.at[first].key;
             k++)
            vec_push(out, (Trial){.a = guard_apply(s, &t->a, w,
                                                   &p->moments.at[k].guard)});
    }
}

static void
keep(Finder *f, const Trials *trials)
{
    for (size_t i = 0; i < trials->n; i++)
        if (trials->at[i].done)
            vec_push(&f->r->trials, trials->at[i]);
}

static bool
try_chunk(MomentSearch *q, uint32_t from, uint32_t to, Diag *d)
{
    Finder *f = q->f;
    Trials others = {0};

    q->watches.n = q->tries.n = q->trials.n = 0;
    for (uint32_t i = from; i < to; i++)
        plan_watches(q, &q->places.at[i]);
    bool ok = watch(q, d);
    for (uint32_t i = from; ok && i < to; i++)
        plan_tries(q, i);
    ok = ok &&
         (q->trials.n == 0 ||
          experiment_run(&f->e, q->trials.at, q->trials.n, TRIAL_SCREEN, 0, d));
    if (ok)
        plan_others(q, &others);
    ok = ok && (others.n == 0 ||
                experiment_run(&f->e, others.at, others.n, TRIAL_SCREEN, 0, d));
    keep(f, &q->trials);
    keep(f, &others);
    for (uint32_t i = from; i < to; i++)
        vec_done(&q->places.at[i].moments);
    vec_done(&others);
    return ok;
}

bool
find_moments(Finder *f, Diag *d)
{
    const size_t chunk = tuning_count(TUNE_find_moment_places);
    MomentSearch q = {.f = f};
    bool ok = true;

    if (find_best_score(f) >= tuning(TUNE_find_moments_enough))
        return true;
    list_places(&q);
    for (size_t at = 0; ok && at < q.places.n && !experiment_is_spent(&f->e);
         at += chunk)
        ok = try_chunk(
            &q, (uint32_t)at,
            (uint32_t)(at + chunk < q.places.n ? at + chunk : q.places.n), d);
    turns_count(f);
    vec_done(&q.places);
    vec_done(&q.watches);
    vec_done(&q.tries);
    vec_done(&q.trials);
    return ok;
}
