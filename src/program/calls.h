/* calls.h - which functions each block calls. */
#ifndef CULPRIT_PROGRAM_CALLS_H
#define CULPRIT_PROGRAM_CALLS_H

#include "base/texts.h"
#include "program/program.h"

#include <llvm-c/Types.h>

typedef struct Calls Calls;
struct Calls {
    uint32_t nblocks;
    uint32_t *first;   /* nblocks + 1: callees of a block */
    uint32_t *callees; /* functions of the model */
    bool *indirect;    /* the block calls through a pointer */
};

/* From the executable, whose model is `p`. */
bool calls_open(const Texts *programs, const Program *p, Calls *out, Diag *d);
void calls_done(Calls *c);

#endif
