/* str.c - a growing byte string, always NUL-terminated behind its length. */
#include "base/str.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
str_done(Str *s)
{
    free(s->at);
    *s = (Str){0};
}

void
str_clear(Str *s)
{
    s->n = 0;
    if (s->at)
        s->at[0] = 0;
}

void
str_reserve(Str *s, size_t extra)
{
    size_t want = s->n + extra + 1;

    if (want <= s->cap)
        return;
    s->cap = want > 2 * s->cap ? want : 2 * s->cap;
    if (s->cap < 64)
        s->cap = 64;
    s->at = mem_resize(s->at, s->cap, 1);
    s->at[s->n] = 0;
}

void
str_add(Str *s, const void *bytes, size_t n)
{
    str_reserve(s, n);
    if (n)
        memcpy(s->at + s->n, bytes, n);
    s->n += n;
    s->at[s->n] = 0;
}

void
str_puts(Str *s, const char *text)
{
    str_add(s, text, strlen(text));
}

void
str_putc(Str *s, char c)
{
    str_add(s, &c, 1);
}

void
str_vprintf(Str *s, const char *fmt, va_list args)
{
    va_list again;

    va_copy(again, args);
    str_reserve(s, 64);
    int n = vsnprintf(s->at + s->n, s->cap - s->n, fmt, args);
    if (n < 0)
        bug("bad format %s", fmt);
    if ((size_t)n >= s->cap - s->n) {
        str_reserve(s, (size_t)n);
        vsnprintf(s->at + s->n, s->cap - s->n, fmt, again);
    }
    va_end(again);
    s->n += (size_t)n;
}

void
str_printf(Str *s, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    str_vprintf(s, fmt, args);
    va_end(args);
}

const char *
str_text(const Str *s)
{
    return s->at ? s->at : "";
}

char *
str_take(Str *s)
{
    str_reserve(s, 0);
    char *text = s->at;
    *s = (Str){0};
    return text;
}

void
str_put_u8(Str *s, uint8_t v)
{
    str_add(s, &v, 1);
}

void
str_put_u32(Str *s, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        str_put_u8(s, (uint8_t)(v >> (8 * i)));
}

void
str_put_u64(Str *s, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        str_put_u8(s, (uint8_t)(v >> (8 * i)));
}

void
str_put_varint(Str *s, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        str_put_u8(s, (uint8_t)(v | 0x80));
    str_put_u8(s, (uint8_t)v);
}
