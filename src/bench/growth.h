/* growth.h - how many tests does a technique need? */
#ifndef CULPRIT_BENCH_GROWTH_H
#define CULPRIT_BENCH_GROWTH_H

#include "bench/metric.h"
#include "bench/pick.h"
#include "run/runs.h"

/* Sizes of the suites tried, each a beginning of the next. */
enum { GROWTH_POINTS = 8 };
extern const uint32_t growth_points[GROWTH_POINTS];

/* Rank with the first 2, 5, 10, ... tests of the suite in a fixed random
 * order that begins with a failing test; bit k of scores[i].growth says
 * whether pick i's fault is then well-localized. A size beyond the number of
 * tests stands for all of them. `faulty` is by statement entity. */
void growth_measure(const Runs *runs, const Picks *picks, const bool *faulty,
                    Score *scores);

#endif
