/* leave.h - functions that a variant leaves as they are.
 *
 * One function that cannot be instrumented costs its own records, not the
 * variant. Some are known by what they are made of; others show when the
 * instrumented module is verified, and the variant is then made again without
 * them. Marks are attributes of the functions, so they survive passes, new
 * names and copies of the module.
 */
#ifndef CULPRIT_VARIANT_LEAVE_H
#define CULPRIT_VARIANT_LEAVE_H

#include "base/diag.h"
#include "base/vec.h"

#include <llvm-c/Types.h>

#include <stdint.h>

/* Functions of the program, by their number in a fresh module. */
typedef struct LeaveList LeaveList;
struct LeaveList {
    VEC(uint32_t) at;
};

/* needs: a fresh module. Numbers its functions, and marks the listed ones and
 * those without a body that code could be put into. `straight`: also those
 * that control leaves by other ways than branches and returns. */
void leave_mark(LLVMModuleRef module, const LeaveList *list, bool straight);

/* Is the function to stay as it is? */
bool leave_is(LLVMValueRef function);

/* Is every function of the instrumented module sound? If not, the program's
 * that are not join the list. A function that is broken although it was left,
 * or is our own, is a bug. */
bool leave_check(LLVMModuleRef module, LeaveList *list);

/* Name them in warnings. needs: leave_mark. */
void leave_warn(LLVMModuleRef module, const char *variant, Diag *d);

void leave_done(LeaveList *list);

#endif
