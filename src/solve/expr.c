/* expr.c - the operators of recorded expressions: their shapes and values. */
#include "solve/expr.h"

#include "base/diag.h"
#include "base/real.h"

#include <math.h>
#include <string.h>

const ExprOp expr_ops[CONCOLIC_NOPS] = {
    [CONCOLIC_NONE] = {"none", 0, SHAPE_LEAF},
    [CONCOLIC_CONST] = {"const", 0, SHAPE_LEAF},
    [CONCOLIC_SYMBOL] = {"symbol", 0, SHAPE_LEAF},
    [CONCOLIC_NOT] = {"not", 1, SHAPE_UNARY},
    [CONCOLIC_NEG] = {"neg", 1, SHAPE_UNARY},
    [CONCOLIC_ADD] = {"add", 2, SHAPE_BINARY},
    [CONCOLIC_SUB] = {"sub", 2, SHAPE_BINARY},
    [CONCOLIC_MUL] = {"mul", 2, SHAPE_BINARY},
    [CONCOLIC_UDIV] = {"udiv", 2, SHAPE_BINARY},
    [CONCOLIC_SDIV] = {"sdiv", 2, SHAPE_BINARY},
    [CONCOLIC_UREM] = {"urem", 2, SHAPE_BINARY},
    [CONCOLIC_SREM] = {"srem", 2, SHAPE_BINARY},
    [CONCOLIC_AND] = {"and", 2, SHAPE_BINARY},
    [CONCOLIC_OR] = {"or", 2, SHAPE_BINARY},
    [CONCOLIC_XOR] = {"xor", 2, SHAPE_BINARY},
    [CONCOLIC_SHL] = {"shl", 2, SHAPE_BINARY},
    [CONCOLIC_LSHR] = {"lshr", 2, SHAPE_BINARY},
    [CONCOLIC_ASHR] = {"ashr", 2, SHAPE_BINARY},
    [CONCOLIC_EQ] = {"eq", 2, SHAPE_COMPARE},
    [CONCOLIC_ULT] = {"ult", 2, SHAPE_COMPARE},
    [CONCOLIC_ULE] = {"ule", 2, SHAPE_COMPARE},
    [CONCOLIC_SLT] = {"slt", 2, SHAPE_COMPARE},
    [CONCOLIC_SLE] = {"sle", 2, SHAPE_COMPARE},
    [CONCOLIC_ITE] = {"ite", 3, SHAPE_CHOICE},
    [CONCOLIC_CONCAT] = {"concat", 2, SHAPE_JOIN},
    [CONCOLIC_EXTRACT] = {"extract", 1, SHAPE_PART},
    [CONCOLIC_ZEXT] = {"zext", 1, SHAPE_WIDEN},
    [CONCOLIC_SEXT] = {"sext", 1, SHAPE_WIDEN},
    [CONCOLIC_LOOKUP] = {"lookup", 1, SHAPE_LOOKUP},
    [CONCOLIC_FNEG] = {"fneg", 1, SHAPE_FLOAT_UNARY},
    [CONCOLIC_FABS] = {"fabs", 1, SHAPE_FLOAT_UNARY},
    [CONCOLIC_FSQRT] = {"fsqrt", 1, SHAPE_FLOAT_UNARY},
    [CONCOLIC_FADD] = {"fadd", 2, SHAPE_FLOAT_BINARY},
    [CONCOLIC_FSUB] = {"fsub", 2, SHAPE_FLOAT_BINARY},
    [CONCOLIC_FMUL] = {"fmul", 2, SHAPE_FLOAT_BINARY},
    [CONCOLIC_FDIV] = {"fdiv", 2, SHAPE_FLOAT_BINARY},
    [CONCOLIC_FREM] = {"frem", 2, SHAPE_FLOAT_BINARY},
    [CONCOLIC_FEQ] = {"feq", 2, SHAPE_FLOAT_COMPARE},
    [CONCOLIC_FLT] = {"flt", 2, SHAPE_FLOAT_COMPARE},
    [CONCOLIC_FLE] = {"fle", 2, SHAPE_FLOAT_COMPARE},
    [CONCOLIC_FUNO] = {"funo", 2, SHAPE_FLOAT_COMPARE},
    [CONCOLIC_FTOF] = {"ftof", 1, SHAPE_FLOAT_CAST},
    [CONCOLIC_FTOS] = {"ftos", 1, SHAPE_FLOAT_TO_INT},
    [CONCOLIC_FTOU] = {"ftou", 1, SHAPE_FLOAT_TO_INT},
    [CONCOLIC_STOF] = {"stof", 1, SHAPE_INT_TO_FLOAT},
    [CONCOLIC_UTOF] = {"utof", 1, SHAPE_INT_TO_FLOAT},
    [CONCOLIC_FROUND] = {"fround", 1, SHAPE_FLOAT_UNARY},
};

