/* strategy.c - which configuration to run next: the table of strategies. */
#include "explore/strategy.h"

#include <stddef.h>
#include <string.h>

const Strategy strategies[] = {
    {"base", "most uncovered branches, from the empty input or seeds",
     MEASURE_COVERAGE, false},
    {"coverage", "most uncovered branches, from the failing input",
     MEASURE_COVERAGE, true},
    {"pcs", "conditions evaluated as in a failing run", MEASURE_SUBSET, true},
    {"pcs-subsequence", "longest stretch of such conditions",
     MEASURE_SUBSEQUENCE, true},
    {"is", "inputs like a failing one", MEASURE_INPUT, true},
    {NULL, NULL, MEASURE_COVERAGE, false},
};

const Strategy *
strategy_by_name(const char *name)
{
    for (const Strategy *s = strategies; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}
