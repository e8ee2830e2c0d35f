/* edit_block.c - edits of what belongs to what: a stray semicolon behind a
 * head, a statement on the wrong side of a brace, a missing last `else`, a jump
 * that should be another one or none.
 */
#include "find/edit.h"

#include "find/alteration.h"

#include <string.h>

/* A statement with a head, and what comes right behind. */
typedef struct Neighbours Neighbours;
struct Neighbours {
    EditFile *f;
    TokenRange e;
    bool is_followed;
    TokenRange behind; /* if it is */
    Edits *out;
};

static size_t
start(const EditFile *f, size_t token)
{
    return f->x.tokens.at[token].at;
}

static size_t
end(const EditFile *f, size_t token)
{
    return f->x.tokens.at[token].at + f->x.tokens.at[token].n;
}

/* The text between two bytes of the file. */
static const char *
cut(EditFile *f, size_t from, size_t to)
{
    return arena_strndup(f->arena, f->x.text + from, to - from);
}

/* The last token of `if (...)`, `for (...)`, `while (...)`, TOKEN_NONE if the
 * statement has no such head. */
static size_t
head_of(const Syntax *x, TokenRange e)
{
    static const char *const heads[] = {"if", "for", "while"};

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (syntax_is(x, e.first, heads[i]) && syntax_is(x, e.first + 1, "("))
            return x->partner[e.first + 1];
    return TOKEN_NONE;
}

/* The first becomes `text`, what is behind nothing. */
static void
join(const Neighbours *p, const char *text, size_t from, size_t to,
     const char *with, AlterationKind kind, const char *words)
{
    vec_push(p->out,
             (Edit){.kind = (uint8_t)kind,
                    .statement = p->e.first,
                    .npieces = 2,
                    .words = words,
                    .pieces = {{{SLOT_STATEMENT, p->e, false}, text},
                               {{SLOT_STATEMENT, p->behind, false}, ";"}},
                    .change = {from, to, with}});
}

/* `for (...) ; { ... }`: the semicolon. */
static void
list_loose(const Neighbours *p, size_t head)
{
    EditFile *f = p->f;

    if (!p->is_followed || p->e.last != head + 1 ||
        !syntax_is(&f->x, p->e.last, ";"))
        return;
    join(p,
         arena_printf(f->arena, "%s %s",
                      edit_text(f, (TokenRange){p->e.first, head}),
                      edit_text(f, p->behind)),
         start(f, p->e.last), end(f, p->e.last), "", ALTERATION_LOOSE,
         "no `;` behind it, so that the next statement is its body");
}

/* What is behind becomes the last statement of the body. */
static void
take_in(const Neighbours *p)
{
    EditFile *f = p->f;
    const size_t head = head_of(&f->x, p->e);
    const bool braces = syntax_is(&f->x, p->e.last, "}");

    if (head == TOKEN_NONE || p->e.last == head + 1 || edit_is_long(p->e))
        return;
    const char *behind = edit_text(f, p->behind);
    const size_t from = braces ? start(f, p->e.last) : start(f, head + 1);
    const char *with =
        braces ? arena_printf(f->arena, "%s\n%s}", behind,
                              edit_indent(f, start(f, p->e.first)))
               : arena_printf(f->arena, "{ %s %s }",
                              cut(f, from, end(f, p->e.last)), behind);
    join(p,
         arena_printf(f->arena, "%s%s", cut(f, start(f, p->e.first), from),
                      with),
         from, end(f, p->behind.last), with, ALTERATION_BLOCK,
         "this as the last statement of the body before it");
}

/* The statement that is the last of the body comes behind it. */
static void
give_out(EditFile *f, TokenRange whole, TokenRange e, Edits *out)
{
    const char *with =
        arena_printf(f->arena, "}\n%s%s", edit_indent(f, start(f, whole.first)),
                     edit_text(f, e));

    vec_push(out,
             (Edit){.kind = ALTERATION_BLOCK,
                    .statement = e.first,
                    .npieces = 1,
                    .words = "this behind the brace that follows it",
                    .pieces = {{{SLOT_STATEMENT, whole, false},
                                arena_printf(f->arena, "%s%s",
                                             cut(f, start(f, whole.first),
                                                 start(f, e.first)),
                                             with)}},
                    .change = {start(f, e.first), end(f, whole.last), with}});
}

