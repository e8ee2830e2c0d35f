/* edit.c - the statements of a source, and where each may be edited. */
#include "find/edit.h"

#include "find/alteration.h"

#include <ctype.h>
#include <string.h>

enum { STATEMENT_TOKENS = 120 }; /* longer ones are not written twice */

const char *
edit_text(EditFile *f, TokenRange e)
{
    const Token *a = &f->x.tokens.at[e.first], *b = &f->x.tokens.at[e.last];

    return arena_strndup(f->arena, f->x.text + a->at, b->at + b->n - a->at);
}

/* Words that begin statements which are no expressions, or that name types. */
static bool
is_keyword(const Syntax *x, size_t token)
{
    static const char *const words[] = {
        "if",     "else",  "for",     "while",   "do",       "switch",
        "case",   "break", "default", "return",  "continue", "goto",
        "sizeof", "int",   "char",    "long",    "short",    "unsigned",
        "signed", "float", "double",  "struct",  "union",    "enum",
        "void",   "const", "static",  "typedef", "extern",   "register"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (syntax_is(x, token, words[i]))
            return true;
    return false;
}

/* Does a declaration begin here? `T x`, `T *x`, or a word for types. */
static bool
begins_declaration(const Syntax *x, size_t i)
{
    static const char *const types[] = {
        "int",    "char",     "long",   "short",  "unsigned",
        "signed", "float",    "double", "struct", "union",
        "enum",   "void",     "const",  "static", "typedef",
        "extern", "register", "_Bool",  "bool",   "FILE"};

    if (x->tokens.at[i].kind != TOKEN_WORD)
        return false;
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (syntax_is(x, i, types[k]))
            return true;
    if (is_keyword(x, i))
        return false;
    while (syntax_is(x, i + 1, "*"))
        i++;
    return i + 1 < x->tokens.n && x->tokens.at[i + 1].kind == TOKEN_WORD;
}

static bool
is_simple(const Syntax *x, TokenRange e)
{
    static const char *const heads[] = {"{",  "if",     "for",  "while",
                                        "do", "switch", "case", "default",
                                        ";",  "goto",   "else"};

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (syntax_is(x, e.first, heads[i]))
            return false;
    return syntax_is(x, e.last, ";");
}

/* Statements between the braces of a function. */
static void
read_body(EditFile *f, TokenRange body)
{
    for (size_t i = body.first + 1; i < body.last; i++) {
        const size_t at = i;
        if (syntax_is(&f->x, i, "(") && f->x.partner[i] != TOKEN_NONE)
            i = f->x.partner[i]; /* `for` has semicolons of its own */
        if (!syntax_begins_statement(&f->x, at) || syntax_is(&f->x, at, "}") ||
            syntax_is(&f->x, at, "{"))
            continue;
        EditStatement s = {.tokens = {at, syntax_statement_end(&f->x, at)},
                           .body = body};
        if (s.tokens.last == TOKEN_NONE || s.tokens.last >= body.last)
            continue;
        s.is_declaration = begins_declaration(&f->x, at);
        s.is_simple = !s.is_declaration && is_simple(&f->x, s.tokens);
        vec_push(&f->statements, s);
    }
}

static bool
is_known_callee(const EditFile *f, size_t token)
{
    const Token *t = &f->x.tokens.at[token];

    for (size_t i = 0; i < f->callees.n; i++) {
        const Token *c = &f->x.tokens.at[f->callees.at[i]];
        if (c->n == t->n &&
            memcmp(f->x.text + c->at, f->x.text + t->at, t->n) == 0)
            return true;
    }
    return false;
}

void
edit_open(EditFile *f, const char *text, size_t n, Arena *arena)
{
    *f = (EditFile){.arena = arena};
    syntax_init(&f->x, text, n);
    for (size_t i = 0; i < f->x.tokens.n; i++) {
        if (syntax_is(&f->x, i, "{") && f->x.partner[i] != TOKEN_NONE) {
            /* Behind `)` it is a function; others hold members or values. */
            if (i > 0 && syntax_is(&f->x, i - 1, ")"))
                read_body(f, (TokenRange){i, f->x.partner[i]});
            i = f->x.partner[i];
        }
    }
    for (size_t i = 0; i + 1 < f->x.tokens.n; i++)
        if (f->x.tokens.at[i].kind == TOKEN_WORD &&
            syntax_is(&f->x, i + 1, "(") && !is_keyword(&f->x, i) &&
            !is_known_callee(f, i))
            vec_push(&f->callees, i);
}

void
edit_close(EditFile *f)
{
    syntax_done(&f->x);
    vec_done(&f->statements);
    vec_done(&f->callees);
    vec_done(&f->outputs);
}

void
edit_expect(EditFile *f, const char *text, size_t n)
{
    enum { MOST = 40 };

    for (size_t i = 0; i < n && f->outputs.n < MOST;) {
        size_t from = i;
        while (i < n && isalpha((unsigned char)text[i]))
            i++;
        bool is_new = i > from + 1;
        for (size_t k = 0; is_new && k < f->outputs.n; k++)
            is_new = strlen(f->outputs.at[k]) != i - from ||
                     memcmp(f->outputs.at[k], text + from, i - from) != 0;
        if (is_new)
            vec_push(&f->outputs,
                     arena_strndup(f->arena, text + from, i - from));
        i += i == from;
    }
}

/* The innermost one: the last that begins before the token and ends behind. */
size_t
edit_statement(const EditFile *f, size_t token)
{
    size_t found = SIZE_MAX;

    for (size_t i = 0; i < f->statements.n; i++)
        if (f->statements.at[i].tokens.first <= token &&
            token <= f->statements.at[i].tokens.last)
            found = i;
    return found;
}

void
edit_replace(EditFile *f, size_t statement, EditSlot slot, TokenRange old,
             const char *text, uint8_t kind, const char *words, Edits *out)
{
    const Token *t = f->x.tokens.at;
    const size_t from = t[old.first].at, to = t[old.last].at + t[old.last].n;
    const size_t first = t[slot.tokens.first].at;
    const size_t end = t[slot.tokens.last].at + t[slot.tokens.last].n;

    if (slot.tokens.last - slot.tokens.first > STATEMENT_TOKENS)
        return;
    vec_push(out, (Edit){.kind = kind,
                         .statement = f->statements.at[statement].tokens.first,
                         .npieces = 1,
                         .words = words,
                         .change = {from, to, text}});
    out->at[out->n - 1].pieces[0] =
        (EditPiece){slot, arena_printf(f->arena, "%.*s%s%.*s",
                                       (int)(from - first), f->x.text + first,
                                       text, (int)(end - to), f->x.text + to)};
}

/* Slots */

/* The three parts of what is in the brackets of `for`. */
static void
list_for(EditFile *f, size_t statement, TokenRange head, Edits *out)
{
    size_t from = head.first;

    for (int part = 0; part < 3; part++) {
        size_t end = from;
        while (end <= head.last && !syntax_is(&f->x, end, ";")) {
            const size_t partner = f->x.partner[end];
            end =
                partner != TOKEN_NONE && partner > end ? partner + 1 : end + 1;
        }
        if (end > from && !begins_declaration(&f->x, from))
            edit_expressions(
                f, statement,
                (EditSlot){.kind = part == 1 ? SLOT_TESTED : SLOT_EVALUATED,
                           .tokens = {from, end - 1}},
                out);
        from = end + 1;
        if (from > head.last)
            break;
    }
}

/* What variables of a declaration are initialised with. */
static void
list_initial(EditFile *f, size_t statement, TokenRange e, Edits *out)
{
    for (size_t i = e.first; i < e.last; i++) {
        const size_t partner = f->x.partner[i];
        if (f->x.tokens.at[i].kind == TOKEN_STRING) {
            edit_expressions(f, statement,
                             (EditSlot){.kind = SLOT_VALUE, .tokens = {i, i}},
                             out);
        } else if (partner != TOKEN_NONE && partner > i &&
                   !syntax_is(&f->x, i, "{")) {
            i = partner;
        } else if (syntax_is(&f->x, i, "=") && !syntax_is(&f->x, i + 1, "{")) {
            const TokenRange value = syntax_right(&f->x, i);
            if (value.first <= value.last && value.last < e.last)
                edit_expressions(
                    f, statement,
                    (EditSlot){.kind = SLOT_VALUE, .tokens = value}, out);
        }
    }
}

static void
list_slots(EditFile *f, size_t statement, Edits *out)
{
    const EditStatement *s = &f->statements.at[statement];
    const size_t first = s->tokens.first;
    const TokenRange head = {first + 2, f->x.partner[first + 1] == TOKEN_NONE
                                            ? 0
                                            : f->x.partner[first + 1] - 1};

    if (s->is_declaration)
        list_initial(f, statement, s->tokens, out);
    else if (s->is_simple)
        edit_expressions(
            f, statement,
            (EditSlot){.kind = SLOT_STATEMENT, .tokens = s->tokens}, out);
    else if (head.first <= head.last && syntax_is(&f->x, first, "for"))
        list_for(f, statement, head, out);
    else if (head.first <= head.last && (syntax_is(&f->x, first, "if") ||
                                         syntax_is(&f->x, first, "while")))
        edit_expressions(f, statement,
                         (EditSlot){.kind = SLOT_TESTED, .tokens = head}, out);
}

void
edit_list(EditFile *f, size_t statement, Edits *out)
{
    list_slots(f, statement, out);
    edit_order(f, statement, out);
    edit_block(f, statement, out);
}
