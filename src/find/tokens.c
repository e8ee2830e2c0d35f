/* tokens.c - C source text to tokens, without comments and directives. */
#include "find/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Signs of several characters, the longer ones first. */
static const char *const signs[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
};

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Behind the line, of which the last characters may be escaped. */
static size_t
line_end(const char *text, size_t n, size_t i)
{
    while (i < n && text[i] != '\n')
        i += text[i] == '\\' && i + 1 < n ? 2 : 1;
    return i < n ? i : n;
}

/* Behind a string or character; at the end of the line if it has no end. */
static size_t
quoted_end(const char *text, size_t n, size_t i)
{
    const char quote = text[i++];

    while (i < n && text[i] != quote && text[i] != '\n')
        i += text[i] == '\\' && i + 1 < n ? 2 : 1;
    return i < n && text[i] == quote ? i + 1 : i < n ? i : n;
}

/* Behind what is no token at `i`: blanks, a comment, a directive. */
static size_t
skip(const char *text, size_t n, size_t i, bool fresh)
{
    if (isspace((unsigned char)text[i]) || text[i] == '\\')
        return i + 1;
    if (text[i] == '#' && fresh)
        return line_end(text, n, i);
    if (text[i] != '/' || i + 1 == n)
        return i;
    if (text[i + 1] == '/')
        return line_end(text, n, i);
    if (text[i + 1] != '*')
        return i;
    const char *end = memmem(text + i + 2, n - i - 2, "*/", 2);
    return end ? (size_t)(end - text) + 2 : n;
}

static size_t
number_end(const char *text, size_t n, size_t i)
{
    while (i < n && (is_word(text[i]) || text[i] == '.' ||
                     ((text[i] == '+' || text[i] == '-') &&
                      strchr("eEpP", text[i - 1]) && text[i - 1])))
        i++;
    return i;
}

static size_t
sign_end(const char *text, size_t n, size_t i)
{
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
        size_t length = strlen(signs[k]);
        if (i + length <= n && memcmp(text + i, signs[k], length) == 0)
            return i + length;
    }
    return i + 1;
}

static Token
read_token(const char *text, size_t n, size_t i)
{
    Token t = {.at = i, .kind = TOKEN_SIGN};
    size_t end = i;

    if (text[i] == '"' || text[i] == '\'') {
        t.kind = text[i] == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        end = quoted_end(text, n, i);
    } else if (isdigit((unsigned char)text[i]) ||
               (text[i] == '.' && i + 1 < n &&
                isdigit((unsigned char)text[i + 1]))) {
        t.kind = TOKEN_NUMBER;
        end = number_end(text, n, i + 1);
    } else if (is_word(text[i])) {
        t.kind = TOKEN_WORD;
        while (end < n && is_word(text[end]))
            end++;
    } else {
        end = sign_end(text, n, i);
    }
    t.n = end - i;
    return t;
}

void
tokens_read(const char *text, size_t n, Tokens *out)
{
    bool fresh = true; /* nothing on this line yet */

    for (size_t i = 0; i < n;) {
        size_t next = skip(text, n, i, fresh);
        if (next > i) {
            fresh =
                text[i] == '\n' || (fresh && isspace((unsigned char)text[i]));
            i = next;
            continue;
        }
        vec_push(out, read_token(text, n, i));
        i += out->at[out->n - 1].n;
        fresh = false;
    }
}

size_t
tokens_find(const Tokens *t, size_t at)
{
    size_t low = 0, high = t->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->at[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->n && t->at[low].at == at ? low : TOKEN_NONE;
}

/* 'x', '\n', '\0' */
static bool
character_value(const char *at, size_t n, long long *out)
{
    static const char names[] = "abfnrtv0\\'\"?";
    static const int values[] = {'\a', '\b', '\f', '\n', '\r', '\t',
                                 '\v', 0,    '\\', '\'', '"',  '?'};
    const char *name;

    if (n == 3 && at[1] != '\\') {
        *out = ((unsigned char)at[1] ^ 0x80) - 0x80; /* as a signed one */
        return true;
    }
    if (n != 4 || at[1] != '\\' || !(name = memchr(names, at[2], 12)))
        return false;
    *out = values[name - names];
    return true;
}

bool
token_value(const char *text, const Token *t, long long *out)
{
    char copy[64], *end;

    if (t->kind == TOKEN_CHARACTER)
        return character_value(text + t->at, t->n, out);
    if (t->kind != TOKEN_NUMBER || t->n >= sizeof copy)
        return false;
    memcpy(copy, text + t->at, t->n);
    copy[t->n] = 0;
    *out = (long long)strtoull(copy, &end, 0);
    return end > copy && strspn(end, "uUlL") == strlen(end);
}
