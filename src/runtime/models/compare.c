/* compare.c - models that compare strings and memory.
 *
 * A comparison of n bytes is one expression, so that one flip in the program
 * makes two strings equal. It must stay the same in runs whose strings are
 * longer or shorter, so it extends to where a string ends whatever the input
 * is: at a zero byte that is concrete. Beyond a zero byte that is a
 * symbol there may be more symbols (an argument has some to grow into); where
 * there are none, the length is decided first, one branch a byte.
 */
#include "help.h"

#include <string.h>
#include <strings.h>

enum { CHUNK = 64, PAGE = 4096 };

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

/* A text: `n` bytes of it can be compared, up to a concrete zero byte or as
 * far as there are symbols behind a symbolic one. */
typedef struct Extent Extent;
struct Extent {
    size_t n;
    bool grows; /* it could be longer than the bytes that are there */
    bool tight; /* ... by nothing: this is a copy */
};

static Extent
extent(const char *s, size_t n)
{
    size_t length = strnlen(s, n), end = length;
    while (end < n && __culprit_sym_any(s + end, 1))
        end++;
    bool grows = end > length && __culprit_sym_grows(s + length);
    bool tight = grows && end == length + 1;
    if (end < n && !grows && ((uintptr_t)(s + end) % PAGE || end == length))
        end += s[end] == 0; /* no symbol; it can be read */
    return (Extent){end, grows, tight};
}

/* One branch for each of at most n bytes: does the text end here? */
static size_t
measure(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && decide(s[i] != 0))
        i++;
    return i < n ? i + 1 : n;
}

static int
compare(const char *s, const char *t, size_t n, int how, int real)
{
    const Byte *a = (const Byte *)s, *b = (const Byte *)t;
    size_t m = n; /* bytes to compare */
    if (how & TO_END) {
        Extent x = extent(s, n), y = extent(t, n);
        m = least(x.n, y.n);
        if (!__culprit_sym_any(s, m) && !__culprit_sym_any(t, m))
            return real;
        if (x.grows && (x.tight || x.n <= y.n))
            m = measure(s, m);
        if (y.grows && (y.tight || y.n <= x.n))
            m = measure(t, m);
    } else if (!__culprit_sym_any(s, m) && !__culprit_sym_any(t, m)) {
        return real;
    }
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

/* one expression; of a text that may grow, first its length */
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

/* one expression; of a text that may grow, first its length */
int
MODEL(strncmp)(const char *a, const char *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, TO_END, strncmp(a, b, n));
}

/* one expression; of a text that may grow, first its length */
int
MODEL(strcasecmp)(const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, TO_END | FOLD, strcasecmp(a, b));
}

/* one expression; of a text that may grow, first its length */
int
MODEL(strncasecmp)(const char *a, const char *b, size_t n)
{
    n = __culprit_sym_concrete(n);
    return compare(a, b, n, TO_END | FOLD, strncasecmp(a, b, n));
}
