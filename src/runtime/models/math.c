/* math.c - models of <math.h> for which the solver has an operator.
 *
 * Everything else of <math.h> has no model: its arguments are assumed.
 * Where the real function sets errno, it is called.
 */
#include "help.h"

#include <math.h>

#define UNARY(type, name)           \
    type MODEL(name)(type x)        \
    {                               \
        return __builtin_##name(x); \
    }

UNARY(double, fabs)      /* no branch */
UNARY(double, floor)     /* no branch */
UNARY(double, ceil)      /* no branch */
UNARY(double, trunc)     /* no branch */
UNARY(double, rint)      /* no branch */
UNARY(double, nearbyint) /* no branch */
UNARY(double, round)     /* no branch */
UNARY(float, fabsf)      /* no branch */
UNARY(float, floorf)     /* no branch */
UNARY(float, ceilf)      /* no branch */
UNARY(float, truncf)     /* no branch */
UNARY(float, rintf)      /* no branch */
UNARY(float, nearbyintf) /* no branch */
UNARY(float, roundf)     /* no branch */

/* one branch: below zero is the real function's */
double
MODEL(sqrt)(double x)
{
    return x < 0 ? sqrt(x) : __builtin_sqrt(x);
}

/* one branch: below zero is the real function's */
float
MODEL(sqrtf)(float x)
{
    return x < 0 ? sqrtf(x) : __builtin_sqrtf(x);
}

/* one branch: what sets errno is the real function's */
double
MODEL(fmod)(double x, double y)
{
    bool odd = (y == 0) | (__builtin_fabs(x) == __builtin_inf());
    return odd ? fmod(x, y) : __builtin_fmod(x, y);
}

/* one branch: what sets errno is the real function's */
float
MODEL(fmodf)(float x, float y)
{
    bool odd = (y == 0) | (__builtin_fabsf(x) == __builtin_inff());
    return odd ? fmodf(x, y) : __builtin_fmodf(x, y);
}

/* no branch */
double
MODEL(copysign)(double x, double y)
{
    return __builtin_copysign(x, y);
}

/* no branch */
float
MODEL(copysignf)(float x, float y)
{
    return __builtin_copysignf(x, y);
}

/* no branch */
double
MODEL(fmin)(double x, double y)
{
    return ((x < y) | (y != y)) ? x : y;
}

/* no branch */
float
MODEL(fminf)(float x, float y)
{
    return ((x < y) | (y != y)) ? x : y;
}

/* no branch */
double
MODEL(fmax)(double x, double y)
{
    return ((x > y) | (y != y)) ? x : y;
}

/* no branch */
float
MODEL(fmaxf)(float x, float y)
{
    return ((x > y) | (y != y)) ? x : y;
}

#define ISNAN(type, name)   \
    int MODEL(name)(type x) \
    {                       \
        return x != x;      \
    }
#define ISINF(type, name, most)          \
    int MODEL(name)(type x)              \
    {                                    \
        return (x > most) - (x < -most); \
    }
#define FINITE(type, name, most)           \
    int MODEL(name)(type x)                \
    {                                      \
        return (x <= most) & (x >= -most); \
    }

ISNAN(double, isnan)                  /* no branch */
ISNAN(double, __isnan)                /* no branch */
ISNAN(float, isnanf)                  /* no branch */
ISNAN(float, __isnanf)                /* no branch */
ISINF(double, isinf, __DBL_MAX__)     /* no branch */
ISINF(double, __isinf, __DBL_MAX__)   /* no branch */
ISINF(float, isinff, __FLT_MAX__)     /* no branch */
ISINF(float, __isinff, __FLT_MAX__)   /* no branch */
FINITE(double, finite, __DBL_MAX__)   /* no branch */
FINITE(double, __finite, __DBL_MAX__) /* no branch */
FINITE(float, finitef, __FLT_MAX__)   /* no branch */
FINITE(float, __finitef, __FLT_MAX__) /* no branch */
