/* utf8.h - source text of any bytes, read as UTF-8. */
#ifndef CULPRIT_BASE_UTF8_H
#define CULPRIT_BASE_UTF8_H

#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

#define UTF8_BAD 0xfffdu /* the replacement character */

/* The code point at *at, which moves at least one byte on and never past
 * end. A malformed sequence gives UTF8_BAD for its first byte. */
uint32_t utf8_next(const char **at, const char *end);

void utf8_put(Str *s, uint32_t point);

/* Columns a terminal gives to it: 0, 1 or 2. */
unsigned utf8_width(uint32_t point);

/* Append n bytes as valid UTF-8. */
void utf8_clean(Str *s, const char *bytes, size_t n);

/* Append text as one line of valid UTF-8: control characters are spaces. */
void utf8_line(Str *s, const char *text);

#endif
