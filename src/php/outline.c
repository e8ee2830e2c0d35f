/* outline.c - the statements and functions of a PHP source, and the parts of
 * its expressions.
 *
 * By words and brackets alone. Where that is mistaken, a change is proposed
 * that does not compile, or does nothing.
 */
#include "php/outline.h"

#include <string.h>

bool
php_is(const PhpOutline *o, size_t token, const char *word)
{
    return token < o->tokens.n &&
           php_token_is(o->text, &o->tokens.at[token], word);
}

bool
php_is_kind(const PhpOutline *o, size_t token, PhpTokenKind kind)
{
    return token < o->tokens.n && o->tokens.at[token].kind == kind;
}

static bool
is_any(const PhpOutline *o, size_t token, const char *const *words)
{
    for (; *words; words++)
        if (php_is(o, token, *words))
            return true;
    return false;
}

/* Behind a bracket that opens: the one that closes; else the token. */
static size_t
over(const PhpOutline *o, size_t token)
{
    const size_t partner = o->tokens.at[token].partner;

    return partner != PHP_NONE && partner > token ? partner : token;
}

/* Statements */

static void read_statements(PhpOutline *o, size_t from, size_t to);

static void
add_statement(PhpOutline *o, size_t first, size_t last, PhpStatementKind kind)
{
    if (first <= last)
        vec_push(&o->statements, (PhpStatement){{first, last}, kind});
}

/* The end of what begins here: a semicolon or the end of PHP, not in brackets;
 * or the token before a bracket that closes. */
static size_t
statement_end(const PhpOutline *o, size_t from, size_t to)
{
    for (size_t i = from; i < to; i = over(o, i) + 1) {
        if (php_is_kind(o, i, PHP_CLOSE))
            return i - 1;
        if (php_is(o, i, ";"))
            return i;
        if (php_is_kind(o, i, PHP_SIGN) &&
            o->tokens.at[i].partner != PHP_NONE && o->tokens.at[i].partner < i)
            return i - 1;
    }
    return to - 1;
}

/* The body of the function whose word this is, or the end. */
static size_t
find_body(const PhpOutline *o, size_t word, size_t to)
{
    size_t i = word;

    while (i < to && !php_is(o, i, "{"))
        i = php_is(o, i, "(") ? over(o, i) + 1 : i + 1;
    return i < to && o->tokens.at[i].partner != PHP_NONE ? i : to;
}

/* Bodies of functions within an expression. */
static void
read_closures(PhpOutline *o, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (!php_is(o, i, "function"))
            continue;
        const size_t body = find_body(o, i, to);
        if (body == to)
            return;
        const size_t end = o->tokens.at[body].partner;
        vec_push(&o->functions, (PhpRange){i, end});
        read_statements(o, body + 1, end);
        i = end;
    }
}

static size_t
read_simple(PhpOutline *o, size_t from, size_t to)
{
    const size_t end = statement_end(o, from, to);

    if (end < from)
        return from + 1;
    add_statement(o, from, end, PHP_SIMPLE);
    read_closures(o, from, end);
    return end + 1;
}

/* A function or a class, up to its body; what that holds comes next. */
static size_t
read_declaration(PhpOutline *o, size_t from, size_t to)
{
    size_t i = from, function = PHP_NONE;

    while (i < to && !php_is(o, i, "{") && !php_is(o, i, ";")) {
        if (php_is(o, i, "function"))
            function = i;
        i = php_is(o, i, "(") ? over(o, i) + 1 : i + 1;
    }
    if (i < to && php_is(o, i, "{") && function != PHP_NONE &&
        o->tokens.at[i].partner != PHP_NONE)
        vec_push(&o->functions, (PhpRange){function, o->tokens.at[i].partner});
    return i + 1;
}

static size_t
read_label(PhpOutline *o, size_t from, size_t to)
{
    size_t i = from;

    while (i < to && !php_is(o, i, ":") && !php_is(o, i, ";"))
        i = over(o, i) + 1;
    if (i < to && i > from + 1)
        add_statement(o, from, i, PHP_LABEL);
    return i + 1;
}

