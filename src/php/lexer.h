/* lexer.h - PHP sources as tokens, as far as changes of them need it. */
#ifndef CULPRIT_PHP_LEXER_H
#define CULPRIT_PHP_LEXER_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PHP_HTML,     /* what is printed as it is */
    PHP_OPEN,     /* <?php */
    PHP_ECHO,     /* <?= */
    PHP_CLOSE,    /* ?>, with its newline */
    PHP_VARIABLE, /* $name */
    PHP_WORD,     /* also a\b\c */
    PHP_NUMBER,
    PHP_STRING,   /* in quotes, without variables */
    PHP_TEMPLATE, /* with variables, or longer than a line */
    PHP_CAST,     /* (int) */
    PHP_SIGN,     /* operators and brackets */
} PhpTokenKind;

#define PHP_NONE SIZE_MAX

typedef struct PhpToken PhpToken;
struct PhpToken {
    size_t at, n;
    size_t partner; /* of a bracket: the other one, or PHP_NONE */
    uint32_t line;
    uint8_t kind; /* PhpTokenKind */
};

typedef VEC(PhpToken) PhpTokens;

/* Of any bytes; comments and white space are left out. */
void php_lex(const char *text, size_t n, PhpTokens *out);

/* Is the token this text? */
bool php_token_is(const char *text, const PhpToken *t, const char *word);

#endif
