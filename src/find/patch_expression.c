/* patch_expression.c - changed operators, values and conditions as text. */
#include "find/patch_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Operators */

/* Another operator between two operands, or the operands exchanged. */
static void
put_operator(Writer *w, size_t op, const char *sign, bool swap)
{
    const TokenRange left = syntax_left(&w->x, op),
                     right = syntax_right(&w->x, op);
    const int level = syntax_sign_level(sign);
    Str s = {0};

    if (range_is_empty(left) || range_is_empty(right))
        return;
    writer_operand(w, swap ? right : left, level - 1, &s);
    str_printf(&s, " %s ", sign);
    writer_operand(w, swap ? left : right, level, &s);
    writer_replace(w, (TokenRange){left.first, right.last}, str_text(&s),
                   level);
    str_done(&s);
}

/* One of the operands alone. */
static void
put_side(Writer *w, size_t op, bool is_left)
{
    const TokenRange left = syntax_left(&w->x, op),
                     right = syntax_right(&w->x, op);
    const TokenRange kept = is_left ? left : right;
    Str s = {0};

    if (range_is_empty(left) || range_is_empty(right))
        return;
    writer_text(w, kept, &s);
    writer_replace(w, (TokenRange){left.first, right.last}, str_text(&s),
                   syntax_weakest(&w->x, kept));
    str_done(&s);
}

static void
negate(Writer *w, TokenRange e, const char *sign)
{
    Str s = {0};

    str_puts(&s, sign);
    writer_operand(w, e, LEVEL_TIGHT - 1, &s);
    writer_replace(w, e, str_text(&s), LEVEL_TIGHT);
    str_done(&s);
}

void
write_compare(Writer *w)
{
    if (w->token == TOKEN_NONE || w->a->how.relation == w->site->op)
        return;
    if (w->site->role.is_void)
        negate(w, syntax_around(&w->x, w->token, LEVEL_AND), "!");
    else if (writer_is(w, w->token, writer_relations[w->site->op]))
        put_operator(w, w->token, writer_relations[w->a->how.relation], false);
}

/* x += y, x++ */
static void
write_compound(Writer *w)
{
    const unsigned how = w->a->how.arithmetic;
    char sign[8];

    if (how >= MUTATE_LEFT) {
        if (how == MUTATE_RIGHT && !writer_is(w, w->token, "++") &&
            !writer_is(w, w->token, "--"))
            writer_put_token(w, w->token, "=");
        return;
    }
    if (writer_is(w, w->token, "++") || writer_is(w, w->token, "--")) {
        if (how <= MUTATE_MINUS)
            writer_put_token(w, w->token, how == MUTATE_PLUS ? "++" : "--");
        return;
    }
    snprintf(sign, sizeof sign, "%s=", writer_operators[how]);
    writer_put_token(w, w->token, sign);
}

void
write_binary(Writer *w)
{
    const unsigned how = w->a->how.arithmetic;
    char compound[8];

    if (w->token == TOKEN_NONE)
        return;
    snprintf(compound, sizeof compound, "%s=", writer_operators[w->site->op]);
    if (writer_is(w, w->token, compound) || writer_is(w, w->token, "++") ||
        writer_is(w, w->token, "--"))
        write_compound(w);
    else if (!writer_is(w, w->token, writer_operators[w->site->op]))
        return;
    else if (w->a->op == MUTATE_SWAP)
        put_operator(w, w->token, writer_operators[w->site->op], true);
    else if (how >= MUTATE_LEFT)
        put_side(w, w->token, how == MUTATE_LEFT);
    else
        put_operator(w, w->token, writer_operators[how], false);
}

/* What follows the last operator of that level, which binds no looser than any
 * other in it. */
static TokenRange
last_operand(const Writer *w, TokenRange e, int level)
{
    TokenRange last = e;

    for (size_t i = e.first; i <= e.last; i++) {
        if (syntax_level(&w->x, i) == level)
            last.first = i + 1;
        if (w->x.partner[i] != TOKEN_NONE && w->x.partner[i] > i)
            i = w->x.partner[i];
    }
    return last;
}

/* Where several stand in a row, only the operand before it has been looked at
 * when it decides: `a && b && c` becomes `a && (b || c)`. */
static void
put_junction(Writer *w, size_t op, const char *sign)
{
    const int now = syntax_sign_level(sign);
    const TokenRange left = syntax_left(&w->x, op),
                     right = syntax_right(&w->x, op);
    Str s = {0};

    if (range_is_empty(left) || range_is_empty(right))
        return;
    const TokenRange last = last_operand(w, left, syntax_level(&w->x, op));
    if (last.first > left.first) {
        writer_operand(w, last, now - 1, &s);
        str_printf(&s, " %s ", sign);
        writer_operand(w, right, now, &s);
        writer_replace(w, (TokenRange){last.first, right.last}, str_text(&s),
                       now);
        str_done(&s);
    }
    put_operator(w, op, sign, false);
}

