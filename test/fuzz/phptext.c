/* phptext.c - fuzz: PHP sources to tokens, statements and changes within their
 * bounds.
 */
#include "php/proposals.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Tokens stand in order and do not overlap; brackets know each other. */
static void
check_tokens(const PhpOutline *o)
{
    size_t end = 0;

    for (size_t i = 0; i < o->tokens.n; i++) {
        const PhpToken *t = &o->tokens.at[i];
        if (t->at < end || t->n == 0 || t->at + t->n > o->n ||
            (t->partner != PHP_NONE && o->tokens.at[t->partner].partner != i))
            abort();
        end = t->at + t->n;
    }
}

static void
check_changes(const TextChanges *all, size_t n, uint32_t nlines)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].from > all->at[i].to || all->at[i].to > n ||
            all->at[i].line == 0 || all->at[i].line >= nlines)
            abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    bool lines[200];
    const PhpLines which = {lines, 200};
    char *text = malloc(n + 1); /* a file that was read has a NUL behind it */
    Arena a = {0};
    PhpVocabulary words = {0};
    TextChanges changes = {0};
    PhpOutline o;

    memset(lines, true, sizeof lines);
    if (n)
        memcpy(text, bytes, n);
    text[n] = 0;
    php_outline("/a.php", text, n, &o);
    check_tokens(&o);
    php_vocabulary_add(&words, &o);
    php_proposals(&o, &words, &which, &a, &changes);
    check_changes(&changes, n, 200);
    vec_done(&changes);
    php_vocabulary_done(&words);
    php_outline_done(&o);
    arena_done(&a);
    free(text);
    return 0;
}
