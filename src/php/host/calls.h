/* calls.h - the table of pure functions (php/calls.def). */
#ifndef CULPRIT_PHP_HOST_CALLS_H
#define CULPRIT_PHP_HOST_CALLS_H

#include <stdint.h>

typedef struct PureCall PureCall;
struct PureCall {
    const char *name;
    uint32_t least, most; /* arguments */
};

enum { CALLS_NONE = UINT16_MAX };

/* The row of a name, or CALLS_NONE. */
uint16_t calls_find(const char *name, uint32_t nargs);

/* The row of that number, or NULL. */
const PureCall *calls_row(uint16_t number);

#endif
