/* course.h - the events of a traced run, for align.h.
 *
 * Events are stores, decisions, calls, what functions without bitcode
 * returned, returns, and uses of input; their statement is the instruction. A
 * condition of several branches (condition.h) is one event, whose outcome is
 * where it leads as a whole. A call through a pointer has the called function
 * as its outcome.
 */
#ifndef CULPRIT_TRACE_COURSE_H
#define CULPRIT_TRACE_COURSE_H

#include "trace/align.h"
#include "trace/graph.h"

typedef struct Course Course;
struct Course {
    AlignEvent *events;
    uint32_t *nodes;  /* of the graph, per event */
    uint32_t *ending; /* of a condition: the node of its last branch */
    uint32_t *of;     /* per node: its event, or that of what it depends on */
    uint32_t n;
};

void course_build(const Graph *g, Course *out);
void course_done(Course *c);

static inline AlignRun
course_run(const Course *c)
{
    return (AlignRun){.events = c->events, .n = c->n};
}

#endif
