/* lexer.c - PHP sources as tokens, as far as changes of them need it. */
#include "php/lexer.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct Lexer Lexer;
struct Lexer {
    const char *text;
    size_t n, at;
    uint32_t line;
    PhpTokens *out;
    VEC(size_t) open; /* brackets */
};

bool
php_token_is(const char *text, const PhpToken *t, const char *word)
{
    return strlen(word) == t->n && memcmp(text + t->at, word, t->n) == 0;
}

static char
peek(const Lexer *l, size_t ahead)
{
    return ahead < l->n - l->at ? l->text[l->at + ahead] : 0;
}

static bool
starts(const Lexer *l, const char *word)
{
    const size_t n = strlen(word);

    return n <= l->n - l->at && memcmp(l->text + l->at, word, n) == 0;
}

static bool
is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* The next n bytes are a token. */
static void
take(Lexer *l, PhpTokenKind kind, size_t n)
{
    vec_push(l->out, (PhpToken){.at = l->at,
                                .n = n,
                                .partner = PHP_NONE,
                                .line = l->line,
                                .kind = (uint8_t)kind});
    for (size_t i = 0; i < n; i++)
        l->line += l->text[l->at + i] == '\n';
    l->at += n;
}

static void
skip(Lexer *l, size_t n)
{
    for (size_t i = 0; i < n; i++)
        l->line += l->text[l->at + i] == '\n';
    l->at += n;
}

/* From here to where PHP begins. */
static void
take_html(Lexer *l)
{
    size_t n = 0;

    while (l->at + n < l->n &&
           !(peek(l, n) == '<' && peek(l, n + 1) == '?' &&
             (peek(l, n + 2) == '=' ||
              (l->n - l->at - n >= 5 &&
               strncasecmp(l->text + l->at + n, "<?php", 5) == 0))))
        n++;
    if (n)
        take(l, PHP_HTML, n);
    if (l->at < l->n)
        take(l, peek(l, 2) == '=' ? PHP_ECHO : PHP_OPEN,
             peek(l, 2) == '=' ? 3 : 5);
}

/* How long a comment of one line is: to its end, or that of the PHP. */
static size_t
line_comment(const Lexer *l)
{
    size_t n = 0;

    while (l->at + n < l->n && peek(l, n) != '\n' &&
           !(peek(l, n) == '?' && peek(l, n + 1) == '>'))
        n++;
    return n;
}

static size_t
block_comment(const Lexer *l)
{
    size_t n = 2;

    while (l->at + n < l->n && !(peek(l, n) == '*' && peek(l, n + 1) == '/'))
        n++;
    return l->at + n + 2 <= l->n ? n + 2 : l->n - l->at;
}

static bool
skip_blank(Lexer *l)
{
    if (isspace((unsigned char)peek(l, 0)))
        skip(l, 1);
    else if (starts(l, "//") || (peek(l, 0) == '#' && peek(l, 1) != '['))
        skip(l, line_comment(l));
    else if (starts(l, "/*"))
        skip(l, block_comment(l));
    else
        return false;
    return true;
}

static void
take_string(Lexer *l)
{
    const char quote = peek(l, 0);
    bool simple = quote != '`';
    size_t n = 1;

    for (; l->at + n < l->n && peek(l, n) != quote; n++) {
        if (peek(l, n) == '\\')
            n++;
        else if (quote == '"' && peek(l, n) == '$' &&
                 (is_name(peek(l, n + 1)) || peek(l, n + 1) == '{'))
            simple = false;
    }
    n = l->at + n < l->n ? n + 1 : l->n - l->at;
    take(l, simple ? PHP_STRING : PHP_TEMPLATE, n);
}

/* <<<NAME to NAME at the beginning of a line; false: it is none. */
static bool
take_heredoc(Lexer *l)
{
    size_t name = 3, length = 0, n;

    while (peek(l, name) == ' ' || peek(l, name) == '\'' ||
           peek(l, name) == '"')
        name++;
    while (is_name(peek(l, name + length)))
        length++;
    if (!length)
        return false;
    for (n = name + length; l->at + n < l->n; n++) {
        if (peek(l, n) != '\n')
            continue;
        size_t at = n + 1;
        while (peek(l, at) == ' ' || peek(l, at) == '\t')
            at++;
        if (l->n - l->at - at >= length &&
            memcmp(l->text + l->at + at, l->text + l->at + name, length) == 0 &&
            !is_name(peek(l, at + length))) {
            take(l, PHP_TEMPLATE, at + length);
            return true;
        }
    }
    take(l, PHP_TEMPLATE, l->n - l->at);
    return true;
}

