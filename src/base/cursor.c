/* cursor.c - read our file formats from untrusted bytes, never past the end. */
#include "base/cursor.h"

Cursor
cursor_over(const void *bytes, size_t n)
{
    const uint8_t *p = bytes;

    return (Cursor){.at = p, .end = n ? p + n : p, .start = p};
}

size_t
cursor_left(const Cursor *c)
{
    return (size_t)(c->end - c->at);
}

size_t
cursor_offset(const Cursor *c)
{
    return (size_t)(c->at - c->start);
}

const uint8_t *
cursor_take(Cursor *c, size_t n)
{
    if (c->bad || cursor_left(c) < n) {
        c->bad = true;
        return NULL;
    }
    const uint8_t *p = c->at;
    c->at += n;
    return p;
}

static uint64_t
little_endian(Cursor *c, size_t width)
{
    const uint8_t *p = cursor_take(c, width);
    uint64_t v = 0;

    for (size_t i = 0; p && i < width; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

uint8_t
cursor_u8(Cursor *c)
{
    return (uint8_t)little_endian(c, 1);
}

uint32_t
cursor_u32(Cursor *c)
{
    return (uint32_t)little_endian(c, 4);
}

uint64_t
cursor_u64(Cursor *c)
{
    return little_endian(c, 8);
}

uint64_t
cursor_varint(Cursor *c)
{
    uint64_t v = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = cursor_u8(c);
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return v;
    }
    c->bad = true;
    return 0;
}

uint32_t
cursor_count(Cursor *c, size_t size)
{
    uint64_t n = cursor_varint(c);

    if (n > UINT32_MAX || n * (size ? size : 1) > cursor_left(c)) {
        c->bad = true;
        return 0;
    }
    return (uint32_t)n;
}
