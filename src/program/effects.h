/* effects.h - which locations an instruction may read and write; a call
 * includes everything it leads to. */
#ifndef CULPRIT_PROGRAM_EFFECTS_H
#define CULPRIT_PROGRAM_EFFECTS_H

#include "program/points.h"

typedef struct Effects Effects;
struct Effects {
    const Points *points;
    uint32_t *component; /* function -> those that may call each other */
    uint32_t ncomponents;
    PSet *reads, *writes; /* of a component's functions, for their callers */
    bool *recursive;      /* function may be entered while it is active */
    PSet escaped;         /* what unknown functions may touch */
};

void effects_build(const Points *pt, Effects *out);
void effects_done(Effects *e);

/* Add what this instruction may read and write. */
void effects_of(const Effects *e, uint32_t inst, PSet *reads, PSet *writes);

/* Add what it surely overwrites: the one variable its address can mean, if the
 * variable is no array element and covered whole. */
void effects_kills(const Effects *e, uint32_t inst, PSet *kills);

/* If all effects of a call are those of one function of the program, that
 * function; else PROGRAM_NONE. */
uint32_t effects_callee(const Effects *e, uint32_t inst);

/* Does this call return twice, as setjmp does? */
bool effects_twice(const Effects *e, uint32_t inst);

#endif
