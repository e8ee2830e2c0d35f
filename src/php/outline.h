/* outline.h - the statements and functions of a PHP source, and the parts of
 * its expressions.
 */
#ifndef CULPRIT_PHP_OUTLINE_H
#define CULPRIT_PHP_OUTLINE_H

#include "php/lexer.h"

/* Tokens, both ends included; empty if last < first. */
typedef struct PhpRange PhpRange;
struct PhpRange {
    size_t first, last;
};

typedef enum {
    PHP_SIMPLE, /* an expression, a jump, echo: up to its semicolon */
    PHP_HEAD,   /* if (...), while (...) and so on, without what follows */
    PHP_PRINT,  /* between <?= and ?> */
    PHP_LABEL,  /* case ...: */
} PhpStatementKind;

typedef struct PhpStatement PhpStatement;
struct PhpStatement {
    PhpRange tokens; /* of PHP_SIMPLE with the semicolon, if it has one */
    PhpStatementKind kind;
};

typedef struct PhpOutline PhpOutline;
struct PhpOutline {
    const char *path, *text;
    size_t n;
    PhpTokens tokens;
    VEC(PhpStatement) statements;
    VEC(PhpRange) functions; /* from the word to the bracket that closes it */
};

/* The path and the text must outlive it. */
void php_outline(const char *path, const char *text, size_t n, PhpOutline *out);
void php_outline_done(PhpOutline *o);

bool php_is(const PhpOutline *o, size_t token, const char *word);
bool php_is_kind(const PhpOutline *o, size_t token, PhpTokenKind kind);

/* The innermost function around the token, or all of the file. */
PhpRange php_function(const PhpOutline *o, size_t token);

/* From a variable, word, string or bracket to the last of [..], ->x, ::x and
 * (..) behind it. */
size_t php_chain(const PhpOutline *o, size_t first);
/* Does such a chain begin here? */
bool php_begins_chain(const PhpOutline *o, size_t token);

/* How tightly the sign or word binds its two operands; 0 if it has none. */
int php_strength(const PhpOutline *o, size_t token);
/* The operands of such a sign. */
PhpRange php_left(const PhpOutline *o, size_t sign);
PhpRange php_right(const PhpOutline *o, size_t sign);

/* The i-th argument between these brackets; empty if there are fewer. */
PhpRange php_argument(const PhpOutline *o, size_t bracket, unsigned i);
/* How many there are. */
unsigned php_narguments(const PhpOutline *o, size_t bracket);

#endif
