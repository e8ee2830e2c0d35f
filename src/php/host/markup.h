/* markup.h - what is wrong with a page of HTML. */
#ifndef CULPRIT_PHP_HOST_MARKUP_H
#define CULPRIT_PHP_HOST_MARKUP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct MarkupError MarkupError;
struct MarkupError {
    size_t offset;         /* in the page */
    unsigned line, column; /* likewise */
    const char *kind;      /* one word, for those who ignore it */
    const char *text;      /* what is wrong */
};

/* Was this host built with a parser of HTML? Does it tell errors of this kind
 * (n bytes)? */
bool markup_is_known(void);
bool markup_is_kind(const char *kind, size_t n);

/* The errors in order of their offsets, the arena's. */
MarkupError *markup_check(Arena *a, const char *page, size_t size, size_t *n);

#endif
