/* shadow.h - how code instrumented by variant/concolic*.c and the runtime
 * (runtime/concolic*.c) hand shadows to each other.
 *
 * A shadow is the number of a node (concolic.h), 0 for a concrete value. An
 * instrumented function whose address is in __culprit_tag when it is entered
 * was given the shadows of its arguments in __culprit_args, and in
 * __culprit_byvals the addresses of what was copied for it. What it returns
 * has the shadows in __culprit_ret. __culprit_variadic describes the arguments
 * of a call with `...`: for each a letter (g, f: register classes, m: memory),
 * its size, a comma, how many shadows it has, a semicolon.
 */
#ifndef CULPRIT_FORMAT_SHADOW_H
#define CULPRIT_FORMAT_SHADOW_H

enum {
    SHADOW_MAP_SHIFT = 4, /* __culprit_map: an entry for so many bytes, */
    SHADOW_MAP_BITS = 22, /* by the low bits of their address */
    SHADOW_ARGUMENTS = 64,
    SHADOW_LEAVES = 8,    /* scalars of one value */
    SHADOW_BYVALS = 8,    /* arguments that are copied, of one call */
    SHADOW_NEGATED = 256, /* beside a ConcolicOp: NOT of it */
};

#endif
