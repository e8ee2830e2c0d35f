/* compare.c - models that compare strings and memory.
 *
 * A comparison of n bytes is one expression, so that one flip in the program
 * makes two strings equal; only where a string might go on beyond the bytes
 * looked at is there a branch here, one per CHUNK bytes.
 */
#include "help.h"

#include <string.h>
#include <strings.h>

enum { CHUNK = 64 };

enum { TO_END = 1, FOLD = 2 }; /* stop at a zero byte; ignore case */

/* The real functions give either the difference or its sign (by the
 * processor and the length); so do we. */
static inline int
scaled(int d, int real)
{
    if ((int)peek((uint64_t)(uint32_t)d) == real)
        return d;
    return ((d > 0) - (d < 0)) * (real < 0 ? -real : real);
}

/* First difference of the n bytes; 0: none, or none before the end. */
static inline int
difference(const Byte *a, const Byte *b, size_t n, int how)
{
    int d = 0;
    for (size_t i = n; i-- > 0;) {
        int x = a[i], y = b[i];
        if (how & FOLD) {
            x = lower(x);
            y = lower(y);
        }
        if (how & TO_END)
            d = x == 0 ? 0 : d;
        d = x != y ? x - y : d;
    }
    return d;
}

/* Are the n bytes equal, without a zero byte? */
static inline bool
goes_on(const Byte *a, const Byte *b, size_t n, int how)
{
    bool on = true;
    for (size_t i = 0; i < n; i++) {
        int x = a[i], y = b[i];
        if (how & FOLD) {
            x = lower(x);
            y = lower(y);
        }
        on &= (x == y) & (x != 0);
    }
    return on;
}

static inline size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int
compare(const char *s, const char *t, size_t n, int how, int real)
{
    const Byte *a = (const Byte *)s, *b = (const Byte *)t;
    size_t m = n; /* bytes that both have */
    if (how & TO_END) {
        m = least(strnlen(s, n), strnlen(t, n));
        m += m < n;
    }
    if (!__culprit_sym_any(s, m) && !__culprit_sym_any(t, m))
        return real;
    size_t i = 0;
    for (; m - i > CHUNK; i += CHUNK) {
        if (how & TO_END) {
            if (!goes_on(a + i, b + i, CHUNK, how))
                return scaled(difference(a + i, b + i, CHUNK, how), real);
        } else {
            int d = difference(a + i, b + i, CHUNK, how);
            if (d != 0)
                return scaled(d, real);
        }
    }
    /* In this run it ends here; a longer string might go on. */
    if ((how & TO_END) && m < n && goes_on(a + i, b + i, m - i, how))
        return real;
    return scaled(difference(a + i, b + i, m - i, how), real);
}

/* one expression */
int
MODEL(memcmp)(const void *a, const void *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, 0, memcmp(a, b, n));
}

/* one expression */
int
MODEL(bcmp)(const void *a, const void *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, 0, bcmp(a, b, n));
}

/* one expression, and whether it might go on */
int
MODEL(strcmp)(const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, TO_END, strcmp(a, b));
}

/* strcmp in the C locale */
int
MODEL(strcoll)(const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, TO_END, strcoll(a, b));
}

/* one expression, and whether it might go on */
int
MODEL(strncmp)(const char *a, const char *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, TO_END, strncmp(a, b, n));
}

/* one expression, and whether it might go on */
int
MODEL(strcasecmp)(const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, TO_END | FOLD, strcasecmp(a, b));
}

/* one expression, and whether it might go on */
int
MODEL(strncasecmp)(const char *a, const char *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, TO_END | FOLD, strncasecmp(a, b, n));
}
