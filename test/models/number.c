/* number.c - numbers of texts, and mathematics, against glibc. */
#include "models.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INTEGERS(X)                                           \
    X(long, strtol)                                           \
    X(long long, strtoll)                                     \
    X(unsigned long, strtoul) X(unsigned long long, strtoull) \
        X(intmax_t, strtoimax) X(uintmax_t, strtoumax)
#define DECLARE(type, name) type MODEL(name)(const char *, char **, int);
INTEGERS(DECLARE)
int MODEL(atoi)(const char *);
long MODEL(atol)(const char *);
long long MODEL(atoll)(const char *);
int MODEL(abs)(int);
long MODEL(labs)(long);
div_t MODEL(div)(int, int);
ldiv_t MODEL(ldiv)(long, long);
double MODEL(strtod)(const char *, char **);
float MODEL(strtof)(const char *, char **);
long double MODEL(strtold)(const char *, char **);
double MODEL(atof)(const char *);
long MODEL(__isoc23_strtol)(const char *, char **, int);

static void
compare_integers(const char *s, int base)
{
#define COMPARE(type, name)                                                 \
    {                                                                       \
        char *x = (char *)1, *y = (char *)1;                                \
        errno = 0;                                                          \
        type a = name(s, &x, base);                                         \
        int e = errno;                                                      \
        errno = 0;                                                          \
        type b = MODEL(name)(s, &y, base);                                  \
        check(a == b && x == y && e == errno,                               \
              #name " of '%s' base %d: %jd, not %jd; errno %d %d; end %td " \
                    "%td",                                                  \
              s, base, (intmax_t)b, (intmax_t)a, errno, e, y - s, x - s);   \
    }
    INTEGERS(COMPARE)
}

/* A text like a number of that base, or close to its limits. */
static void
make_number(char *to, int base)
{
    static const char *const edges[] = {
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "2147483648",
        "4294967296",
        "7fffffffffffffff",
        "8000000000000000",
        "ffffffffffffffff",
        "10000000000000000",
        "1777777777777777777777",
        "2000000000000000000000",
        "0x",
        "0xg",
        "-0x",
        "0b1",
        "00x1",
        "0x-1",
        "",
        "-",
        "+-1",
        "  ",
    };
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    size_t n = 0;
    while (pick(4) == 0)
        to[n++] = " \t\n\v\f\r"[pick(6)];
    if (pick(3) == 0)
        to[n++] = "+-"[pick(2)];
    if (pick(4) == 0) {
        strcpy(to + n, edges[pick(sizeof edges / sizeof *edges)]);
        n += strlen(to + n);
    } else {
        if (pick(3) == 0) {
            to[n++] = '0';
            if (pick(2))
                to[n++] = "xXbB"[pick(4)];
        }
        unsigned all = base >= 2 && base <= 36 ? (unsigned)base : 16;
        for (unsigned k = pick(pick(2) ? 6 : 70); k > 0; k--) {
            char c = digits[pick(pick(20) ? all : 36)];
            to[n++] = c >= 'a' && pick(2) ? (char)(c - 32) : c;
        }
    }
    while (pick(3) == 0)
        to[n++] = " .-x09z_"[pick(8)];
    to[n] = 0;
}

/* Headers say that atoi changes nothing, but it does change errno. */
static int (*volatile plain_atoi)(const char *) = atoi;

static void
test_integers(void)
{
    char s[128];
    for (int i = 0; i < 60000; i++) {
        int base = pick(3) ? (int[]){0, 8, 10, 16}[pick(4)] : (int)pick(40) - 1;
        make_number(s, base);
        compare_integers(s, base);
        errno = 0;
        int a = plain_atoi(s), ea = errno;
        errno = 0;
        int b = MODEL(atoi)(s);
        check(a == b && ea == errno, "atoi of '%s'", s);
        check(atol(s) == MODEL(atol)(s), "atol of '%s'", s);
        check(atoll(s) == MODEL(atoll)(s), "atoll of '%s'", s);
    }
    char *end;
    check(MODEL(__isoc23_strtol)("0b101", &end, 0) == 5 && !*end, "0b101");
    check(MODEL(__isoc23_strtol)("0b2", &end, 2) == 0 && *end == 'b', "0b2");
    check(MODEL(__isoc23_strtol)("-0B11", &end, 2) == -3 && !*end, "-0B11");
    static const int ints[] = {0, 1, -1, 7, -7, 1000, INT_MAX, INT_MIN + 1};
    for (int i = 0; i < 8; i++)
        for (int j = 1; j < 8; j++) {
            int x = ints[i], y = ints[j];
            div_t d = MODEL(div)(x, y), e = div(x, y);
            ldiv_t l = MODEL(ldiv)(x, y), m = ldiv(x, y);
            check(d.quot == e.quot && d.rem == e.rem, "div");
            check(l.quot == m.quot && l.rem == m.rem, "ldiv");
            check(MODEL(abs)(x) == abs(x), "abs");
            check(MODEL(labs)(x) == labs(x), "labs");
        }
}

