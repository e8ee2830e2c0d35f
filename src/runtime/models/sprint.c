/* sprint.c - models of printing to memory.
 *
 * The real function writes; %s and %c then carry their expressions along, and
 * digits of integers are expressions once a branch has settled the sign and
 * others how many there are. Other symbolic numbers (%f ...) are assumed.
 */
#include "format.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Digits Digits;
struct Digits {
    char *to;
    size_t n;
    unsigned base;
    bool capital;
};

static inline char
digit_char(unsigned d, bool capital)
{
    unsigned letters = capital ? 'A' - '9' - 1 : 'a' - '9' - 1;
    return (char)('0' + d + (d > 9) * letters);
}

static uint64_t
power(unsigned base, size_t n)
{
    uint64_t p = 1;
    while (n-- > 0)
        p *= base;
    return p;
}

/* How many digits it has: one branch each, so that another number has the same
 * ones up to where it is shorter or longer. */
static size_t
count_digits(uint64_t v, unsigned base)
{
    size_t n = 1;
    for (uint64_t low = base; decide(v >= low); low *= base) {
        n++;
        if (low > UINT64_MAX / base)
            break; /* as many as there can be */
    }
    return n;
}

static void
put_wide(uint64_t v, const Digits *x)
{
    for (size_t i = 0; i < x->n; i++)
        x->to[x->n - 1 - i] =
            digit_char((unsigned)(v / power(x->base, i) % x->base), x->capital);
}

static void
put_narrow(uint32_t v, const Digits *x)
{
    for (size_t i = 0; i < x->n; i++)
        x->to[x->n - 1 - i] =
            digit_char(v / (uint32_t)power(x->base, i) % x->base, x->capital);
}

static uint64_t
extend(const Piece *p)
{
    switch (p->width) {
    case 8:
        return (uint64_t)(int64_t)(int8_t)p->value;
    case 16:
        return (uint64_t)(int64_t)(int16_t)p->value;
    case 32:
        return (uint64_t)(int64_t)(int32_t)p->value;
    default:
        return p->value;
    }
}

/* The piece's digits in its text, as the real function wrote them. */
static Digits
find_digits(const Piece *p, char *text)
{
    int c = p->conversion;
    Digits x = {.base = c == 'o'          ? 8
                        : (c | 32) == 'x' ? 16
                                          : 10,
                .capital = c == 'X'};
    size_t end = p->length, begin;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    begin = end;
    while (begin > 0 && is_hex((Byte)text[begin - 1]))
        begin--;
    while (begin + 1 < end && text[begin] == '0')
        begin++;
    x.to = text + begin;
    x.n = end - begin;
    return x;
}

static bool
is_integer(const Piece *p)
{
    int c = p->conversion;
    return !p->alternate && (c == 'd' || c == 'i' || c == 'u' || c == 'o' ||
                             c == 'x' || c == 'X');
}

/* The text of this number, which is symbolic. */
static void
put_number(const Piece *p, char *text)
{
    bool is_signed = p->conversion == 'd' || p->conversion == 'i';
    Digits x = find_digits(p, text);
    uint64_t v = is_signed ? extend(p) : p->value;
    if (is_integer(p) && x.n > 0) {
        if (is_signed && (int64_t)v < 0)
            v = -v;
        if (count_digits(v, x.base) == x.n) {
            if (x.n <= (x.base == 16 ? 7 : 9)) /* below 2^32 */
                put_narrow((uint32_t)v, &x);
            else
                put_wide(v, &x);
            return;
        }
    }
    (void)__culprit_sym_concrete(p->value);
}

static void
place_piece(const Piece *p, char *to, uint64_t room, const char *begin,
            const char *end)
{
    uint64_t n = p->length < room ? p->length : room;
    if (p->kind == PIECE_STRING) {
        if (p->text == to)
            return; /* sprintf(s, "%s...", s) */
        if (p->text + n <= begin || p->text >= end) {
            __culprit_sym_move(to, p->text, n);
            return;
        }
        pin(p->text, n);
    }
    __culprit_sym_forget(to, n);
    if (p->kind == PIECE_CHAR && n == 1)
        *to = (char)p->value;
    if (p->kind == PIECE_NUMBER && __culprit_sym_is(p->value)) {
        if (n == p->length)
            put_number(p, to);
        else
            (void)__culprit_sym_concrete(p->value);
    }
}

