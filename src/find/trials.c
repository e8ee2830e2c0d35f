/* trials.c - changes are tried once; what can be foretold is not run. */
#include "find/inside.h"

#include "find/foretell.h"
#include "format/tuning.h"

Watch *
find_watch_of(const Finder *f, uint32_t site)
{
    uint32_t watched = foretell_watched(&f->r->sites, site);
    const uint32_t *at = watched == MUTATE_NONE
                             ? NULL
                             : map_find(&f->told.of, &watched, sizeof watched);

    return at ? &f->told.watches.at[*at] : NULL;
}

/* Watch the sites of these trials that were not watched yet. */
static bool
watch(Finder *f, size_t from, size_t to, Diag *d)
{
    VEC(Watch) todo = {0};
    VEC(uint32_t) numbers = {0};

    for (size_t i = from; i < to; i++) {
        Watch *w = find_watch_of(f, f->r->trials.at[i].a.site);
        if (!w || w->done || w->test == MUTATE_NONE)
            continue;
        w->done = true; /* once */
        vec_push(&todo, *w);
        todo.at[todo.n - 1].done = false;
        vec_push(&numbers, (uint32_t)(w - f->told.watches.at));
    }
    bool ok = experiment_watch(&f->e, todo.at, todo.n, d);
    for (size_t i = 0; i < todo.n; i++)
        f->told.watches.at[numbers.at[i]] = todo.at[i];
    vec_done(&todo);
    vec_done(&numbers);
    return ok;
}

/* Run those of the trials whose number is listed. */
static bool
run_some(Finder *f, const uint32_t *numbers, size_t n, uint32_t screen, Diag *d)
{
    VEC(Trial) some = {0};

    for (size_t i = 0; i < n; i++)
        vec_push(&some, (Trial){.a = f->r->trials.at[numbers[i]].a});
    bool ok =
        n == 0 || experiment_run(&f->e, some.at, n, TRIAL_SCREEN, screen, d);
    for (size_t i = 0; i < n; i++) {
        Trial *t = &f->r->trials.at[numbers[i]];
        if (some.at[i].done && some.at[i].tests.repaired >= t->tests.repaired)
            *t = some.at[i];
    }
    vec_done(&some);
    return ok;
}

static void
forget_watches(Finder *f)
{
    for (size_t i = 0; i < f->told.watches.n; i++) {
        f->told.watches.at[i].done = false;
        f->told.watches.at[i].nentries = 0;
    }
}

void
find_plan(Finder *f, uint32_t screen)
{
    forget_watches(f);
    for (size_t i = 0; i < f->told.watches.n; i++) {
        Watch *w = &f->told.watches.at[i];
        w->test = experiment_screen(&f->e, &f->r->sites.at[w->site], screen);
    }
    f->told.classes.all.n = 0;
    map_done(&f->told.classes.of);
}

void
find_forget(Finder *f)
{
    if (f->e.watched.bytes >> 20 < tuning_count(TUNE_find_watched_mb))
        return;
    forget_watches(f);
    experiment_forget(&f->e);
}

/* Classes of trials that do the same to the failing run. */

/* The class of the trial, of which it may be the first member. */
static FindClass *
class_of(Finder *f, const Foretold *told, uint32_t trial)
{
    FindClasses *c = &f->told.classes;
    const uint32_t fresh = (uint32_t)c->all.n;
    const uint32_t at = *map_put(&c->of, &told->key, sizeof told->key, fresh);

    if (at == fresh)
        vec_push(&c->all, (FindClass){.trial = trial, .first = told->first});
    return &c->all.at[at];
}

/* While some trials are sorted into those that are run and those that may not
 * need to be. */
typedef struct Sorted Sorted;
struct Sorted {
    VEC(uint32_t) first;  /* of their classes, or not to be foretold */
    VEC(uint32_t) others; /* trials ... */
    VEC(uint64_t) keys;   /* ... and their classes */
};

static void
sort_trial(Finder *f, uint32_t i, Sorted *out)
{
    Trial *t = &f->r->trials.at[i];
    const Foretold told =
        foretell(&f->r->sites, &t->a, find_watch_of(f, t->a.site));

    if (told.known && told.inert) {
        t->outcome = t->done ? t->outcome : TRIAL_INERT;
        t->done = true;
    } else if (told.known && class_of(f, &told, i)->trial != i) {
        vec_push(&out->others, i);
        vec_push(&out->keys, told.key);
    } else {
        vec_push(&out->first, i);
    }
}

/* Which of the new classes have been tried by now. */
static void
mark_classes(Finder *f, size_t fresh)
{
    for (size_t i = fresh; i < f->told.classes.all.n; i++) {
        FindClass *c = &f->told.classes.all.at[i];
        c->ran = f->r->trials.at[c->trial].outcome == TRIAL_RAN;
    }
}

/* The class repaired nothing. The member does the same until the site is
 * executed once more after the first change, since then the runs differ. */
static void
settle(Trial *t, const FindClass *c, const Trial *ran)
{
    if (t->done)
        return;
    t->like = c->trial;
    t->done = ran->executed == c->first;
    t->outcome = t->done ? TRIAL_SAME : TRIAL_PRESUMED;
}

/* Keep those others that a class repaired; the rest needs no run, or not
 * yet. */
static void
settle_others(Finder *f, Sorted *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->others.n; i++) {
        const uint32_t at = *map_find(&f->told.classes.of, &s->keys.at[i],
                                      sizeof s->keys.at[i]);
        const FindClass *c = &f->told.classes.all.at[at];
        const Trial *ran = &f->r->trials.at[c->trial];
        if (c->ran && ran->tests.repaired)
            s->others.at[n++] = s->others.at[i];
        else if (c->ran)
            settle(&f->r->trials.at[s->others.at[i]], c, ran);
    }
    s->others.n = n;
}

bool
find_try(Finder *f, size_t from, size_t to, uint32_t screen, Diag *d)
{
    const size_t fresh = f->told.classes.all.n;
    Sorted s = {0};
    bool ok = watch(f, from, to, d);

    for (size_t i = from; ok && i < to; i++)
        if (f->r->trials.at[i].tests.repaired == 0 &&
            !f->r->trials.at[i].a.how.edit)
            sort_trial(f, (uint32_t)i, &s);
    ok = ok && run_some(f, s.first.at, s.first.n, screen, d);
    mark_classes(f, fresh);
    settle_others(f, &s);
    ok = ok && run_some(f, s.others.at, s.others.n, screen, d);
    vec_done(&s.first);
    vec_done(&s.others);
    vec_done(&s.keys);
    return ok;
}

bool
find_try_again(Finder *f, TrialOutcome which, uint32_t screen, Diag *d)
{
    FindResult *r = f->r;
    const size_t chunk = tuning_count(TUNE_find_trials_at_once);
    VEC(uint32_t) some = {0};
    bool ok = true;

    for (size_t i = 0; ok && i < r->trials.n && !experiment_is_spent(&f->e);
         i++) {
        if (r->trials.at[i].outcome == which && !r->trials.at[i].a.how.edit)
            vec_push(&some, (uint32_t)i);
        if (some.n == chunk || (some.n && i + 1 == r->trials.n)) {
            ok = run_some(f, some.at, some.n, screen, d);
            some.n = 0;
        }
    }
    vec_done(&some);
    return ok;
}
