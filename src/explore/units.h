/* units.h - an input as a list of units of one kind, and without some. */
#ifndef CULPRIT_EXPLORE_UNITS_H
#define CULPRIT_EXPLORE_UNITS_H

#include "suite/input.h"

/* From coarse to fine. */
typedef enum {
    UNITS_WHOLE,  /* arguments, variables, files, standard input */
    UNITS_LINES,  /* of standard input and files */
    UNITS_TOKENS, /* words and numbers, blanks, anything else by itself */
    UNITS_BYTES,
    UNITS_ARG_BYTES, /* bytes of arguments */
    UNITS_LEVELS
} UnitsLevel;

typedef struct Unit Unit;
struct Unit {
    uint32_t part; /* of the input: see units.c */
    uint32_t from, to;
};

typedef struct Units Units;
struct Units {
    UnitsLevel level;
    const Input *input;
    Unit *at;
    size_t n;
    uint32_t first, end; /* the parts that they make up */
};

void units_make(const Input *in, UnitsLevel level, Units *out);
void units_done(Units *u);

/* The input with only these units, ascending, but for kept[from .. to-1]. */
Input units_without(Arena *a, const Units *u, const uint32_t *kept, size_t n,
                    size_t from, size_t to);

#endif
