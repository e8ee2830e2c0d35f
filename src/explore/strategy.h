/* strategy.h - which configuration to run next: the table of strategies. */
#ifndef CULPRIT_EXPLORE_STRATEGY_H
#define CULPRIT_EXPLORE_STRATEGY_H

#include <stdbool.h>

typedef enum {
    MEASURE_COVERAGE,    /* branches that nobody took yet */
    MEASURE_SUBSET,      /* path-constraint similarity */
    MEASURE_SUBSEQUENCE, /* the same by the longest stretch */
    MEASURE_INPUT,       /* input similarity */
} Measure;

typedef struct Strategy Strategy;
struct Strategy {
    const char *name, *summary;
    Measure measure;
    bool from_failing; /* else from the empty input, or seeds */
};

extern const Strategy strategies[]; /* ends with a NULL name */

const Strategy *strategy_by_name(const char *name); /* or NULL */

#endif
