/* ring.h - the last few numbers that were put in, oldest first. */
#ifndef RING_H
#define RING_H

enum { RING_ROOM = 8 };

typedef struct Ring Ring;
struct Ring {
    int at[RING_ROOM];
    unsigned first, n;
    int total; /* of all numbers in it */
};

void ring_clear(Ring *r);
int ring_put(Ring *r, int value); /* 0 if there is no room */
int ring_take(Ring *r, int *out); /* 0 if it is empty */
int ring_peek(const Ring *r, unsigned i);

#endif
