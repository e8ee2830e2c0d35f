/* patch.c - an alteration as a change of the source text, where it is one. */
#include "find/patch.h"

#include "base/mem.h"
#include "find/syntax.h"

#include <stdlib.h>
#include <string.h>

static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
static const char *const operators[] = {"+", "-", "*", "/",  "%",
                                        "&", "|", "^", "<<", ">>"};

/* One alteration, and where it is in the text. */
typedef struct Writer Writer;
struct Writer {
    const MutateSites *s;
    const Alteration *a;
    const MutateSite *site;
    const SourceFile *file;
    Syntax x;
    size_t token;     /* that begins at the site, or TOKEN_NONE */
    Extent statement; /* around it */
    Extent head;      /* if it is in the head of the statement */
    Patches *out;
};

/* Text of extents */

static size_t
begin_of(const Writer *w, Extent e)
{
    return w->x.tokens.at[e.first].at;
}

static size_t
end_of(const Writer *w, Extent e)
{
    return w->x.tokens.at[e.last].at + w->x.tokens.at[e.last].n;
}

static bool
is_empty(Extent e)
{
    return e.first > e.last;
}

static void
put_extent(const Writer *w, Extent e, Str *out)
{
    str_add(out, w->x.text + begin_of(w, e), end_of(w, e) - begin_of(w, e));
}

/* In brackets if an operator of it is not stronger than `level`. */
static void
put_operand(const Writer *w, Extent e, int level, Str *out)
{
    const bool weak = syntax_weakest(&w->x, e) <= level;

    str_puts(out, weak ? "(" : "");
    put_extent(w, e, out);
    str_puts(out, weak ? ")" : "");
}

static bool
is_sign(const Writer *w, size_t token, const char *text)
{
    return token != TOKEN_NONE && syntax_is(&w->x, token, text);
}

/* Do the neighbours bind what is put there tighter than its own operator of
 * `level` does? */
static bool
is_bound(const Writer *w, Extent e, int level)
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
static void
put_guard(const Writer *w, bool opposite, Str *out)
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
static void
put_instead(Writer *w, Extent e, const char *text, int level)
{
    Str s = {0};
    const bool guarded = w->a->guard.given;
    const bool bound = is_bound(w, e, guarded ? LEVEL_CHOICE : level);

    str_puts(&s, bound ? "(" : "");
    if (guarded) {
        put_guard(w, false, &s);
        str_printf(&s, level <= LEVEL_CHOICE ? " ? (%s) : " : " ? %s : ", text);
        put_operand(w, e, LEVEL_ASSIGN, &s);
    } else {
        str_puts(&s, text);
    }
    str_puts(&s, bound ? ")" : "");
    patch_replace(w->file, begin_of(w, e), end_of(w, e), str_text(&s), w->out);
    str_done(&s);
}

/* Another token, without a look at its surroundings. */
static void
put_token(Writer *w, size_t token, const char *text)
{
    const Token *t = &w->x.tokens.at[token];

    if (!w->a->guard.given)
        patch_replace(w->file, t->at, t->at + t->n, text, w->out);
}

/* Operators */

/* Another operator between two operands, or the operands exchanged. */
static void
put_operator(Writer *w, size_t op, const char *sign, bool swap)
{
    const Extent left = syntax_left(&w->x, op), right = syntax_right(&w->x, op);
    const int level = syntax_sign_level(sign);
    Str s = {0};

    if (is_empty(left) || is_empty(right))
        return;
    put_operand(w, swap ? right : left, level - 1, &s);
    str_printf(&s, " %s ", sign);
    put_operand(w, swap ? left : right, level, &s);
    put_instead(w, (Extent){left.first, right.last}, str_text(&s), level);
    str_done(&s);
}

/* One of the operands alone. */
static void
put_side(Writer *w, size_t op, bool is_left)
{
    const Extent left = syntax_left(&w->x, op), right = syntax_right(&w->x, op);
    const Extent kept = is_left ? left : right;
    Str s = {0};

    if (is_empty(left) || is_empty(right))
        return;
    put_extent(w, kept, &s);
    put_instead(w, (Extent){left.first, right.last}, str_text(&s),
                syntax_weakest(&w->x, kept));
    str_done(&s);
}

