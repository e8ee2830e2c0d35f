/* loops.h - how deep in loops each block is. */
#ifndef CULPRIT_PROGRAM_LOOPS_H
#define CULPRIT_PROGRAM_LOOPS_H

#include "program/program.h"

/* needs: blocks, edges. fills: ProgramBlock.depth of the function's blocks. */
void loops_depth(Program *p, uint32_t function);

#endif
