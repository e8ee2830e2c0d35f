/* nearest.h - which known name was probably meant. */
#ifndef CULPRIT_CMD_NEAREST_H
#define CULPRIT_CMD_NEAREST_H

#include <stddef.h>

/* A search: offer it every name, then ask which was the nearest. */
typedef struct Nearest Nearest;
struct Nearest {
    const char *wanted; /* n bytes */
    size_t n;
    const char *name; /* the nearest so far, NULL: none is near */
    size_t distance;
};

Nearest nearest_to(const char *wanted, size_t n);
void nearest_offer(Nearest *s, const char *name);

#endif
