/* align.h - which events of two runs correspond, and how far apart runs are
 * (Wang & Roychoudhury, "Automated Path Generation for Software Fault
 * Localization", section 3).
 *
 * A run is a sequence of events, from wherever: course.h makes one from a
 * trace. Statements are any numbers that mean the same in both runs.
 */
#ifndef CULPRIT_TRACE_ALIGN_H
#define CULPRIT_TRACE_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE UINT32_MAX

typedef struct AlignEvent AlignEvent;
struct AlignEvent {
    uint32_t statement;
    uint32_t parent;  /* dep(e, run): the earlier event it depends on by
                         control; ALIGN_NONE: on the start of the run */
    uint32_t outcome; /* of a branch; ALIGN_NONE: it is none */
};

typedef struct AlignRun AlignRun;
struct AlignRun {
    const AlignEvent *events;
    uint32_t n;
};

/* Definition 2: partner[i] becomes the event of b that a's event i is aligned
 * with, or ALIGN_NONE. They are of one statement and depend on aligned events;
 * where a statement has several events that depend on one, the k-th is aligned
 * with the k-th. Expected time is linear. */
void align_runs(AlignRun a, AlignRun b, uint32_t *partner);

typedef struct Distance Distance;
struct Distance { /* events of a, ascending */
    uint32_t *events;
    uint32_t n;
};

/* Definition 3, dist(a, b): the branches of a whose partner has another
 * outcome. Without any (equal control flow, or one run just ends earlier) it
 * is the first event, so that such runs count as far. */
Distance align_distance(AlignRun a, AlignRun b, const uint32_t *partner);
void distance_done(Distance *d);

/* Definition 4: negative if x is smaller, positive if y is, 0 if they are
 * equal. Both are distances from one run. */
int distance_compare(const Distance *x, const Distance *y);

#endif
