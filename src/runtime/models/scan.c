/* scan.c - models of the scanf family, from streams and strings.
 *
 * As glibc 2.36 in the C locale, what it reads of the stream included: one
 * byte may be pushed back, so "0x" before no digit is used up. For each byte
 * one branch: is there one; and one or two: does it belong. Wide characters,
 * numbered arguments and the flags ' and I are left to the real function.
 */
#include "number.h"
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef struct Source Source;
struct Source {
    Stream *s; /* may be NULL */
    FILE *f;   /* NULL: the string */
    const Byte *p;
    int c;         /* the last byte; once EOF, no more are read */
    uint64_t read; /* bytes */
    int error;     /* errno at the end: it comes again with each EOF */
    bool again;    /* the next byte was read before, and */
    int space;     /* is known to be a space (1) or none (-1) */
};

static int
next(Source *in)
{
    if (in->c == EOF) {
        errno = in->error;
        return EOF;
    }
    bool again = in->again;
    if (!again)
        in->space = 0;
    in->again = false;
    if (in->f)
        in->c = PRIVATE(stream_get)(in->s, in->f);
    else
        in->c = again || decide(*in->p != 0) ? *in->p++ : EOF;
    if (in->c != EOF)
        in->read++;
    else
        in->error = errno;
    return in->c;
}

static void
back(Source *in)
{
    if (in->c == EOF)
        return;
    in->read--;
    in->again = true;
    if (in->f)
        PRIVATE(stream_unget)(in->s, in->f, in->c);
    else
        in->p--;
}

/* Is the last byte a space? A branch only if it is not known. */
static bool
at_space(Source *in)
{
    if (in->space == 0)
        in->space = decide(is_space((unsigned)in->c)) ? 1 : -1;
    return in->space > 0;
}

/* Bytes collected: of a number, or of a string that %m allocates. */
typedef struct ScanText ScanText;
struct ScanText {
    char *at;
    size_t n, cap;
    bool failed;
    char small[64];
};

static void
text_add(ScanText *t, int c)
{
    if (t->n + 1 >= t->cap) {
        size_t cap = t->cap ? 2 * t->cap : sizeof t->small;
        char *at = t->cap ? malloc(cap) : t->small;
        if (at == NULL) {
            t->failed = true;
            return;
        }
        if (t->cap)
            __culprit_sym_move(at, t->at, t->n);
        if (t->cap && t->at != t->small)
            free(t->at);
        t->at = at;
        t->cap = cap;
    }
    t->at[t->n++] = (char)c;
    t->at[t->n] = 0;
}

static void
text_done(ScanText *t)
{
    if (t->cap && t->at != t->small)
        free(t->at);
}

typedef struct Conversion Conversion;
struct Conversion {
    bool suppress, allocate, wide;
    int width;  /* -1: none */
    int length; /* 'H': hh, 'L': ll, L, q */
    int kind;
    const Byte *set, *set_end; /* of [ ] */
    bool except;
};

/* The set of %[; NULL if it does not end. */
static const Byte *
read_set(Conversion *x, const Byte *f)
{
    x->except = *f == '^' ? true : false;
    f += x->except;
    x->set = f;
    if (*f == ']' || *f == '-')
        f++;
    while (*f != 0 && *f != ']')
        f++;
    if (*f == 0)
        return NULL;
    x->set_end = f;
    return f + 1;
}

/* One conversion from behind its %; NULL: not a valid one, or (then
 * x->kind is 0) not one of ours. */
