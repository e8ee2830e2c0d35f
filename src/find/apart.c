/* apart.c - more tests, where those that there are do not tell changes apart.
 *
 * Few tests are passed by many changes, most of which are wrong. Where hardly
 * any passing test reaches the place that leads, passing tests with other
 * values are made, and what leads is tried with all of them.
 */
#include "find/inside.h"

#include "format/tuning.h"
#include "process/child.h"

/* Of the places whose best changes do about as well as the very best one, is
 * there one that few passing tests reach? */
static bool
is_undecided(const Finder *f)
{
    const FindResult *r = f->r;
    const double best = find_best_score(f);
    const uint32_t few = tuning_count(TUNE_find_apart_reaching);

    if (best < tuning(TUNE_find_weak))
        return false;
    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        if (t->tests.passing < few &&
            find_score(t) >= tuning(TUNE_find_apart_near) * best)
            return true;
    }
    return false;
}

/* Is enough left of the time, or of the runs? */
static bool
is_affordable(const Finder *f)
{
    const FindSpec *s = f->spec;
    const ExperimentSpec *e = &f->e.spec;
    const double least = tuning(TUNE_find_apart_least);

    if (experiment_is_spent(&f->e))
        return false;
    if (s->max_runs)
        return (double)(e->max_runs - f->e.runs) > least * (double)s->max_runs;
    return e->deadline - child_clock(e->cpu) > least * s->time_s;
}

/* What is known of failing tests stays true; passing ones are others now. */
static void
take_back(Finder *f)
{
    FindResult *r = f->r;

    for (size_t i = 0; i < r->trials.n; i++)
        if (r->trials.at[i].depth > TRIAL_SCREEN)
            r->trials.at[i].depth = TRIAL_SCREEN;
}

/* What leads is proven again; where it does not hold, what other stages can
 * make of it. */
static bool
try_again(Finder *f, Diag *d)
{
    static const FindStage stages[] = {FIND_GUARD, FIND_EDITS, FIND_SAMPLE,
                                       FIND_CONFIRM};
    const double best = find_best_score(f);

    take_back(f);
    find_plan(f, 0);
    return find_settle(f, d) &&
           (find_best_score(f) >= tuning(TUNE_find_apart_near) * best ||
            find_run_stages(f, stages, sizeof stages / sizeof stages[0], d));
}

bool
find_apart(Finder *f, Diag *d)
{
    const FindMore *more = &f->spec->more;
    const Stock *stock = NULL;

    if (!more->make || f->e.interrupted || !is_affordable(f))
        return true;
    if (!find_settle(f, d))
        return false;
    if (!is_undecided(f) || !is_affordable(f))
        return true;
    if (!more->make(more->context, &stock, d))
        return false;
    return !stock || (experiment_renew(&f->e, &stock->suite, stock->wanted,
                                       &stock->runs, d) &&
                      find_nominate(f, &stock->runs, d) && try_again(f, d));
}
