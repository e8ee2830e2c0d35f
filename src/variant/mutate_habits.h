/* mutate_habits.h - what the program already does, which suggests what a
 * missing statement might be.
 */
#ifndef CULPRIT_VARIANT_MUTATE_HABITS_H
#define CULPRIT_VARIANT_MUTATE_HABITS_H

#include "variant/mutate_sites.h"

/* Mark the variables, from number `first` on, that the function counts with:
 * x++, s->depth--, n += 2. What goes up may have to go down somewhere. */
void habits_mark_steps(MutateScan *s, LLVMValueRef f, uint32_t first);

/* Put in the functions of the module that change nothing but their own locals,
 * keyed by their address: inserting a call of one does nothing. */
void habits_find_idle(LLVMModuleRef module, Map *idle);

#endif
