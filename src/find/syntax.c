/* syntax.c - where expressions and statements begin and end in a source. */
#include "find/syntax.h"

#include <string.h>

static const struct {
    const char *sign;
    int level;
} levels[] = {
    {",", LEVEL_COMMA},    {"=", LEVEL_ASSIGN},   {"+=", LEVEL_ASSIGN},
    {"-=", LEVEL_ASSIGN},  {"*=", LEVEL_ASSIGN},  {"/=", LEVEL_ASSIGN},
    {"%=", LEVEL_ASSIGN},  {"&=", LEVEL_ASSIGN},  {"|=", LEVEL_ASSIGN},
    {"^=", LEVEL_ASSIGN},  {"<<=", LEVEL_ASSIGN}, {">>=", LEVEL_ASSIGN},
    {"?", LEVEL_CHOICE},   {":", LEVEL_CHOICE},   {"||", LEVEL_OR},
    {"&&", LEVEL_AND},     {"|", LEVEL_BITS_OR},  {"^", LEVEL_BITS_XOR},
    {"&", LEVEL_BITS_AND}, {"==", LEVEL_EQUAL},   {"!=", LEVEL_EQUAL},
    {"<", LEVEL_ORDER},    {"<=", LEVEL_ORDER},   {">", LEVEL_ORDER},
    {">=", LEVEL_ORDER},   {"<<", LEVEL_SHIFT},   {">>", LEVEL_SHIFT},
    {"+", LEVEL_SUM},      {"-", LEVEL_SUM},      {"*", LEVEL_PRODUCT},
    {"/", LEVEL_PRODUCT},  {"%", LEVEL_PRODUCT},
};

bool
syntax_is(const Syntax *s, size_t token, const char *text)
{
    return token < s->tokens.n && s->tokens.at[token].n == strlen(text) &&
           memcmp(s->text + s->tokens.at[token].at, text, strlen(text)) == 0;
}

static bool
is_one_of(const Syntax *s, size_t token, const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (syntax_is(s, token, texts[i]))
            return true;
    return false;
}

static bool
is_open(const Syntax *s, size_t i)
{
    static const char *const texts[] = {"(", "[", "{"};

    return is_one_of(s, i, texts, 3);
}

static bool
is_close(const Syntax *s, size_t i)
{
    static const char *const texts[] = {")", "]", "}"};

    return is_one_of(s, i, texts, 3);
}

/* if, while, for, switch: what has a head in brackets. */
static bool
has_head(const Syntax *s, size_t i)
{
    static const char *const texts[] = {"if", "while", "for", "switch"};

    return is_one_of(s, i, texts, 4);
}

/* Words behind which an expression or a statement begins. */
static bool
is_lead(const Syntax *s, size_t i)
{
    static const char *const texts[] = {"return", "else", "do", "case", "goto"};

    return is_one_of(s, i, texts, 5);
}

void
syntax_init(Syntax *s, const char *text, size_t n)
{
    VEC(size_t) open = {0};

    *s = (Syntax){.text = text, .n = n};
    tokens_read(text, n, &s->tokens);
    s->partner = mem_zalloc(s->tokens.n + 1, sizeof *s->partner);
    for (size_t i = 0; i < s->tokens.n; i++) {
        s->partner[i] = TOKEN_NONE;
        if (is_open(s, i)) {
            vec_push(&open, i);
        } else if (is_close(s, i) && open.n) {
            s->partner[i] = vec_pop(&open);
            s->partner[s->partner[i]] = i;
        }
    }
    vec_done(&open);
}

void
syntax_done(Syntax *s)
{
    vec_done(&s->tokens);
    free(s->partner);
}

int
syntax_sign_level(const char *sign)
{
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(sign, levels[i].sign) == 0)
            return levels[i].level;
    return LEVEL_TIGHT;
}

/* Can an operand end with this token? */
static bool
ends_operand(const Syntax *s, size_t i)
{
    return i < s->tokens.n && !is_lead(s, i) &&
           (s->tokens.at[i].kind != TOKEN_SIGN || syntax_is(s, i, ")") ||
            syntax_is(s, i, "]") || syntax_is(s, i, "++") ||
            syntax_is(s, i, "--"));
}

