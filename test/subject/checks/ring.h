/* ring.h - the last few numbers that were put in, oldest first. */
#ifndef RING_H
#define RING_H

enum { RING_SIZE = 4 };

struct ring {
    int at[RING_SIZE];
    int first, count;
    int lost; /* numbers that had to make room */
};

void ring_clear(struct ring *r);
void ring_put(struct ring *r, int value);
int ring_get(struct ring *r, int *value);
int ring_drop(struct ring *r, int n);
int ring_find(const struct ring *r, int value);
int ring_sum(const struct ring *r);

#endif
