/* format.c - which argument of printf makes which bytes: format.h.
 *
 * Lengths are the real vsnprintf's, asked for one conversion at a time: it
 * reads its arguments from memory, so nothing is assumed of them.
 */
#include "format.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { SPEC = 64 }; /* bytes of a conversion */

typedef struct Spec Spec;
struct Spec {
    char text[SPEC];
    const char *end; /* of it in the format */
    bool left, alternate;
    int width, precision; /* -1: none */
    int length;           /* hh: 'H', ll and L: 'L' */
    int conversion;
    uint32_t stars;
    bool assume;
};

/* An argument that decides how much is printed. */
static uint64_t
settle(bool assume, uint64_t value)
{
    return assume ? __culprit_sym_concrete(value) : peek(value);
}

static bool
one_of(int c, const char *set)
{
    return c != 0 && strchr(set, c) != NULL;
}

static const char *
read_number(const char *f, int *n)
{
    for (*n = 0; is_digit((Byte)*f); f++)
        *n = *n < 100000000 ? *n * 10 + *f - '0' : *n;
    return f;
}

/* A conversion from behind its %; stars are read from ap. False: one that we
 * do not know. */
static bool
read_spec(Spec *x, const char *f, va_list *ap, bool assume)
{
    const char *begin = f - 1;
    *x = (Spec){.width = -1, .precision = -1, .assume = assume};
    for (; one_of(*f, "-+ #0'I"); f++) {
        x->left |= *f == '-';
        x->alternate |= *f == '#';
    }
    if (*f == '*') {
        f++;
        x->stars++;
        x->width = (int)settle(assume, va_arg(*ap, unsigned));
        if (x->width < 0) {
            x->left = true;
            x->width = x->width == INT32_MIN ? 0 : -x->width;
        }
    } else if (is_digit((Byte)*f)) {
        f = read_number(f, &x->width);
    }
    if (*f == '$')
        return false;
    if (*f == '.') {
        f++;
        x->precision = 0;
        if (*f == '*') {
            f++;
            x->stars++;
            x->precision = (int)settle(assume, va_arg(*ap, unsigned));
            if (x->precision < 0)
                x->precision = -1;
        } else {
            f = read_number(f, &x->precision);
        }
    }
    for (; one_of(*f, "hlLqjzZt"); f++)
        x->length = *f == 'h' && x->length == 'h'   ? 'H'
                    : *f == 'l' && x->length == 'l' ? 'L'
                    : *f == 'q'                     ? 'L'
                                                    : *f;
    x->conversion = *f;
    if (!one_of(*f, "diouxXeEfFgGaAcspnmCS%") || *begin != '%')
        return false;
    x->end = f + 1;
    size_t n = (size_t)(x->end - begin);
    if (n >= SPEC)
        return false;
    memcpy(x->text, begin, n);
    __culprit_sym_forget(x->text, SPEC);
    return true;
}

static void
read_integer(Piece *p, int length, va_list *ap)
{
    p->kind = PIECE_NUMBER;
    if (length == 0) {
        p->width = 32;
        p->value = va_arg(*ap, unsigned);
    } else if (length == 'h') {
        p->width = 16;
        p->value = (uint16_t)va_arg(*ap, unsigned);
    } else if (length == 'H') {
        p->width = 8;
        p->value = (uint8_t)va_arg(*ap, unsigned);
    } else {
        p->width = 64;
        p->value = va_arg(*ap, uint64_t);
    }
}

static void
read_floating(Piece *p, int length, va_list *ap)
{
    union {
        double f;
        uint64_t u;
    } v;
    if (length == 'L')
        v.f = (double)va_arg(*ap, long double);
    else
        v.f = va_arg(*ap, double);
    p->kind = PIECE_NUMBER;
    p->width = 64;
    p->value = v.u;
}

/* The length that `text` has been given is that of the whole piece. */
static void
read_string(Piece *p, const Spec *x, va_list *ap)
{
    uint64_t address = va_arg(*ap, uint64_t);
    const char *s = (const char *)(uintptr_t)settle(x->assume, address);
    p->text = s;
    if (s == NULL || x->length != 0 || x->conversion == 'S') {
        p->kind = PIECE_OTHER;
        return;
    }
    uint64_t all = p->length;
    p->kind = PIECE_STRING;
    p->length =
        x->precision >= 0 ? strnlen(s, (size_t)x->precision) : strlen(s);
    *(x->left ? &p->after : &p->before) = all - p->length;
}

static void
read_piece(Piece *p, const Spec *x, va_list *ap)
{
    int c = x->conversion;
    p->conversion = c;
    p->alternate = x->alternate;
    if (one_of(c, "diouxX")) {
        read_integer(p, x->length, ap);
    } else if (one_of(c, "eEfFgGaA")) {
        read_floating(p, x->length, ap);
    } else if (c == 's' || c == 'S') {
        read_string(p, x, ap);
    } else if (c == 'p') {
        p->kind = PIECE_NUMBER;
        p->width = 64;
        p->value = (uintptr_t)va_arg(*ap, void *);
    } else if (c == 'C' || (c == 'c' && x->length == 'l')) {
        p->kind = PIECE_OTHER;
        (void)va_arg(*ap, wint_t);
    } else if (c == 'c') {
        p->kind = PIECE_CHAR;
        *(x->left ? &p->after : &p->before) = p->length - 1;
        p->length = 1;
        p->value = (Byte)va_arg(*ap, int);
    } else { /* %n */
        int l = x->length;
        p->kind = PIECE_COUNT;
        p->width = l == 'H' ? 8 : l == 'h' ? 16 : l == 0 ? 32 : 64;
        p->text = (const char *)(uintptr_t)peek(va_arg(*ap, uint64_t));
        p->length = 0;
    }
}

/* Bytes of this conversion; its arguments are still in ap. */
static int
length_of(const char *spec, va_list ap)
{
    return vsnprintf(NULL, 0, spec, ap);
}

void
PRIVATE(format_walk)(Pieces *out, const char *f, va_list given, uint32_t next,
                     bool assume)
{
    int saved = errno;
    va_list ap;
    va_copy(ap, given);
    out->whole = true;
    out->n = 0;
    while (*f) {
        Spec x;
        if (out->n == FORMAT_PIECES) {
            out->whole = false;
            break;
        }
        Piece *p = &out->at[out->n++];
        *p = (Piece){.kind = PIECE_TEXT, .argument = UINT32_MAX, .text = f};
        p->conversion = 's';
        size_t n = (size_t)(strchrnul(f, '%') - f);
        if (n > 0) {
            p->length = n;
            f += n;
            continue;
        }
        va_list before;
        va_copy(before, ap);
        if (!read_spec(&x, f + 1, &ap, assume)) {
            va_end(before);
            out->whole = false;
            break;
        }
        f = x.end;
        if (x.conversion == '%') {
            p->length = 1;
        } else {
            errno = saved; /* %m */
            int len = x.conversion == 'n' ? 0 : length_of(x.text, before);
            p->length = len < 0 ? 0 : (uint64_t)len;
            next += x.stars;
            if (x.conversion == 'm')
                p->kind = PIECE_OTHER;
            else
                p->argument = next++;
            if (x.conversion != 'm')
                read_piece(p, &x, &ap);
        }
        va_end(before);
    }
    va_end(ap);
    errno = saved;
}

void
PRIVATE(format_forget)(const Pieces *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->at[i].kind == PIECE_COUNT)
            __culprit_sym_forget((void *)(uintptr_t)p->at[i].text,
                                 p->at[i].width / 8);
}