static size_t
read_print(PhpOutline *o, size_t from, size_t to)
{
    const size_t end = statement_end(o, from, to);

    add_statement(o, from, end, PHP_PRINT);
    read_closures(o, from, end);
    return end >= from ? end + 1 : from;
}

static size_t
read_statement(PhpOutline *o, size_t i, size_t to)
{
    static const char *const heads[] = {"if",    "elseif",  "while",
                                        "for",   "foreach", "switch",
                                        "catch", "declare", NULL};
    static const char *const declarations[] = {
        "class",  "interface", "trait",     "enum",  "abstract", "final",
        "public", "protected", "private",   "const", "use",      "var",
        "#[",     "readonly",  "namespace", NULL};

    if (is_any(o, i, heads) && php_is(o, i + 1, "(") &&
        o->tokens.at[i + 1].partner != PHP_NONE) {
        add_statement(o, i, o->tokens.at[i + 1].partner, PHP_HEAD);
        return o->tokens.at[i + 1].partner + 1;
    }
    if (php_is(o, i, "case"))
        return read_label(o, i, to);
    if (is_any(o, i, declarations) ||
        (php_is(o, i, "function") && php_is_kind(o, i + 1, PHP_WORD)) ||
        (php_is(o, i, "static") && php_is(o, i + 1, "function")))
        return read_declaration(o, i, to);
    return read_simple(o, i, to);
}

static void
read_statements(PhpOutline *o, size_t from, size_t to)
{
    static const char *const passed[] = {";",       "{",       "}",  ":",
                                         "else",    ")",       "do", "try",
                                         "finally", "default", "]",  NULL};

    for (size_t i = from; i < to;) {
        const PhpTokenKind kind = (PhpTokenKind)o->tokens.at[i].kind;
        if (kind == PHP_HTML || kind == PHP_OPEN || kind == PHP_CLOSE ||
            is_any(o, i, passed))
            i++;
        else if (kind == PHP_ECHO)
            i = read_print(o, i + 1, to);
        else
            i = read_statement(o, i, to);
    }
}

void
php_outline(const char *path, const char *text, size_t n, PhpOutline *out)
{
    *out = (PhpOutline){.path = path, .text = text, .n = n};
    php_lex(text, n, &out->tokens);
    read_statements(out, 0, out->tokens.n);
}

void
php_outline_done(PhpOutline *o)
{
    vec_done(&o->tokens);
    vec_done(&o->statements);
    vec_done(&o->functions);
}

PhpRange
php_function(const PhpOutline *o, size_t token)
{
    PhpRange found = {0, o->tokens.n ? o->tokens.n - 1 : 0};

    for (size_t i = 0; i < o->functions.n; i++) {
        const PhpRange f = o->functions.at[i];
        if (f.first <= token && token <= f.last && f.first >= found.first)
            found = f;
    }
    return found;
}

/* Expressions */

static bool
is_arrow(const PhpOutline *o, size_t token)
{
    return php_is(o, token, "->") || php_is(o, token, "?->") ||
           php_is(o, token, "::");
}

bool
php_begins_chain(const PhpOutline *o, size_t token)
{
    if (!php_is_kind(o, token, PHP_VARIABLE) &&
        !php_is_kind(o, token, PHP_WORD))
        return false;
    return token == 0 ||
           (!is_arrow(o, token - 1) && !php_is(o, token - 1, "function") &&
            !php_is(o, token - 1, "new") && !php_is(o, token - 1, "$"));
}

size_t
php_chain(const PhpOutline *o, size_t first)
{
    size_t i = over(o, first);

    for (;;) {
        if (is_arrow(o, i + 1) && (php_is_kind(o, i + 2, PHP_WORD) ||
                                   php_is_kind(o, i + 2, PHP_VARIABLE)))
            i += 2;
        else if ((php_is(o, i + 1, "[") || php_is(o, i + 1, "(")) &&
                 over(o, i + 1) > i + 1)
            i = over(o, i + 1);
        else
            return i;
    }
}