static bool
is_float(unsigned width)
{
    return width == 32 || width == 64;
}

bool
expr_is_sound(ConcolicOp op, unsigned w, unsigned a, unsigned b, unsigned c,
              uint32_t part)
{
    if (w < 1 || w > 64)
        return false;
    switch ((ExprShape)expr_ops[op].shape) {
    case SHAPE_LEAF:
        return op != CONCOLIC_NONE;
    case SHAPE_UNARY:
        return a == w;
    case SHAPE_BINARY:
        return a == w && b == w;
    case SHAPE_COMPARE:
        return w == 1 && a == b && a > 0;
    case SHAPE_CHOICE:
        return a == 1 && b == w && c == w;
    case SHAPE_JOIN:
        return a > 0 && b > 0 && w == a + b;
    case SHAPE_PART:
        return part < a && w <= a - part;
    case SHAPE_WIDEN:
        return a > 0 && w >= a;
    case SHAPE_LOOKUP:
        return w == 8 && a > 0;
    case SHAPE_FLOAT_UNARY:
        return is_float(w) && a == w && (op != CONCOLIC_FROUND || part <= 4);
    case SHAPE_FLOAT_BINARY:
        return is_float(w) && a == w && b == w;
    case SHAPE_FLOAT_COMPARE:
        return w == 1 && is_float(a) && a == b;
    case SHAPE_FLOAT_CAST:
        return is_float(w) && is_float(a);
    case SHAPE_FLOAT_TO_INT:
        return is_float(a);
    case SHAPE_INT_TO_FLOAT:
        return is_float(w) && a > 0;
    }
    return false;
}

/* Floats */

static float
as_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;

    memcpy(&f, &low, sizeof f);
    return f;
}

