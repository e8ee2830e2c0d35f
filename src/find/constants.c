/* constants.c - constants of comparisons that no pool held. */
#include "find/inside.h"

#include "find/threshold.h"
#include "format/tuning.h"

#include <stdlib.h>

/* One constant for all tests: of the values that both kinds of tests compared
 * the literal with. */
static bool
solve_one(Finder *f, uint32_t site, Diag *d)
{
    FindResult *r = f->r;
    const Watch like = {.site = r->sites.at[site].user.consumer};
    Watches w = {0};
    Alterations all = {0};
    size_t nfailing;
    const size_t from = r->trials.n;

    bool ok = find_watch_both(f, &like, UINT64_MAX, &w, &nfailing, d);
    if (ok)
        threshold_list(&r->sites, site, w.at, w.n, &all);
    for (size_t i = 0; i < all.n; i++)
        vec_push(&r->trials, (Trial){.a = all.at[i]});
    if (ok && all.n)
        ok = experiment_run(&f->e, r->trials.at + from, all.n, TRIAL_SCREEN, 0,
                            d);
    vec_done(&all);
    vec_done(&w);
    return ok;
}

/* Constants that reach comparisons in other ways: by the values that were
 * seen there in the screening test. */
static bool
solve_far(Finder *f, Diag *d)
{
    FindResult *r = f->r;
    Alterations all = {0};
    const size_t from = r->trials.n;

    for (uint32_t i = 0;
         i < r->sites.n &&
         from + tuning_count(TUNE_find_far_changes) > r->trials.n &&
         !experiment_is_over(&f->e);
         i++) {
        if (!threshold_fits_far(&r->sites, i) ||
            !find_is_reached(f, &r->sites.at[i]))
            continue;
        all.n = 0;
        for (size_t k = 0; k < f->told.watches.n; k++)
            threshold_list_far(&r->sites, i, &f->told.watches.at[k], &all);
        for (size_t k = 0; k < all.n; k++)
            vec_push(&r->trials, (Trial){.a = all.at[k]});
    }
    vec_done(&all);
    return r->trials.n == from ||
           experiment_run(&f->e, r->trials.at + from, r->trials.n - from,
                          TRIAL_SCREEN, 0, d);
}

typedef struct Literal Literal;
struct Literal {
    uint32_t site, place; /* place: of its statement among the suspects */
};

static int
earlier(const void *a, const void *b)
{
    const Literal *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->site < y->site ? -1 : x->site > y->site;
}

/* Where one outcome at every execution repairs nothing, a constant between the
 * values that the failing test compared may: those outcomes are tried that
 * some constant gives. */
static bool
solve_near(Finder *f, const Map *solved, Diag *d)
{
    FindResult *r = f->r;
    VEC(Literal) literals = {0};
    Alterations all = {0};
    const size_t from = r->trials.n;

    for (uint32_t i = 0; i < r->sites.n; i++) {
        const MutateSite *site = &r->sites.at[i];
        if (!threshold_fits(&r->sites, i) ||
            map_find(solved, &site->user.consumer, sizeof site->user.consumer))
            continue;
        uint32_t entity = find_entity(f, site);
        if (entity != PROGRAM_NONE)
            vec_push(&literals, (Literal){i, f->suspects.place[entity]});
    }
    if (literals.n)
        qsort(literals.at, literals.n, sizeof *literals.at, earlier);
    for (size_t i = 0;
         i < literals.n &&
         r->trials.n < from + tuning_count(TUNE_find_near_changes);
         i++) {
        const uint32_t site = literals.at[i].site;
        all.n = 0;
        const Watch *w = find_watch_of(f, site);
        threshold_list(&r->sites, site, w, w ? 1 : 0, &all);
        for (size_t k = 0; k < all.n; k++)
            vec_push(&r->trials, (Trial){.a = all.at[k]});
    }
    vec_done(&all);
    vec_done(&literals);
    return find_try(f, from, r->trials.n, 0, d);
}

/* Comparisons whose other outcome, or other literal, repairs a failing test;
 * of the trials from there on. */
static void
list_outcomes(const FindResult *r, size_t from, Map *out)
{
    for (size_t i = from; i < r->trials.n; i++) {
        uint32_t at = r->trials.at[i].a.site;
        const uint32_t kind = r->sites.at[at].kind;
        if (!r->trials.at[i].tests.repaired ||
            (kind != MSITE_COMPARE && kind != MSITE_LITERAL))
            continue;
        if (kind == MSITE_LITERAL)
            at = r->sites.at[at].user.consumer;
        map_put(out, &at, sizeof at, 1);
    }
}

/* Every constant of those comparisons. */
static bool
solve_all(Finder *f, const Map *outcomes, Diag *d)
{
    FindResult *r = f->r;
    size_t nsolved = 0;
    bool ok = true;

    for (uint32_t i = 0; ok && i < r->sites.n &&
                         nsolved < tuning_count(TUNE_find_solved_literals) &&
                         !experiment_is_spent(&f->e);
         i++) {
        const MutateSite *site = &r->sites.at[i];
        if (threshold_fits(&r->sites, i) &&
            map_find(outcomes, &site->user.consumer,
                     sizeof site->user.consumer)) {
            nsolved++;
            ok = solve_one(f, i, d);
        }
    }
    return ok;
}

bool
find_constants(Finder *f, Diag *d)
{
    FindResult *r = f->r;
    Map outcomes = {0}, others = {0};

    list_outcomes(r, 0, &outcomes);
    bool ok = solve_all(f, &outcomes, d);
    const size_t from = r->trials.n;
    if (ok && !experiment_is_spent(&f->e))
        ok = solve_near(f, &outcomes, d);
    list_outcomes(r, from, &others);
    ok = ok && solve_all(f, &others, d);
    ok = ok && (experiment_is_spent(&f->e) || solve_far(f, d));
    turns_count(f);
    map_done(&outcomes);
    map_done(&others);
    return ok;
}