/* `&&` for `||`, of those in the statement the nearest first. */
void
write_junction(Writer *w)
{
    const char *const old = w->site->op == MUTATE_AND ? "&&" : "||";
    const char *const new = w->site->op == MUTATE_AND ? "||" : "&&";
    const TokenRange in = range_is_empty(w->head) ? w->statement : w->head;

    if (writer_is(w, w->token, old))
        put_junction(w, w->token, new);
    for (size_t i = in.first; !range_is_empty(in) && i <= in.last; i++)
        if (writer_is(w, i, old) && i != w->token)
            put_junction(w, i, new);
}

/* long long or double arithmetic: the first operand is cast. */
void
write_wide(Writer *w)
{
    const TokenRange e = w->token == TOKEN_NONE ? (TokenRange){1, 0}
                                                : syntax_left(&w->x, w->token);
    Str s = {0};

    if (range_is_empty(e) || syntax_level(&w->x, w->token) == LEVEL_TIGHT)
        return;
    str_puts(&s, w->site->op ? "(double)" : "(long long)");
    writer_operand(w, e, LEVEL_TIGHT - 1, &s);
    writer_put(w, e, str_text(&s));
    str_done(&s);
}

/* Values */

/* The expression becomes what the alteration makes of its value. */
void
write_value(Writer *w, TokenRange e)
{
    Str s = {0};
    int level = LEVEL_TIGHT;
    const int64_t by = w->a->x.value;

    switch (w->a->op) {
    case MUTATE_SET:
        writer_value(w, w->site->of.flags, &s);
        break;
    case MUTATE_ADD:
        level = LEVEL_SUM;
        writer_operand(w, e, LEVEL_SUM - 1, &s);
        str_printf(&s, " %c %lld", by < 0 ? '-' : '+',
                   (long long)(by < 0 ? -by : by));
        break;
    case MUTATE_APPLY:
        level = syntax_sign_level(writer_operators[w->a->how.arithmetic]);
        writer_operand(w, e, level - 1, &s);
        str_printf(&s, " %s %lld", writer_operators[w->a->how.arithmetic],
                   (long long)by);
        break;
    case MUTATE_NEGATE:
    case MUTATE_INVERT:
    case MUTATE_NOT:
        str_puts(&s, w->a->op == MUTATE_NEGATE   ? "-"
                     : w->a->op == MUTATE_INVERT ? "~"
                                                 : "!");
        writer_operand(w, e, LEVEL_TIGHT - 1, &s);
        break;
    default:
        break;
    }
    if (s.n)
        writer_replace(w, e, str_text(&s), level);
    str_done(&s);
}

/* A variable that is read, or whose address is used. */
void
write_use(Writer *w)
{
    const Tokens *t = &w->x.tokens;

    if (w->token != TOKEN_NONE && t->at[w->token].kind == TOKEN_WORD &&
        !syntax_is(&w->x, w->token + 1, "("))
        write_value(w, syntax_name(&w->x, w->token, false));
}

void
write_result(Writer *w)
{
    if (w->token != TOKEN_NONE && syntax_is(&w->x, w->token + 1, "("))
        write_value(w, syntax_name(&w->x, w->token, true));
}

/* A number as the token was written: `'b'` where `'a'` stood. */
static void
put_like(const Writer *w, const Token *like, Str *out)
{
    const int64_t v = w->a->x.value;

    if (like->kind == TOKEN_CHARACTER && w->a->names.variable == MUTATE_NONE &&
        v > ' ' && v < 127 && v != '\\' && v != '\'')
        str_printf(out, "'%c'", (char)v);
    else
        writer_value(w, w->site->of.flags, out);
}

/* Is it this literal? With a minus in front if the value has one. */
static bool
is_literal(const Writer *w, size_t i, TokenRange *out)
{
    const Token *t = &w->x.tokens.at[i];
    const int64_t was = w->site->value;
    long long v;
    double x;

    *out = (TokenRange){i, i};
    if (w->site->of.flags & MUTATE_FLOAT) {
        memcpy(&x, &was, sizeof x);
        return t->kind == TOKEN_NUMBER && strtod(w->x.text + t->at, NULL) == x;
    }
    if (!token_value(w->x.text, t, &v))
        return false;
    if (was < 0 && v == -was && i > 0 && writer_is(w, i - 1, "-") &&
        syntax_level(&w->x, i - 1) == LEVEL_TIGHT) {
        out->first--;
        return true;
    }
    return v == was;
}

