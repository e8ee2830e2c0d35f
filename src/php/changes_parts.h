/* changes_parts.h - what the parts of listing changes know of each other. */
#ifndef CULPRIT_PHP_CHANGES_PARTS_H
#define CULPRIT_PHP_CHANGES_PARTS_H

#include "php/changes.h"

/* A tag in the text of the page. */
typedef struct PhpTag PhpTag;
struct PhpTag {
    const char *name;
    size_t at, end; /* bytes; of a tag that ends elsewhere, as far as it goes */
    bool closes, whole;
};

typedef struct PhpChanger PhpChanger;
struct PhpChanger {
    const PhpOutline *o;
    const PhpVocabulary *words;
    const PhpLines *lines;
    Arena *arena;
    TextChanges *out;
    VEC(PhpTag) tags;     /* of the whole source */
    uint32_t first, last; /* lines of the statement */
    PhpRange statement, function;
};

/* changes.c: text, of tokens or made; and changes of bytes, or of tokens. */
const char *changer_text(PhpChanger *c, PhpRange e);
size_t changer_begin(const PhpChanger *c, size_t token);
size_t changer_end(const PhpChanger *c, size_t token);
void changer_put(PhpChanger *c, size_t from, size_t to, const char *text,
                 AlterationKind kind, const char *words);
void changer_replace(PhpChanger *c, PhpRange old, const char *text,
                     AlterationKind kind);

/* Variables that are named in the statement or before it, the nearest first;
 * how many there are. */
size_t changer_variables(PhpChanger *c, const char **out, size_t most);

/* Changes at a token, and of a whole statement. */
void changes_of_token(PhpChanger *c, size_t token);
void changes_of_statement(PhpChanger *c, const PhpStatement *s);

/* changes_markup.c: find the tags; and changes of a text that is printed, or of
 * what an expression prints. */
void markup_read(PhpChanger *c);
void changes_of_text(PhpChanger *c, size_t token);
void changes_of_print(PhpChanger *c, PhpRange expression);

#endif
