/* control.h - control dependence of blocks, for the whole program.
 *
 * Block b depends on edge e out of branch a if b is executed whenever e is
 * taken (b postdominates e's end, or is it) but not whenever a is (Ferrante,
 * Ottenstein & Warren 1987). Branches of endless regions are decided by the
 * exit that flow.h gives them. A block without dependences is executed
 * whenever its function is entered, or never.
 */
#ifndef CULPRIT_PROGRAM_CONTROL_H
#define CULPRIT_PROGRAM_CONTROL_H

#include "program/program.h"

typedef struct ControlDep ControlDep;
struct ControlDep {
    uint32_t branch; /* block */
    uint32_t edge;
};

typedef struct Control Control;
struct Control {
    uint32_t nblocks;
    uint32_t *first;  /* nblocks + 1 */
    ControlDep *deps; /* of block b: deps[first[b] .. first[b+1]-1], by edge */
};

void control_build(const Program *p, Control *out);
void control_done(Control *c);

/* Ranges, order, and that every edge leaves its branch. */
bool control_check(const Control *c, const Program *p, Diag *d);

#endif