static uint64_t
of_float(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

double
expr_double(uint64_t bits, unsigned width)
{
    return width == 32 ? (double)as_float(bits) : real_of_bits(bits);
}

static double
round_as(double x, uint32_t how)
{
    switch (how) {
    case 0:
        return nearbyint(x); /* the default mode: to even */
    case 1:
        return floor(x);
    case 2:
        return ceil(x);
    case 3:
        return trunc(x);
    default:
        return round(x);
    }
}

static uint64_t
float_arithmetic(const Expr *e, uint64_t x, uint64_t y)
{
    if (e->width == 32) {
        float a = as_float(x), b = as_float(y);
        switch (e->op) {
        case CONCOLIC_FADD:
            return of_float(a + b);
        case CONCOLIC_FSUB:
            return of_float(a - b);
        case CONCOLIC_FMUL:
            return of_float(a * b);
        case CONCOLIC_FDIV:
            return of_float(a / b);
        case CONCOLIC_FREM:
            return of_float(fmodf(a, b));
        case CONCOLIC_FSQRT:
            return of_float(sqrtf(a));
        default:
            return of_float((float)round_as((double)a, e->b));
        }
    }
    double a = real_of_bits(x), b = real_of_bits(y);
    switch (e->op) {
    case CONCOLIC_FADD:
        return real_bits(a + b);
    case CONCOLIC_FSUB:
        return real_bits(a - b);
    case CONCOLIC_FMUL:
        return real_bits(a * b);
    case CONCOLIC_FDIV:
        return real_bits(a / b);
    case CONCOLIC_FREM:
        return real_bits(fmod(a, b));
    case CONCOLIC_FSQRT:
        return real_bits(sqrt(a));
    default:
        return real_bits(round_as(a, e->b));
    }
}

static bool
float_compare(const Expr *e, uint64_t x, uint64_t y)
{
    double a = expr_double(x, e->from), b = expr_double(y, e->from);

    switch (e->op) {
    case CONCOLIC_FEQ:
        return a == b;
    case CONCOLIC_FLT:
        return a < b;
    case CONCOLIC_FLE:
        return a <= b;
    default:
        return isnan(a) || isnan(b);
    }
}

/* As x86-64 converts: what does not fit is the smallest number. */
static uint64_t
to_signed(double x, unsigned width)
{
    if (width <= 32)
        return x > -2147483649.0 && x < 2147483648.0 ? (uint64_t)(int64_t)x
                                                     : UINT64_C(0x80000000);
    return x >= -9223372036854775808.0 && x < 9223372036854775808.0
               ? (uint64_t)(int64_t)x
               : UINT64_C(1) << 63;
}

static uint64_t
to_unsigned(double x, unsigned width)
{
    if (width < 64 || x < 9223372036854775808.0)
        return to_signed(x, 64);
    return x < 18446744073709551616.0 ? (uint64_t)x : UINT64_C(1) << 63;
}

static uint64_t
from_int(const Expr *e, uint64_t a)
{
    if (e->op == CONCOLIC_STOF) {
        int64_t s = expr_signed(a, e->from);
        return e->width == 32 ? of_float((float)s) : real_bits((double)s);
    }
    return e->width == 32 ? of_float((float)a) : real_bits((double)a);
}

/* Integers */

static uint64_t
divide_signed(uint64_t x, uint64_t y, unsigned width, bool remainder)
{
    int64_t a = expr_signed(x, width), b = expr_signed(y, width);

    if (b == 0)
        return remainder ? x : a < 0 ? 1 : UINT64_MAX;
    if (b == -1) /* the smallest number has no opposite */
        return remainder ? 0 : 0 - x;
    return (uint64_t)(remainder ? a % b : a / b);
}

static uint64_t
shift_right_signed(uint64_t x, uint64_t by, unsigned width)
{
    return (uint64_t)(expr_signed(x, width) >> (by < width ? by : width - 1));
}

uint64_t
expr_apply(const Expr *e, uint64_t a, uint64_t b, uint64_t c)
{
    const unsigned w = e->width;
    const uint64_t mask = expr_mask(w);

    switch ((ConcolicOp)e->op) {
    case CONCOLIC_NONE:
    case CONCOLIC_CONST:
    case CONCOLIC_SYMBOL:
    case CONCOLIC_LOOKUP:
    case CONCOLIC_NOPS:
        break;
    case CONCOLIC_NOT:
        return ~a & mask;
    case CONCOLIC_NEG:
        return (0 - a) & mask;
    case CONCOLIC_ADD:
        return (a + b) & mask;
    case CONCOLIC_SUB:
        return (a - b) & mask;
    case CONCOLIC_MUL:
        return (a * b) & mask;
    case CONCOLIC_UDIV:
        return b ? a / b : mask;
    case CONCOLIC_UREM:
        return b ? a % b : a;
    case CONCOLIC_SDIV:
        return divide_signed(a, b, w, false) & mask;
    case CONCOLIC_SREM:
        return divide_signed(a, b, w, true) & mask;
    case CONCOLIC_AND:
        return a & b;
    case CONCOLIC_OR:
        return a | b;
    case CONCOLIC_XOR:
        return a ^ b;
    case CONCOLIC_SHL:
        return b < w ? (a << b) & mask : 0;
    case CONCOLIC_LSHR:
        return b < w ? a >> b : 0;
    case CONCOLIC_ASHR:
        return shift_right_signed(a, b, w) & mask;
    case CONCOLIC_EQ:
        return a == b;
    case CONCOLIC_ULT:
        return a < b;
    case CONCOLIC_ULE:
        return a <= b;
    case CONCOLIC_SLT:
        return expr_signed(a, e->from) < expr_signed(b, e->from);
    case CONCOLIC_SLE:
        return expr_signed(a, e->from) <= expr_signed(b, e->from);
    case CONCOLIC_ITE:
        return a ? b : c;
    case CONCOLIC_CONCAT:
        return a << (w - e->from) | b;
    case CONCOLIC_EXTRACT:
        return a >> e->b & mask;
    case CONCOLIC_ZEXT:
        return a;
    case CONCOLIC_SEXT:
        return (uint64_t)expr_signed(a, e->from) & mask;
    case CONCOLIC_FNEG:
        return a ^ UINT64_C(1) << (w - 1);
    case CONCOLIC_FABS:
        return a & mask >> 1;
    case CONCOLIC_FSQRT:
    case CONCOLIC_FADD:
    case CONCOLIC_FSUB:
    case CONCOLIC_FMUL:
    case CONCOLIC_FDIV:
    case CONCOLIC_FREM:
    case CONCOLIC_FROUND:
        return float_arithmetic(e, a, b);
    case CONCOLIC_FEQ:
    case CONCOLIC_FLT:
    case CONCOLIC_FLE:
    case CONCOLIC_FUNO:
        return float_compare(e, a, b);
    case CONCOLIC_FTOF:
        if (e->from == w)
            return a;
        return w == 32 ? of_float((float)real_of_bits(a))
                       : real_bits((double)as_float(a));
    case CONCOLIC_FTOS:
        return to_signed(expr_double(a, e->from), w) & mask;
    case CONCOLIC_FTOU:
        return to_unsigned(expr_double(a, e->from), w) & mask;
    case CONCOLIC_STOF:
    case CONCOLIC_UTOF:
        return from_int(e, a);
    }
    bug("operator %u has no value of its own", e->op);
}
