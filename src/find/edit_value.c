/* edit_value.c - edits of values: a function of the C library for a similar
 * one, a call around an expression, a cast, an index two off, all junctions of
 * a condition at once.
 */
#include "find/edit.h"

#include "find/alteration.h"

#include <string.h>

/* Functions that are mistaken for each other. */
static const char *const siblings[][8] = {
    {"printf", "scanf"},
    {"abs", "labs", "fabs"},
    {"floor", "ceil", "round", "trunc"},
    {"isalpha", "isdigit", "isalnum", "isupper", "islower", "isspace",
     "ispunct"},
    {"toupper", "tolower"},
    {"strcpy", "strcat"},
    {"strcmp", "strcasecmp"},
    {"strncmp", "strncasecmp", "memcmp"},
    {"strchr", "strrchr"},
    {"memcpy", "memmove"},
    {"puts", "printf"},
    {"fmax", "fmin"},
    {"sqrt", "cbrt"},
    {"log", "log10", "log2"},
};

/* The expression that is worked on. */
typedef struct Value Value;
struct Value {
    EditFile *f;
    size_t statement;
    EditSlot slot;
    Edits *out;
};

static bool
is_inside(const Value *v, TokenRange e)
{
    return e.first <= e.last && e.first >= v->slot.tokens.first &&
           e.last <= v->slot.tokens.last;
}

static void
replace(const Value *v, TokenRange old, const char *text, AlterationKind kind)
{
    const char *was = edit_text(v->f, old);

    edit_replace(v->f, v->statement, v->slot, old, text, (uint8_t)kind,
                 arena_printf(v->f->arena, "`%s` instead of `%s`", text, was),
                 v->out);
}

static void
list_siblings(const Value *v, size_t token)
{
    const size_t n = sizeof siblings / sizeof siblings[0];

    for (size_t i = 0; i < n; i++) {
        bool among = false;
        for (int k = 0; k < 8 && siblings[i][k]; k++)
            among |= syntax_is(&v->f->x, token, siblings[i][k]);
        for (int k = 0; among && k < 8 && siblings[i][k]; k++)
            if (!syntax_is(&v->f->x, token, siblings[i][k]))
                replace(v, (TokenRange){token, token}, siblings[i][k],
                        ALTERATION_CALLEE);
    }
}

/* The text as an operand of what binds tight. */
static const char *
tight(EditFile *f, TokenRange e)
{
    const char *text = edit_text(f, e);

    return syntax_weakest(&f->x, e) == LEVEL_TIGHT
               ? text
               : arena_printf(f->arena, "(%s)", text);
}

/* `a / b` to `(double)a / b`, `a * b` to `(long long)a * b`. */
static void
list_casts(const Value *v, size_t op)
{
    const bool divides = syntax_is(&v->f->x, op, "/");

    if (syntax_level(&v->f->x, op) != LEVEL_PRODUCT ||
        syntax_is(&v->f->x, op, "%"))
        return;
    const TokenRange left = syntax_left(&v->f->x, op);
    if (is_inside(v, left))
        replace(v, left,
                arena_printf(v->f->arena, "(%s)%s",
                             divides ? "double" : "long long",
                             tight(v->f, left)),
                ALTERATION_CAST);
}

/* `a[i]` to `a[i - 2]`, `a[i + 2]`: one off is a change of compiled code. */
static void
list_indices(const Value *v, size_t open)
{
    const Syntax *x = &v->f->x;
    const size_t close = x->partner[open];

    if (!syntax_is(x, open, "[") || close == TOKEN_NONE || close < open + 2 ||
        close > v->slot.tokens.last)
        return;
    const TokenRange e = {open + 1, close - 1};
    const char *index =
        syntax_weakest(x, e) >= LEVEL_SUM
            ? edit_text(v->f, e)
            : arena_printf(v->f->arena, "(%s)", edit_text(v->f, e));
    replace(v, e, arena_printf(v->f->arena, "%s - 2", index), ALTERATION_INDEX);
    replace(v, e, arena_printf(v->f->arena, "%s + 2", index), ALTERATION_INDEX);
}

