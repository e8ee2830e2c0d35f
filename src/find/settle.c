/* settle.c - what leads is tried with every test before it is told.
 *
 * A change that a few tests let pass looks as good as one that passes all of
 * them. So the best change of each of the leading places is tried with all
 * tests, and whatever leads then, until nothing unproven does.
 */
#include "find/inside.h"

#include "format/tuning.h"

#include <assert.h>
#include <stdlib.h>

/* The change of a place that scores best, and the one that is told: the best of
 * those that repair all and break nothing. */
typedef struct Leader Leader;
struct Leader {
    double score, clean_score;
    uint32_t trial, clean; /* MUTATE_NONE: none is */
};

typedef VEC(Leader) Leaders;

static int
better(const void *a, const void *b)
{
    const Leader *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->trial < y->trial ? -1 : x->trial > y->trial;
}

static bool
is_clean(const Trial *t)
{
    return t->tests.broken == 0 &&
           t->tests.repaired == t->tests.failing + t->tests.unreached;
}

static void
consider(Leader *l, const Trial *t, uint32_t trial)
{
    const double score = find_score(t);

    if (score > l->score) {
        l->score = score;
        l->trial = trial;
    }
    if (is_clean(t) && score > l->clean_score) {
        l->clean_score = score;
        l->clean = trial;
    }
}

/* Of all places with a change that repairs, the best first. */
static void
list_leaders(const Finder *f, Leaders *out)
{
    const FindResult *r = f->r;
    Map places = {0}; /* entity -> its number in `out`, plus 1 */

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        const uint32_t entity = find_entity(f, &r->sites.at[t->a.site]);
        if (find_score(t) <= 0)
            continue;
        uint32_t *at = map_put(&places, &entity, sizeof entity, 0);
        if (*at == 0) {
            vec_push(out, (Leader){.clean = MUTATE_NONE});
            *at = (uint32_t)out->n;
        }
        assert(out->at && *at <= out->n);
        consider(&out->at[*at - 1], t, (uint32_t)i);
    }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, better);
    map_done(&places);
}

typedef VEC(uint32_t) TrialNumbers;

static void
add_unproven(const Finder *f, uint32_t trial, TrialNumbers *out)
{
    const Trial *t = &f->r->trials.at[trial];

    if (t->depth < TRIAL_CONFIRM || t->cut)
        vec_push(out, trial);
}

/* What leads that not every test was tried with. */
static void
list_unproven(const Finder *f, TrialNumbers *out)
{
    const size_t most = tuning_count(TUNE_find_settled);
    const double weak = tuning(TUNE_find_weak);
    Leaders all = {0};

    list_leaders(f, &all);
    for (size_t i = 0; i < all.n && i < most && all.at[i].score >= weak; i++) {
        const Leader *l = &all.at[i];
        add_unproven(f, l->trial, out);
        if (l->clean != MUTATE_NONE && l->clean != l->trial)
            add_unproven(f, l->clean, out);
    }
    vec_done(&all);
}

/* How many of them were tried to the end. */
static bool
prove(Finder *f, const TrialNumbers *which, size_t *proven, Diag *d)
{
    FindResult *r = f->r;
    VEC(Trial) trials = {0};

    *proven = 0;
    for (size_t i = 0; i < which->n; i++)
        vec_push(&trials, (Trial){.a = r->trials.at[which->at[i]].a});
    const bool ok = which->n == 0 ||
                    find_run_deeper(f, trials.at, trials.n, TRIAL_CONFIRM, d);
    for (size_t i = 0; i < trials.n; i++)
        if (trials.at[i].done && !trials.at[i].cut) {
            r->trials.at[which->at[i]] = trials.at[i];
            ++*proven;
        }
    vec_done(&trials);
    return ok;
}

bool
find_settle(Finder *f, Diag *d)
{
    size_t proven = 1;
    bool ok = true;

    while (ok && proven > 0 && !experiment_is_spent(&f->e)) {
        TrialNumbers which = {0};
        list_unproven(f, &which);
        ok = prove(f, &which, &proven, d);
        vec_done(&which);
    }
    return ok;
}
