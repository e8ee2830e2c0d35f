/* output.c - models of output: what the real functions write is recorded.
 *
 * Only with a descriptor: not what goes to memory streams. Bytes count as
 * written in the order of the calls.
 */
#include "format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char spaces[] = "                                ";

static void
record_text(int fd, const char *text, uint64_t n)
{
    if (n > 0)
        __culprit_sym_text(fd, UINT32_MAX, 's', text, n);
}

static void
record_spaces(int fd, uint64_t n)
{
    for (uint64_t k; n > 0; n -= k) {
        k = n < sizeof spaces - 1 ? n : sizeof spaces - 1;
        record_text(fd, spaces, k);
    }
}

static void
record_piece(int fd, const Piece *p)
{
    char c;
    record_spaces(fd, p->before);
    switch (p->kind) {
    case PIECE_STRING:
        if (p->length > 0)
            __culprit_sym_text(fd, p->argument, 's', p->text, p->length);
        break;
    case PIECE_CHAR:
        c = (char)p->value;
        __culprit_sym_text(fd, p->argument, 'c', &c, 1);
        break;
    case PIECE_NUMBER:
        __culprit_sym_number(fd, p->argument, p->conversion, p->width, p->value,
                             p->length);
        break;
    case PIECE_OTHER:
        __culprit_sym_number(fd, p->argument, 's', 64, 0, p->length);
        break;
    case PIECE_TEXT:
        record_text(fd, p->text, p->length);
        break;
    case PIECE_COUNT:
        break;
    }
    record_spaces(fd, p->after);
}

static void
record(int fd, const Pieces *p, int length)
{
    if (fd < 0 || length < 0)
        return;
    if (p->whole)
        for (uint32_t i = 0; i < p->n; i++)
            record_piece(fd, &p->at[i]);
    else
        __culprit_sym_number(fd, UINT32_MAX, 's', 64, 0, (uint64_t)length);
}

/* `real` prints with `ap`. */
#define PRINT(fd, format, first, ap, real)                         \
    do {                                                           \
        Pieces pieces;                                             \
        va_list copy;                                              \
        va_copy(copy, ap);                                         \
        PRIVATE(format_walk)(&pieces, format, copy, first, false); \
        va_end(copy);                                              \
        int descriptor = fd;                                       \
        int r = real;                                              \
        record(descriptor, &pieces, r);                            \
        PRIVATE(format_forget)(&pieces);                           \
        return r;                                                  \
    } while (0)

/* each conversion and the text between */
int
MODEL(vfprintf)(FILE *f, const char *format, va_list ap)
{
    PRINT(fileno(f), format, 2, ap, vfprintf(f, format, ap));
}

/* vfprintf */
int
MODEL(vprintf)(const char *format, va_list ap)
{
    PRINT(fileno(stdout), format, 1, ap, vfprintf(stdout, format, ap));
}

/* vfprintf */
int
MODEL(vdprintf)(int fd, const char *format, va_list ap)
{
    PRINT(fd, format, 2, ap, vdprintf(fd, format, ap));
}

int __vfprintf_chk(FILE *, int, const char *, va_list);

/* vfprintf */
int
MODEL(__vfprintf_chk)(FILE *f, int flag, const char *format, va_list ap)
{
    PRINT(fileno(f), format, 3, ap, __vfprintf_chk(f, flag, format, ap));
}

/* vfprintf */
int
MODEL(__vprintf_chk)(int flag, const char *format, va_list ap)
{
    PRINT(fileno(stdout), format, 2, ap,
          __vfprintf_chk(stdout, flag, format, ap));
}

#define VARIADIC(call)        \
    do {                      \
        va_list ap;           \
        va_start(ap, format); \
        int result = call;    \
        va_end(ap);           \
        return result;        \
    } while (0)

/* vfprintf */
int
MODEL(printf)(const char *format, ...)
{
    VARIADIC(MODEL(vprintf)(format, ap));
}

/* vfprintf */
int
MODEL(fprintf)(FILE *f, const char *format, ...)
{
    VARIADIC(MODEL(vfprintf)(f, format, ap));
}

/* vfprintf */
int
MODEL(dprintf)(int fd, const char *format, ...)
{
    VARIADIC(MODEL(vdprintf)(fd, format, ap));
}

/* vfprintf */
int
MODEL(__printf_chk)(int flag, const char *format, ...)
{
    VARIADIC(MODEL(__vprintf_chk)(flag, format, ap));
}

/* vfprintf */
int
MODEL(__fprintf_chk)(FILE *f, int flag, const char *format, ...)
{
    VARIADIC(MODEL(__vfprintf_chk)(f, flag, format, ap));
}

/* Which of several strings is printed changes nothing here. */
static const char *
known(const char *s)
{
    return (const char *)(uintptr_t)peek((uintptr_t)s);
}

/* its bytes */
int
MODEL(fputs)(const char *s, FILE *f)
{
    s = known(s);
    int r = fputs(s, f), fd = fileno(f);
    size_t n = strlen(s);
    if (r >= 0 && fd >= 0 && n > 0)
        __culprit_sym_text(fd, 0, 's', s, n);
    return r;
}

/* fputs */
int
MODEL(fputs_unlocked)(const char *s, FILE *f)
{
    return MODEL(fputs)(s, f);
}

/* its bytes */
int
MODEL(puts)(const char *s)
{
    s = known(s);
    int r = puts(s), fd = fileno(stdout);
    size_t n = strlen(s);
    if (r >= 0 && fd >= 0) {
        if (n > 0)
            __culprit_sym_text(fd, 0, 's', s, n);
        record_text(fd, "\n", 1);
    }
    return r;
}

/* its byte */
int
MODEL(putc)(int c, FILE *f)
{
    char b = (char)c;
    int fd = fileno(f);
    if (putc((int)peek((Byte)c), f) == EOF)
        return EOF;
    if (fd >= 0)
        __culprit_sym_text(fd, 0, 'c', &b, 1);
    return (Byte)c;
}

/* putc */
int
MODEL(fputc)(int c, FILE *f)
{
    return MODEL(putc)(c, f);
}

/* putc */
int
MODEL(_IO_putc)(int c, FILE *f)
{
    return MODEL(putc)(c, f);
}

/* putc */
int
MODEL(putc_unlocked)(int c, FILE *f)
{
    return MODEL(putc)(c, f);
}

/* putc */
int
MODEL(fputc_unlocked)(int c, FILE *f)
{
    return MODEL(putc)(c, f);
}

/* putc */
int
MODEL(putchar)(int c)
{
    return MODEL(putc)(c, stdout);
}

/* putc */
int
MODEL(putchar_unlocked)(int c)
{
    return MODEL(putc)(c, stdout);
}

/* its bytes */
size_t
MODEL(fwrite)(const void *p, size_t size, size_t n, FILE *f)
{
    size = __culprit_sym_concrete(size);
    n = __culprit_sym_concrete(n);
    size_t r = fwrite(p, size, n, f);
    int fd = fileno(f);
    if (r * size > 0 && fd >= 0)
        __culprit_sym_text(fd, 0, 's', p, r * size);
    return r;
}

/* fwrite */
size_t
MODEL(fwrite_unlocked)(const void *p, size_t size, size_t n, FILE *f)
{
    return MODEL(fwrite)(p, size, n, f);
}

/* its bytes */
ssize_t
MODEL(write)(int fd, const void *p, size_t n)
{
    n = __culprit_sym_concrete(n);
    ssize_t r = write(fd, p, n);
    if (r > 0)
        __culprit_sym_text(fd, 1, 's', p, (uint64_t)r);
    return r;
}
