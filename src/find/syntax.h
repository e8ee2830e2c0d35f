/* syntax.h - where expressions and statements begin and end in a source.
 *
 * By brackets and the strength of operators, without types or macros: good
 * enough to propose an edit, which is compiled and tried before anybody sees
 * it.
 */
#ifndef CULPRIT_FIND_SYNTAX_H
#define CULPRIT_FIND_SYNTAX_H

#include "find/tokens.h"

typedef struct Syntax Syntax;
struct Syntax {
    const char *text;
    size_t n;
    Tokens tokens;
    size_t *partner; /* of each bracket; TOKEN_NONE: none */
};

/* Tokens from `first` to `last`, both included; none if first > last. */
typedef struct TokenRange TokenRange;
struct TokenRange {
    size_t first, last;
};

/* The strength of binary operators. */
enum {
    LEVEL_COMMA,
    LEVEL_ASSIGN,
    LEVEL_CHOICE, /* ?: */
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BITS_OR,
    LEVEL_BITS_XOR,
    LEVEL_BITS_AND,
    LEVEL_EQUAL,
    LEVEL_ORDER,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_TIGHT, /* what binds tighter than any of them */
};

/* The text must outlive it. */
void syntax_init(Syntax *s, const char *text, size_t n);
void syntax_done(Syntax *s);

bool syntax_is(const Syntax *s, size_t token, const char *text);

/* The level of the token as a binary operator, LEVEL_TIGHT if it is none. */
int syntax_level(const Syntax *s, size_t token);
int syntax_sign_level(const char *sign);

/* The weakest operator of the extent that is in no brackets. */
int syntax_weakest(const Syntax *s, TokenRange e);

/* The operands of the operator. */
TokenRange syntax_left(const Syntax *s, size_t op);
TokenRange syntax_right(const Syntax *s, size_t op);

/* The largest expression around the token whose operators are all stronger
 * than `level`. */
TokenRange syntax_around(const Syntax *s, size_t token, int level);

/* A name with what is selected from it on its left, `p->a.x` from `x` on, and
 * brackets behind it if `calls`. */
TokenRange syntax_name(const Syntax *s, size_t token, bool calls);

/* The innermost statement that the token belongs to, with its body if it is
 * the head of one. `head`: the condition in brackets behind if, while, for,
 * switch that it is in, else empty. */
bool syntax_statement(const Syntax *s, size_t token, TokenRange *out,
                      TokenRange *head);

/* Does a statement begin with the token, or could one? And the last token of
 * one that does, TOKEN_NONE if it has no end. */
bool syntax_begins_statement(const Syntax *s, size_t token);
size_t syntax_statement_end(const Syntax *s, size_t token);

#endif
