/* sampler.c - texts that a regular expression may match.
 *
 * The pattern is walked once, and each of its parts adds what it would match.
 * That is enough for patterns as applications have them; there is no search.
 */
#include "php/sampler.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { DEEPEST = 32 };

typedef struct SampleWalk SampleWalk;
struct SampleWalk {
    const char *at, *end;
    unsigned variant, depth;
    Str *out;
    size_t begin; /* of the text */
};

typedef struct CharSet CharSet;
struct CharSet {
    bool has[256];
};

static void
put(SampleWalk *s, char c)
{
    if (s->out->n - s->begin < SAMPLER_MOST)
        str_putc(s->out, c);
}

static bool
skip(SampleWalk *s, char c)
{
    const bool is = s->at < s->end && *s->at == c;

    s->at += is;
    return is;
}

/* Sets of characters */

static bool
is_of_kind(char kind, int c)
{
    switch (kind) {
    case 'd':
        return isdigit(c);
    case 'w':
        return isalnum(c) || c == '_';
    case 's':
        return isspace(c);
    case 'h':
        return c == ' ' || c == '\t';
    default:
        return false;
    }
}

static bool
is_kind(char c)
{
    return c && strchr("dwshDWSH", c);
}

static void
add_kind(CharSet *set, char kind)
{
    const char lower = (char)tolower((unsigned char)kind);

    for (int c = 0; c < 256; c++)
        if (is_of_kind(lower, c) == (kind == lower))
            set->has[c] = true;
}

/* \n and others; any other stands for itself. */
static char
plain(char c)
{
    static const char names[] = "nrtfve0", bytes[] = "\n\r\t\f\v\033";
    const char *at = c ? strchr(names, c) : NULL;

    return at ? bytes[at - names] : c;
}

/* [:alpha:] */
static bool
add_named(SampleWalk *s, CharSet *set)
{
    static const struct {
        const char *name;
        int (*is)(int c);
    } names[] = {{"alpha", isalpha}, {"digit", isdigit},  {"alnum", isalnum},
                 {"upper", isupper}, {"lower", islower},  {"space", isspace},
                 {"punct", ispunct}, {"xdigit", isxdigit}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t n = strlen(names[i].name);
        if ((size_t)(s->end - s->at) < n + 4 || strncmp(s->at, "[:", 2) != 0 ||
            strncmp(s->at + 2, names[i].name, n) != 0 ||
            strncmp(s->at + 2 + n, ":]", 2) != 0)
            continue;
        for (int c = 0; c < 256; c++)
            set->has[c] |= names[i].is(c) != 0;
        s->at += n + 4;
        return true;
    }
    return false;
}

/* A member of a class; false: it was a kind of characters. */
static bool
read_member(SampleWalk *s, CharSet *set, unsigned char *out)
{
    char c = *s->at++;

    if (c == '\\' && s->at < s->end) {
        c = *s->at++;
        if (is_kind(c)) {
            add_kind(set, c);
            return false;
        }
        c = plain(c);
    }
    *out = (unsigned char)c;
    return true;
}

static void
read_class(SampleWalk *s, CharSet *set)
{
    const bool negated = skip(s, '^');
    bool first = true;

    for (; s->at < s->end && (first || *s->at != ']'); first = false) {
        unsigned char from, to;
        if (add_named(s, set) || !read_member(s, set, &from))
            continue;
        to = from;
        if (s->end - s->at > 1 && s->at[0] == '-' && s->at[1] != ']') {
            s->at++;
            if (!read_member(s, set, &to))
                continue;
        }
        for (int c = from; c <= to; c++)
            set->has[c] = true;
    }
    skip(s, ']');
    for (int c = 0; negated && c < 256; c++)
        set->has[c] = !set->has[c];
}

/* What people would type comes first. */
static void
put_one_of(SampleWalk *s, const CharSet *set)
{
    static const char usual[] =
        "a1A0b2B3xyzXYZ_- .@,/:;+!?#'\"()<>=*&%$cdefghijklmnopqrstuvwCDEFG"
        "HIJKLMNOPQRSTUVW456789\t\n";
    unsigned left = s->variant % 3;
    char last = 0;

    for (const char *c = usual; *c; c++) {
        if (!set->has[(unsigned char)*c])
            continue;
        last = *c;
        if (left-- == 0)
            break;
    }
    for (int c = 1; !last && c < 256; c++)
        if (set->has[c])
            last = (char)c;
    if (last)
        put(s, last);
}

/* Parts */

static void sample_branches(SampleWalk *s);

/* To the end of this branch, and of the group if `all`. */
static void
pass(SampleWalk *s, bool all)
{
    unsigned open = 0;

    for (; s->at < s->end; s->at++) {
        const char c = *s->at;
        if (open == 0 && (c == ')' || (c == '|' && !all)))
            return;
        if (c == '\\' && s->at + 1 < s->end) {
            s->at++;
        } else if (c == '[') {
            CharSet ignored = {0};
            s->at++;
            read_class(s, &ignored);
            s->at--;
        } else if (c == '(') {
            open++;
        } else if (c == ')') {
            open--;
        }
    }
}