static void
negate(Writer *w, Extent e, const char *sign)
{
    Str s = {0};

    str_puts(&s, sign);
    put_operand(w, e, LEVEL_TIGHT - 1, &s);
    put_instead(w, e, str_text(&s), LEVEL_TIGHT);
    str_done(&s);
}

static void
write_compare(Writer *w)
{
    if (w->token == TOKEN_NONE || w->a->how.relation == w->site->op)
        return;
    if (w->site->role.is_void)
        negate(w, syntax_around(&w->x, w->token, LEVEL_AND), "!");
    else if (is_sign(w, w->token, relations[w->site->op]))
        put_operator(w, w->token, relations[w->a->how.relation], false);
}

/* x += y, x++ */
static void
write_compound(Writer *w)
{
    const unsigned how = w->a->how.arithmetic;
    char sign[8] = {0};

    if (how >= MUTATE_LEFT) {
        if (how == MUTATE_RIGHT && !is_sign(w, w->token, "++") &&
            !is_sign(w, w->token, "--"))
            put_token(w, w->token, "=");
        return;
    }
    if (is_sign(w, w->token, "++") || is_sign(w, w->token, "--")) {
        if (how <= MUTATE_MINUS)
            put_token(w, w->token, how == MUTATE_PLUS ? "++" : "--");
        return;
    }
    strcpy(sign, operators[how]);
    put_token(w, w->token, strcat(sign, "="));
}

static void
write_binary(Writer *w)
{
    const unsigned how = w->a->how.arithmetic;
    char compound[8] = {0};

    if (w->token == TOKEN_NONE)
        return;
    strcpy(compound, operators[w->site->op]);
    strcat(compound, "=");
    if (is_sign(w, w->token, compound) || is_sign(w, w->token, "++") ||
        is_sign(w, w->token, "--"))
        write_compound(w);
    else if (!is_sign(w, w->token, operators[w->site->op]))
        return;
    else if (w->a->op == MUTATE_SWAP)
        put_operator(w, w->token, operators[w->site->op], true);
    else if (how >= MUTATE_LEFT)
        put_side(w, w->token, how == MUTATE_LEFT);
    else
        put_operator(w, w->token, operators[how], false);
}

/* `&&` for `||`, of those in the statement the nearest first. */
static void
write_junction(Writer *w)
{
    const char *const old = w->site->op == MUTATE_AND ? "&&" : "||";
    const char *const new = w->site->op == MUTATE_AND ? "||" : "&&";
    const Extent in = is_empty(w->head) ? w->statement : w->head;

    if (is_sign(w, w->token, old))
        put_operator(w, w->token, new, false);
    for (size_t i = in.first; !is_empty(in) && i <= in.last; i++)
        if (is_sign(w, i, old) && i != w->token)
            put_operator(w, i, new, false);
}

/* long long or double arithmetic: the first operand is cast. */
static void
write_wide(Writer *w)
{
    const Extent e =
        w->token == TOKEN_NONE ? (Extent){1, 0} : syntax_left(&w->x, w->token);
    Str s = {0};

    if (is_empty(e) || syntax_level(&w->x, w->token) == LEVEL_TIGHT)
        return;
    str_puts(&s, w->site->op ? "(double)" : "(long long)");
    put_operand(w, e, LEVEL_TIGHT - 1, &s);
    patch_replace(w->file, begin_of(w, e), end_of(w, e), str_text(&s), w->out);
    str_done(&s);
}

/* Values */