int
syntax_level(const Syntax *s, size_t token)
{
    const Token *t = &s->tokens.at[token];
    char sign[4] = {0};

    if (t->kind != TOKEN_SIGN || t->n > 3 || token == 0 ||
        !ends_operand(s, token - 1))
        return LEVEL_TIGHT;
    memcpy(sign, s->text + t->at, t->n);
    return syntax_sign_level(sign);
}

int
syntax_weakest(const Syntax *s, TokenRange e)
{
    int weakest = LEVEL_TIGHT;

    for (size_t i = e.first; i <= e.last && i < s->tokens.n; i++) {
        if (is_open(s, i) && s->partner[i] != TOKEN_NONE) {
            i = s->partner[i];
            continue;
        }
        int level = syntax_level(s, i);
        weakest = level < weakest ? level : weakest;
    }
    return weakest;
}

/* Does the expression end here, going either way? */
static bool
is_border(const Syntax *s, size_t i)
{
    return is_lead(s, i) || syntax_is(s, i, ";") || syntax_is(s, i, "{") ||
           syntax_is(s, i, "}");
}

/* From token `at` to the left, over operators of at least `level`. */
static size_t
go_left(const Syntax *s, size_t at, int level)
{
    while (at > 0) {
        size_t i = at - 1;
        if (is_open(s, i) || is_border(s, i) || syntax_level(s, i) < level)
            break;
        if (is_close(s, i)) {
            if (s->partner[i] == TOKEN_NONE || has_head(s, s->partner[i] - 1))
                break;
            i = s->partner[i];
        }
        at = i;
    }
    return at;
}

static size_t
go_right(const Syntax *s, size_t at, int level)
{
    while (at + 1 < s->tokens.n) {
        size_t i = at + 1;
        if (is_close(s, i) || is_border(s, i) || syntax_level(s, i) < level)
            break;
        if (is_open(s, i)) {
            if (s->partner[i] == TOKEN_NONE)
                break;
            i = s->partner[i];
        }
        at = i;
    }
    return at;
}

TokenRange
syntax_left(const Syntax *s, size_t op)
{
    const int level = syntax_level(s, op);

    /* Assignments group from the right. */
    return (TokenRange){
        go_left(s, op, level == LEVEL_ASSIGN ? level + 1 : level), op - 1};
}

TokenRange
syntax_right(const Syntax *s, size_t op)
{
    const int level = syntax_level(s, op);

    return (TokenRange){
        op + 1, go_right(s, op, level == LEVEL_ASSIGN ? level : level + 1)};
}

TokenRange
syntax_around(const Syntax *s, size_t token, int level)
{
    size_t last = token;

    if (is_open(s, token) && s->partner[token] != TOKEN_NONE)
        last = s->partner[token];
    return (TokenRange){go_left(s, token, level + 1),
                        go_right(s, last, level + 1)};
}

TokenRange
syntax_name(const Syntax *s, size_t token, bool calls)
{
    TokenRange e = {token, token};

    while (e.first >= 2 && (syntax_is(s, e.first - 1, "->") ||
                            syntax_is(s, e.first - 1, "."))) {
        size_t i = e.first - 2;
        while (is_close(s, i) && s->partner[i] != TOKEN_NONE &&
               s->partner[i] > 0)
            i = s->partner[i] - 1;
        if (s->tokens.at[i].kind != TOKEN_WORD)
            break;
        e.first = i;
    }
    if (calls && syntax_is(s, token + 1, "(") &&
        s->partner[token + 1] != TOKEN_NONE)
        e.last = s->partner[token + 1];
    return e;
}

/* Statements */

static size_t statement_end(const Syntax *s, size_t i, int depth);

static size_t
plain_end(const Syntax *s, size_t i)
{
    while (i < s->tokens.n && !syntax_is(s, i, ";")) {
        if (is_close(s, i))
            return TOKEN_NONE;
        if (is_open(s, i)) {
            if (s->partner[i] == TOKEN_NONE)
                return TOKEN_NONE;
            i = s->partner[i];
        }
        i++;
    }
    return i < s->tokens.n ? i : TOKEN_NONE;
}

