/* asserted.h - what a unit test says of the assertion that failed. */
#ifndef CULPRIT_CAUSE_ASSERTED_H
#define CULPRIT_CAUSE_ASSERTED_H

#include "explore/engine.h"
#include "suite/assertion.h"

/* Read it from the run's output. Where a check's run was ended at the failure,
 * so that its framework could say nothing, the check is run again by the twin
 * with counters. False if nothing is said. */
bool asserted_find(const Subject *s, const Test *t, const EngineRun *run,
                   double time_s, Arena *a, Assertion *out);

#endif
