/* mutate_value.h - the results of operations on values, for the runtime that
 * carries them out and the host that predicts them.
 */
#ifndef CULPRIT_FORMAT_MUTATE_VALUE_H
#define CULPRIT_FORMAT_MUTATE_VALUE_H

#include "format/mutate.h"

#include <stdbool.h>

union MutateNumber {
    uint64_t u;
    double d;
};

static inline int64_t
mutate_normalise(uint64_t v, unsigned bits, unsigned flags)
{
    if (flags & (MUTATE_FLOAT | MUTATE_POINTER) || bits >= 64)
        return (int64_t)v;
    unsigned shift = 64 - bits;
    return flags & MUTATE_SIGNED ? (int64_t)(v << shift) >> shift
                                 : (int64_t)(v << shift >> shift);
}

/* Is a a multiple of b? Of 0 nothing is. */
static inline bool
mutate_divides(int64_t b, int64_t a, unsigned flags)
{
    if (b == 0)
        return false;
    if (flags & MUTATE_SIGNED)
        return b == -1 || a % b == 0;
    return (uint64_t)a % (uint64_t)b == 0;
}

static inline bool
mutate_relate(uint32_t relation, int64_t a, int64_t b, unsigned flags)
{
    if (flags & MUTATE_FLOAT) {
        double x = (union MutateNumber){.u = (uint64_t)a}.d;
        double y = (union MutateNumber){.u = (uint64_t)b}.d;
        switch (relation) {
        case MUTATE_EQ:
            return x == y;
        case MUTATE_NE:
            return x != y;
        case MUTATE_LT:
            return x < y;
        case MUTATE_LE:
            return x <= y;
        case MUTATE_GT:
            return x > y;
        default:
            return x >= y;
        }
    }
    bool less = flags & MUTATE_SIGNED ? a < b : (uint64_t)a < (uint64_t)b;
    switch (relation) {
    case MUTATE_EQ:
        return a == b;
    case MUTATE_NE:
        return a != b;
    case MUTATE_LT:
        return less;
    case MUTATE_LE:
        return less || a == b;
    case MUTATE_GT:
        return !less && a != b;
    case MUTATE_MULTIPLE:
        return mutate_divides(b, a, flags);
    case MUTATE_NO_MULTIPLE:
        return !mutate_divides(b, a, flags);
    default:
        return !less;
    }
}

/* A division that the processor would refuse leaves the left operand. */
static inline int64_t
mutate_compute_int(uint32_t op, int64_t a, int64_t b, unsigned bits,
                   unsigned flags)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool bad = b == 0 || (b == -1 && flags & MUTATE_SIGNED);

    switch (op) {
    case MUTATE_PLUS:
        return (int64_t)(x + y);
    case MUTATE_MINUS:
        return (int64_t)(x - y);
    case MUTATE_TIMES:
        return (int64_t)(x * y);
    case MUTATE_DIV:
        if (bad)
            return b == -1 ? (int64_t)(0 - x) : a;
        return flags & MUTATE_SIGNED ? a / b : (int64_t)(x / y);
    case MUTATE_REM:
        if (bad)
            return b == -1 ? 0 : a;
        return flags & MUTATE_SIGNED ? a % b : (int64_t)(x % y);
    case MUTATE_AND:
        return a & b;
    case MUTATE_OR:
        return a | b;
    case MUTATE_XOR:
        return a ^ b;
    case MUTATE_SHL:
        return (int64_t)(x << (y & (bits - 1)));
    case MUTATE_SHR:
        return flags & MUTATE_SIGNED ? a >> (y & (bits - 1))
                                     : (int64_t)(x >> (y & (bits - 1)));
    case MUTATE_RIGHT:
        return b;
    default:
        return a;
    }
}

static inline int64_t
mutate_compute(uint32_t op, int64_t a, int64_t b, unsigned bits, unsigned flags)
{
    union MutateNumber x = {.u = (uint64_t)a}, y = {.u = (uint64_t)b};

    if (!(flags & MUTATE_FLOAT))
        return mutate_compute_int(op, a, b, bits, flags);
    switch (op) {
    case MUTATE_PLUS:
        return (int64_t)(union MutateNumber){.d = x.d + y.d}.u;
    case MUTATE_MINUS:
        return (int64_t)(union MutateNumber){.d = x.d - y.d}.u;
    case MUTATE_TIMES:
        return (int64_t)(union MutateNumber){.d = x.d * y.d}.u;
    case MUTATE_DIV:
        return (int64_t)(union MutateNumber){.d = x.d / y.d}.u;
    case MUTATE_RIGHT:
        return b;
    default:
        return a;
    }
}

#endif
