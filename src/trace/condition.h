/* condition.h - which branches are one condition of the source.
 *
 * `if (a && (b || c))` is three branches of the code and one event of the
 * path paper. A branch whose place in the source is not behind those of the
 * branches that alone lead to it ends a condition that they began: clang puts
 * the last branch where the condition begins, the others at their operators.
 * In loops clang computes && and || first and branches on the result; those
 * stay branches of their own.
 */
#ifndef CULPRIT_TRACE_CONDITION_H
#define CULPRIT_TRACE_CONDITION_H

#include "format/script.h"

typedef struct Conditions Conditions;
struct Conditions {
    const Script *script;
    uint32_t *leader; /* per block: where its condition begins, or itself */
    uint32_t *last;   /* per block: where it ends, or itself */
    uint32_t *block;  /* per instruction: its block */
};

void conditions_build(const Script *s, Conditions *out);
void conditions_done(Conditions *c);

/* The block that a branch or switch goes to with that value, SCRIPT_NONE for
 * other instructions. */
uint32_t condition_target(const Script *s, uint32_t inst, uint64_t value);

/* Is this branch's part of the condition true in the source, if it goes that
 * way? Clang turns `!` by exchanging targets, and puts what is done if the
 * whole is true before what is done if not. */
bool condition_truth(const Conditions *c, uint32_t inst, uint64_t value);

#endif
