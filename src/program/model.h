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
    struct {
        uint8_t reads, writes;          /* bit per argument */
        int8_t reads_rest, writes_rest; /* from this one on, MODEL_NONE */
    } arguments;
    struct {
        uint8_t kind;    /* ModelReturns */
        int8_t argument; /* MODEL_NONE */
    } result;
    struct {
        int8_t to, from; /* arguments; to MODEL_ARGS: what is returned */
    } copy;
    struct {
        int8_t to, what; /* *to = within what; MODEL_ARGS: heap */
    } store;
    int8_t deep; /* argument */
    struct {
        int8_t function; /* argument, MODEL_NONE */
        int8_t n, args[3];
    } back;        /* a call back */
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
