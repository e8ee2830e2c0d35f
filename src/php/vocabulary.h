/* vocabulary.h - the words of an application: what could stand in the place of
 * others.
 */
#ifndef CULPRIT_PHP_VOCABULARY_H
#define CULPRIT_PHP_VOCABULARY_H

#include "base/arena.h"
#include "base/map.h"
#include "php/outline.h"

/* $row['price']: "$row" and "'price'". */
typedef struct PhpKey PhpKey;
struct PhpKey {
    const char *base, *key;
};

typedef struct PhpCallee PhpCallee;
struct PhpCallee {
    const char *name;
    unsigned nargs;
    uint32_t count; /* calls */
    bool method;
};

typedef struct PhpVocabulary PhpVocabulary;
struct PhpVocabulary {
    Arena arena;
    Map seen;
    VEC(PhpKey) keys;
    VEC(PhpCallee) callees;
    VEC(const char *) properties;
};

void php_vocabulary_add(PhpVocabulary *v, const PhpOutline *o);
/* All sources were added: the functions that are called most come first. */
void php_vocabulary_order(PhpVocabulary *v);
void php_vocabulary_done(PhpVocabulary *v);

/* Is the token a word that is called, and no word of the language? */
bool php_is_callee(const PhpOutline *o, size_t token);

#endif
