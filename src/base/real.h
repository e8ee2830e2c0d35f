/* real.h - a real number as bits, and bits as a real number. */
#ifndef CULPRIT_BASE_REAL_H
#define CULPRIT_BASE_REAL_H

#include <stdint.h>
#include <string.h>

static inline double
real_of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t
real_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