static size_t
number_length(const Lexer *l)
{
    const bool hex = peek(l, 0) == '0' && (peek(l, 1) | 32) == 'x';
    size_t n = 0;

    for (;; n++) {
        const char c = peek(l, n);
        if (is_name(c) && !(c & 0x80))
            continue;
        if (c == '.' && isdigit((unsigned char)peek(l, n + 1)))
            continue;
        if ((c == '+' || c == '-') && n && !hex && (peek(l, n - 1) | 32) == 'e')
            continue;
        return n;
    }
}

/* Of (int) and its kind; 0: it is none. */
static size_t
cast_length(const Lexer *l)
{
    static const char *const types[] = {"int",     "integer", "float",
                                        "double",  "string",  "bool",
                                        "boolean", "array",   "object"};
    size_t n = 1;

    while (peek(l, n) == ' ')
        n++;
    const size_t from = n;
    while (isalpha((unsigned char)peek(l, n)))
        n++;
    const size_t length = n - from;
    while (peek(l, n) == ' ')
        n++;
    for (size_t i = 0; peek(l, n) == ')' && i < sizeof types / sizeof types[0];
         i++)
        if (strlen(types[i]) == length &&
            strncasecmp(l->text + l->at + from, types[i], length) == 0)
            return n + 1;
    return 0;
}

static size_t
sign_length(const Lexer *l)
{
    static const char *const signs[] = {
        "===", "!==", "<=>", "**=", "...", "<<=", ">>=", "\?\?=", "?->",
        "==",  "!=",  "<>",  "<=",  ">=",  "&&",  "||",  "\?\?",  "++",
        "--",  "+=",  "-=",  "*=",  "/=",  ".=",  "%=",  "&=",    "|=",
        "^=",  "<<",  ">>",  "**",  "->",  "=>",  "::",  "#["};

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (starts(l, signs[i]))
            return strlen(signs[i]);
    return 1;
}

static bool
is_opening(const Lexer *l, const PhpToken *t)
{
    const char c = l->text[t->at + t->n - 1];

    return t->n == 1 ? c && strchr("([{", c) : c == '[';
}

/* Brackets and their partners. */
static void
pair(Lexer *l)
{
    static const char closing[] = ")]}", opening[] = "([{";
    const size_t i = l->out->n - 1;
    PhpToken *t = &l->out->at[i];
    const char *c = t->n == 1 ? strchr(closing, l->text[t->at]) : NULL;

    if (is_opening(l, t)) {
        vec_push(&l->open, i);
    } else if (c && *c && l->open.n) {
        PhpToken *o = &l->out->at[l->open.at[l->open.n - 1]];
        if (l->text[o->at + o->n - 1] != opening[c - closing])
            return;
        t->partner = vec_pop(&l->open);
        o->partner = i;
    }
}

static void
take_sign(Lexer *l)
{
    const size_t cast = peek(l, 0) == '(' ? cast_length(l) : 0;

    if (cast) {
        take(l, PHP_CAST, cast);
        return;
    }
    take(l, PHP_SIGN, sign_length(l));
    pair(l);
}

static void
take_word(Lexer *l)
{
    size_t n = 0;

    while (is_name(peek(l, n)) ||
           (peek(l, n) == '\\' && is_name(peek(l, n + 1))))
        n++;
    take(l, PHP_WORD, n);
}

static void
take_variable(Lexer *l)
{
    size_t n = 1;

    while (is_name(peek(l, n)))
        n++;
    take(l, PHP_VARIABLE, n);
}

/* One token of PHP; false behind its end. */
static bool
take_php(Lexer *l)
{
    const char c = peek(l, 0);

    if (c == '?' && peek(l, 1) == '>') {
        take(l, PHP_CLOSE, peek(l, 2) == '\n' ? 3 : 2);
        return false;
    }
    if (c == '\'' || c == '"' || c == '`')
        take_string(l);
    else if (c == '$' && is_name(peek(l, 1)))
        take_variable(l);
    else if (isdigit((unsigned char)c) ||
             (c == '.' && isdigit((unsigned char)peek(l, 1))))
        take(l, PHP_NUMBER, number_length(l));
    else if (is_name(c) || (c == '\\' && is_name(peek(l, 1))))
        take_word(l);
    else if (!starts(l, "<<<") || !take_heredoc(l))
        take_sign(l);
    return true;
}

void
php_lex(const char *text, size_t n, PhpTokens *out)
{
    Lexer l = {.text = text, .n = n, .line = 1, .out = out};
    bool inside = false;

    while (l.at < n) {
        if (!inside) {
            take_html(&l);
            inside = true;
        } else if (!skip_blank(&l)) {
            inside = take_php(&l);
        }
    }
    vec_done(&l.open);
}
