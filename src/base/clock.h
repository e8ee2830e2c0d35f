/* clock.h - the time, in seconds. */
#ifndef CULPRIT_BASE_CLOCK_H
#define CULPRIT_BASE_CLOCK_H

/* By the monotonic clock. */
double clock_now(void);

/* Of the processor, for this process and its children that were waited for. */
double clock_cpu(void);

#endif
