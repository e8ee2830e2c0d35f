/* walk.c - the events of a run that is given as blocks. */
#include "trace/walk.h"

#include <assert.h>

static bool
depends(const Control *c, uint32_t block, uint32_t branch)
{
    for (uint32_t i = c->first[block]; i < c->first[block + 1]; i++)
        if (c->deps[i].branch == branch)
            return true;
    return false;
}

void
walk_init(Walk *w, const Control *control)
{
    *w = (Walk){.control = control};
    vec_push(&w->frames, (WalkFrame){.call = ALIGN_NONE});
}

void
walk_done(Walk *w)
{
    vec_done(&w->events);
    vec_done(&w->frames);
    vec_done(&w->live);
}

/* dep(e, run) of an event of this block that comes now. */
static uint32_t
find_parent(Walk *w, uint32_t block)
{
    const WalkFrame *f = &w->frames.at[w->frames.n - 1];

    for (; w->live.n > f->live; w->live.n--)
        if (depends(w->control, block, w->live.at[w->live.n - 1].block))
            return w->live.at[w->live.n - 1].event;
    return f->call;
}

uint32_t
walk_block(Walk *w, uint32_t block, uint32_t outcome)
{
    uint32_t event = (uint32_t)w->events.n;

    assert(w->frames.n > 0 && block < w->control->nblocks);
    uint32_t parent = find_parent(w, block);
    vec_push(
        &w->events,
        (AlignEvent){.statement = block, .parent = parent, .outcome = outcome});
    if (outcome == ALIGN_NONE)
        return event;
    size_t first = w->frames.at[w->frames.n - 1].live;
    if (w->live.n > first && w->live.at[w->live.n - 1].block == block)
        w->live.at[w->live.n - 1].event = event; /* a loop's next round */
    else
        vec_push(&w->live, (WalkLive){.block = block, .event = event});
    return event;
}

void
walk_call(Walk *w)
{
    assert(w->events.n > 0);
    vec_push(&w->frames,
             (WalkFrame){.call = (uint32_t)w->events.n - 1, .live = w->live.n});
}

void
walk_return(Walk *w)
{
    assert(w->frames.n > 1);
    w->live.n = vec_pop(&w->frames).live;
}
