/* expr.h - the operators of recorded expressions: their shapes and values.
 *
 * Values are bit vectors of at most 64 bits in a uint64_t whose other bits
 * are zero; floats and doubles are their IEEE bits. What the machine leaves
 * open (a shift by too much, division by zero) is as SMT-LIB has it, so that
 * evaluator and solver agree.
 */
#ifndef CULPRIT_SOLVE_EXPR_H
#define CULPRIT_SOLVE_EXPR_H

#include "format/concolic.h"

#include <stdbool.h>
#include <stdint.h>

/* One operation whose operands are numbers of others in some array. */
typedef struct Expr Expr;
struct Expr {
    uint8_t op;       /* ConcolicOp */
    uint8_t width;    /* bits of the result */
    uint8_t from;     /* bits of operand a; 0 without operands */
    uint8_t spare;    /* 0 */
    uint32_t a, b, c; /* as in ConcolicNode */
};

typedef enum {
    SHAPE_LEAF,    /* no operands */
    SHAPE_UNARY,   /* all of one width */
    SHAPE_BINARY,  /* all of one width */
    SHAPE_COMPARE, /* two of one width, to one bit */
    SHAPE_CHOICE,  /* one bit and two of one width */
    SHAPE_JOIN,    /* concatenation */
    SHAPE_PART,    /* extraction */
    SHAPE_WIDEN,
    SHAPE_LOOKUP,
    SHAPE_FLOAT_UNARY,
    SHAPE_FLOAT_BINARY,
    SHAPE_FLOAT_COMPARE,
    SHAPE_FLOAT_CAST,
    SHAPE_FLOAT_TO_INT,
    SHAPE_INT_TO_FLOAT,
} ExprShape;

typedef struct ExprOp ExprOp;
struct ExprOp {
    const char *name; /* "add", as dumps have it */
    uint8_t arity;    /* operands that are expressions: a, then b, then c */
    uint8_t shape;    /* ExprShape */
};

extern const ExprOp expr_ops[CONCOLIC_NOPS];

static inline uint64_t
expr_mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

/* The value as a signed number. */
static inline int64_t
expr_signed(uint64_t value, unsigned width)
{
    unsigned shift = 64 - width;

    return (int64_t)(value << shift) >> shift;
}

/* Do an operator and these widths go together? Operands that it does not have
 * have width 0. */
bool expr_is_sound(ConcolicOp op, unsigned width, unsigned a, unsigned b,
                   unsigned c, uint32_t part);

/* The value of an operation other than CONST, SYMBOL and LOOKUP. */
uint64_t expr_apply(const Expr *e, uint64_t a, uint64_t b, uint64_t c);

/* Floats and doubles as doubles, exactly. */
double expr_double(uint64_t bits, unsigned width);

#endif