static void
put_number(const Writer *w, int64_t value, unsigned flags, Str *out)
{
    double x;

    (void)w;
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
static void
put_value(const Writer *w, unsigned flags, Str *out)
{
    if (w->a->names.variable != MUTATE_NONE)
        str_puts(out, w->s->variables[w->a->names.variable].name);
    else
        put_number(w, w->a->x.value, flags, out);
}

/* The expression becomes what the alteration makes of its value. */
static void
write_value(Writer *w, Extent e)
{
    Str s = {0};
    int level = LEVEL_TIGHT;
    const int64_t by = w->a->x.value;

    switch (w->a->op) {
    case MUTATE_SET:
        put_value(w, w->site->of.flags, &s);
        break;
    case MUTATE_ADD:
        level = LEVEL_SUM;
        put_operand(w, e, LEVEL_SUM - 1, &s);
        str_printf(&s, " %c %lld", by < 0 ? '-' : '+',
                   (long long)(by < 0 ? -by : by));
        break;
    case MUTATE_APPLY:
        level = syntax_sign_level(operators[w->a->how.arithmetic]);
        put_operand(w, e, level - 1, &s);
        str_printf(&s, " %s %lld", operators[w->a->how.arithmetic],
                   (long long)by);
        break;
    case MUTATE_NEGATE:
    case MUTATE_INVERT:
    case MUTATE_NOT:
        str_puts(&s, w->a->op == MUTATE_NEGATE   ? "-"
                     : w->a->op == MUTATE_INVERT ? "~"
                                                 : "!");
        put_operand(w, e, LEVEL_TIGHT - 1, &s);
        break;
    default:
        break;
    }
    if (s.n)
        put_instead(w, e, str_text(&s), level);
    str_done(&s);
}

/* A variable that is read, or whose address is used. */
static void
write_use(Writer *w)
{
    const Tokens *t = &w->x.tokens;

    if (w->token != TOKEN_NONE && t->at[w->token].kind == TOKEN_WORD &&
        !syntax_is(&w->x, w->token + 1, "("))
        write_value(w, syntax_name(&w->x, w->token, false));
}

static void
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
        put_value(w, w->site->of.flags, out);
}

/* Is it this literal? With a minus in front if the value has one. */
static bool
is_literal(const Writer *w, size_t i, Extent *out)
{
    const Token *t = &w->x.tokens.at[i];
    const int64_t was = w->site->value;
    long long v;
    double x;

    *out = (Extent){i, i};
    if (w->site->of.flags & MUTATE_FLOAT) {
        memcpy(&x, &was, sizeof x);
        return t->kind == TOKEN_NUMBER && strtod(w->x.text + t->at, NULL) == x;
    }
    if (!token_value(w->x.text, t, &v))
        return false;
    if (was < 0 && v == -was && i > 0 && is_sign(w, i - 1, "-") &&
        syntax_level(&w->x, i - 1) == LEVEL_TIGHT) {
        out->first--;
        return true;
    }
    return v == was;
}

static void
write_literals(Writer *w, Extent in)
{
    for (size_t i = in.first; !is_empty(in) && i <= in.last; i++) {
        Extent e;
        Str s = {0};
        if (!is_literal(w, i, &e))
            continue;
        put_like(w, &w->x.tokens.at[i], &s);
        const bool minus =
            s.at[0] == '-' && e.first > 0 && is_sign(w, e.first - 1, "-");
        put_instead(w, e, str_text(&s), minus ? LEVEL_COMMA : LEVEL_TIGHT);
        str_done(&s);
    }
}

/* `x++` is `x += 1`. */
static void
write_step(Writer *w)
{
    const bool up = is_sign(w, w->token, "++");
    Extent e = {w->token, w->token};
    Str s = {0};

    if ((!up && !is_sign(w, w->token, "--")) || w->token == 0 ||
        w->a->guard.given)
        return;
    e = syntax_around(&w->x, w->token, LEVEL_COMMA);
    if (e.last != w->token)
        return;
    put_extent(w, (Extent){e.first, e.last - 1}, &s);
    str_printf(&s, " += ");
    put_value(w, w->site->of.flags, &s);
    patch_replace(w->file, begin_of(w, e), end_of(w, e), str_text(&s), w->out);
    str_done(&s);
}

static void
write_literal(Writer *w)
{
    if (is_sign(w, w->token, "++") || is_sign(w, w->token, "--"))
        write_step(w);
    else
        write_literals(w, is_empty(w->head) ? w->statement : w->head);
}

/* The number in the initialiser of a global. */
static void
write_initial(Writer *w)
{
    Extent e = {w->token, w->token};

    if (w->token == TOKEN_NONE)
        return;
    while (e.last + 1 < w->x.tokens.n && !syntax_is(&w->x, e.last, ";"))
        e.last++;
    write_literals(w, e);
}

/* Assignments and calls */

static void
put_statement_edit(Writer *w, const char *before, const char *after)
{
    Str s = {0};

    str_puts(&s, before);
    put_extent(w, w->statement, &s);
    str_puts(&s, after);
    patch_replace(w->file, begin_of(w, w->statement), end_of(w, w->statement),
                  str_text(&s), w->out);
    str_done(&s);
}