/* Behind (: (?:  (?<name>  (?P<name>  (?i), or what looks around. */
static void
sample_group(SampleWalk *s)
{
    const bool special = skip(s, '?');
    const char *at = s->at;
    const bool looks =
        special && at < s->end &&
        (*at == '=' || *at == '!' ||
         (*at == '<' && at + 1 < s->end && (at[1] == '=' || at[1] == '!')));

    if (looks || s->depth == DEEPEST) {
        pass(s, true);
    } else {
        while (special && s->at < s->end && *s->at != ')' && *s->at != ':' &&
               *s->at != '>')
            s->at++;
        if (special && s->at < s->end && *s->at != ')')
            s->at++;
        s->depth++;
        sample_branches(s);
        s->depth--;
    }
    skip(s, ')');
}

static void
sample_escape(SampleWalk *s)
{
    const char c = s->at < s->end ? *s->at++ : 0;
    CharSet set = {0};

    if (is_kind(c)) {
        add_kind(&set, c);
        put_one_of(s, &set);
    } else if (c && !strchr("bBAzZGKQE", c)) {
        put(s, plain(c));
    }
}

static void
sample_atom(SampleWalk *s)
{
    const char c = *s->at++;
    CharSet set = {0};

    switch (c) {
    case '\\':
        sample_escape(s);
        break;
    case '[':
        read_class(s, &set);
        put_one_of(s, &set);
        break;
    case '(':
        sample_group(s);
        break;
    case '.':
        memset(set.has, true, sizeof set.has);
        put_one_of(s, &set);
        break;
    case '^':
    case '$':
        break;
    default:
        put(s, c);
        break;
    }
}

static unsigned
read_number(SampleWalk *s)
{
    unsigned n = 0;

    while (s->at < s->end && isdigit((unsigned char)*s->at)) {
        n = n * 10 + (unsigned)(*s->at++ - '0');
        n = n > SAMPLER_MOST ? SAMPLER_MOST : n;
    }
    return n;
}

/* How often, at least and at most. */
static void
read_repetition(SampleWalk *s, unsigned *least, unsigned *most)
{
    *least = *most = 1;
    if (skip(s, '*')) {
        *least = 0, *most = SAMPLER_MOST;
    } else if (skip(s, '+')) {
        *most = SAMPLER_MOST;
    } else if (skip(s, '?')) {
        *least = 0;
    } else if (s->end - s->at > 1 && *s->at == '{' &&
               isdigit((unsigned char)s->at[1])) {
        s->at++;
        *least = *most = read_number(s);
        if (skip(s, ',')) {
            *most = read_number(s);
            *most = *most < *least ? SAMPLER_MOST : *most;
        }
        skip(s, '}');
    } else {
        return;
    }
    if (!skip(s, '?'))
        skip(s, '+');
}

static void
sample_part(SampleWalk *s)
{
    const char *begin = s->at;
    const size_t before = s->out->n;
    unsigned least, most;

    sample_atom(s);
    read_repetition(s, &least, &most);
    const char *behind = s->at;
    const unsigned more = (s->variant + 1) / 2 % 3;
    const unsigned n = least + more < most ? least + more : most;
    if (n == 0 && s->out->n > before) {
        s->out->n = before;
        s->out->at[before] = 0;
    }
    for (unsigned i = 1; i < n && s->out->n - s->begin < SAMPLER_MOST; i++) {
        s->at = begin;
        sample_atom(s);
    }
    s->at = behind;
}

static void
sample_branches(SampleWalk *s)
{
    const char *begin = s->at;
    unsigned branches = 1;

    for (pass(s, false); s->at < s->end && *s->at == '|'; pass(s, false)) {
        branches++;
        s->at++;
    }
    const char *behind = s->at;
    s->at = begin;
    for (unsigned i = s->variant % branches; i > 0; i--) {
        pass(s, false);
        s->at++;
    }
    while (s->at < behind && *s->at != '|' && *s->at != ')')
        sample_part(s);
    s->at = behind;
}

void
sampler_add(const char *pattern, size_t n, unsigned variant, Str *out)
{
    static const char opens[] = "([{<", closes[] = ")]}>";

    if (n < 2)
        return;
    const char *open = pattern[0] ? strchr(opens, pattern[0]) : NULL;
    const char close = open ? closes[open - opens] : pattern[0];
    const char *end = pattern + n - 1;
    while (end > pattern && *end != close)
        end--;
    SampleWalk s = {.at = pattern + 1,
                    .end = end > pattern ? end : pattern + 1,
                    .variant = variant,
                    .out = out,
                    .begin = out->n};
    while (s.at < s.end) {
        sample_branches(&s);
        s.at += s.at < s.end; /* a ) too many */
    }
}
