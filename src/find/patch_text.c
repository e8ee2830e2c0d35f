/* patch_text.c - pieces of a source text, and edits of it. */
#include "find/patch_parts.h"

#include <string.h>

const char *const writer_relations[] = {"==", "!=", "<", "<=", ">", ">="};
const char *const writer_operators[] = {"+", "-", "*", "/",  "%",
                                        "&", "|", "^", "<<", ">>"};

size_t
writer_begin(const Writer *w, TokenRange e)
{
    return w->x.tokens.at[e.first].at;
}

size_t
writer_end(const Writer *w, TokenRange e)
{
    return w->x.tokens.at[e.last].at + w->x.tokens.at[e.last].n;
}

bool
range_is_empty(TokenRange e)
{
    return e.first > e.last;
}

void
writer_text(const Writer *w, TokenRange e, Str *out)
{
    str_add(out, w->x.text + writer_begin(w, e),
            writer_end(w, e) - writer_begin(w, e));
}

/* In brackets if an operator of it is not stronger than `level`. */
void
writer_operand(const Writer *w, TokenRange e, int level, Str *out)
{
    const bool weak = syntax_weakest(&w->x, e) <= level;

    str_puts(out, weak ? "(" : "");
    writer_text(w, e, out);
    str_puts(out, weak ? ")" : "");
}

bool
writer_is(const Writer *w, size_t token, const char *text)
{
    return token != TOKEN_NONE && syntax_is(&w->x, token, text);
}

/* Do the neighbours bind what is put there tighter than its own operator of
 * `level` does? */
bool
writer_is_bound(const Writer *w, TokenRange e, int level)
{
    const size_t before = e.first - 1, after = e.last + 1;
    const Tokens *t = &w->x.tokens;

    if (after < t->n &&
        (syntax_is(&w->x, after, "[") || syntax_is(&w->x, after, ".") ||
         syntax_is(&w->x, after, "->") || syntax_is(&w->x, after, "++") ||
         syntax_is(&w->x, after, "--")))
        return true;
    if (after < t->n && syntax_level(&w->x, after) != LEVEL_TIGHT &&
        syntax_level(&w->x, after) >= level)
        return true;
    if (e.first == 0 || t->at[before].kind != TOKEN_SIGN)
        return false;
    static const char *const unary[] = {"!", "~", "-", "+", "*", "&"};
    const int left = syntax_level(&w->x, before);
    if (left != LEVEL_TIGHT)
        return left >= level;
    for (size_t i = 0; i < sizeof unary / sizeof unary[0]; i++)
        if (syntax_is(&w->x, before, unary[i]))
            return true;
    return syntax_is(&w->x, before, ")"); /* a cast */
}

/* The condition under which the alteration is made, or its opposite. */
void
writer_guard(const Writer *w, bool opposite, Str *out)
{
    static const uint8_t opposites[] = {
        [MUTATE_EQ] = MUTATE_NE,
        [MUTATE_NE] = MUTATE_EQ,
        [MUTATE_LT] = MUTATE_GE,
        [MUTATE_LE] = MUTATE_GT,
        [MUTATE_GT] = MUTATE_LE,
        [MUTATE_GE] = MUTATE_LT,
        [MUTATE_MULTIPLE] = MUTATE_NO_MULTIPLE,
        [MUTATE_NO_MULTIPLE] = MUTATE_MULTIPLE,
    };
    const AlterationGuard *g = &w->a->guard;

    alteration_clause(w->s, g->names.variable,
                      opposite ? opposites[g->relation] : g->relation,
                      g->names.other, &g->y, out);
}

/* Put an expression whose weakest operator is of `level` in place of another;
 * where there is a guard, only where it holds. */
void
writer_replace(Writer *w, TokenRange e, const char *text, int level)
{
    Str s = {0};
    const bool guarded = w->a->guard.given;
    const bool bound = writer_is_bound(w, e, guarded ? LEVEL_CHOICE : level);

    str_puts(&s, bound ? "(" : "");
    if (guarded) {
        writer_guard(w, false, &s);
        str_printf(&s, level <= LEVEL_CHOICE ? " ? (%s) : " : " ? %s : ", text);
        writer_operand(w, e, LEVEL_ASSIGN, &s);
    } else {
        str_puts(&s, text);
    }
    str_puts(&s, bound ? ")" : "");
    writer_put(w, e, str_text(&s));
    str_done(&s);
}

/* Another token, without a look at its surroundings. */
void
writer_put_token(Writer *w, size_t token, const char *text)
{
    const Token *t = &w->x.tokens.at[token];

    if (!w->a->guard.given)
        patch_replace(w->file, t->at, t->at + t->n, text, w->out);
}

static void
put_number(int64_t value, unsigned flags, Str *out)
{
    double x;

    if (flags & MUTATE_FLOAT) {
        memcpy(&x, &value, sizeof x);
        const size_t from = out->n;
        str_printf(out, "%.17g", x);
        if (!strpbrk(str_text(out) + from, ".eni"))
            str_puts(out, ".0");
    } else if (flags & MUTATE_POINTER && value == 0) {
        str_puts(out, "NULL");
    } else {
        str_printf(out, "%lld", (long long)value);
    }
}

/* What a value is set to: a variable, or a number. */
void
writer_value(const Writer *w, unsigned flags, Str *out)
{
    if (w->a->names.variable != MUTATE_NONE)
        str_puts(out, w->s->variables[w->a->names.variable].name);
    else
        put_number(w->a->x.value, flags, out);
}

void
writer_put(Writer *w, TokenRange e, const char *text)
{
    patch_replace(w->file, writer_begin(w, e), writer_end(w, e), text, w->out);
}
