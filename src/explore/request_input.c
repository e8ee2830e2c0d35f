/* request_input.c - inputs that are requests to a PHP application. */
#include "explore/request_input.h"

#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef VEC(InputBytes) Words;

static bool
is(InputBytes b, const char *text)
{
    return b.n == strlen(text) && memcmp(b.at, text, b.n) == 0;
}

static bool
same(InputBytes x, InputBytes y)
{
    return x.n == y.n && (x.n == 0 || memcmp(x.at, y.at, x.n) == 0);
}

/* A method begins a request: all in capitals, where parts of requests have a
 * colon, and paths begin with a slash. */
static bool
is_method(InputBytes word)
{
    for (size_t i = 0; i < word.n; i++)
        if (!isupper((unsigned char)word.at[i]))
            return false;
    return word.n > 0;
}

/* KIND:NAME=VALUE up to the =, all of other words. */
static InputBytes
key_of(InputBytes word)
{
    const char *colon = word.n ? memchr(word.at, ':', word.n) : NULL;
    const char *equals = colon ? memchr(word.at, '=', word.n) : NULL;

    return equals ? (InputBytes){word.at, (size_t)(equals - word.at)} : word;
}

/* Symbols */

typedef struct SymbolName SymbolName;
struct SymbolName {
    size_t request;
    InputBytes kind, name;
};

static bool
parse_symbol(InputBytes symbol, SymbolName *out)
{
    const char *end = symbol.at + symbol.n;
    char *behind;

    out->request = strtoul(symbol.at, &behind, 10);
    if (behind == symbol.at || behind >= end || *behind != ' ')
        return false;
    const char *kind = behind + 1;
    const char *space = memchr(kind, ' ', (size_t)(end - kind));
    if (!space)
        return false;
    out->kind = (InputBytes){kind, (size_t)(space - kind)};
    out->name = (InputBytes){space + 1, (size_t)(end - space - 1)};
    return true;
}

/* Is the word the parameter, or an element of it? Headers are told apart
 * without regard to case. */
static bool
is_of(InputBytes word, const SymbolName *s)
{
    const InputBytes key = key_of(word);
    const size_t n = s->kind.n + 1 + s->name.n;

    if (key.n == word.n || key.n < n || key.at[s->kind.n] != ':' ||
        memcmp(key.at, s->kind.at, s->kind.n) != 0)
        return false;
    const char *name = key.at + s->kind.n + 1;
    const bool named = is(s->kind, "header")
                           ? strncasecmp(name, s->name.at, s->name.n) == 0
                           : memcmp(name, s->name.at, s->name.n) == 0;
    return named && (key.n == n || key.at[n] == '[');
}

static int
digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0'
                                     : tolower((unsigned char)c) - 'a' + 10;
}

/* Is that, as it stands in a URL, this name? */
static bool
is_encoded(const char *at, size_t n, InputBytes name)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++, k++) {
        char c = at[i] == '+' ? ' ' : at[i];
        if (c == '%' && i + 2 < n && isxdigit((unsigned char)at[i + 1]) &&
            isxdigit((unsigned char)at[i + 2])) {
            c = (char)(digit(at[i + 1]) * 16 + digit(at[i + 2]));
            i += 2;
        }
        if (k >= name.n || name.at[k] != c)
            return false;
    }
    return k == name.n;
}

/* The target without that parameter. */
static InputBytes
without(Arena *a, InputBytes target, InputBytes name)
{
    const char *query = target.n ? memchr(target.at, '?', target.n) : NULL;
    const char *end = target.at + target.n;
    Str out = {0};

    if (!query)
        return target;
    str_add(&out, target.at, (size_t)(query - target.at));
    char between = '?';
    for (const char *at = query + 1; at < end;) {
        const char *and = memchr(at, '&', (size_t)(end - at));
        const size_t n = and ? (size_t)(and-at) : (size_t)(end - at);
        const char *equals = memchr(at, '=', n);
        if (!is_encoded(at, equals ? (size_t)(equals - at) : n, name)) {
            str_putc(&out, between);
            str_add(&out, at, n);
            between = '&';
        }
        at += n + (and!= NULL);
    }
    const InputBytes b = {arena_strndup(a, str_text(&out), out.n), out.n};
    str_done(&out);
    return b;
}

