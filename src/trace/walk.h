/* walk.h - the events of a run that is given as the blocks control comes to,
 * for align.h: runs that are only planned have no trace.
 *
 * Definition 1 of the path paper: an event depends on the last one before it
 * on whose block its own is statically control dependent, within its
 * activation; without one, on the call of its function. Live branches are a
 * stack, as in Algorithm 1 of the cause paper: one that a block does not
 * depend on is over.
 */
#ifndef CULPRIT_TRACE_WALK_H
#define CULPRIT_TRACE_WALK_H

#include "base/vec.h"
#include "program/control.h"
#include "trace/align.h"

typedef struct WalkLive WalkLive;
struct WalkLive {
    uint32_t block, event;
};

typedef struct WalkFrame WalkFrame;
struct WalkFrame {
    uint32_t call; /* event; ALIGN_NONE: the start */
    size_t live;   /* its first one */
};

typedef struct Walk Walk;
struct Walk {
    const Control *control;
    VEC(AlignEvent) events; /* the statement is the block */
    VEC(WalkFrame) frames;
    VEC(WalkLive) live;
};

/* Begins in a function that nothing called. */
void walk_init(Walk *w, const Control *control);
void walk_done(Walk *w);

/* Control comes to a block; gives its event. `outcome`: of a branch, the block
 * that comes next in this activation; else ALIGN_NONE. */
uint32_t walk_block(Walk *w, uint32_t block, uint32_t outcome);
/* The last block calls a function; a function returns. */
void walk_call(Walk *w);
void walk_return(Walk *w);

static inline AlignRun
walk_run(const Walk *w)
{
    return (AlignRun){.events = w->events.at, .n = (uint32_t)w->events.n};
}

#endif
