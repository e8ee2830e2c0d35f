/* tokens.h - C source text to tokens, without comments and directives. */
#ifndef CULPRIT_FIND_TOKENS_H
#define CULPRIT_FIND_TOKENS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TOKEN_WORD, /* names and keywords */
    TOKEN_NUMBER,
    TOKEN_CHARACTER,
    TOKEN_STRING,
    TOKEN_SIGN, /* operators and brackets */
} TokenKind;

typedef struct Token Token;
struct Token {
    size_t at, n; /* bytes of the text */
    TokenKind kind;
};

typedef VEC(Token) Tokens;

#define TOKEN_NONE SIZE_MAX

/* Any bytes will do: what is no C gives some tokens. */
void tokens_read(const char *text, size_t n, Tokens *out);

/* The token that begins at this byte, TOKEN_NONE if none does. */
size_t tokens_find(const Tokens *t, size_t at);

/* The value of an integer or character constant. */
bool token_value(const char *text, const Token *t, long long *out);

#endif