/* The condition with all its `from` as `to`. */
static const char *
exchange_all(const Value *v, const char *from, const char *to, unsigned *n)
{
    const Syntax *x = &v->f->x;
    const size_t begin = x->tokens.at[v->slot.tokens.first].at;
    size_t at = begin;
    const char *text = "";

    *n = 0;
    for (size_t i = v->slot.tokens.first; i <= v->slot.tokens.last; i++) {
        const Token *t = &x->tokens.at[i];
        const bool is_one = syntax_is(x, i, from);
        *n += is_one;
        text = arena_printf(v->f->arena, "%s%.*s%.*s", text, (int)(t->at - at),
                            x->text + at, is_one ? (int)strlen(to) : (int)t->n,
                            is_one ? to : x->text + t->at);
        at = t->at + t->n;
    }
    return text;
}

/* `a || b || c` to `a && b && c`: one of them is a change of compiled code. */
static void
list_junctions(const Value *v)
{
    static const char *const signs[] = {"||", "&&"};
    enum { LONGEST = 60 };

    if (v->slot.kind != SLOT_TESTED ||
        v->slot.tokens.last - v->slot.tokens.first > LONGEST)
        return;
    for (int i = 0; i < 2; i++) {
        unsigned n;
        const char *text = exchange_all(v, signs[i], signs[1 - i], &n);
        if (n > 1)
            replace(v, v->slot.tokens, text, ALTERATION_JUNCTION);
    }
}

/* Does a token of the expression read like this? */
static bool
has_token(const Syntax *x, TokenRange e, const char *text)
{
    for (size_t i = e.first; i <= e.last; i++)
        if (syntax_is(x, i, text))
            return true;
    return false;
}

/* What is often forgotten around a difference, and around a letter. */
static void
wrap(const Value *v, TokenRange e)
{
    const Syntax *x = &v->f->x;
    const TokenRange file = {0, x->tokens.n ? x->tokens.n - 1 : 0};
    const bool real =
        has_token(x, file, "double") || has_token(x, file, "float");

    if (!is_inside(v, e))
        return;
    const char *text = edit_text(v->f, e);
    if (has_token(x, e, "-"))
        replace(
            v, e,
            arena_printf(v->f->arena, "%s(%s)", real ? "fabs" : "abs", text),
            ALTERATION_WRAP);
    if (has_token(x, e, "[") && syntax_weakest(x, e) == LEVEL_TIGHT) {
        replace(v, e, arena_printf(v->f->arena, "tolower(%s)", text),
                ALTERATION_WRAP);
        replace(v, e, arena_printf(v->f->arena, "toupper(%s)", text),
                ALTERATION_WRAP);
    }
}

/* Of assignments what is assigned, of comparisons both sides. */
static void
list_wraps(const Value *v, size_t op)
{
    const Syntax *x = &v->f->x;
    const int level = syntax_level(x, op);

    if (level == LEVEL_EQUAL || level == LEVEL_ORDER)
        wrap(v, syntax_left(x, op));
    if (level == LEVEL_EQUAL || level == LEVEL_ORDER || syntax_is(x, op, "=") ||
        syntax_is(x, op, "+="))
        wrap(v, syntax_right(x, op));
}

void
edit_values(EditFile *f, size_t statement, EditSlot slot, Edits *out)
{
    const Value v = {f, statement, slot, out};

    if (slot.kind == SLOT_VALUE && slot.tokens.first < slot.tokens.last)
        wrap(&v, slot.tokens);
    for (size_t i = slot.tokens.first; i <= slot.tokens.last; i++) {
        if (f->x.tokens.at[i].kind == TOKEN_WORD &&
            syntax_is(&f->x, i + 1, "("))
            list_siblings(&v, i);
        list_casts(&v, i);
        list_indices(&v, i);
        list_wraps(&v, i);
    }
    list_junctions(&v);
}