/* Is it the body of an if or a loop, without braces? */
static bool
is_lone_body(const Writer *w)
{
    const size_t i = w->statement.first - 1;

    return w->statement.first > 0 &&
           (syntax_is(&w->x, i, ")") || syntax_is(&w->x, i, "else") ||
            syntax_is(&w->x, i, "do"));
}

/* The statement goes, or is done only where the guard does not hold. */
static void
leave_out_statement(Writer *w)
{
    Str s = {0};

    if (is_empty(w->statement) || !is_empty(w->head))
        return;
    if (w->a->guard.given) {
        str_puts(&s, "if (");
        put_guard(w, true, &s);
        str_puts(&s, ") ");
        put_statement_edit(w, str_text(&s), "");
    } else {
        patch_replace(w->file, begin_of(w, w->statement),
                      end_of(w, w->statement), is_lone_body(w) ? ";" : "",
                      w->out);
    }
    str_done(&s);
}

/* What is assigned, initialises or is returned by the store at the token. */
static Extent
stored(const Writer *w)
{
    size_t i = w->token;

    if (i == TOKEN_NONE)
        return (Extent){1, 0};
    if (syntax_is(&w->x, i, "return"))
        return syntax_around(&w->x, i + 1, LEVEL_COMMA - 1);
    if (w->x.tokens.at[i].kind == TOKEN_WORD) /* declared here */
        for (i++; syntax_is(&w->x, i, "["); i = w->x.partner[i] + 1)
            if (w->x.partner[i] == TOKEN_NONE)
                break;
    if (i >= w->x.tokens.n || syntax_level(&w->x, i) != LEVEL_ASSIGN)
        return (Extent){1, 0};
    return syntax_right(&w->x, i);
}

/* `= value` of a declaration goes. */
static void
leave_out_initial(Writer *w, Extent value)
{
    const size_t equal = value.first - 1;

    if (syntax_is(&w->x, equal, "=") && equal > 0)
        patch_replace(w->file, end_of(w, (Extent){0, equal - 1}),
                      end_of(w, value), "", w->out);
}

static void
write_store(Writer *w)
{
    const Extent value = stored(w);

    if (w->a->op == MUTATE_SCRATCH) {
        if (w->token == TOKEN_NONE)
            return;
        if (w->x.tokens.at[w->token].kind == TOKEN_WORD && !is_empty(value) &&
            !w->a->guard.given)
            leave_out_initial(w, value);
        else
            leave_out_statement(w);
    } else if (is_empty(value)) {
        return;
    } else if (w->a->op == MUTATE_COMBINE) {
        put_token(w, value.first - 1,
                  w->a->how.arithmetic == MUTATE_PLUS ? "+=" : "-=");
    } else {
        write_value(w, value);
    }
}

static void
write_call(Writer *w)
{
    if (w->site->role.is_void)
        leave_out_statement(w);
    else
        write_result(w);
}

/* Another member, or the index one further. */
static void
write_address(Writer *w)
{
    const MutateShift *shifts = &w->s->shifts[w->site->shift];
    size_t i = w->token;

    if (i == TOKEN_NONE)
        return;
    for (uint32_t k = 0; k < w->site->nshifts; k++)
        if (shifts[k].by == w->a->x.value && shifts[k].is_member &&
            w->a->kind == ALTERATION_MEMBER) {
            put_token(w, i, shifts[k].name);
            return;
        }
    while (i < w->x.tokens.n && !syntax_is(&w->x, i, "[") &&
           !syntax_is(&w->x, i, ";"))
        i++;
    if (!syntax_is(&w->x, i, "[") || w->x.partner[i] == TOKEN_NONE ||
        w->a->kind != ALTERATION_INDEX)
        return;
    const Extent e = {i + 1, w->x.partner[i] - 1};
    Str s = {0};
    if (!is_empty(e)) {
        put_operand(w, e, LEVEL_SUM - 1, &s);
        str_puts(&s, w->a->x.value > 0 ? " + 1" : " - 1");
        put_instead(w, e, str_text(&s), LEVEL_SUM);
    }
    str_done(&s);
}

/* Conditions */

/* The condition of the head: of `for` the part in the middle. */
static Extent
whole_condition(const Writer *w)
{
    Extent e = w->head;

    if (is_empty(e) || !syntax_is(&w->x, w->statement.first, "for"))
        return e;
    while (e.first <= e.last && !syntax_is(&w->x, e.first, ";"))
        e.first++;
    e.first++;
    size_t last = e.first;
    while (last <= e.last && !syntax_is(&w->x, last, ";"))
        last++;
    return (Extent){e.first, last - 1};
}

