/* words.h - split a line into words as a POSIX shell quotes them.
 *
 * Quotes and backslashes mean what they mean in a shell. What a shell would
 * expand or act on (`|`, `$`, `*`, ...) is refused unless quoted, since no
 * shell is there to do it. A last `< file` names the input.
 */
#ifndef CULPRIT_SUITE_WORDS_H
#define CULPRIT_SUITE_WORDS_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Words Words;
struct Words {
    char **at; /* n words and a NULL */
    size_t n;
    const char *input; /* the word after `<`, NULL if there is none */
};

/* Everything in `out` is the arena's. The message names no file or line. */
bool words_split(Arena *a, const char *line, size_t n, Words *out, Diag *d);

/* Append the word so that words_split (and a shell) reads it back. */
void words_quote(Str *out, const char *word);

/* The same on one line, whatever the word has: control characters become
 * $'\n', which words_split reads and newer shells do. */
void words_quote_line(Str *out, const char *word);

/* Take a `[WORD...]` off the start of the line; no words if there is none. */
bool words_bracket(Arena *a, const char **line, size_t *n, Words *out, Diag *d);

#endif