/* Of if, for, while, switch: behind the head, with an else. */
static size_t
headed_end(const Syntax *s, size_t i, int depth)
{
    if (!syntax_is(s, i + 1, "(") || s->partner[i + 1] == TOKEN_NONE)
        return TOKEN_NONE;
    size_t end = statement_end(s, s->partner[i + 1] + 1, depth);
    if (end != TOKEN_NONE && syntax_is(s, i, "if") &&
        syntax_is(s, end + 1, "else"))
        end = statement_end(s, end + 2, depth);
    return end;
}

/* The last token of the statement that begins at `i`. */
static size_t
statement_end(const Syntax *s, size_t i, int depth)
{
    enum { DEEPEST = 200 };

    if (depth > DEEPEST)
        return TOKEN_NONE;
    if (syntax_is(s, i, "{"))
        return s->partner[i];
    if (has_head(s, i))
        return headed_end(s, i, depth + 1);
    if (syntax_is(s, i, "do")) {
        size_t body = statement_end(s, i + 1, depth + 1);
        return body == TOKEN_NONE ? body : plain_end(s, body + 1);
    }
    return plain_end(s, i);
}

/* Is the colon that of a label, and not of `?:`? */
static bool
is_label_end(const Syntax *s, size_t colon)
{
    for (size_t i = colon; i-- > 0;) {
        if (syntax_is(s, i, "?"))
            return false;
        if (syntax_is(s, i, "case") || syntax_is(s, i, "default") ||
            syntax_is(s, i, ";") || syntax_is(s, i, "{") ||
            syntax_is(s, i, "}"))
            return true;
    }
    return true;
}

/* May a statement begin behind the token? */
static bool
is_before_statement(const Syntax *s, size_t i)
{
    return syntax_is(s, i, ";") || syntax_is(s, i, "{") ||
           syntax_is(s, i, "}") || syntax_is(s, i, "else") ||
           syntax_is(s, i, "do") ||
           (syntax_is(s, i, ":") && is_label_end(s, i)) ||
           (syntax_is(s, i, ")") && s->partner[i] != TOKEN_NONE &&
            s->partner[i] > 0 && has_head(s, s->partner[i] - 1));
}

/* The bracket that the token stands in, if it is the head of something. */
static size_t
enclosing_head(const Syntax *s, size_t token)
{
    for (size_t i = token; i-- > 0;) {
        if (syntax_is(s, i, "{") || syntax_is(s, i, "}"))
            return TOKEN_NONE;
        if (syntax_is(s, i, "(") && i > 0 && has_head(s, i - 1))
            return s->partner[i] != TOKEN_NONE && s->partner[i] > token
                       ? i
                       : TOKEN_NONE;
        if (is_close(s, i) && s->partner[i] != TOKEN_NONE)
            i = s->partner[i];
    }
    return TOKEN_NONE;
}

bool
syntax_statement(const Syntax *s, size_t token, TokenRange *out,
                 TokenRange *head)
{
    *head = (TokenRange){1, 0};
    if (token >= s->tokens.n)
        return false;
    size_t bracket = enclosing_head(s, token);
    size_t at = token;
    if (bracket != TOKEN_NONE) {
        *head = (TokenRange){bracket + 1, s->partner[bracket] - 1};
        at = bracket - 1;
    }
    while (at > 0 && !is_before_statement(s, at - 1)) {
        at--;
        if (is_close(s, at) && s->partner[at] != TOKEN_NONE)
            at = s->partner[at];
    }
    out->first = at;
    out->last = at > 0 ? statement_end(s, at, 0) : TOKEN_NONE;
    return out->last != TOKEN_NONE && out->last >= token;
}

bool
syntax_begins_statement(const Syntax *s, size_t token)
{
    return token > 0 && token < s->tokens.n &&
           is_before_statement(s, token - 1);
}

size_t
syntax_statement_end(const Syntax *s, size_t token)
{
    return statement_end(s, token, 0);
}
