/* number.c - models of strtol and its kin.
 *
 * One branch for each byte: a space, a digit, or what ends it; in base 10 a
 * text that starts with a digit needs no other. Values are computed without
 * branches, in 32 bits as long as the digits fit.
 */
#include "number.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* Is it a digit of this base? One expression. */
static inline bool
is_digit_of(unsigned c, unsigned base)
{
    if (base <= 10)
        return c - '0' < base;
    return is_digit(c) | ((c | 32) - 'a' < base - 10);
}

/* The value of what is known to be one. */
static inline unsigned
known_digit(unsigned c, unsigned base)
{
    return base <= 10 ? c - '0' : (c & 31) - 16 + (c >> 6) * 25;
}

/* How many digits never exceed `most`. */
static inline size_t
safe_digits(unsigned base, uint64_t most)
{
    size_t n = 0;
    for (uint64_t left = most; left >= base - 1; n++) {
        if (left / base < 1)
            return n + 1;
        left = left / base - (left % base != base - 1);
    }
    return n;
}

uint64_t
PRIVATE(number_fold)(const Byte *digits, size_t n, unsigned base, bool *over)
{
    size_t few = safe_digits(base, UINT32_MAX);
    size_t many = safe_digits(base, UINT64_MAX);
    uint32_t small = 0;
    size_t i = 0;
    for (; i < n && i < few; i++)
        small = small * base + known_digit(digits[i], base);
    uint64_t value = small;
    for (; i < n && i < many; i++)
        value = value * base + known_digit(digits[i], base);
    uint64_t cut = UINT64_MAX / base, rest = UINT64_MAX % base;
    *over = false;
    for (; i < n && !*over; i++) {
        uint64_t d = known_digit(digits[i], base);
        if (decide((value > cut) | ((value == cut) & (d > rest))))
            *over = true;
        value = value * base + d;
    }
    return value;
}

uint64_t
PRIVATE(number_limit)(const Byte *digits, size_t n, unsigned base,
                      bool negative, bool is_signed)
{
    bool over;
    uint64_t value = PRIVATE(number_fold)(digits, n, base, &over);
    uint64_t most = is_signed ? (uint64_t)INT64_MAX + negative : UINT64_MAX;
    if (is_signed && !over && n > safe_digits(base, INT64_MAX))
        over = decide(value > most);
    if (over) {
        errno = ERANGE;
        return most; /* -most is most, of the smallest */
    }
    return negative ? -value : value;
}

typedef enum {
    UNSIGNED = 0,
    SIGNED = 1,
    BINARY = 2 /* 0b is a prefix: C23 */
} Kind;

static uint64_t
integer(const char *text, char **end, int base, int kind)
{
    const Byte *s = (const Byte *)text;
    bool negative = false;
    base = (int)__culprit_sym_concrete((uint64_t)(uint32_t)base);
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    const Byte *digits = s, *prefix = NULL;
    if (base != 10 || !decide(is_digit(*s))) {
        while (is_space(*s))
            s++;
        if (decide((*s == '-') | (*s == '+')))
            negative = *s++ == '-';
        if (base == 0 || base == 16 || (base == 2 && (kind & BINARY))) {
            if (decide(*s == '0')) {
                unsigned x = s[1] | 32u;
                if (base != 2 && decide(x == 'x')) {
                    prefix = s += 2;
                    base = 16;
                } else if (base != 16 && (kind & BINARY) && decide(x == 'b')) {
                    prefix = s += 2;
                    base = 2;
                } else if (base == 0) {
                    base = 8;
                }
            } else if (base == 0) {
                base = 10;
            }
        }
        digits = s;
        if (!decide(is_digit_of(*s, (unsigned)base))) {
            if (end != NULL) {
                const char *stop = text;
                if (prefix)
                    stop = (const char *)prefix - 1;
                *end = (char *)(uintptr_t)stop;
            }
            return 0;
        }
    }
    s++;
    while (is_digit_of(*s, (unsigned)base))
        s++;
    if (end != NULL)
        *end = (char *)(uintptr_t)s;
    return PRIVATE(number_limit)(digits, (size_t)(s - digits), (unsigned)base,
                                 negative, (kind & SIGNED) != 0);
}

#define INTEGER(type, name, kind)                    \
    type MODEL(name)(const char *s, char **e, int b) \
    {                                                \
        return (type)integer(s, e, b, kind);         \
    }
#define INTERNAL(type, name, kind)                              \
    type MODEL(name)(const char *s, char **e, int b, int group) \
    {                                                           \
        (void)group; /* the C locale has no groups */           \
        return (type)integer(s, e, b, kind);                    \
    }

INTEGER(long, strtol, SIGNED)                   /* about a branch a byte */
INTEGER(long long, strtoll, SIGNED)             /* strtol */
INTEGER(intmax_t, strtoimax, SIGNED)            /* strtol */
INTEGER(long long, strtoq, SIGNED)              /* strtol */
INTEGER(unsigned long, strtoul, UNSIGNED)       /* strtol */
INTEGER(unsigned long long, strtoull, UNSIGNED) /* strtol */
INTEGER(uintmax_t, strtoumax, UNSIGNED)         /* strtol */
INTEGER(unsigned long long, strtouq, UNSIGNED)  /* strtol */
INTERNAL(long, __strtol_internal, SIGNED)       /* strtol */
INTERNAL(long long, __strtoll_internal, SIGNED) /* strtol */
INTERNAL(unsigned long, __strtoul_internal, UNSIGNED)       /* strtol */
INTERNAL(unsigned long long, __strtoull_internal, UNSIGNED) /* strtol */
INTEGER(long, __isoc23_strtol, SIGNED | BINARY)             /* strtol with 0b */
INTEGER(long long, __isoc23_strtoll, SIGNED | BINARY)       /* strtol with 0b */
INTEGER(intmax_t, __isoc23_strtoimax, SIGNED | BINARY)      /* strtol with 0b */
INTEGER(unsigned long, __isoc23_strtoul, BINARY)            /* strtol with 0b */
INTEGER(unsigned long long, __isoc23_strtoull, BINARY)      /* strtol with 0b */
INTEGER(uintmax_t, __isoc23_strtoumax, BINARY)              /* strtol with 0b */

/* strtol */
int
MODEL(atoi)(const char *s)
{
    return (int)integer(s, NULL, 10, SIGNED);
}

/* strtol */
long
MODEL(atol)(const char *s)
{
    return (long)integer(s, NULL, 10, SIGNED);
}

/* strtol */
long long
MODEL(atoll)(const char *s)
{
    return (long long)integer(s, NULL, 10, SIGNED);
}

/* no branch */
int
MODEL(abs)(int x)
{
    return x < 0 ? (int)-(unsigned)x : x;
}

/* no branch */
long
MODEL(labs)(long x)
{
    return x < 0 ? (long)-(unsigned long)x : x;
}

/* no branch */
long long
MODEL(llabs)(long long x)
{
    return x < 0 ? (long long)-(unsigned long long)x : x;
}

/* no branch */
intmax_t
MODEL(imaxabs)(intmax_t x)
{
    return x < 0 ? (intmax_t) - (uintmax_t)x : x;
}

/* division and remainder */
div_t
MODEL(div)(int x, int y)
{
    return (div_t){x / y, x % y};
}

/* division and remainder */
ldiv_t
MODEL(ldiv)(long x, long y)
{
    return (ldiv_t){x / y, x % y};
}

/* division and remainder */
lldiv_t
MODEL(lldiv)(long long x, long long y)
{
    return (lldiv_t){x / y, x % y};
}
