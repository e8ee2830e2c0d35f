/* entity.h - what can be ranked: statements, blocks, edges, tuples,
 * predicates, functions, each with the runs that covered it.
 *
 * Statements are named by file, line and column, so pieces of one statement
 * in several blocks (or of one header in several units) are one entity,
 * covered where any piece is. Tuples (Artzi et al.) are lines, branch
 * outcomes, and classes of returned values; predicates are the latter two.
 * Foreign coverage has lines, which stand for statements, and functions.
 */
#ifndef CULPRIT_SPECTRUM_ENTITY_H
#define CULPRIT_SPECTRUM_ENTITY_H

#include "spectrum/spectrum.h"

typedef enum {
    ENTITY_STATEMENT,
    ENTITY_BLOCK,
    ENTITY_EDGE,
    ENTITY_TUPLE,
    ENTITY_PREDICATE,
    ENTITY_FUNCTION,
    ENTITY_KINDS
} EntityKind;

/* What of the model an entity's id numbers. */
typedef enum {
    FORM_STATEMENT,
    FORM_BLOCK,
    FORM_EDGE,
    FORM_LINE,    /* id: first statement of the line */
    FORM_OUTCOME, /* id: edge */
    FORM_CLASS,   /* id: return counter */
    FORM_FUNCTION,
    FORM_FOREIGN, /* id: line of Runs */
} EntityForm;

typedef struct Entity Entity;
struct Entity {
    Hits hits;
    Hits observed;         /* of a predicate: runs that evaluated its site */
    uint32_t id;           /* see EntityForm */
    uint32_t site;         /* of an outcome or class, else PROGRAM_NONE */
    uint32_t block;        /* where it is; PROGRAM_NONE if in none */
    uint32_t line, column; /* 0: unknown */
    const char *file;      /* "" if unknown */
    const char *function;  /* "" if unknown */
    uint8_t form;          /* EntityForm */
    bool skip;             /* filtered: neither ranked nor counted */
};

typedef struct Entities Entities;
struct Entities {
    Arena arena;
    EntityKind kind;
    const char *unit; /* "statement", "line", ... */
    Entity *at;
    uint32_t n;
    uint32_t *of_statement; /* ENTITY_STATEMENT of a program: statement ->
                               its entity, PROGRAM_NONE without a place */
};

bool entity_kind_by_name(const char *name, EntityKind *out);

/* Fails where the runs do not have such entities. */
bool entities_init(Entities *out, EntityKind kind, const Spectrum *s, Diag *d);
void entities_done(Entities *e);

/* What of its place it is, "" for statements and lines: "taken when true",
 * "strchr() returned null", ... */
const char *entity_text(const Entity *e, const Spectrum *s, Arena *a);

#endif
