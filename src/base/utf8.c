/* utf8.c - source text of any bytes, read as UTF-8. */
#include "base/utf8.h"

#include <string.h>

/* Length and lowest code point of the sequence that `lead` starts; 0: none. */
static unsigned
sequence(unsigned char lead, uint32_t *lowest)
{
    if (lead >= 0xc2 && lead <= 0xdf)
        return *lowest = 0x80, 2;
    if (lead >= 0xe0 && lead <= 0xef)
        return *lowest = 0x800, 3;
    if (lead >= 0xf0 && lead <= 0xf4)
        return *lowest = 0x10000, 4;
    return 0;
}

uint32_t
utf8_next(const char **at, const char *end)
{
    const unsigned char *p = (const unsigned char *)(*at)++;
    uint32_t lowest, point;

    if (p[0] < 0x80)
        return p[0];
    unsigned n = sequence(p[0], &lowest);
    if (n == 0 || (size_t)(end - (const char *)p) < n)
        return UTF8_BAD;
    point = p[0] & (0xffu >> (n + 1));
    for (unsigned i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return UTF8_BAD;
        point = point << 6 | (p[i] & 0x3fu);
    }
    if (point < lowest || point > 0x10ffff ||
        (point >= 0xd800 && point <= 0xdfff))
        return UTF8_BAD;
    *at += n - 1;
    return point;
}

void
utf8_put(Str *s, uint32_t point)
{
    if (point < 0x80) {
        str_putc(s, (char)point);
        return;
    }
    if (point < 0x800) {
        str_putc(s, (char)(0xc0 | point >> 6));
    } else if (point < 0x10000) {
        str_putc(s, (char)(0xe0 | point >> 12));
        str_putc(s, (char)(0x80 | (point >> 6 & 0x3f)));
    } else {
        str_putc(s, (char)(0xf0 | point >> 18));
        str_putc(s, (char)(0x80 | (point >> 12 & 0x3f)));
        str_putc(s, (char)(0x80 | (point >> 6 & 0x3f)));
    }
    str_putc(s, (char)(0x80 | (point & 0x3f)));
}

/* Rough ranges; wcwidth() would depend on the locale of the process. */
static const struct {
    uint32_t first, last;
    unsigned width;
} widths[] = {
    {0x0300, 0x036f, 0},   {0x1100, 0x115f, 2},   {0x200b, 0x200f, 0},
    {0x20d0, 0x20ff, 0},   {0x2e80, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},
    {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe30, 0xfe6f, 2},
    {0xfeff, 0xfeff, 0},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},
    {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
};

unsigned
utf8_width(uint32_t point)
{
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (point >= widths[i].first && point <= widths[i].last)
            return widths[i].width;
    return 1;
}

void
utf8_clean(Str *s, const char *bytes, size_t n)
{
    for (const char *p = bytes, *end = bytes + n; p < end;)
        utf8_put(s, utf8_next(&p, end));
}

void
utf8_line(Str *s, const char *text)
{
    const char *end = text + strlen(text);

    while (text < end) {
        uint32_t c = utf8_next(&text, end);
        utf8_put(s, c < ' ' || (c >= 0x7f && c < 0xa0) ? ' ' : c);
    }
}
