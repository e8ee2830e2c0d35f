/* pure.c - the table of pure functions. */
#include "php/host/pure.h"

#include <stddef.h>
#include <string.h>

static const PureCall rows[] = {
#define PURE(name, least, most) {#name, least, most},
#include "php/calls.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

uint16_t
pure_find(const char *name, uint32_t nargs)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return nargs >= rows[i].least && nargs <= rows[i].most ? (uint16_t)i
                                                                   : PURE_NONE;
    return PURE_NONE;
}

const PureCall *
pure_row(uint16_t number)
{
    return number < ROWS ? &rows[number] : NULL;
}