static void
make_real(char *to)
{
    static const char *const words[] = {
        "inf",
        "Infinity",
        "infinit",
        "nan",
        "NaN(12)",
        "nan(",
        "0x1.8p3",
        "0x.p1",
        "0xp1",
        "0x1p",
        "0X1P-1074",
        "1e",
        "1e+",
        ".",
        ".e1",
        "-.5",
        "5.",
        "1e400",
        "1e-400",
        "in",
        "na",
        "i",
        "4.9e-324",
        "1.7976931348623157e308",
        "123456789012345678",
        "9007199254740993",
        "0.1e22",
        "1e22",
        "1e23",
        "0e999999999999",
        "1e99999999999999999999",
        "8388608.5",
        "16777217",
    };
    size_t n = 0;
    while (pick(5) == 0)
        to[n++] = " \t\n"[pick(3)];
    if (pick(3) == 0)
        to[n++] = "+-"[pick(2)];
    if (pick(5) == 0) {
        strcpy(to + n, words[pick(sizeof words / sizeof *words)]);
        n += strlen(to + n);
    } else {
        for (unsigned k = pick(pick(4) ? 5 : 20); k > 0; k--)
            to[n++] = (char)('0' + pick(10));
        if (pick(2))
            to[n++] = '.';
        for (unsigned k = pick(pick(4) ? 5 : 20); k > 0; k--)
            to[n++] = (char)('0' + pick(10));
        if (pick(3) == 0) {
            to[n++] = "eE"[pick(2)];
            if (pick(2))
                to[n++] = "+-"[pick(2)];
            for (unsigned k = pick(4); k > 0; k--)
                to[n++] = (char)('0' + pick(10));
        }
    }
    while (pick(3) == 0)
        to[n++] = " .e-x0"[pick(6)];
    to[n] = 0;
}

static void
test_reals(void)
{
    char s[128];
    for (int i = 0; i < 60000; i++) {
        char *x, *y;
        make_real(s);
#define REAL(type, name)                                                      \
    {                                                                         \
        errno = 0;                                                            \
        type a = name(s, &x);                                                 \
        int e = errno;                                                        \
        errno = 0;                                                            \
        type b = MODEL(name)(s, &y);                                          \
        check(memcmp(&a, &b, sizeof a > 10 ? 10 : sizeof a) == 0 && x == y && \
                  e == errno,                                                 \
              #name " of '%s': %Lg, not %Lg; end %td, not %td", s,            \
              (long double)b, (long double)a, y - s, x - s);                  \
    }
        REAL(double, strtod)
        REAL(float, strtof)
        REAL(long double, strtold)
        double a = atof(s), b = MODEL(atof)(s);
        check(memcmp(&a, &b, sizeof a) == 0, "atof of '%s'", s);
    }
}

void
test_number(void)
{
    test_integers();
    test_reals();
}

#define UNARY(X) \
    X(fabs) X(floor) X(ceil) X(trunc) X(rint) X(nearbyint) X(round) X(sqrt)
#define BINARY(X) X(fmod) X(fmin) X(fmax) X(copysign)
#define DECLARE1(name)          \
    double MODEL(name)(double); \
    float MODEL(name##f)(float);
#define DECLARE2(name)                  \
    double MODEL(name)(double, double); \
    float MODEL(name##f)(float, float);
UNARY(DECLARE1)
BINARY(DECLARE2)
int MODEL(__isnan)(double);
int MODEL(__isinf)(double);
int MODEL(__finite)(double);
int MODEL(__isnanf)(float);
int MODEL(__isinff)(float);
int MODEL(__finitef)(float);
int __isnan(double);
int __isinf(double);
int __finite(double);
int __isnanf(float);
int __isinff(float);
int __finitef(float);

static void
same(double a, double b, int ea, int eb, const char *name, double x, double y)
{
    bool nans = a != a && b != b;
    check((nans || memcmp(&a, &b, sizeof a) == 0) && ea == eb,
          "%s of %a, %a: %a, not %a; errno %d, not %d", name, x, y, b, a, eb,
          ea);
}

void
test_math(void)
{
    static const double of[] = {0.0,      -0.0,      0.5,   -0.5,
                                1.5,      2.5,       -2.5,  1e300,
                                1e-310,   3,         -7.25, 1e17,
                                INFINITY, -INFINITY, NAN,   4503599627370497.5};
    enum { N = sizeof of / sizeof *of };
    for (int i = 0; i < 4000; i++) {
        double x =
            i < N * N ? of[i / N] : ldexp(pick(1u << 30), (int)pick(60) - 45);
        double y =
            i < N * N ? of[i % N] : ldexp(pick(1u << 30), (int)pick(60) - 45);
        if (i >= N * N && pick(2))
            x = -x;
        float fx = (float)x, fy = (float)y;
#define VERSUS(type, call, model)           \
    {                                       \
        errno = 0;                          \
        type a = call;                      \
        int ea = errno;                     \
        errno = 0;                          \
        type b = model;                     \
        same(a, b, ea, errno, #call, x, y); \
    }
#define COMPARE1(name)                      \
    VERSUS(double, name(x), MODEL(name)(x)) \
    VERSUS(float, name##f(fx), MODEL(name##f)(fx))
#define COMPARE2(name)                            \
    VERSUS(double, name(x, y), MODEL(name)(x, y)) \
    VERSUS(float, name##f(fx, fy), MODEL(name##f)(fx, fy))
        UNARY(COMPARE1)
        BINARY(COMPARE2)
        VERSUS(int, __isnan(x), MODEL(__isnan)(x))
        VERSUS(int, __isinf(x), MODEL(__isinf)(x))
        VERSUS(int, __finite(x) != 0, MODEL(__finite)(x))
        VERSUS(int, __isnanf(fx), MODEL(__isnanf)(fx))
        VERSUS(int, __isinff(fx), MODEL(__isinff)(fx))
        VERSUS(int, __finitef(fx) != 0, MODEL(__finitef)(fx))
    }
}