static const Byte *
read_conversion(Conversion *x, const Byte *f, bool gnu)
{
    *x = (Conversion){.width = -1};
    for (; *f == '*'; f++)
        x->suppress = true;
    if (is_digit(*f)) {
        int w = 0;
        for (; is_digit(*f); f++)
            w = w < 100000000 ? w * 10 + *f - '0' : w;
        x->width = w == 0 ? -1 : w;
    }
    switch (*f) {
    case 'h':
        x->length = *++f == 'h' ? 'H' : 'h';
        f += x->length == 'H';
        break;
    case 'l':
        x->length = *++f == 'l' ? 'L' : 'l';
        f += x->length == 'L';
        break;
    case 'L':
    case 'q':
        x->length = 'L';
        f++;
        break;
    case 'z':
    case 'j':
    case 't':
        x->length = 'l';
        f++;
        break;
    case 'm':
        x->allocate = true;
        f++;
        if (*f == 'l')
            return NULL;
        break;
    case 'a':
        if (gnu && (f[1] == 's' || f[1] == 'S' || f[1] == '[')) {
            x->allocate = true;
            f++;
        }
        break;
    default:
        break;
    }
    x->kind = *f;
    if (*f != 0)
        f++;
    switch (x->kind) {
    case 'c':
    case 's':
    case '[':
        if (x->length == 'l' || x->length == 'L') {
            x->kind = 0;
            return NULL;
        }
        return x->kind == '[' ? read_set(x, f) : f;
    case '$':
    case '\'':
    case 'I':
    case 'C':
    case 'S':
        x->kind = 0;
        return NULL;
    case 0:
        x->kind = '?';
        return NULL;
    default:
        return f;
    }
}

/* Are all conversions ours? */
static bool
is_ours(const char *format, bool gnu)
{
    const Byte *f = (const Byte *)format;
    while (*f) {
        if (*f++ != '%')
            continue;
        Conversion x;
        f = read_conversion(&x, f, gnu);
        if (f == NULL)
            return x.kind != 0;
    }
    return true;
}

typedef enum { DONE, NO_INPUT, NO_MATCH } Outcome;

static bool
in_set(const Conversion *x, unsigned c)
{
    bool in = false;
    for (const Byte *p = x->set; p < x->set_end; p++)
        if (*p == '-' && p > x->set && p + 1 < x->set_end && p[-1] <= p[1])
            in |= (c >= p[-1]) & (c < p[1]);
        else
            in |= c == *p;
    return in;
}

/* %c, %s and %[: to `to`, or NULL to pass over it. */
static Outcome
scan_text(Source *in, const Conversion *x, char **to, ScanText *t)
{
    uint64_t before = in->read;
    int width = x->width;
    if (width < 0)
        width = x->kind == 'c' ? 1 : INT_MAX;
    if (next(in) == EOF)
        return NO_INPUT;
    do {
        int c = in->c;
        bool belongs = true;
        if (x->kind == 's')
            belongs = !at_space(in);
        else if (x->kind == '[')
            belongs = decide(in_set(x, (unsigned)c)) != x->except;
        if (!belongs) {
            back(in);
            break;
        }
        if (t)
            text_add(t, c);
        else if (to)
            *(*to)++ = (char)c;
    } while (--width > 0 && next(in) != EOF);
    return x->kind == '[' && in->read == before ? NO_MATCH : DONE;
}

static void
step(int *width)
{
    if (*width > 0)
        --*width;
}

