/* explore_text.h - what exploring found, and how it went, for a person. */
#ifndef CULPRIT_REPORT_EXPLORE_TEXT_H
#define CULPRIT_REPORT_EXPLORE_TEXT_H

#include "explore/hunt.h"

#include <stdio.h>

typedef struct ExploreView ExploreView;
struct ExploreView {
    const HuntSpec *spec;
    const HuntResult *result;
    bool statistics;
};

void explore_text(const ExploreView *v, FILE *out);

/* Figures of the exploration; with `more`, where the time went. */
void explore_figures(Engine *e, const Explorer *x, bool more, double wall_s,
                     FILE *out);

#endif
