/* settle.c - what leads is tried with every test before it is told.
 *
 * A change that a few tests let pass looks as good as one that passes all of
 * them. So the best change of each of the leading places is tried with all
 * tests, and whatever leads then, until nothing unproven does.
 */
#include "find/inside.h"

#include "format/tuning.h"

#include <stdlib.h>

typedef struct Leader Leader;
struct Leader {
    double score;
    uint32_t trial;
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

/* The best change of each place, the best places first. */
static void
list_leaders(const Finder *f, Leaders *out)
{
    const FindResult *r = f->r;
    Map places = {0}; /* entity -> its number in `out`, plus 1 */

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        const uint32_t entity = find_entity(f, &r->sites.at[t->a.site]);
        const double score = find_score(t);
        if (score < tuning(TUNE_find_weak))
            continue;
        uint32_t *at = map_put(&places, &entity, sizeof entity, 0);
        if (*at == 0) {
            vec_push(out, (Leader){score, (uint32_t)i});
            *at = (uint32_t)out->n;
        } else if (score > out->at[*at - 1].score) {
            out->at[*at - 1] = (Leader){score, (uint32_t)i};
        }
    }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, better);
    map_done(&places);
}

/* Of the leaders, those that not every test was tried with. */
static void
list_unproven(const Finder *f, size_t most, Leaders *out)
{
    Leaders all = {0};

    list_leaders(f, &all);
    for (size_t i = 0; i < all.n && i < most; i++) {
        const Trial *t = &f->r->trials.at[all.at[i].trial];
        if (t->depth < TRIAL_CONFIRM || t->cut)
            vec_push(out, all.at[i]);
    }
    vec_done(&all);
}

/* How many of them were tried to the end. */
static bool
prove(Finder *f, const Leaders *which, size_t *proven, Diag *d)
{
    FindResult *r = f->r;
    VEC(Trial) trials = {0};

    *proven = 0;
    for (size_t i = 0; i < which->n; i++)
        vec_push(&trials, (Trial){.a = r->trials.at[which->at[i].trial].a});
    const bool ok = find_run_deeper(f, trials.at, trials.n, TRIAL_CONFIRM, d);
    for (size_t i = 0; i < trials.n; i++)
        if (trials.at[i].done && !trials.at[i].cut) {
            r->trials.at[which->at[i].trial] = trials.at[i];
            ++*proven;
        }
    vec_done(&trials);
    return ok;
}

bool
find_settle(Finder *f, Diag *d)
{
    const size_t most = tuning_count(TUNE_find_settled);
    size_t proven = 1;
    bool ok = true;

    while (ok && proven > 0 && !experiment_is_spent(&f->e)) {
        Leaders which = {0};
        list_unproven(f, most, &which);
        proven = 0;
        if (which.n)
            ok = prove(f, &which, &proven, d);
        vec_done(&which);
    }
    return ok;
}
