/* clock.c - the time that budgets are measured by. */
#include "run/clock.h"

#include "run/child.h"

#include <sys/resource.h>
#include <time.h>

static double
seconds(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

double
clock_seconds(bool cpu)
{
    struct timespec t;
    struct rusage own, runs;

    if (!cpu) {
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
    }
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &runs);
    return seconds(&own.ru_utime) + seconds(&own.ru_stime) +
           seconds(&runs.ru_utime) + seconds(&runs.ru_stime) + child_cpu();
}
