/* mutate_same.h - changes of functions that several programs have copies of. */
#ifndef CULPRIT_VARIANT_MUTATE_SAME_H
#define CULPRIT_VARIANT_MUTATE_SAME_H

#include "variant/mutate_sites.h"

/* Tell the runtime of functions that are copies of others: what it is asked to
 * change in the first of them is changed in the copy, where that one is part
 * of the program that runs. `functions` are the model's, in its order. */
void mutate_tell_same(const MutateScan *s, LLVMModuleRef module,
                      LLVMValueRef const *functions);

#endif
