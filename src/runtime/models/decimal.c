/* decimal.c - models of strtod and its kin.
 *
 * The shape of the text is found with a branch or two a byte. The value is an
 * expression where one rounding gives the exact result (Clinger 1990): at most
 * 15 digits (7 for float) and a power of ten up to 22 (10), which is what
 * people write. Otherwise, and for hexadecimal, infinite and NaN texts, the
 * bytes are assumed and the value is the real function's.
 */
#include "number.h"

#include <stdlib.h>

typedef struct DecimalShape DecimalShape;
struct DecimalShape {
    const char *end;    /* NULL: no number here */
    const char *digits; /* of the integer part */
    size_t whole, fraction;
    const char *exponent; /* its digits */
    size_t powers;
    bool negative, down; /* sign of number, of exponent */
    bool plain;          /* decimal; the other fields are only for it */
};

static const char *
skip_digits(const char *s)
{
    while (is_digit((Byte)*s))
        s++;
    return s;
}

/* [.digits][e[sign]digits] of a text that begins with a digit or a point
 * before one, which is known. */
static void
find_shape(const char *s, bool point_first, DecimalShape *x)
{
    x->plain = true;
    x->digits = s;
    if (!point_first)
        s = skip_digits(s + 1);
    x->whole = (size_t)(s - x->digits);
    if (point_first || decide(*s == '.')) {
        const char *point = s;
        s = skip_digits(s + 1 + point_first);
        x->fraction = (size_t)(s - point - 1);
    }
    x->end = s;
    if (decide((*s | 32) == 'e')) {
        s++;
        if (decide((*s == '-') | (*s == '+')))
            x->down = decide(*s++ == '-');
        x->exponent = s;
        s = skip_digits(s);
        x->powers = (size_t)(s - x->exponent);
        if (x->powers)
            x->end = s;
    }
}

/* Does the text begin with this word? One branch a byte. */
static bool
begins(const char *s, const char *word)
{
    for (; *word; s++, word++)
        if (decide((*s | 32) != *word))
            return false;
    return true;
}

static DecimalShape
shape_of(const char *s)
{
    DecimalShape x = {0};
    if (!decide(is_digit((Byte)*s))) {
        while (is_space((Byte)*s))
            s++;
        if (decide((*s == '-') | (*s == '+')))
            x.negative = decide(*s++ == '-');
        if (!decide(is_digit((Byte)*s))) {
            if (decide(*s == '.')) {
                if (decide(is_digit((Byte)s[1])))
                    find_shape(s, true, &x);
            } else if (begins(s, "inf") || begins(s, "nan")) {
                x.end = s;
            }
            return x;
        }
    }
    if (*s == '0' && (s[1] | 32) == 'x' &&
        (is_hex((Byte)s[2]) || (s[2] == '.' && is_hex((Byte)s[3]))))
        x.end = s;
    else
        find_shape(s, false, &x);
    return x;
}

/* The power of ten, at most `most` (or a large number): assumed. */
static int
power_of(const DecimalShape *x)
{
    bool over = x->powers > 4;
    uint64_t e = 0;
    if (x->powers && !over)
        e = __culprit_sym_concrete(PRIVATE(number_fold)(
            (const Byte *)x->exponent, x->powers, 10, &over));
    if (over)
        return 9999;
    return (x->down ? -(int)e : (int)e) - (int)x->fraction;
}

/* The digits without the point; few. */
static int64_t
mantissa_of(const DecimalShape *x)
{
    Byte all[16] = {0};
    size_t n = 0;
    bool over;
    for (size_t i = 0; i < x->whole; i++)
        all[n++] = (Byte)x->digits[i];
    for (size_t i = 0; i < x->fraction; i++)
        all[n++] = (Byte)x->digits[x->whole + 1 + i];
    return (int64_t)PRIVATE(number_fold)(all, n, 10, &over);
}

/* Is one rounding enough? *power is the power of ten. */
static bool
is_exact(const DecimalShape *x, size_t digits, int most, int *power)
{
    if (!x->plain || x->whole + x->fraction > digits)
        return false;
    *power = power_of(x);
    return *power <= most && *power >= -most;
}

static double
double_of(const DecimalShape *x, int power)
{
    double v = (double)mantissa_of(x), ten = 1;
    for (int i = power < 0 ? -power : power; i > 0; i--)
        ten *= 10;
    v = power < 0 ? v / ten : power > 0 ? v * ten : v;
    return x->negative ? -v : v;
}

static float
float_of(const DecimalShape *x, int power)
{
    float v = (float)mantissa_of(x), ten = 1;
    for (int i = power < 0 ? -power : power; i > 0; i--)
        ten *= 10;
    v = power < 0 ? v / ten : power > 0 ? v * ten : v;
    return x->negative ? -v : v;
}

#define REAL(type, name, digits, most, make)                \
    type MODEL(name)(const char *s, char **end)             \
    {                                                       \
        char *stop;                                         \
        int power = 0;                                      \
        DecimalShape x = shape_of(s);                       \
        if (x.end == NULL) {                                \
            if (end != NULL)                                \
                *end = (char *)(uintptr_t)s;                \
            return 0;                                       \
        }                                                   \
        if (digits && is_exact(&x, digits, most, &power)) { \
            if (end != NULL)                                \
                *end = (char *)(uintptr_t)x.end;            \
            return make(&x, power);                         \
        }                                                   \
        type v = name(s, &stop);                            \
        __culprit_sym_forget(&stop, sizeof stop);           \
        pin(s, (size_t)(stop - s) + 1);                     \
        if (end != NULL)                                    \
            *end = stop;                                    \
        return v;                                           \
    }

REAL(double, strtod, 15, 22, double_of)     /* an expression up to 15 digits */
REAL(float, strtof, 7, 10, float_of)        /* an expression up to 7 digits */
REAL(long double, strtold, 0, 0, double_of) /* the bytes are assumed */

/* strtod */
double
MODEL(atof)(const char *s)
{
    return MODEL(strtod)(s, NULL);
}

/* strtod */
double
MODEL(__strtod_internal)(const char *s, char **end, int group)
{
    (void)group;
    return MODEL(strtod)(s, end);
}

/* strtof */
float
MODEL(__strtof_internal)(const char *s, char **end, int group)
{
    (void)group;
    return MODEL(strtof)(s, end);
}

/* The shape of a text that is known: looks at what it is in this run. */
static DecimalShape
known_shape(const char *text, size_t n)
{
    DecimalShape x = {0};
    char *plain = malloc(n + 1);
    if (plain == NULL)
        return x;
    __culprit_sym_move(plain, text, n);
    plain[n] = 0;
    __culprit_sym_forget(plain, n + 1);
    x = shape_of(plain);
    if (x.plain) {
        x.digits = text + (x.digits - plain);
        if (x.powers)
            x.exponent = text + (x.exponent - plain);
    }
    free(plain);
    return x;
}

double
PRIVATE(number_double)(const char *text, size_t n)
{
    int power = 0;
    DecimalShape x = known_shape(text, n);
    if (is_exact(&x, 15, 22, &power))
        return double_of(&x, power);
    pin(text, n);
    return strtod(text, NULL);
}

float
PRIVATE(number_float)(const char *text, size_t n)
{
    int power = 0;
    DecimalShape x = known_shape(text, n);
    if (is_exact(&x, 7, 10, &power))
        return float_of(&x, power);
    pin(text, n);
    return strtof(text, NULL);
}
