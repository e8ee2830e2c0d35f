/* mutants.c - mutation-based techniques as published: MUSE and Metallaxis. */
#include "find/mutants.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* Shares of the tests that ran, so that samples of tests can be used. */
static double
share(uint32_t some, uint32_t all)
{
    return all ? (double)some / (double)all : 0;
}

void
mutants_muse(const Trial *trials, const uint32_t *statement, size_t ntrials,
             double *scores, uint32_t n)
{
    double f2p = 0, p2f = 0;
    uint32_t *count = mem_zalloc(n + 1, sizeof *count);

    for (uint32_t i = 0; i < n; i++)
        scores[i] = 0;
    for (size_t i = 0; i < ntrials; i++)
        if (trials[i].done) {
            f2p += share(trials[i].tests.repaired, trials[i].tests.failing);
            p2f += share(trials[i].tests.broken, trials[i].tests.passing);
        }
    /* Alpha balances how rare the two changes are. */
    double alpha = p2f > 0 ? f2p / p2f : 0;
    for (size_t i = 0; i < ntrials; i++) {
        const Trial *t = &trials[i];
        if (!t->done)
            continue;
        count[statement[i]]++;
        scores[statement[i]] +=
            share(t->tests.repaired, t->tests.failing) -
            alpha * share(t->tests.broken, t->tests.passing);
    }
    for (uint32_t i = 0; i < n; i++)
        scores[i] = count[i] ? scores[i] / count[i] : (double)NAN;
    free(count);
}

void
mutants_metallaxis(const Trial *trials, const uint32_t *statement,
                   size_t ntrials, double *scores, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        scores[i] = (double)NAN;
    for (size_t i = 0; i < ntrials; i++) {
        const Trial *t = &trials[i];
        if (!t->done)
            continue;
        /* Ochiai over the tests that kill the mutant. */
        double f = share(t->tests.differs, t->tests.failing);
        double p = share(t->tests.broken, t->tests.passing);
        double score = f > 0 ? f / sqrt(f + p) : 0;
        double *s = &scores[statement[i]];
        if (isnan(*s) || score > *s)
            *s = score;
    }
}
