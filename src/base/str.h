/* str.h - a growing byte string, always NUL-terminated behind its length. */
#ifndef CULPRIT_BASE_STR_H
#define CULPRIT_BASE_STR_H

#include "base/diag.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Str Str;
struct Str {
    char *at; /* NULL while it has never grown; see str_text */
    size_t n, cap;
};

void str_done(Str *s);
void str_clear(Str *s);
void str_reserve(Str *s, size_t extra);
void str_add(Str *s, const void *bytes, size_t n);
void str_puts(Str *s, const char *text);
void str_putc(Str *s, char c);
void str_printf(Str *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
void str_vprintf(Str *s, const char *fmt, va_list args) PRINTF_LIKE(2, 0);

const char *str_text(const Str *s); /* "" when empty */
char *str_take(Str *s);             /* the caller frees; s is empty again */

/* Little-endian fixed-width and LEB128 integers, for our file formats. */
void str_put_u8(Str *s, uint8_t v);
void str_put_u32(Str *s, uint32_t v);
void str_put_u64(Str *s, uint64_t v);
void str_put_varint(Str *s, uint64_t v);

#endif