/* `written` bytes of the text are at `to`, and a zero. */
static void
place(const Pieces *p, char *to, uint64_t written)
{
    char *at = to, *end = to + written;
    for (uint32_t i = 0; i < p->n && at < end; i++) {
        const Piece *x = &p->at[i];
        uint64_t room = (uint64_t)(end - at);
        uint64_t pad = x->before < room ? x->before : room;
        __culprit_sym_forget(at, pad);
        at += pad;
        room -= pad;
        place_piece(x, at, room, to, end);
        at += x->length < room ? x->length : room;
        room = (uint64_t)(end - at);
        pad = x->after < room ? x->after : room;
        __culprit_sym_forget(at, pad);
        at += pad;
    }
    __culprit_sym_forget(at, (uint64_t)(end - at) + 1);
}

/* `real` prints with `ap` to `to`, which has room for `room` bytes. */
#define PRINT(to, room, format, first, ap, real)                             \
    do {                                                                     \
        Pieces pieces;                                                       \
        va_list copy;                                                        \
        va_copy(copy, ap);                                                   \
        PRIVATE(format_walk)(&pieces, format, copy, first, true);            \
        va_end(copy);                                                        \
        int r = real;                                                        \
        if (r >= 0 && (room) > 0)                                            \
            place(&pieces, to, (size_t)r < (room) ? (size_t)r : (room) - 1); \
        PRIVATE(format_forget)(&pieces);                                     \
        return r;                                                            \
    } while (0)

/* %s, %c and digits of integers are expressions */
int
MODEL(vsprintf)(char *to, const char *format, va_list ap)
{
    PRINT(to, SIZE_MAX, format, 2, ap, vsprintf(to, format, ap));
}

/* vsprintf */
int
MODEL(vsnprintf)(char *to, size_t n, const char *format, va_list ap)
{
    n = __culprit_sym_concrete(n);
    PRINT(to, n, format, 3, ap, vsnprintf(to, n, format, ap));
}

int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);

/* vsprintf */
int
MODEL(__vsprintf_chk)(char *to, int flag, size_t size, const char *format,
                      va_list ap)
{
    PRINT(to, SIZE_MAX, format, 4, ap,
          __vsprintf_chk(to, flag, size, format, ap));
}

/* vsprintf */
int
MODEL(__vsnprintf_chk)(char *to, size_t n, int flag, size_t size,
                       const char *format, va_list ap)
{
    n = __culprit_sym_concrete(n);
    PRINT(to, n, format, 5, ap, __vsnprintf_chk(to, n, flag, size, format, ap));
}

static int
allocate(char **to, const char *format, va_list ap)
{
    int r = vasprintf(to, format, ap);
    __culprit_sym_forget(to, sizeof *to);
    return r;
}

/* vsprintf */
int
MODEL(vasprintf)(char **to, const char *format, va_list ap)
{
    PRINT(*to, SIZE_MAX, format, 2, ap, allocate(to, format, ap));
}

#define VARIADIC(call)        \
    do {                      \
        va_list ap;           \
        va_start(ap, format); \
        int result = call;    \
        va_end(ap);           \
        return result;        \
    } while (0)

/* vsprintf */
int
MODEL(sprintf)(char *to, const char *format, ...)
{
    VARIADIC(MODEL(vsprintf)(to, format, ap));
}

/* vsprintf */
int
MODEL(snprintf)(char *to, size_t n, const char *format, ...)
{
    VARIADIC(MODEL(vsnprintf)(to, n, format, ap));
}

/* vsprintf */
int
MODEL(__sprintf_chk)(char *to, int flag, size_t size, const char *format, ...)
{
    VARIADIC(MODEL(__vsprintf_chk)(to, flag, size, format, ap));
}

/* vsprintf */
int
MODEL(__snprintf_chk)(char *to, size_t n, int flag, size_t size,
                      const char *format, ...)
{
    VARIADIC(MODEL(__vsnprintf_chk)(to, n, flag, size, format, ap));
}

/* vsprintf */
int
MODEL(asprintf)(char **to, const char *format, ...)
{
    VARIADIC(MODEL(vasprintf)(to, format, ap));
}
