/* property.c - what should have held where the output first went wrong. */
#include "cause/property.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 400 };

static size_t
first_difference(const char *a, size_t na, const char *b, size_t nb)
{
    size_t n = na < nb ? na : nb, i = 0;

    while (i < n && a[i] == b[i])
        i++;
    return i;
}

static uint32_t
find_piece(const ConcolicOutput *outputs, size_t n, size_t offset)
{
    for (size_t i = 0; i < n; i++)
        if (offset >= outputs[i].offset &&
            offset - outputs[i].offset < outputs[i].length)
            return (uint32_t)i;
    return PROPERTY_NONE;
}

/* The characters that a conversion may write, apart from blanks for its width.
 */
static bool
is_of_number(int conversion, unsigned char c)
{
    switch (conversion) {
    case 'd':
    case 'i':
        return isdigit(c) || c == '-' || c == '+';
    case 'u':
        return isdigit(c);
    case 'o':
        return c >= '0' && c <= '7';
    case 'x':
    case 'X':
    case 'p':
        return isxdigit(c) || c == 'x' || c == 'X';
    default: /* reals */
        return isalnum(c) || c == '-' || c == '+' || c == '.';
    }
}

static bool
is_integer(int conversion)
{
    return conversion && strchr("diuoxXp", conversion);
}

static bool
is_real(int conversion)
{
    return conversion && strchr("fFeEgGaA", conversion);
}

/* The number that stands at `from` of the expected text, with its blanks; its
 * length, 0 if there is none. */
static size_t
copy_number(int conversion, const char *text, size_t n, size_t from,
            char word[LONGEST_NUMBER])
{
    size_t i = from, used = 0;

    while (i < n && text[i] == ' ')
        i++;
    while (i < n && used + 1 < LONGEST_NUMBER &&
           is_of_number(conversion, (unsigned char)text[i]))
        word[used++] = text[i++];
    word[used] = 0;
    return used > 0 ? i - from : 0;
}

static bool
read_integer(int conversion, const char *word, size_t *used, uint64_t *out)
{
    int base = conversion == 'o'                              ? 8
               : conversion != 0 && strchr("xXp", conversion) ? 16
                                                              : 10;
    char *end;

    errno = 0;
    if (conversion == 'd' || conversion == 'i')
        *out = (uint64_t)strtoll(word, &end, base);
    else
        *out = strtoull(word, &end, base);
    *used = (size_t)(end - word);
    return end != word && errno == 0;
}

/* All values that print as this word are within half of its last digit. */
static bool
read_real(const char *word, size_t *used, double *low, double *high)
{
    const char *point = strchr(word, '.'), *power = strpbrk(word, "eE");
    char *end;
    double v, half;
    int digits = 0;

    errno = 0;
    v = strtod(word, &end);
    if (end == word || !isfinite(v))
        return false;
    *used = (size_t)(end - word);
    if (point && point < end)
        for (const char *c = point + 1; isdigit((unsigned char)*c); c++)
            digits++;
    half = 0.5 * pow(10, -digits);
    if (power && power < end)
        half *= pow(10, strtod(power + 1, NULL));
    *low = v - half;
    *high = v + half;
    return true;
}

/* Something else stands there: is it at least text of the same kind? */
static void
want_text(Property *p, const ConcolicOutput *o, const char *expected, size_t n)
{
    size_t from = o ? (size_t)o->offset : p->offset;

    p->kind = PROPERTY_PATH;
    p->text = expected + from;
    p->ntext = n - from;
    if (o && (o->conversion == 's' || o->conversion == 'c') &&
        o->argument != UINT32_MAX && o->length <= p->ntext) {
        p->kind = PROPERTY_BYTES;
        p->ntext = o->length;
    }
}

static void
want_of_piece(Property *p, const ConcolicOutput *o, const char *expected,
              size_t n)
{
    char word[LONGEST_NUMBER];
    int conversion = (int)o->conversion;
    size_t taken = 0, used;

    if (is_integer(conversion) || is_real(conversion))
        taken = copy_number(conversion, expected, n, (size_t)o->offset, word);
    if (taken > 0 && is_integer(conversion) &&
        read_integer(conversion, word, &used, &p->value))
        p->kind = PROPERTY_INTEGER;
    else if (taken > 0 && is_real(conversion) &&
             read_real(word, &used, &p->low, &p->high))
        p->kind = PROPERTY_REAL;
    else {
        want_text(p, o, expected, n);
        return;
    }
    p->text = expected + o->offset;
    p->ntext = taken - (strlen(word) - used);
}

