/* differ.h - where two runs of a program part, and the values that differ in
 * what both of them do.
 */
#ifndef CULPRIT_TRACE_DIFFER_H
#define CULPRIT_TRACE_DIFFER_H

#include "trace/course.h"

typedef enum {
    DIFFER_OUTCOME, /* aligned decisions, or calls through a pointer, that go
                       different ways */
    DIFFER_VALUE,   /* aligned stores, returns, results, uses of input */
    DIFFER_ONLY,    /* aligned events on which other ones depend in one run,
                       without a decision: callbacks; or an event of one run
                       that depends on nothing, after a jump */
    DIFFER_END,     /* the first event of one run after the other's end */
} DifferKind;

typedef struct Difference Difference;
struct Difference {
    uint8_t kind;     /* DifferKind */
    uint32_t a, b;    /* events; ALIGN_NONE: there is none */
    uint32_t first_a; /* first event of what only this run did because of it */
    uint32_t first_b; /* or ALIGN_NONE */
    uint32_t nonly_a; /* statement instances of that */
    uint32_t nonly_b;
};

typedef struct DifferSide DifferSide; /* one run */
struct DifferSide {
    const Graph *graph;
    Course course;
    uint32_t *partner; /* per event: that of the other run, or ALIGN_NONE */
    uint32_t nonly;    /* statement instances without partner */
};

typedef struct Differences Differences;
struct Differences {
    DifferSide a, b;
    Difference *at; /* in order of time */
    size_t n;
    size_t noutcomes, nvalues;
};

void differ_find(const Graph *a, const Graph *b, Differences *out);
void differ_done(Differences *d);

#endif
