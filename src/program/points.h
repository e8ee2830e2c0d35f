/* points.h - where addresses may point, and which functions calls may reach.
 *
 * Andersen's inclusion-based analysis, flow- and context-insensitive, field-
 * sensitive (see inclusion.h and docs/design/dependence.md). Heap memory is one
 * object per allocating call. Sound for what the program does with addresses
 * within C's rules of pointer arithmetic; what escapes to unknown functions may
 * be read, changed and called by them.
 */
#ifndef CULPRIT_PROGRAM_POINTS_H
#define CULPRIT_PROGRAM_POINTS_H

#include "base/vec.h"
#include "program/inclusion.h"
#include "program/model.h"

/* One callee of one call. */
typedef struct PointsCall PointsCall;
struct PointsCall {
    uint32_t inst;      /* PROGRAM_NONE: called from outside */
    uint32_t function;  /* of the model; PROGRAM_NONE: see symbol */
    uint32_t symbol;    /* index; PROGRAM_NONE: nobody knows */
    const Model *model; /* of a declared function; NULL: unknown */
    bool callback;      /* a declared function calls it on behalf of inst */
};

typedef struct Points Points;
struct Points {
    const Code *code;
    const Program *program;
    Models models;
    Inclusion solver;
    VEC(PointsCall) calls; /* by inst, then callee */
    uint32_t *first_call;  /* ninsts + 1: calls of an instruction */
    uint32_t returns;      /* node of function 0's returned value */
    struct {
        uint32_t outside;
        uint32_t state; /* input position and the like */
        uint32_t *of;   /* alloca or heap call -> object, PROGRAM_NONE */
        uint32_t *of_symbol;
        uint32_t *extra; /* function -> object of its extra arguments */
    } objects;
    struct PointsSites *sites; /* while building */
};

void points_build(const Program *p, const Code *c, Points *out);
void points_done(Points *pt);

/* Locations an address may have; canonical. NULL for plain constants. */
const PSet *points_of(const Points *pt, uint32_t value);

/* Add every location that an access of `size` bytes at this address may touch;
 * CODE_UNKNOWN: up to the object's end. Constants never change and are left
 * out, here and below. */
void points_touch(const Points *pt, uint32_t address, uint64_t size, PSet *out);

/* Add all that can be reached from what the address points to. */
void points_reach(const Points *pt, uint32_t address, PSet *out);

/* A location in words: "x", "s+8", "heap:main:12", "argv". */
void points_name(const Points *pt, uint32_t location, Str *out);

#endif
