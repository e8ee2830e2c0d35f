/* order.c - which branches of a failing run to flip, nearest run first. */
#include "path/order.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

void
order_init(Order *o, const uint32_t *parent, uint32_t n, uint32_t max)
{
    for (uint32_t i = 0; i < n; i++)
        assert(parent[i] == ORDER_NONE || parent[i] < i);
    *o = (Order){.parent = parent,
                 .n = n,
                 .max = max > 0 && max < n ? max : n,
                 .distance = mem_zalloc(n + 1, sizeof *o->distance),
                 .hinders = mem_zalloc(n + 1, sizeof *o->hinders)};
}

void
order_done(Order *o)
{
    free(o->distance);
    free(o->hinders);
}

/* Flipping an event means that those it depends on keep their outcome. */
static void
push(Order *o, uint32_t event)
{
    o->distance[o->size++] = event;
    for (uint32_t e = o->parent[event]; e != ORDER_NONE; e = o->parent[e])
        o->hinders[e]++;
}

static uint32_t
pop(Order *o)
{
    uint32_t event = o->distance[--o->size];

    for (uint32_t e = o->parent[event]; e != ORDER_NONE; e = o->parent[e])
        o->hinders[e]--;
    return event;
}

/* Lines 1, 3 and 30: the last branch event before `last` that no event of the
 * set is control dependent on. */
static uint32_t
before(const Order *o, uint32_t last)
{
    while (last > 0)
        if (o->hinders[--last] == 0)
            return last;
    return ORDER_NONE;
}

bool
order_next(Order *o)
{
    uint32_t last = o->size > 0 ? o->distance[o->size - 1] : o->n;
    bool extend = !o->pruned && o->size < o->max;
    bool closed = o->closed;

    o->pruned = o->closed = false;
    if (!extend && o->size > 0)
        last = pop(o);
    for (;;) {
        uint32_t event = closed ? ORDER_NONE : before(o, last);
        closed = false;
        if (event != ORDER_NONE) {
            push(o, event);
            return true;
        }
        if (o->size == 0)
            return false;
        last = pop(o);
    }
}

void
order_prune(Order *o)
{
    o->pruned = true;
}

void
order_close(Order *o)
{
    assert(o->size > 0);
    o->pruned = o->closed = true;
}