static void
write_literals(Writer *w, TokenRange in)
{
    for (size_t i = in.first; !range_is_empty(in) && i <= in.last; i++) {
        TokenRange e;
        Str s = {0};
        if (!is_literal(w, i, &e))
            continue;
        put_like(w, &w->x.tokens.at[i], &s);
        const bool minus =
            s.at[0] == '-' && e.first > 0 && writer_is(w, e.first - 1, "-");
        writer_replace(w, e, str_text(&s), minus ? LEVEL_COMMA : LEVEL_TIGHT);
        str_done(&s);
    }
}

/* `x++` is `x += 1`. */
static void
write_step(Writer *w)
{
    const bool up = writer_is(w, w->token, "++");
    Str s = {0};

    if ((!up && !writer_is(w, w->token, "--")) || w->token == 0 ||
        w->a->guard.given)
        return;
    const TokenRange e = syntax_around(&w->x, w->token, LEVEL_COMMA);
    if (e.last != w->token)
        return;
    writer_text(w, (TokenRange){e.first, e.last - 1}, &s);
    str_printf(&s, " += ");
    writer_value(w, w->site->of.flags, &s);
    writer_put(w, e, str_text(&s));
    str_done(&s);
}

void
write_literal(Writer *w)
{
    if (writer_is(w, w->token, "++") || writer_is(w, w->token, "--"))
        write_step(w);
    else
        write_literals(w, range_is_empty(w->head) ? w->statement : w->head);
}

/* The number in the initialiser of a global. */
void
write_initial(Writer *w)
{
    TokenRange e = {w->token, w->token};

    if (w->token == TOKEN_NONE)
        return;
    while (e.last + 1 < w->x.tokens.n && !syntax_is(&w->x, e.last, ";"))
        e.last++;
    write_literals(w, e);
}

/* Another member, or the index one further. */
void
write_address(Writer *w)
{
    const MutateShift *shifts = &w->s->shifts[w->site->shift];
    size_t i = w->token;

    if (i == TOKEN_NONE)
        return;
    for (uint32_t k = 0; k < w->site->nshifts; k++)
        if (shifts[k].by == w->a->x.value && shifts[k].is_member &&
            w->a->kind == ALTERATION_MEMBER) {
            writer_put_token(w, i, shifts[k].name);
            return;
        }
    while (i < w->x.tokens.n && !syntax_is(&w->x, i, "[") &&
           !syntax_is(&w->x, i, ";"))
        i++;
    if (!syntax_is(&w->x, i, "[") || w->x.partner[i] == TOKEN_NONE ||
        w->a->kind != ALTERATION_INDEX)
        return;
    const TokenRange e = {i + 1, w->x.partner[i] - 1};
    Str s = {0};
    if (!range_is_empty(e)) {
        writer_operand(w, e, LEVEL_SUM - 1, &s);
        str_puts(&s, w->a->x.value > 0 ? " + 1" : " - 1");
        writer_replace(w, e, str_text(&s), LEVEL_SUM);
    }
    str_done(&s);
}

/* Conditions */

/* The condition of the head: of `for` the part in the middle. */
static TokenRange
whole_condition(const Writer *w)
{
    TokenRange e = w->head;

    if (range_is_empty(e) || !syntax_is(&w->x, w->statement.first, "for"))
        return e;
    while (e.first <= e.last && !syntax_is(&w->x, e.first, ";"))
        e.first++;
    e.first++;
    size_t last = e.first;
    while (last <= e.last && !syntax_is(&w->x, last, ";"))
        last++;
    return (TokenRange){e.first, last - 1};
}

static void
put_condition(Writer *w, TokenRange e)
{
    const bool value = w->a->x.value != 0;
    Str s = {0};

    if (range_is_empty(e))
        return;
    if (w->a->op == MUTATE_NOT) {
        negate(w, e, "!");
    } else if (w->a->guard.given) {
        const int level = value ? LEVEL_OR : LEVEL_AND;
        /* `&&` in `||` gets brackets, too, though it needs none. */
        const bool bound = writer_is_bound(w, e, LEVEL_OR) &&
                           (value || !writer_is_bound(w, e, LEVEL_AND));
        str_puts(&s, bound ? "(" : "");
        writer_operand(w, e, level - 1, &s);
        str_puts(&s, value ? " || " : " && ");
        writer_guard(w, !value, &s);
        str_puts(&s, bound ? ")" : "");
        writer_put(w, e, str_text(&s));
    } else {
        writer_put(w, e, value ? "1" : "0");
    }
    str_done(&s);
}

/* The part of the condition that branches here, then all of it. */
void
write_branch(Writer *w)
{
    TokenRange whole = whole_condition(w);

    if (w->token == TOKEN_NONE)
        return;
    if (!range_is_empty(whole) && w->token >= whole.first &&
        w->token <= whole.last) {
        TokenRange leaf = syntax_around(&w->x, w->token, LEVEL_AND);
        put_condition(w, leaf);
        if (leaf.first == whole.first && leaf.last == whole.last)
            return;
    }
    put_condition(w, whole);
}
