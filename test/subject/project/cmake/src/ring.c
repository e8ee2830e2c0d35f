/* ring.c - the last few numbers that were put in, oldest first. */
#include "ring.h"

void
ring_clear(Ring *r)
{
    r->first = 0;
    r->n = 0; /* the fault: total stays */
}

int
ring_put(Ring *r, int value)
{
    if (r->n == RING_ROOM)
        return 0;
    r->at[(r->first + r->n) % RING_ROOM] = value;
    r->n++;
    r->total += value;
    return 1;
}

int
ring_take(Ring *r, int *out)
{
    if (r->n == 0)
        return 0;
    *out = r->at[r->first];
    r->first = (r->first + 1) % RING_ROOM;
    r->n--;
    r->total -= *out;
    return 1;
}

int
ring_peek(const Ring *r, unsigned i)
{
    return i < r->n ? r->at[(r->first + i) % RING_ROOM] : -1;
}
