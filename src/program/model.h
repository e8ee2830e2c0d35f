/* model.h - what functions of libc do to memory: rows of model.def, parsed. */
#ifndef CULPRIT_PROGRAM_MODEL_H
#define CULPRIT_PROGRAM_MODEL_H

#include "base/map.h"

#include <stdbool.h>
#include <stdint.h>

enum { MODEL_ARGS = 8, MODEL_NONE = -1 };

typedef enum {
    RETURNS_NONE,
    RETURNS_ARGUMENT,
    RETURNS_WITHIN, /* an address within what the argument points to */
    RETURNS_HEAP,
    RETURNS_OUTSIDE,
} ModelReturns;

typedef struct Model Model;
struct Model {
    const char *name;
    uint8_t reads, writes;          /* bit per argument */
    int8_t reads_rest, writes_rest; /* from this argument on, MODEL_NONE */
    uint8_t returns;                /* ModelReturns */
    int8_t returned;                /* argument, MODEL_NONE */
    int8_t copy_to, copy_from;   /* arguments; copy_to MODEL_ARGS: returned */
    int8_t store_to, store_what; /* *to = within what; MODEL_ARGS: heap */
    int8_t deep;                 /* argument */
    int8_t call, ncall, call_args[3];
    uint8_t keeps; /* bit per argument */
    bool in, out, twice;
};

typedef struct Models Models;
struct Models {
    Model *rows;
    size_t n;
    Map index;
};

void models_init(Models *m); /* a row that does not parse is a bug() */
void models_done(Models *m);

/* NULL if unknown. Intrinsics are found without their types; those that are
 * not in the table have an empty row. */
const Model *models_find(const Models *m, const char *name);

#endif
