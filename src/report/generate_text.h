/* generate_text.h - the tests that were made, for a person. */
#ifndef CULPRIT_REPORT_GENERATE_TEXT_H
#define CULPRIT_REPORT_GENERATE_TEXT_H

#include "explore/generate.h"

#include <stdio.h>

typedef struct GenerateView GenerateView;
struct GenerateView {
    const GenerateSpec *spec;
    const GenerateResult *result; /* of at least the failing test */
    bool statistics;
};

void generate_text(const GenerateView *v, FILE *out);

#endif
