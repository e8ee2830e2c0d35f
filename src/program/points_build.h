/* points_build.h - what points.c and bind.c share while a points-to analysis is
 * being built; nobody else includes it. */
#ifndef CULPRIT_PROGRAM_POINTS_BUILD_H
#define CULPRIT_PROGRAM_POINTS_BUILD_H

#include "program/points.h"

typedef struct PointsSites PointsSites;
struct PointsSites {
    Map bound;           /* (call, object) already bound */
    const Model **model; /* of a call with a callback */
    uint8_t *forged;     /* integers that become addresses */
    bool forged_widely;  /* ... and come from we know not where */
};

static inline uint32_t
operand(const Points *pt, const CodeInst *i, uint32_t k)
{
    return k < i->noperands ? pt->code->operands[i->operand + k] : CODE_NONE;
}

static inline uint32_t
first_location(const Points *pt, uint32_t object)
{
    return pt->solver.objects.at[object].location;
}

static inline uint32_t
outside_node(Points *pt)
{
    return inclusion_content(&pt->solver,
                             first_location(pt, pt->objects.outside));
}

/* A function's address, or one from outside, reached a call: an instruction, a
 * callback (instruction + ninsts), or code outside (PROGRAM_NONE). */
void bind_call(void *points, uint32_t call, uint32_t object);

/* Arguments of a call of nobody knows what. */
void bind_unknown(Points *pt, uint32_t inst);

#endif
