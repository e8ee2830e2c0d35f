/* patch_parts.h - what the parts of writing a patch know of each other. */
#ifndef CULPRIT_FIND_PATCH_PARTS_H
#define CULPRIT_FIND_PATCH_PARTS_H

#include "find/patch.h"
#include "find/syntax.h"

/* One alteration, and where it is in the text. */
typedef struct Writer Writer;
struct Writer {
    const MutateSites *s;
    const Alteration *a;
    const MutateSite *site;
    const SourceFile *file;
    Syntax x;
    size_t token;         /* that begins at the site, or TOKEN_NONE */
    TokenRange statement; /* around it */
    TokenRange head;      /* if it is in the head of the statement */
    Patches *out;
};

extern const char *const writer_relations[]; /* of MutateRelation */
extern const char *const writer_operators[]; /* of MutateArithmetic */

/* patch_text.c: pieces of the text, and edits of it. */

size_t writer_begin(const Writer *w, TokenRange e); /* bytes */
size_t writer_end(const Writer *w, TokenRange e);
bool writer_is(const Writer *w, size_t token, const char *text);
bool range_is_empty(TokenRange e);

/* Append the text; in brackets if an operator of it is not stronger than
 * `level`. */
void writer_text(const Writer *w, TokenRange e, Str *out);
void writer_operand(const Writer *w, TokenRange e, int level, Str *out);

/* Append the condition under which the alteration is made, or its opposite. */
void writer_guard(const Writer *w, bool opposite, Str *out);

/* Append what a value is set to: a variable, or a number. */
void writer_value(const Writer *w, unsigned flags, Str *out);

/* Do the neighbours bind what is put there tighter than its own operator of
 * `level` does? */
bool writer_is_bound(const Writer *w, TokenRange e, int level);

/* Propose an expression whose weakest operator is of `level` in place of
 * another; where there is a guard, only where that holds. */
void writer_replace(Writer *w, TokenRange e, const char *text, int level);

/* Propose other text in place of an extent, or of a token: without a look at
 * what is around it; the token not where there is a guard. */
void writer_put(Writer *w, TokenRange e, const char *text);
void writer_put_token(Writer *w, size_t token, const char *text);

/* patch_expression.c */
void write_compare(Writer *w);
void write_binary(Writer *w);
void write_junction(Writer *w);
void write_wide(Writer *w);
void write_use(Writer *w);
void write_result(Writer *w);
void write_literal(Writer *w);
void write_initial(Writer *w);
void write_address(Writer *w);
void write_branch(Writer *w);

/* The expression becomes what the alteration makes of its value. */
void write_value(Writer *w, TokenRange e);

/* patch_statement.c */
void write_store(Writer *w);
void write_call(Writer *w);
void write_statement(Writer *w);
void write_label(Writer *w);

#endif
