/* sober.c - Liu et al. 2005: predicates that are true at another rate in
 * failing runs than in passing ones. */
#include "spectrum/sober.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

double
sober_score(double pass, double sigma, double fail, uint32_t nfailed,
            uint32_t npassed)
{
    static const double two_pi = 6.283185307179586;
    double least = 1 / (npassed + 1.0);

    if (sigma < 1e-9)
        sigma = least;
    /* log(1/phi(Z)) = Z^2/2 + log(2 pi)/2: never through exp(). */
    double z = (fail - pass) * sqrt(nfailed) / sigma;
    return log(sigma) - log(nfailed) / 2 + z * z / 2 + log(two_pi) / 2;
}

/* Sums of the rates over the runs that evaluated the predicate. */
typedef struct Sums Sums;
struct Sums {
    double pass, squares, fail;
};

/* Counted things of one run: total per site, then each one's share of it. */
static void
add_run(const Spectrum *s, uint32_t r, const Counted *c, const uint32_t *of,
        const Entities *e, double *total, Sums *sums)
{
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
        uint32_t k = of[c->index[i]];
        if (k != PROGRAM_NONE)
            total[e->at[k].site] += c->count[i];
    }
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
        uint32_t k = of[c->index[i]];
        if (k == PROGRAM_NONE)
            continue;
        double rate = c->count[i] / total[e->at[k].site];
        if (s->use[r] == VERDICT_FAIL) {
            sums[k].fail += rate;
        } else {
            sums[k].pass += rate;
            sums[k].squares += rate * rate;
        }
    }
    for (uint64_t i = c->start[r]; i < c->start[r + 1]; i++) {
        uint32_t k = of[c->index[i]];
        if (k != PROGRAM_NONE)
            total[e->at[k].site] = 0;
    }
}

/* Counted thing -> its predicate. */
static uint32_t *
index_by(const Entities *e, EntityForm form, uint32_t n)
{
    uint32_t *of = mem_alloc(((size_t)n + 1) * sizeof *of);

    for (uint32_t i = 0; i < n; i++)
        of[i] = PROGRAM_NONE;
    for (uint32_t i = 0; i < e->n; i++)
        if (e->at[i].form == form)
            of[e->at[i].id] = i;
    return of;
}

/* Runs that never evaluated it count with the rate 1/2. */
static Sober
conclude(const Spectrum *s, const Entity *e, Sums sums)
{
    double idle_pass = s->npassed - e->observed.ep;
    double idle_fail = s->nfailed - e->observed.ef;
    Sober b = {0};

    if (s->npassed) {
        double mean = (sums.pass + idle_pass / 2) / s->npassed;
        double square = (sums.squares + idle_pass / 4) / s->npassed;
        b.pass = mean;
        b.sigma = sqrt(fmax(0, square - mean * mean));
    } else {
        b.pass = 0.5;
    }
    b.fail = s->nfailed ? (sums.fail + idle_fail / 2) / s->nfailed : 0.5;
    if (s->nfailed)
        b.score = sober_score(b.pass, b.sigma, b.fail, s->nfailed, s->npassed);
    return b;
}

void
sober_predicates(const Spectrum *s, const Entities *predicates, Sober *out)
{
    const Program *p = s->runs->program;
    uint32_t *edge = index_by(predicates, FORM_OUTCOME, p->n.edges);
    uint32_t *value = index_by(predicates, FORM_CLASS, p->n.values);
    double *total = mem_zalloc((size_t)p->n.sites + 1, sizeof *total);
    Sums *sums = mem_zalloc((size_t)predicates->n + 1, sizeof *sums);

    for (uint32_t r = 0; r < s->runs->nruns; r++) {
        if (s->use[r] == VERDICT_UNKNOWN)
            continue;
        add_run(s, r, &s->runs->edges, edge, predicates, total, sums);
        if (s->returns)
            add_run(s, r, &s->runs->returns, value, predicates, total, sums);
    }
    for (uint32_t i = 0; i < predicates->n; i++)
        out[i] = conclude(s, &predicates->at[i], sums[i]);
    free(edge);
    free(value);
    free(total);
    free(sums);
}
