/* concolic_node.h - what the makers of expressions share. */
#ifndef CULPRIT_RUNTIME_CONCOLIC_NODE_H
#define CULPRIT_RUNTIME_CONCOLIC_NODE_H

#include "runtime/concolic.h"

#define OP(n)       ((ConcolicOp)crt_nodes[n].op)
#define WIDTH(n)    ((uint32_t)crt_nodes[n].width)
#define A(n)        (crt_nodes[n].a)
#define B(n)        (crt_nodes[n].b)
#define V(n)        (crt_values[n])
#define IS_CONST(n) (OP(n) == CONCOLIC_CONST)

/* As it is; 0 if there is no room, and the recording stops. */
uint32_t crt_cons(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b,
                  uint32_t c, uint64_t value);

/* concolic_bits.c: values put together of pieces */
uint32_t crt_extract(uint32_t width, uint32_t a, uint32_t low);
uint32_t crt_concat(uint32_t high, uint32_t low);
/* By 0 < `by` < its width. */
uint32_t crt_shift(ConcolicOp op, uint32_t a, uint32_t by);
/* The bits of a that the mask has; 0 if they are not in one piece. */
uint32_t crt_select(uint32_t a, uint64_t mask);
/* a OP b as pieces of one beside those of the other; 0 if it is not that. */
uint32_t crt_join(ConcolicOp op, uint32_t a, uint32_t b);
/* a == value, of an a whose lowest piece is a constant. */
uint32_t crt_equal_head(uint32_t a, uint64_t value);

#endif
