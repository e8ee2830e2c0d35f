/* xml.c - walk over the elements of an XML text, for the parsers. */
#include "spectrum/xml.h"

#include <ctype.h>
#include <stdlib.h>

static bool
skip_to(Text *t, const char *end)
{
    const char *at = memmem(t->at, t->n, end, strlen(end));

    if (!at)
        return false;
    const size_t used = (size_t)(at - t->at) + strlen(end);
    t->at += used;
    t->n -= used;
    return true;
}

/* Comments, instructions, declarations and literal text. */
static bool
is_other(Text t)
{
    return t.n && (t.at[0] == '!' || t.at[0] == '?');
}

static bool
skip_other(Text *t)
{
    if (text_skip(t, "!--"))
        return skip_to(t, "-->");
    if (text_skip(t, "![CDATA["))
        return skip_to(t, "]]>");
    return skip_to(t, ">");
}

/* The > that ends the tag is none within quotes. */
static bool
find_end(Text t, size_t *n)
{
    char quote = 0;

    for (*n = 0; *n < t.n; ++*n) {
        const char c = t.at[*n];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return true;
    }
    return false;
}

static XmlKind
take_tag(Xml *x)
{
    const bool closes = text_skip(&x->rest, "/");
    size_t n;

    if (!find_end(x->rest, &n))
        return XML_DAMAGED;
    Text tag = {x->rest.at, n};
    x->rest.at += n + 1;
    x->rest.n -= n + 1;
    const bool empty = tag.n && tag.at[tag.n - 1] == '/';
    tag.n -= empty;
    x->name = (Text){tag.at, 0};
    while (x->name.n < tag.n && !isspace((unsigned char)tag.at[x->name.n]))
        x->name.n++;
    x->attributes = (Text){tag.at + x->name.n, tag.n - x->name.n};
    if (!x->name.n)
        return XML_DAMAGED;
    return closes ? XML_CLOSE : empty ? XML_EMPTY : XML_OPEN;
}

XmlKind
xml_next(Xml *x)
{
    x->before = (Text){x->rest.at, 0};
    for (;;) {
        const char *open =
            x->rest.n ? memchr(x->rest.at, '<', x->rest.n) : NULL;
        if (!open)
            return XML_END;
        x->rest.n -= (size_t)(open - x->rest.at) + 1;
        x->rest.at = open + 1;
        x->before.n = (size_t)(open - x->before.at);
        if (!is_other(x->rest))
            return take_tag(x);
        if (!skip_other(&x->rest))
            return XML_DAMAGED;
    }
}

static void
skip_space(Text *t)
{
    while (t->n && isspace((unsigned char)t->at[0]))
        t->at++, t->n--;
}

const char *
xml_attribute(const Xml *x, const char *name, Arena *a)
{
    Text t = x->attributes;

    for (;;) {
        skip_space(&t);
        Text key = text_until(&t, '=');
        while (key.n && isspace((unsigned char)key.at[key.n - 1]))
            key.n--;
        skip_space(&t);
        if (!t.n || (t.at[0] != '"' && t.at[0] != '\''))
            return NULL;
        const char quote = t.at[0];
        t.at++, t.n--;
        const Text value = text_until(&t, quote);
        if (text_is(key, name))
            return xml_decode(value, a);
    }
}

static const struct {
    const char *name;
    char c;
} entities[] = {
    {"lt;", '<'}, {"gt;", '>'}, {"amp;", '&'}, {"quot;", '"'}, {"apos;", '\''}};

/* &#65; and &#x41;, as UTF-8. The text is behind the #. */
static bool
take_number(Text *t, char **to)
{
    const char *end = memchr(t->at, ';', t->n < 10 ? t->n : 10);
    const int base = t->n && (t->at[0] == 'x') ? 16 : 10;
    char digits[12] = {0};

    if (!end)
        return false;
    memcpy(digits, t->at, (size_t)(end - t->at));
    const unsigned long c = strtoul(digits + (base == 16), NULL, base);
    t->n -= (size_t)(end - t->at) + 1;
    t->at = end + 1;
    if (c == 0 || c > 0x10ffff)
        return true;
    if (c < 0x80)
        *(*to)++ = (char)c;
    else if (c < 0x800)
        *(*to)++ = (char)(0xc0 | c >> 6);
    else if (c < 0x10000)
        *(*to)++ = (char)(0xe0 | c >> 12);
    else
        *(*to)++ = (char)(0xf0 | c >> 18);
    for (int shift = c < 0x80      ? -6
                     : c < 0x800   ? 0
                     : c < 0x10000 ? 6
                                   : 12;
         shift >= 0; shift -= 6)
        *(*to)++ = (char)(0x80 | ((c >> shift) & 0x3f));
    return true;
}

const char *
xml_decode(Text t, Arena *a)
{
    char *out = arena_alloc(a, t.n + 1, 1), *to = out;

    while (t.n) {
        const char c = t.at[0];
        bool known = false;
        t.at++, t.n--;
        for (size_t i = 0;
             c == '&' && !known && i < sizeof entities / sizeof entities[0];
             i++)
            if ((known = text_skip(&t, entities[i].name)))
                *to++ = entities[i].c;
        Text number = t;
        if (c == '&' && !known && text_skip(&number, "#") &&
            (known = take_number(&number, &to)))
            t = number;
        if (!known && c)
            *to++ = c;
    }
    return out;
}

unsigned
xml_line(const Xml *x)
{
    unsigned line = 1;

    for (const char *at = x->all.at; at < x->rest.at; at++)
        line += *at == '\n';
    return line;
}
