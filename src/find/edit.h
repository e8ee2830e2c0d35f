/* edit.h - small changes of the source text, for what no change of compiled
 * code can say: another function, exchanged arguments, statements in another
 * order, a text that is printed.
 *
 * All edits of a file are compiled at once: the schema is the file with every
 * edit beside the text it would replace, and a variable that says which one
 * counts when the program starts.
 */
#ifndef CULPRIT_FIND_EDIT_H
#define CULPRIT_FIND_EDIT_H

#include "base/arena.h"
#include "base/str.h"
#include "find/syntax.h"

/* What stands at a place of the source, and so how a choice is written. */
typedef enum {
    SLOT_STATEMENT, /* it may be another statement */
    SLOT_BEFORE,    /* something may come before the statement */
    SLOT_TESTED,    /* an expression: is it true? */
    SLOT_EVALUATED, /* an expression whose value nobody uses */
    SLOT_VALUE,     /* an expression */
} SlotKind;

typedef struct EditSlot EditSlot;
struct EditSlot {
    SlotKind kind;
    TokenRange tokens;
    bool bare; /* SLOT_BEFORE: no braces, since others use what is declared */
};

/* What a slot holds instead, or before. */
typedef struct EditPiece EditPiece;
struct EditPiece {
    EditSlot slot;
    const char *text;
};

enum { EDIT_PIECES = 2 };

typedef struct Edit Edit;
struct Edit {
    uint8_t kind;     /* AlterationKind */
    size_t statement; /* its first token */
    EditPiece pieces[EDIT_PIECES];
    unsigned npieces;
    struct {
        size_t from, to; /* bytes of the file, */
        const char *text;
    } change;          /* the same for people: what replaces them */
    const char *words; /* follow "with" */
    bool refused;      /* the compiler does not take it */
};

typedef VEC(Edit) Edits;

/* A statement that may be edited. */
typedef struct EditStatement EditStatement;
struct EditStatement {
    TokenRange tokens;
    TokenRange body; /* the braces of its function */
    bool is_simple;  /* an expression or a jump, up to its semicolon */
    bool is_declaration;
};

/* A file whose text is edited. */
typedef struct EditFile EditFile;
struct EditFile {
    Syntax x;
    VEC(EditStatement) statements; /* in the order of the text */
    VEC(size_t) callees;           /* words that are called, once each */
    VEC(const char *) outputs;     /* words that should be printed */
    Arena *arena;                  /* of the edits */
};

/* The text and the arena must outlive it. Nothing is known of types and macros:
 * what does not compile is found out by compiling it. */
void edit_open(EditFile *f, const char *text, size_t n, Arena *arena);
void edit_close(EditFile *f);

/* A text that failing tests should print: its words may be what a string of
 * the source should say. */
void edit_expect(EditFile *f, const char *text, size_t n);

/* The statement that the token belongs to, SIZE_MAX if to none. */
size_t edit_statement(const EditFile *f, size_t token);

/* Append all edits of a statement. */
void edit_list(EditFile *f, size_t statement, Edits *out);
/* Of which: changes of an expression in a slot (edit_expression.c), */
void edit_expressions(EditFile *f, size_t statement, EditSlot slot, Edits *out);
/* or of the values in it (edit_value.c); */
void edit_values(EditFile *f, size_t statement, EditSlot slot, Edits *out);
/* changes of the order of statements (edit_order.c), and of what belongs to
 * what (edit_block.c). */
void edit_order(EditFile *f, size_t statement, Edits *out);
void edit_block(EditFile *f, size_t statement, Edits *out);

/* For these: add an edit that puts `text` in the place of some tokens of the
 * slot. */
void edit_replace(EditFile *f, size_t statement, EditSlot slot, TokenRange old,
                  const char *text, uint8_t kind, const char *words,
                  Edits *out);

/* The statement that comes right behind in the same block, SIZE_MAX if none
 * does. */
size_t edit_next(const EditFile *f, size_t statement);

/* Too long to be written twice? */
bool edit_is_long(TokenRange e);

/* The blanks that the line of this byte begins with, if nothing else stands
 * before it; else "". */
const char *edit_indent(EditFile *f, size_t at);

/* The text of some tokens, with what is between them; the arena's. */
const char *edit_text(EditFile *f, TokenRange e);

/* The name of the variable that chooses, and of the files that the compiler
 * complains about where an edit is wrong: EDIT_FILE/NUMBER. */
#define EDIT_CHOICE "__culprit_choice"
#define EDIT_FILE   "culprit-edits"

/* Append the schema of the edits that are not refused. The choice of the i-th
 * is i + 1. */
void edit_schema(const EditFile *f, const Edits *edits, Str *out);

/* Refuse the edits that the compiler complains about; false: it complains
 * about something else. */
bool edit_refuse(Edits *edits, const char *said);

#endif