static void
put_condition(Writer *w, Extent e)
{
    const bool value = w->a->x.value != 0;
    Str s = {0};

    if (is_empty(e))
        return;
    if (w->a->op == MUTATE_NOT) {
        negate(w, e, "!");
    } else if (w->a->guard.given) {
        const int level = value ? LEVEL_OR : LEVEL_AND;
        const bool bound = is_bound(w, e, level);
        str_puts(&s, bound ? "(" : "");
        put_operand(w, e, level - 1, &s);
        str_puts(&s, value ? " || " : " && ");
        put_guard(w, !value, &s);
        str_puts(&s, bound ? ")" : "");
        patch_replace(w->file, begin_of(w, e), end_of(w, e), str_text(&s),
                      w->out);
    } else {
        patch_replace(w->file, begin_of(w, e), end_of(w, e), value ? "1" : "0",
                      w->out);
    }
    str_done(&s);
}

/* The part of the condition that branches here, then all of it. */
static void
write_branch(Writer *w)
{
    Extent whole = whole_condition(w);

    if (w->token == TOKEN_NONE)
        return;
    if (!is_empty(whole) && w->token >= whole.first && w->token <= whole.last) {
        Extent leaf = syntax_around(&w->x, w->token, LEVEL_AND);
        put_condition(w, leaf);
        if (leaf.first == whole.first && leaf.last == whole.last)
            return;
    }
    put_condition(w, whole);
}

/* Inserted statements */

static bool
put_action(const Writer *w, Str *out)
{
    const MutateFunction *f = &w->s->functions[w->site->where.function];

    switch (w->a->how.action) {
    case MUTATE_BREAK:
        str_puts(out, "break;");
        return true;
    case MUTATE_CONTINUE:
        str_puts(out, "continue;");
        return true;
    case MUTATE_RETURN:
        str_puts(out, f->bits ? "return " : "return");
        if (f->bits)
            put_value(w, f->flags, out);
        str_putc(out, ';');
        return true;
    default:
        return false;
    }
}

static bool
put_inserted(const Writer *w, Str *out)
{
    const MutateCallee *c;

    switch (w->a->op) {
    case MUTATE_ACT:
        return put_action(w, out);
    case MUTATE_ASSIGN:
    case MUTATE_INCREASE:
        alteration_assignment(w->s, w->a, out);
        str_putc(out, ';');
        return true;
    case MUTATE_CALL:
        c = &w->s->callees[w->a->call.callee];
        str_printf(out, "%s(", c->name);
        for (uint32_t i = 0; i < c->nparams; i++)
            alteration_argument(w->s, w->a, i, out);
        str_puts(out, ");");
        return true;
    case MUTATE_FILL:
        str_printf(out, "memset(%s, 0, sizeof %s);",
                   w->s->variables[w->a->names.variable].name,
                   w->s->variables[w->a->names.variable].name);
        return w->a->x.value == 0;
    default:
        return false;
    }
}

/* Blanks in front of the byte, if there is nothing else on its line. */
static bool
indent_of(const Writer *w, size_t at, Str *out)
{
    size_t from = at;

    while (from > 0 &&
           (w->x.text[from - 1] == ' ' || w->x.text[from - 1] == '\t'))
        from--;
    str_add(out, w->x.text + from, at - from);
    return from == 0 || w->x.text[from - 1] == '\n';
}

/* In front of the statement: on a line of its own, or where there is no room
 * for one; in braces with it if it is the only one of a branch. */
static void
put_before(Writer *w, const char *text)
{
    const size_t at = begin_of(w, w->statement);
    Str line = {0}, s = {0};
    const bool alone = indent_of(w, at, &line);

    if (is_lone_body(w)) {
        str_printf(&s, "{ %s ", text);
        put_statement_edit(w, str_text(&s), " }");
    } else if (alone) {
        const size_t begin = at - line.n;
        str_printf(&line, "%s\n", text);
        patch_replace(w->file, begin, begin, str_text(&line), w->out);
    } else {
        str_printf(&s, "%s ", text);
        put_statement_edit(w, str_text(&s), "");
    }
    str_done(&line);
    str_done(&s);
}

