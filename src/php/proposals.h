/* proposals.h - small changes of a PHP source.
 *
 * What people mistake in PHP: a comparison, a number, a key, a variable, a
 * function; a default or a check that is missing; a statement too many or too
 * few; a tag that is not closed. Each is a text in the place of another; what
 * does not compile, or does nothing, shows when it is tried.
 */
#ifndef CULPRIT_PHP_PROPOSALS_H
#define CULPRIT_PHP_PROPOSALS_H

#include "format/alterations.h"
#include "php/vocabulary.h"

typedef VEC(TextChange) TextChanges;

/* The lines of a source that count as statements, by number. */
typedef struct PhpLines PhpLines;
struct PhpLines {
    const bool *at;
    uint32_t n;
};

/* Append all changes of the source, in the order of its text. A change counts
 * for a line of `lines`: its own or, in a statement of several lines, the
 * nearest one. Texts are the arena's. */
void php_proposals(const PhpOutline *o, const PhpVocabulary *v,
                   const PhpLines *lines, Arena *arena, TextChanges *out);

#endif
