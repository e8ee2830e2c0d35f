/* deadline.h - a point in time at which work ends, by the clock or by the
 * processor time used.
 */
#ifndef CULPRIT_PROCESS_DEADLINE_H
#define CULPRIT_PROCESS_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Deadline Deadline;
struct Deadline {
    double at; /* by child_clock(cpu); 0: there is none */
    bool cpu;
};

/* From now on; no seconds: there is none. */
Deadline deadline_in(double time_s, bool cpu);

/* Seconds until then, infinite if there is none; negative once it is over. */
double deadline_left(const Deadline *d);

/* Is it over, or were we interrupted? */
bool deadline_is_over(const Deadline *d);

/* The same for walks over large graphs: looked at at the first step, and then
 * every so many. NULL: there is none. */
enum { DEADLINE_EVERY = 1 << 12 };
bool deadline_is_over_at(const Deadline *d, uint32_t step);

/* Make files in a process of its own, which is ended at the deadline; without
 * one there is no such process, and nothing is made. Whether `make` has done it
 * is for the caller to see. False: it was ended. */
bool deadline_make(const Deadline *d, void (*make)(void *), void *context);

#endif
