/* explore_text.h - what exploring found, and how it went, for a person. */
#ifndef CULPRIT_REPORT_EXPLORE_TEXT_H
#define CULPRIT_REPORT_EXPLORE_TEXT_H

#include "explore/crash.h"
#include "explore/explorer.h"

#include <stdio.h>

/* What had been seen when so many processor seconds were used. */
typedef struct ExploreMark ExploreMark;
struct ExploreMark {
    double cpu_s;
    uint32_t runs;
    uint64_t outcomes;
};

typedef struct ExploreView ExploreView;
struct ExploreView {
    Engine *engine;
    const Explorer *explorer;
    const Crashes *crashes;
    uint64_t ncrashed, nhung; /* runs */
    uint64_t nsolved;         /* inputs, with `once` */
    size_t noutputs;          /* different ones */
    const ExploreMark *marks;
    size_t nmarks;
    double wall_s;
    bool once, statistics;
};

void explore_text(const ExploreView *v, FILE *out);

/* Figures of the exploration; with `more`, where the time went. */
void explore_figures(Engine *e, const Explorer *x, bool more, double wall_s,
                     FILE *out);

#endif