/* Changing */

static InputBytes
new_word(Arena *a, const SymbolName *s, InputBytes value)
{
    Str out = {0};

    str_add(&out, s->kind.at, s->kind.n);
    str_putc(&out, ':');
    str_add(&out, s->name.at, s->name.n);
    str_putc(&out, '=');
    str_add(&out, value.at, value.n);
    const InputBytes b = {arena_dup(a, out.at, out.n + 1), out.n};
    str_done(&out);
    return b;
}

/* The words of one request, from its method to before the next. Who posts
 * something asks by POST. */
static void
change_request(Arena *a, const InputBytes *words, size_t n, const SymbolName *s,
               const RequestChange *c, Words *out)
{
    const bool method = is(s->kind, "method");
    const bool posts = c->given && is(s->kind, "post");
    bool done = method || !c->given;

    for (size_t i = 0; i < n; i++) {
        if (i == 0 && method && c->given)
            vec_push(out, c->value);
        else if (i == 0 && posts && is(words[i], "GET"))
            vec_push(out, (InputBytes){"POST", 4});
        else if (i == 1 && is(s->kind, "get"))
            vec_push(out, without(a, words[i], s->name));
        else if (i < 2 || !is_of(words[i], s))
            vec_push(out, words[i]);
        else if (!done) {
            vec_push(out, new_word(a, s, c->value));
            done = true;
        }
    }
    if (!done)
        vec_push(out, new_word(a, s, c->value));
}

bool
request_input_change(Arena *a, const Input *base, const RequestChange *c,
                     Input *out)
{
    Words words = {0};
    SymbolName s;
    size_t request = 0;
    bool found = false;

    if (!parse_symbol(c->symbol, &s) ||
        (is(s.kind, "method") && !is_method(c->value)))
        return false;
    for (size_t i = 0, end; i < base->nargs; i = end, request++) {
        for (end = i + 1; end < base->nargs && !is_method(base->args[end]);)
            end++;
        if (request == s.request) {
            change_request(a, base->args + i, end - i, &s, c, &words);
            found = true;
            continue;
        }
        for (size_t k = i; k < end; k++)
            vec_push(&words, base->args[k]);
    }
    *out = *base;
    out->args = arena_dup(a, words.at, words.n * sizeof *words.at);
    out->nargs = words.n;
    vec_done(&words);
    return found;
}

Input
request_input_empty(Arena *a, const Input *like)
{
    Input out = {.around = like->around};
    Words words = {0};

    for (size_t i = 0; i + 1 < like->nargs; i++) {
        if (!is_method(like->args[i]))
            continue;
        const InputBytes target = like->args[i + 1];
        const char *query = target.n ? memchr(target.at, '?', target.n) : NULL;
        vec_push(&words, like->args[i]);
        vec_push(&words,
                 (InputBytes){target.at,
                              query ? (size_t)(query - target.at) : target.n});
    }
    out.args = arena_dup(a, words.at, words.n * sizeof *words.at);
    out.nargs = words.n;
    vec_done(&words);
    return out;
}

double
request_input_similar(const Input *x, const Input *y)
{
    size_t alike = 0, matched = 0;

    for (size_t i = 0; i < x->nargs; i++) {
        bool equal = false, named = false;
        for (size_t k = 0; k < y->nargs && !equal; k++) {
            equal = same(x->args[i], y->args[k]);
            named |= same(key_of(x->args[i]), key_of(y->args[k]));
        }
        alike += equal;
        matched += equal || named;
    }
    const size_t all = x->nargs + y->nargs - matched;
    return all ? 100.0 * (double)alike / (double)all : 100;
}