/* A number that is right as far as it goes, 1 for 12: the first wrong byte is
 * behind its piece. */
static bool
want_longer_number(Property *p, const ConcolicOutput *outputs, size_t noutputs,
                   const char *expected, size_t nexpected)
{
    uint32_t last = p->offset > 0 ? find_piece(outputs, noutputs, p->offset - 1)
                                  : PROPERTY_NONE;
    Property longer = *p;

    if (last == PROPERTY_NONE || last == p->output ||
        !is_integer((int)outputs[last].conversion))
        return false;
    longer.output = last;
    want_of_piece(&longer, &outputs[last], expected, nexpected);
    if (longer.kind != PROPERTY_INTEGER || longer.ntext <= outputs[last].length)
        return false;
    *p = longer;
    return true;
}

Property
property_find(const ConcolicOutput *outputs, size_t noutputs,
              const char *actual, size_t nactual, const char *expected,
              size_t nexpected)
{
    Property p = {.kind = PROPERTY_HOLDS,
                  .offset =
                      first_difference(actual, nactual, expected, nexpected)};

    p.output = find_piece(outputs, noutputs, p.offset);
    if (p.offset == nactual && nactual == nexpected) {
        p.output = PROPERTY_NONE;
        return p;
    }
    if (want_longer_number(&p, outputs, noutputs, expected, nexpected))
        return p;
    if (p.offset < nactual && p.output != PROPERTY_NONE &&
        outputs[p.output].offset < nexpected) {
        want_of_piece(&p, &outputs[p.output], expected, nexpected);
        return p;
    }
    if (p.offset == nactual) {
        p.kind = PROPERTY_MISSING;
        p.text = expected + p.offset;
        p.ntext = nexpected - p.offset;
        return p;
    }
    p.kind = p.offset == nexpected ? PROPERTY_EXTRA : PROPERTY_PATH;
    p.text = expected + p.offset;
    p.ntext = nexpected - p.offset;
    return p;
}

static bool
is_padded(const ConcolicOutput *o, const char *actual)
{
    return o->length > 0 && actual[o->offset + o->length - 1] == ' ';
}

Property
property_of_piece(const ConcolicOutput *o, const char *actual,
                  const char *expected, size_t nexpected, size_t at,
                  size_t *next)
{
    ConcolicOutput there = *o;
    Property p = {.offset = at};
    size_t n = o->length;

    there.offset = at;
    if (at > nexpected || o->argument == UINT32_MAX ||
        (o->conversion == 's' && nexpected - at < n)) {
        p.kind = PROPERTY_PATH;
    } else {
        want_of_piece(&p, &there, expected, nexpected);
        n = p.ntext;
    }
    if (p.kind == PROPERTY_PATH || p.kind == PROPERTY_BYTES) {
        n = o->length;
        if (n <= nexpected && at <= nexpected - n &&
            memcmp(expected + at, actual + o->offset, n) == 0)
            p.kind = PROPERTY_HOLDS;
    }
    *next = at + n;
    while (p.kind == PROPERTY_INTEGER && is_padded(o, actual) &&
           n++ < o->length && *next < nexpected && expected[*next] == ' ')
        ++*next;
    return p;
}

bool
property_holds(const Property *p, const ConcolicOutput *outputs,
               size_t noutputs, const char *actual, size_t nactual,
               const char *expected, size_t nexpected)
{
    Property now =
        property_find(outputs, noutputs, actual, nactual, expected, nexpected);
    size_t until; /* expected bytes up to here decide */

    if (now.kind == PROPERTY_HOLDS)
        return true;
    switch (p->kind) {
    case PROPERTY_HOLDS:
    case PROPERTY_EXTRA:
        return false;
    case PROPERTY_INTEGER:
    case PROPERTY_REAL:
    case PROPERTY_BYTES:
        until = (size_t)(p->text - expected) + p->ntext;
        /* 12 does not have the property of 1. */
        return now.offset >= until && (now.kind != PROPERTY_INTEGER ||
                                       (size_t)(now.text - expected) >= until);
    case PROPERTY_PATH:
    case PROPERTY_MISSING:
        break;
    }
    return now.offset > p->offset;
}
