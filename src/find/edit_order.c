/* edit_order.c - edits of statements: two in the other order, one that stands
 * elsewhere in the function copied here, a missing `else`.
 */
#include "find/edit.h"

#include "find/alteration.h"

#include <string.h>

static uint32_t
line_of(const EditFile *f, size_t token)
{
    uint32_t line = 1;

    for (size_t i = 0; i < f->x.tokens.at[token].at; i++)
        line += f->x.text[i] == '\n';
    return line;
}

static size_t
start_of(const EditFile *f, TokenRange e)
{
    return f->x.tokens.at[e.first].at;
}

static size_t
end_of(const EditFile *f, TokenRange e)
{
    return f->x.tokens.at[e.last].at + f->x.tokens.at[e.last].n;
}

/* The statement that comes right behind, SIZE_MAX if none does. */
static size_t
next_of(const EditFile *f, size_t statement)
{
    const size_t last = f->statements.at[statement].tokens.last;

    for (size_t i = statement + 1; i < f->statements.n; i++)
        if (f->statements.at[i].tokens.first > last)
            return f->statements.at[i].tokens.first == last + 1 ? i : SIZE_MAX;
    return SIZE_MAX;
}

/* Not where the next one is behind a body without braces, or is an else. */
size_t
edit_next(const EditFile *f, size_t statement)
{
    const size_t before = f->statements.at[statement].tokens.first - 1;

    return syntax_is(&f->x, before, "{") || syntax_is(&f->x, before, "}") ||
                   syntax_is(&f->x, before, ";")
               ? next_of(f, statement)
               : SIZE_MAX;
}

bool
edit_is_long(TokenRange e)
{
    enum { LONGEST = 120 };

    return e.last - e.first > LONGEST;
}

/* The two statements in the other order. */
static void
exchange(EditFile *f, size_t a, size_t b, Edits *out)
{
    const TokenRange x = f->statements.at[a].tokens,
                     y = f->statements.at[b].tokens;
    const char *first = edit_text(f, x), *second = edit_text(f, y);
    const char *between = arena_strndup(f->arena, f->x.text + end_of(f, x),
                                        start_of(f, y) - end_of(f, x));

    if (strcmp(first, second) == 0 || edit_is_long(x) || edit_is_long(y))
        return;
    vec_push(out, (Edit){.kind = ALTERATION_ORDER,
                         .statement = x.first,
                         .npieces = 2,
                         .words = "the next statement before this one",
                         .pieces = {{{SLOT_STATEMENT, x, false}, second},
                                    {{SLOT_STATEMENT, y, false}, first}},
                         .change = {start_of(f, x), end_of(f, y),
                                    arena_printf(f->arena, "%s%s%s", second,
                                                 between, first)}});
}

/* What stands in front of the statement in its line, if that is blank. */
static const char *
indent_of(EditFile *f, size_t at)
{
    size_t from = at;

    while (from > 0 &&
           (f->x.text[from - 1] == ' ' || f->x.text[from - 1] == '\t'))
        from--;
    return from == 0 || f->x.text[from - 1] == '\n'
               ? arena_strndup(f->arena, f->x.text + from, at - from)
               : NULL;
}

const char *
edit_indent(EditFile *f, size_t at)
{
    const char *indent = indent_of(f, at);

    return indent ? indent : "";
}

/* A copy of the other statement before this one. */
static void
copy(EditFile *f, size_t to, size_t from, Edits *out)
{
    const EditStatement *s = &f->statements.at[to];
    const char *text = edit_text(f, f->statements.at[from].tokens);
    const size_t at = start_of(f, s->tokens);
    const char *indent = indent_of(f, at);

    if (!indent)
        return;
    vec_push(
        out,
        (Edit){.kind = ALTERATION_COPY,
               .statement = s->tokens.first,
               .npieces = 1,
               .words = arena_printf(
                   f->arena, "`%s` before this, as in line %u", text,
                   line_of(f, f->statements.at[from].tokens.first)),
               .pieces = {{{SLOT_BEFORE, s->tokens, s->is_declaration}, text}},
               .change = {at - strlen(indent), at - strlen(indent),
                          arena_printf(f->arena, "%s%s\n", indent, text)}});
}

static bool
is_jump(const EditFile *f, TokenRange e)
{
    return syntax_is(&f->x, e.first, "return") ||
           syntax_is(&f->x, e.first, "break") ||
           syntax_is(&f->x, e.first, "continue");
}

/* Statements of the function that could be missing here: assignments and
 * calls of a moderate length, which are not the neighbours. */
static void
list_copies(EditFile *f, size_t statement, Edits *out)
{
    enum { LONGEST = 30 };
    const EditStatement *s = &f->statements.at[statement];

    for (size_t i = 0; i < f->statements.n; i++) {
        const EditStatement *o = &f->statements.at[i];
        if (i != statement && o->body.first == s->body.first && o->is_simple &&
            !is_jump(f, o->tokens) &&
            o->tokens.last - o->tokens.first < LONGEST &&
            o->tokens.last + 1 != s->tokens.first)
            copy(f, statement, i, out);
    }
}

/* `else` before a statement that follows an `if` without one. */
static void
list_else(EditFile *f, size_t a, size_t b, Edits *out)
{
    const TokenRange x = f->statements.at[a].tokens,
                     y = f->statements.at[b].tokens;

    if (!syntax_is(&f->x, x.first, "if") || edit_is_long(x) || edit_is_long(y))
        return;
    vec_push(out,
             (Edit){.kind = ALTERATION_ELSE,
                    .statement = y.first,
                    .npieces = 2,
                    .words = "`else` before this",
                    .pieces = {{{SLOT_STATEMENT, x, false},
                                arena_printf(f->arena, "%s else %s",
                                             edit_text(f, x), edit_text(f, y))},
                               {{SLOT_STATEMENT, y, false}, ";"}},
                    .change = {start_of(f, y), start_of(f, y), "else "}});
}

void
edit_order(EditFile *f, size_t statement, Edits *out)
{
    const EditStatement *s = &f->statements.at[statement];
    const size_t next = edit_next(f, statement);

    if (next != SIZE_MAX && !s->is_declaration &&
        !f->statements.at[next].is_declaration) {
        exchange(f, statement, next, out);
        list_else(f, statement, next, out);
    }
    list_copies(f, statement, out);
}
