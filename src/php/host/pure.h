/* pure.h - the table of pure functions (php/calls.def). */
#ifndef CULPRIT_PHP_HOST_PURE_H
#define CULPRIT_PHP_HOST_PURE_H

#include <stdint.h>

typedef struct PureCall PureCall;
struct PureCall {
    const char *name;
    uint32_t least, most; /* arguments */
};

enum { PURE_NONE = UINT16_MAX };

/* The row of a name, or PURE_NONE. */
uint16_t pure_find(const char *name, uint32_t nargs);

/* The row of that number, or NULL. */
const PureCall *pure_row(uint16_t number);

#endif