static void
write_statement(Writer *w)
{
    Str text = {0}, inserted = {0};

    if (is_empty(w->statement))
        return;
    if (w->a->op == MUTATE_ACT && w->a->how.action == MUTATE_SKIP) {
        leave_out_statement(w);
        return;
    }
    /* A part of a loop's head has no place of its own. */
    if ((is_empty(w->head) || !syntax_is(&w->x, w->statement.first, "for")) &&
        put_inserted(w, &inserted)) {
        if (w->a->guard.given) {
            str_puts(&text, "if (");
            put_guard(w, false, &text);
            str_puts(&text, ") ");
        }
        str_puts(&text, str_text(&inserted));
        put_before(w, str_text(&text));
    }
    str_done(&text);
    str_done(&inserted);
}

/* The label's constant, as the token was written. */
static void
put_label(Writer *w, size_t token)
{
    const int64_t v = w->a->x.value;
    Str s = {0};

    if (w->x.tokens.at[token].kind == TOKEN_CHARACTER && v > ' ' && v < 127 &&
        v != '\\' && v != '\'')
        str_printf(&s, "'%c'", (char)v);
    else
        str_printf(&s, "%lld", (long long)v);
    put_token(w, token, str_text(&s));
    str_done(&s);
}

/* Another label, or none. */
static void
write_label(Writer *w)
{
    const Alteration *a = w->a;
    const bool other = a->y.value != a->z.value;
    const int64_t label = other ? a->y.value : a->x.value;

    if (!other && a->y.value != ALTERATION_NO_LABEL)
        return; /* two places change */
    for (size_t i = w->statement.first;
         !is_empty(w->statement) && i + 2 < w->statement.last; i++) {
        long long v;
        if (!syntax_is(&w->x, i, "case") ||
            !token_value(w->x.text, &w->x.tokens.at[i + 1], &v) || v != label)
            continue;
        const Extent e = {i, i + 2};
        if (other)
            put_label(w, i + 1);
        else
            patch_replace(w->file, begin_of(w, e), end_of(w, e), "", w->out);
    }
}

static void
write_change(Writer *w)
{
    switch ((MutateSiteKind)w->site->kind) {
    case MSITE_COMPARE:
        write_compare(w);
        break;
    case MSITE_BINARY:
        write_binary(w);
        break;
    case MSITE_JUNCTION:
        write_junction(w);
        break;
    case MSITE_WIDE:
        write_wide(w);
        break;
    case MSITE_LITERAL:
        write_literal(w);
        break;
    case MSITE_INIT:
        write_initial(w);
        break;
    case MSITE_USE:
    case MSITE_REFERENCE:
        write_use(w);
        break;
    case MSITE_RESULT:
        write_result(w);
        break;
    case MSITE_STORE:
        write_store(w);
        break;
    case MSITE_CALL:
        write_call(w);
        break;
    case MSITE_ADDRESS:
        write_address(w);
        break;
    case MSITE_BRANCH:
        write_branch(w);
        break;
    case MSITE_STATEMENT:
        write_statement(w);
        break;
    case MSITE_SWITCH:
        write_label(w);
        break;
    case MSITE_KINDS:
        break;
    }
}

/* The token at the place; where no column is known, the line's first. */
static size_t
token_of(const Tokens *t, const SourceFile *file, const MutateWhere *where)
{
    const size_t line = file->starts[where->line - 1];
    size_t i = 0;

    if (where->column)
        return tokens_find(t, line + where->column - 1);
    while (i < t->n && t->at[i].at < line)
        i++;
    return i < t->n ? i : TOKEN_NONE;
}

void
patch_list(const MutateSites *s, const Alteration *a, const SourceFile *file,
           Patches *out)
{
    const MutateSite *site = &s->at[a->site];
    Writer w = {.s = s,
                .a = a,
                .site = site,
                .file = file,
                .statement = {1, 0},
                .head = {1, 0},
                .out = out};

    if (site->where.line == 0 || site->where.line > file->nlines)
        return;
    syntax_init(&w.x, (const char *)file->bytes.at, file->bytes.n);
    w.token = token_of(&w.x.tokens, file, &site->where);
    if (w.token == TOKEN_NONE ||
        !syntax_statement(&w.x, w.token, &w.statement, &w.head))
        w.statement = w.head = (Extent){1, 0};
    write_change(&w);
    syntax_done(&w.x);
}
