/* syntax.c - fuzz: source text to tokens, and extents within their bounds. */
#include "find/syntax.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Tokens stand in order and do not overlap. */
static void
check_tokens(const Syntax *s)
{
    size_t end = 0;

    for (size_t i = 0; i < s->tokens.n; i++) {
        const Token *t = &s->tokens.at[i];
        if (t->at < end || t->n == 0 || t->at + t->n > s->n ||
            tokens_find(&s->tokens, t->at) != i)
            abort();
        end = t->at + t->n;
    }
}

static void
check_extent(const Syntax *s, TokenRange e)
{
    if (e.first <= e.last && e.last >= s->tokens.n)
        abort();
}

static void
check_place(const Syntax *s, size_t i)
{
    TokenRange statement, head;
    long long value;

    token_value(s->text, &s->tokens.at[i], &value);
    check_extent(s, syntax_around(s, i, LEVEL_AND));
    check_extent(s, syntax_name(s, i, true));
    if (syntax_level(s, i) != LEVEL_TIGHT) {
        check_extent(s, syntax_left(s, i));
        check_extent(s, syntax_right(s, i));
    }
    if (syntax_statement(s, i, &statement, &head)) {
        check_extent(s, statement);
        check_extent(s, head);
        if (statement.first > i || statement.last < i)
            abort();
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    Syntax s;
    char *text = malloc(n + 1); /* a file that was read has a NUL behind it */

    if (n)
        memcpy(text, bytes, n);
    text[n] = 0;
    syntax_init(&s, text, n);
    check_tokens(&s);
    for (size_t i = 0; i < s.tokens.n && i < 64; i++)
        check_place(&s, i);
    syntax_done(&s);
    free(text);
    return 0;
}
