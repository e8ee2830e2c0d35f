/* html_text.c - text and numbers for the data inside a page. */
#include "report/html_text.h"

#include "base/utf8.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
put_special(Str *s, uint32_t c)
{
    switch (c) {
    case '"':
        str_puts(s, "\\\"");
        break;
    case '\\':
        str_puts(s, "\\\\");
        break;
    case '\n':
        str_puts(s, "\\n");
        break;
    case '\t':
        str_puts(s, "\\t");
        break;
    default:
        str_printf(s, "\\u%04x", (unsigned)c);
    }
}

static bool
plain(unsigned char c)
{
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<';
}

void
html_string(Str *s, const char *bytes, size_t n)
{
    const char *p = bytes, *end = bytes + n;

    str_putc(s, '"');
    while (p < end) {
        const char *from = p;
        while (p < end && plain((unsigned char)*p))
            p++;
        str_add(s, from, (size_t)(p - from));
        if (p == end)
            break;
        uint32_t c = utf8_next(&p, end);
        if (c < 0x80)
            put_special(s, c);
        else
            utf8_put(s, c);
    }
    str_putc(s, '"');
}

void
html_text(Str *s, const char *text)
{
    html_string(s, text ? text : "", text ? strlen(text) : 0);
}

void
html_number(Str *s, double v)
{
    char text[32];

    if (isnan(v)) {
        str_puts(s, "null");
        return;
    }
    if (isinf(v)) {
        str_puts(s, v > 0 ? "1e999" : "-1e999");
        return;
    }
    for (int digits = 6; digits <= 17; digits++) { /* the shortest that is v */
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v)
            break;
    }
    str_puts(s, text);
}

void
html_base64(Str *s, const void *bytes, size_t n)
{
    static const char digit[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *p = bytes;

    str_reserve(s, n / 3 * 4 + 8);
    str_putc(s, '"');
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t v = (uint32_t)p[i] << 16;
        v |= left > 1 ? (uint32_t)p[i + 1] << 8 : 0;
        v |= left > 2 ? p[i + 2] : 0;
        str_putc(s, digit[v >> 18]);
        str_putc(s, digit[v >> 12 & 63]);
        str_putc(s, left > 1 ? digit[v >> 6 & 63] : '=');
        str_putc(s, left > 2 ? digit[v & 63] : '=');
    }
    str_putc(s, '"');
}

void
html_escape(Str *s, const char *text)
{
    const char *end = text + strlen(text);

    while (text < end) {
        uint32_t c = utf8_next(&text, end);
        if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
            str_printf(s, "&#%u;", (unsigned)c);
        else
            utf8_put(s, c);
    }
}