static Outcome
scan_integer(Source *in, const Conversion *x, uint64_t *value)
{
    int width = x->width, c, kind = x->kind;
    unsigned base = kind == 'i'                                 ? 0
                    : kind == 'o'                               ? 8
                    : kind == 'x' || kind == 'X' || kind == 'p' ? 16
                                                                : 10;
    bool negative = false, sign = false, known = false;
    ScanText t = {0};
    if (next(in) == EOF)
        return NO_INPUT;
    c = in->c;
    if (base == 10 && decide(is_digit((unsigned)c))) {
        known = true; /* most numbers begin with a digit: one branch */
    } else if (decide((c == '-') | (c == '+'))) {
        sign = true;
        negative = c == '-';
        step(&width);
        c = next(in);
    }
    if ((base == 0 || base == 16) && width != 0 && decide(c == '0')) {
        step(&width);
        text_add(&t, c);
        c = next(in);
        if (width != 0 && decide((c | 32) == 'x')) {
            base = 16;
            step(&width);
            c = next(in);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    while (c != EOF && width != 0) {
        if (!known &&
            !(base == 16 ? is_hex((unsigned)c) : (unsigned)c - '0' < base))
            break;
        known = false;
        text_add(&t, c);
        step(&width);
        c = next(in);
    }
    if (t.n == 0) {
        if (!sign && kind == 'p' && (width < 0 || width >= 5) && c == '(' &&
            lower(next(in)) == 'n' && lower(next(in)) == 'i' &&
            lower(next(in)) == 'l' && next(in) == ')') {
            text_add(&t, '0');
        } else {
            back(in);
            return NO_MATCH;
        }
    } else {
        back(in);
    }
    if (t.n > 0)
        *value = PRIVATE(number_limit)((const Byte *)t.at, t.n, base, negative,
                                       kind == 'd' || kind == 'i');
    text_done(&t);
    return DONE;
}

/* Does the next byte continue a word? It is collected. */
static bool
word(Source *in, ScanText *t, int *width, const char *letters)
{
    for (; *letters; letters++) {
        if (*width == 0 || next(in) == EOF || lower(in->c) != *letters)
            return false;
        step(width);
        text_add(t, in->c);
    }
    return true;
}

/* Collects a number as glibc does; false: it cannot be one. */
static Outcome
collect_real(Source *in, int width, ScanText *t)
{
    bool digit = false, point = false, e = false, hex = false;
    int exponent = 'e';
    bool known = true; /* the first byte is a digit */
    size_t signs = 0;
    step(&width);
    if (next(in) == EOF)
        return NO_INPUT;
    if (!decide(is_digit((unsigned)in->c))) {
        known = false;
        if ((in->c == '-') | (in->c == '+')) {
            signs = 1;
            text_add(t, in->c);
            if (width == 0 || next(in) == EOF)
                return NO_MATCH;
            step(&width);
        }
        if (lower(in->c) == 'n') {
            text_add(t, in->c);
            return word(in, t, &width, "an") ? DONE : NO_MATCH;
        }
        if (lower(in->c) == 'i') {
            text_add(t, in->c);
            if (!word(in, t, &width, "nf"))
                return NO_MATCH;
            if (width != 0 && next(in) != EOF) {
                if (lower(in->c) != 'i') {
                    back(in);
                    return DONE;
                }
                step(&width);
                text_add(t, in->c);
                return word(in, t, &width, "nity") ? DONE : NO_MATCH;
            }
            return DONE;
        }
    }
    if (width != 0 && decide(in->c == '0')) {
        known = false;
        text_add(t, in->c);
        next(in);
        step(&width);
        if (width != 0 && decide(lower(in->c) == 'x')) {
            text_add(t, in->c);
            hex = true;
            exponent = 'p';
            next(in);
            step(&width);
        } else {
            digit = true;
        }
    }
    bool fresh = false; /* the exponent's letter was the last */
    for (;;) {
        int c = in->c;
        bool was = fresh;
        fresh = false;
        if (known || decide(is_digit((unsigned)c)) ||
            (hex && !e && decide(is_hex((unsigned)c)))) {
            known = false;
            text_add(t, c);
            digit = true;
        } else if (was && decide((c == '-') | (c == '+'))) {
            text_add(t, c);
        } else if (digit && !e && decide(lower(c) == exponent)) {
            text_add(t, exponent);
            e = point = fresh = true;
        } else if (!point && decide(c == '.')) {
            text_add(t, c);
            point = true;
        } else {
            back(in);
            break;
        }
        if (width == 0 || next(in) == EOF)
            break;
        step(&width);
    }
    return t->n == signs || (hex && t->n == signs + 2) ? NO_MATCH : DONE;
}

/* Is there a digit where strtod wants one? */
static bool
is_number(const ScanText *t)
{
    char *end;
    int saved = errno;
    strtod(t->at, &end);
    errno = saved;
    __culprit_sym_forget(&end, sizeof end);
    return end != t->at;
}

static Outcome
scan_real(Source *in, const Conversion *x, void *to)
{
    ScanText t = {0};
    Outcome r = collect_real(in, x->width, &t);
    if (r == DONE && !is_number(&t))
        r = NO_MATCH;
    if (r == DONE) {
        if (x->length == 'L') {
            pin(t.at, t.n);
            long double v = strtold(t.at, NULL);
            if (to)
                *(long double *)to = v;
        } else if (x->length == 'l') {
            double v = PRIVATE(number_double)(t.at, t.n);
            if (to)
                *(double *)to = v;
        } else {
            float v = PRIVATE(number_float)(t.at, t.n);
            if (to)
                *(float *)to = v;
        }
    }
    text_done(&t);
    return r;
}

static void
store_integer(void *to, int length, uint64_t value)
{
    switch (length) {
    case 'H':
        *(uint8_t *)to = (uint8_t)value;
        break;
    case 'h':
        *(uint16_t *)to = (uint16_t)value;
        break;
    case 0:
        *(uint32_t *)to = (uint32_t)value;
        break;
    default:
        *(uint64_t *)to = value;
        break;
    }
}

/* A string that is allocated here; what it grew to is given away. */
static Outcome
scan_allocated(Source *in, const Conversion *x, char **to)
{
    ScanText t = {0};
    *to = NULL;
    Outcome r = scan_text(in, x, NULL, &t);
    if (r == DONE) {
        char *p = malloc(t.n + (x->kind != 'c') + (t.n == 0));
        if (p == NULL) {
            r = NO_INPUT;
        } else {
            if (t.n)
                __culprit_sym_move(p, t.at, t.n);
            if (x->kind != 'c')
                p[t.n] = 0;
            *to = p;
        }
    }
    text_done(&t);
    return r;
}

static Outcome
scan_string(Source *in, const Conversion *x, void *to)
{
    if (to && x->allocate)
        return scan_allocated(in, x, to);
    char *p = to;
    Outcome r = scan_text(in, x, to ? &p : NULL, NULL);
    if (r == DONE && to && x->kind != 'c')
        *p = 0;
    return r;
}

static void
skip_space(Source *in)
{
    do
        next(in);
    while (at_space(in));
    back(in);
}

/* A literal byte of the format. */
static Outcome
match(Source *in, unsigned c)
{
    if (next(in) == EOF)
        return NO_INPUT;
    if (in->c == (int)c)
        return DONE;
    back(in);
    return NO_MATCH;
}

/* Bytes of a character beyond ASCII, before which no space is skipped. */
static size_t
literal(const Byte *f)
{
    mbstate_t state = {0};
    if (*f < 128)
        return 0;
    size_t n = mbrlen((const char *)f, strlen((const char *)f), &state);
    return n > MB_LEN_MAX ? 0 : n;
}

static Outcome
convert(Source *in, Conversion *x, void *to)
{
    uint64_t value = 0;
    Outcome r;
    switch (x->kind) {
    case 'c':
    case 's':
    case '[':
        return scan_string(in, x, to);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
        if (x->kind == 'p')
            x->length = 'l';
        r = scan_integer(in, x, &value);
        if (r == DONE && to)
            store_integer(to, x->length, value);
        return r;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return scan_real(in, x, to);
    default:
        return NO_MATCH;
    }
}

static int
scan(Source *in, const char *format, va_list ap, bool gnu)
{
    const Byte *f = (const Byte *)format;
    int done = 0;
    bool skip = false;
    Outcome r = DONE;
    while (r == DONE && *f) {
        if (*f != '%') {
            if (is_space(*f)) {
                skip = true;
                f++;
                continue;
            }
            size_t n = literal(f);
            if (n == 0 && skip)
                skip_space(in);
            skip &= n > 0;
            for (r = match(in, *f++); n > 1 && r == DONE; n--)
                r = match(in, *f++);
            continue;
        }
        Conversion x;
        f = read_conversion(&x, f + 1, gnu);
        int kind = x.kind, saved = errno;
        if (skip || !(kind == '[' || kind == 'c' || kind == 'n'))
            if ((f || kind == '[') && in->c != EOF) {
                errno = 0;
                skip_space(in);
                errno = saved;
            }
        skip = false;
        void *to = NULL;
        if (kind == 'n') {
            if (!x.suppress)
                store_integer(va_arg(ap, void *), x.length, in->read);
            continue;
        }
        if (kind == '%') {
            r = match(in, '%');
            continue;
        }
        if (!x.suppress && strchr("cs[diuoxXpeEfFgGaA", kind))
            to = va_arg(ap, void *);
        r = f ? convert(in, &x, to) : NO_MATCH;
        done += r == DONE && to;
    }
    if (r == DONE && skip)
        skip_space(in);
    return r == NO_INPUT && done == 0 ? EOF : done;
}

/* Reads of the real function leave no expressions behind. */
static int
from_stream(FILE *f, const char *format, va_list ap, bool gnu)
{
    if (!is_ours(format, gnu)) {
        PRIVATE(stream_drop)(f);
        return vfscanf(f, format, ap);
    }
    Source in = {.s = PRIVATE(stream_of)(f), .f = f};
    return scan(&in, format, ap, gnu);
}

static int
from_string(const char *s, const char *format, va_list ap, bool gnu)
{
    if (!is_ours(format, gnu))
        return vsscanf(s, format, ap);
    Source in = {.p = (const Byte *)s};
    return scan(&in, format, ap, gnu);
}

#define FROM_LIST(type, name, gnu)                             \
    type MODEL(name)(FILE * f, const char *format, va_list ap) \
    {                                                          \
        return from_stream(f, format, ap, gnu);                \
    }
#define FROM_INPUT_LIST(type, name, gnu)             \
    type MODEL(name)(const char *format, va_list ap) \
    {                                                \
        return from_stream(stdin, format, ap, gnu);  \
    }
#define FROM_STRING_LIST(type, name, gnu)                           \
    type MODEL(name)(const char *s, const char *format, va_list ap) \
    {                                                               \
        return from_string(s, format, ap, gnu);                     \
    }
#define VARIADIC(call)        \
    do {                      \
        va_list ap;           \
        va_start(ap, format); \
        int result = call;    \
        va_end(ap);           \
        return result;        \
    } while (0)
#define FROM(type, name, gnu)                           \
    type MODEL(name)(FILE * f, const char *format, ...) \
    {                                                   \
        VARIADIC(from_stream(f, format, ap, gnu));      \
    }
#define FROM_INPUT(type, name, gnu)                    \
    type MODEL(name)(const char *format, ...)          \
    {                                                  \
        VARIADIC(from_stream(stdin, format, ap, gnu)); \
    }
#define FROM_STRING(type, name, gnu)                         \
    type MODEL(name)(const char *s, const char *format, ...) \
    {                                                        \
        VARIADIC(from_string(s, format, ap, gnu));           \
    }

FROM_LIST(int, vfscanf, true)                /* two or three branches a byte */
FROM_LIST(int, __isoc99_vfscanf, false)      /* vfscanf */
FROM_INPUT_LIST(int, vscanf, true)           /* vfscanf */
FROM_INPUT_LIST(int, __isoc99_vscanf, false) /* vfscanf */
FROM_STRING_LIST(int, vsscanf, true)         /* vfscanf */
FROM_STRING_LIST(int, __isoc99_vsscanf, false) /* vfscanf */
FROM(int, fscanf, true)                        /* vfscanf */
FROM(int, __isoc99_fscanf, false)              /* vfscanf */
FROM_INPUT(int, scanf, true)                   /* vfscanf */
FROM_INPUT(int, __isoc99_scanf, false)         /* vfscanf */
FROM_STRING(int, sscanf, true)                 /* vfscanf */
FROM_STRING(int, __isoc99_sscanf, false)       /* vfscanf */
