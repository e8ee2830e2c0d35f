/* depend.h - the static dependence model of a program, all of it.
 *
 * Made from the linked module whenever it is needed; it is not stored. Its
 * numbers for functions, blocks and statements are those of the cached model.
 */
#ifndef CULPRIT_PROGRAM_DEPEND_H
#define CULPRIT_PROGRAM_DEPEND_H

#include "base/texts.h"
#include "program/pdg.h"

#include <llvm-c/Types.h>

typedef struct Depend Depend;
struct Depend {
    Program program;
    Code code;
    Control control;
    Points points;
    Effects effects;
    Sdg sdg;
};

/* `summary`: find summary control dependences too. Everything in `out` refers
 * to it: it must stay where it is. */
bool depend_open(const Texts *programs, bool summary, Depend *out, Diag *d);
void depend_build(LLVMModuleRef module, bool summary, Depend *out);
void depend_done(Depend *d);

#endif
