/* proposals_parts.h - what the parts of listing changes know of each other. */
#ifndef CULPRIT_PHP_PROPOSALS_PARTS_H
#define CULPRIT_PHP_PROPOSALS_PARTS_H

#include "php/proposals.h"

/* A tag in the text of the page. */
typedef struct PhpTag PhpTag;
struct PhpTag {
    const char *name;
    size_t at, end; /* bytes; of a tag that ends elsewhere, as far as it goes */
    bool closes, whole;
};

typedef struct PhpProposer PhpProposer;
struct PhpProposer {
    const PhpOutline *o;
    const PhpVocabulary *words;
    const PhpLines *lines;
    Arena *arena;
    TextChanges *out;
    VEC(PhpTag) tags;     /* of the whole source */
    VEC(size_t) starts;   /* of its lines */
    uint32_t first, last; /* lines of the statement */
    PhpRange statement, function;
};

/* proposals.c: text, of tokens or made; and changes of bytes, or of tokens. */
const char *proposer_text(PhpProposer *c, PhpRange e);
size_t proposer_begin(const PhpProposer *c, size_t token);
size_t proposer_end(const PhpProposer *c, size_t token);
void proposer_put(PhpProposer *c, size_t from, size_t to, const char *text,
                  AlterationKind kind, const char *words);
/* Text that is added; another token says for which line it counts. */
void proposer_add_for(PhpProposer *c, size_t token, size_t at, const char *text,
                      AlterationKind kind, const char *words);
void proposer_replace(PhpProposer *c, PhpRange old, const char *text,
                      AlterationKind kind);

/* Variables that are named in the statement or before it, the nearest first;
 * how many there are. */
size_t proposer_variables(PhpProposer *c, const char **out, size_t most);

/* Changes at a token, and of a whole statement. */
void propose_for_token(PhpProposer *c, size_t i);
void propose_for_statement(PhpProposer *c, const PhpStatement *s);

/* proposals_markup.c: find the tags; and changes of a text that is printed, or
 * of what an expression prints. */
void markup_read(PhpProposer *c);
void propose_for_text(PhpProposer *c, size_t token);
void propose_for_print(PhpProposer *c, PhpRange expression);

#endif