/* The statement on the other side of the brace beside it. */
static void
list_moved(EditFile *f, size_t statement, Edits *out)
{
    const TokenRange e = f->statements.at[statement].tokens;

    if (f->statements.at[statement].is_declaration || edit_is_long(e))
        return;
    for (size_t i = 0; i < statement; i++) {
        const TokenRange o = f->statements.at[i].tokens;
        if (head_of(&f->x, o) == TOKEN_NONE || edit_is_long(o))
            continue;
        if (o.last + 1 == e.first && edit_next(f, i) == statement)
            take_in(&(Neighbours){f, o, true, e, out});
        else if (o.last == e.last + 1 && syntax_is(&f->x, o.last, "}"))
            give_out(f, o, e, out);
    }
}

/* `else` and a copy of another statement, behind an `if`. */
static void
list_last_else(const Neighbours *p, size_t statement)
{
    enum { MOST = 12, LONGEST = 30 };
    EditFile *f = p->f;
    const char *indent = edit_indent(f, start(f, p->e.first));
    unsigned n = 0;

    if (!syntax_is(&f->x, p->e.first, "if"))
        return;
    for (size_t i = 0; i < f->statements.n && n < MOST; i++) {
        const EditStatement *o = &f->statements.at[i];
        if (o->body.first != f->statements.at[statement].body.first ||
            !o->is_simple || o->tokens.last - o->tokens.first > LONGEST ||
            syntax_is(&f->x, o->tokens.first, "break") ||
            syntax_is(&f->x, o->tokens.first, "continue"))
            continue;
        const char *text = edit_text(f, o->tokens);
        n++;
        vec_push(p->out,
                 (Edit){.kind = ALTERATION_COPY,
                        .statement = p->e.first,
                        .npieces = 1,
                        .words = arena_printf(f->arena, "`else %s` behind this",
                                              text),
                        .pieces = {{{SLOT_STATEMENT, p->e, false},
                                    arena_printf(f->arena, "%s else %s",
                                                 edit_text(f, p->e), text)}},
                        .change = {end(f, p->e.last), end(f, p->e.last),
                                   arena_printf(f->arena, "\n%selse %s", indent,
                                                text)}});
    }
}

/* Another jump, or none. */
static void
list_jumps(const Neighbours *p, size_t statement)
{
    static const char *const jumps[] = {"break;", "continue;", "return;",
                                        "return 0;", ";"};
    EditFile *f = p->f;
    const char *was = edit_text(f, p->e);
    const bool returns = syntax_is(&f->x, p->e.first, "return");
    const EditSlot slot = {SLOT_STATEMENT, p->e, false};

    if (!returns && !syntax_is(&f->x, p->e.first, "break") &&
        !syntax_is(&f->x, p->e.first, "continue"))
        return;
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        const bool none = *jumps[i] == ';';
        if (strcmp(jumps[i], was) == 0 ||
            (returns && strncmp(jumps[i], "return", 6) == 0))
            continue;
        edit_replace(f, statement, slot, p->e, jumps[i],
                     none ? ALTERATION_SKIP : ALTERATION_LEAVE,
                     none ? "this left out"
                          : arena_printf(f->arena, "`%.*s` instead of `%.*s`",
                                         (int)strlen(jumps[i]) - 1, jumps[i],
                                         (int)strlen(was) - 1, was),
                     p->out);
    }
}

/* A statement or a block that comes right behind; not a declaration. */
static void
find_behind(Neighbours *p, size_t statement)
{
    const EditFile *f = p->f;
    const size_t after = p->e.last + 1, next = edit_next(f, statement);

    p->behind = p->e;
    if (syntax_is(&f->x, after, "{") && f->x.partner[after] != TOKEN_NONE)
        p->behind = (TokenRange){after, f->x.partner[after]};
    else if (next != SIZE_MAX && !f->statements.at[next].is_declaration)
        p->behind = f->statements.at[next].tokens;
    p->is_followed = p->behind.first != p->e.first && !edit_is_long(p->behind);
}

void
edit_block(EditFile *f, size_t statement, Edits *out)
{
    const TokenRange e = f->statements.at[statement].tokens;
    const size_t head = head_of(&f->x, e);
    Neighbours p = {.f = f, .e = e, .out = out};

    list_jumps(&p, statement);
    list_moved(f, statement, out);
    if (head == TOKEN_NONE || edit_is_long(e))
        return;
    find_behind(&p, statement);
    list_loose(&p, head);
    list_last_else(&p, statement);
    edit_replace(f, statement, (EditSlot){SLOT_STATEMENT, e, false}, e, ";",
                 ALTERATION_SKIP, "this left out", out);
}