int
php_strength(const PhpOutline *o, size_t token)
{
    static const struct {
        const char *sign;
        int strength;
    } all[] = {{"*", 12},  {"/", 12},  {"%", 12},  {"+", 11},  {"-", 11},
               {"<<", 10}, {">>", 10}, {".", 9},   {"<", 8},   {"<=", 8},
               {">", 8},   {">=", 8},  {"==", 7},  {"!=", 7},  {"===", 7},
               {"!==", 7}, {"<>", 7},  {"<=>", 7}, {"&", 6},   {"^", 5},
               {"|", 5},   {"&&", 4},  {"||", 3},  {"\?\?", 2}};

    if (token == 0 || !php_is_kind(o, token, PHP_SIGN))
        return 0;
    const PhpToken *before = &o->tokens.at[token - 1];
    const bool operand =
        before->kind == PHP_VARIABLE || before->kind == PHP_NUMBER ||
        before->kind == PHP_STRING || before->kind == PHP_TEMPLATE ||
        before->kind == PHP_WORD || php_is(o, token - 1, ")") ||
        php_is(o, token - 1, "]");
    for (size_t i = 0; operand && i < sizeof all / sizeof all[0]; i++)
        if (php_is(o, token, all[i].sign))
            return all[i].strength;
    return 0;
}

/* Does no operand go beyond this token? */
static bool
is_border(const PhpOutline *o, size_t token)
{
    static const char *const borders[] = {",",
                                          ";",
                                          "=>",
                                          "=",
                                          "+=",
                                          "-=",
                                          "*=",
                                          "/=",
                                          ".=",
                                          "%=",
                                          "\?\?=",
                                          "?",
                                          ":",
                                          "{",
                                          "}",
                                          "&&",
                                          "||",
                                          "return",
                                          "echo",
                                          "print",
                                          "and",
                                          "or",
                                          "as",
                                          "xor",
                                          "yield",
                                          "throw",
                                          "case",
                                          "include",
                                          "require",
                                          "(",
                                          "[",
                                          ")",
                                          "]",
                                          "else",
                                          "#[",
                                          "include_once",
                                          "require_once",
                                          NULL};
    const PhpTokenKind kind = (PhpTokenKind)o->tokens.at[token].kind;

    return kind == PHP_HTML || kind == PHP_OPEN || kind == PHP_ECHO ||
           kind == PHP_CLOSE || is_any(o, token, borders);
}

PhpRange
php_left(const PhpOutline *o, size_t sign)
{
    const int strength = php_strength(o, sign);
    size_t first = sign;

    while (first > 0) {
        const size_t at = first - 1, partner = o->tokens.at[at].partner;
        const int other = php_strength(o, at);
        if (partner != PHP_NONE && partner < at)
            first = partner;
        else if (other ? other < strength : is_border(o, at))
            break;
        else
            first = at;
    }
    return (PhpRange){first, sign - 1};
}

PhpRange
php_right(const PhpOutline *o, size_t sign)
{
    const int strength = php_strength(o, sign);
    size_t last = sign;

    while (last + 1 < o->tokens.n) {
        const size_t at = last + 1, partner = o->tokens.at[at].partner;
        const int other = php_strength(o, at);
        if (other && at > sign + 1 ? other <= strength : false)
            break;
        if (partner != PHP_NONE && partner > at)
            last = partner;
        else if (!other && is_border(o, at))
            break;
        else
            last = at;
    }
    return (PhpRange){sign + 1, last};
}

PhpRange
php_argument(const PhpOutline *o, size_t bracket, unsigned i)
{
    const size_t end = over(o, bracket);
    size_t first = bracket + 1;

    for (size_t at = first; at <= end; at = over(o, at) + 1)
        if (at == end || php_is(o, at, ",")) {
            if (i-- == 0)
                return (PhpRange){first, at - 1};
            first = at + 1;
        }
    return (PhpRange){1, 0};
}

unsigned
php_narguments(const PhpOutline *o, size_t bracket)
{
    unsigned n = 0;

    for (PhpRange r; n < 20; n++) {
        r = php_argument(o, bracket, n);
        if (r.last < r.first)
            break;
    }
    return n;
}
