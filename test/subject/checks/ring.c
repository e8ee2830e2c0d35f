/* ring.c - the last few numbers that were put in, oldest first. */
#include "ring.h"

void
ring_clear(struct ring *r)
{
    r->first = 0;
    r->count = 0;
    r->lost = 0;
}

static int
place(const struct ring *r, int i)
{
    return (r->first + i) % RING_SIZE;
}

void
ring_put(struct ring *r, int value)
{
    if (r->count == RING_SIZE) {
        r->first = place(r, 1);
        r->count--;
        r->lost++;
    }
    r->at[place(r, r->count)] = value;
    r->count++;
}

int
ring_get(struct ring *r, int *value)
{
    if (r->count == 0)
        return 0;
    *value = r->at[r->first];
    r->first = place(r, 1);
    r->count--;
    return 1;
}

/* Forget the oldest; how many there were to forget. */
int
ring_drop(struct ring *r, int n)
{
    if (n > r->count)
        n = r->count;
    r->first = place(r, n);
    r->count -= n;
    return n;
}

/* How many are older, -1 if it is not there. */
int
ring_find(const struct ring *r, int value)
{
    for (int i = 0; i < r->count; i++)
        if (r->at[place(r, i)] == value)
            return i;
    return -1;
}

int
ring_sum(const struct ring *r)
{
    int sum = 0;

    for (int i = 0; i < r->count; i++)
        sum += r->at[place(r, i)];
    return sum;
}
