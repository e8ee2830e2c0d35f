/* clock.h - the time that budgets are measured by. */
#ifndef CULPRIT_RUN_CLOCK_H
#define CULPRIT_RUN_CLOCK_H

#include <stdbool.h>

/* Seconds, for differences: by the clock; or of the processor, those of
 * children included, which other work on the machine does not spoil. */
double clock_seconds(bool cpu);

#endif
