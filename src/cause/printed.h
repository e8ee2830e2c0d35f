/* printed.h - the output call where a failure shows, altered.
 *
 * The expression that is printed, the format, or a constant text may be wrong
 * themselves, and have no state of their own. What a call writes does not
 * change the rest of the run (unless the program reads it again), so the
 * output of the failing run says what another text there would make of it.
 */
#ifndef CULPRIT_CAUSE_PRINTED_H
#define CULPRIT_CAUSE_PRINTED_H

#include "cause/goal.h"
#include "trace/graph.h"

typedef struct Printed Printed;
struct Printed {
    uint32_t node;  /* the call; 0: no other text there helps */
    uint64_t merit; /* as goal_merit */
    bool every;     /* other texts at each of the statement's executions */
    Str was, would; /* text of the call, and what does instead; not with
                       `every` */
};

/* `node` is the call that wrote the first wrong byte, or the last one if the
 * output ends within a line. */
void printed_find(const Graph *g, const EngineRun *run, const Goal *goal,
                  uint32_t node, Printed *out);
void printed_done(Printed *w);

/* The output call of a piece; 0: it is not known. */
uint32_t printed_call(const Graph *g, const ConcolicOutput *o);

#endif
