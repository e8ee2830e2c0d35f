/* growth.c - how many tests does a technique need? */
#include "bench/growth.h"

#include "base/mem.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

const uint32_t growth_points[GROWTH_POINTS] = {2, 5, 10, 20, 50, 100, 200, 500};

/* Shuffled in the same way for all versions with this many tests (Fisher &
 * Yates); then the first failing test is brought to the front. */
static uint32_t *
order_tests(const Runs *runs)
{
    Random r = {.state = 20090824};
    uint32_t *order = mem_zalloc((size_t)runs->nruns + 1, sizeof *order);

    for (uint32_t i = 0; i < runs->nruns; i++) {
        uint32_t k = random_below(&r, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < runs->nruns; i++) {
        if (runs->runs[order[i]].verdict != VERDICT_FAIL)
            continue;
        uint32_t first = order[i];
        memmove(order + 1, order, i * sizeof *order);
        order[0] = first;
        break;
    }
    return order;
}

static void
measure_point(const Runs *some, const Picks *picks, const bool *faulty,
              unsigned point, Score *scores)
{
    Study study;
    Ground ground;
    Diag d;

    diag_init(&d);
    study_init(&study, some, NULL, 0, NULL);
    const Entities *statements = study_entities(&study, ENTITY_STATEMENT, &d);
    if (statements) {
        ground_init(&ground, some->program, statements, faulty);
        for (size_t i = 0; i < picks->n; i++) {
            const RankOptions options = {.entity = picks->at[i].entity};
            if (!picks->at[i].technique)
                continue; /* experiments are done with all tests */
            Findings f = {0};
            Score one = {0};
            if (technique_run_on(picks->at[i].technique, &options, &study, &f,
                                 &d)) {
                metric_score(&f, &ground, &one);
                if (metric_is_well_localized(&one, ground.executed))
                    scores[i].growth |= 1U << point;
            }
            findings_done(&f);
            diag_done(&d); /* some techniques need more tests */
        }
        ground_done(&ground);
    }
    study_done(&study);
    diag_done(&d);
}

void
growth_measure(const Runs *runs, const Picks *picks, const bool *faulty,
               Score *scores)
{
    uint32_t *order = order_tests(runs);
    Runs some = *runs;

    some.runs = mem_zalloc((size_t)runs->nruns + 1, sizeof *some.runs);
    for (unsigned point = 0; point < GROWTH_POINTS; point++) {
        some.npassed = some.nfailed = 0;
        for (uint32_t i = 0; i < runs->nruns; i++) {
            Run *r = &some.runs[order[i]];
            *r = runs->runs[order[i]];
            if (i >= growth_points[point])
                r->verdict = VERDICT_UNKNOWN; /* not run yet */
            some.npassed += r->verdict == VERDICT_PASS;
            some.nfailed += r->verdict == VERDICT_FAIL;
        }
        measure_point(&some, picks, faulty, point, scores);
    }
    free(some.runs);
    free(order);
}
