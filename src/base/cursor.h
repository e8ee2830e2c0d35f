/* cursor.h - read our file formats from untrusted bytes, never past the end.
 *
 * Reads beyond the end or malformed numbers set `bad` and give zeros from then
 * on, so a parser may read a whole record and ask once.
 */
#ifndef CULPRIT_BASE_CURSOR_H
#define CULPRIT_BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Cursor Cursor;
struct Cursor {
    const uint8_t *at, *end;
    const uint8_t *start;
    bool bad;
};

Cursor cursor_over(const void *bytes, size_t n);
size_t cursor_left(const Cursor *c);
size_t cursor_offset(const Cursor *c);
const uint8_t *cursor_take(Cursor *c, size_t n); /* NULL if too few are left */
uint8_t cursor_u8(Cursor *c);
uint32_t cursor_u32(Cursor *c);
uint64_t cursor_u64(Cursor *c);
uint64_t cursor_varint(Cursor *c);

/* A count of things of at least `size` bytes each that must still fit. */
uint32_t cursor_count(Cursor *c, size_t size);

#endif
