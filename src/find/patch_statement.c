/* patch_statement.c - assignments and calls that are changed or left out,
 * statements that are put in, and labels, as text.
 */
#include "find/patch_parts.h"

/* Assignments and calls */

static void
put_statement_edit(Writer *w, const char *before, const char *after)
{
    Str s = {0};

    str_puts(&s, before);
    writer_text(w, w->statement, &s);
    str_puts(&s, after);
    writer_put(w, w->statement, str_text(&s));
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

    if (range_is_empty(w->statement) || !range_is_empty(w->head))
        return;
    if (w->a->guard.given) {
        str_puts(&s, "if (");
        writer_guard(w, true, &s);
        str_puts(&s, ") ");
        put_statement_edit(w, str_text(&s), "");
    } else {
        writer_put(w, w->statement, is_lone_body(w) ? ";" : "");
    }
    str_done(&s);
}

/* What is assigned, initialises or is returned by the store at the token. */
static TokenRange
stored(const Writer *w)
{
    size_t i = w->token;

    if (i == TOKEN_NONE)
        return (TokenRange){1, 0};
    if (syntax_is(&w->x, i, "return"))
        return syntax_around(&w->x, i + 1, LEVEL_COMMA - 1);
    if (w->x.tokens.at[i].kind == TOKEN_WORD) /* declared here */
        for (i++; syntax_is(&w->x, i, "["); i = w->x.partner[i] + 1)
            if (w->x.partner[i] == TOKEN_NONE)
                break;
    if (i >= w->x.tokens.n || syntax_level(&w->x, i) != LEVEL_ASSIGN)
        return (TokenRange){1, 0};
    return syntax_right(&w->x, i);
}

/* `= value` of a declaration goes. */
static void
leave_out_initial(Writer *w, TokenRange value)
{
    const size_t equal = value.first - 1;

    if (syntax_is(&w->x, equal, "=") && equal > 0)
        patch_replace(w->file, writer_end(w, (TokenRange){0, equal - 1}),
                      writer_end(w, value), "", w->out);
}

void
write_store(Writer *w)
{
    const TokenRange value = stored(w);

    if (w->a->op == MUTATE_SCRATCH) {
        if (w->token == TOKEN_NONE)
            return;
        if (w->x.tokens.at[w->token].kind == TOKEN_WORD &&
            !range_is_empty(value) && !w->a->guard.given)
            leave_out_initial(w, value);
        else
            leave_out_statement(w);
    } else if (range_is_empty(value)) {
        return;
    } else if (w->a->op == MUTATE_COMBINE) {
        writer_put_token(w, value.first - 1,
                         w->a->how.arithmetic == MUTATE_PLUS ? "+=" : "-=");
    } else {
        write_value(w, value);
    }
}

void
write_call(Writer *w)
{
    if (w->site->role.is_void)
        leave_out_statement(w);
    else
        write_result(w);
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
            writer_value(w, f->flags, out);
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
    const size_t at = writer_begin(w, w->statement);
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

void
write_statement(Writer *w)
{
    Str text = {0}, inserted = {0};

    if (range_is_empty(w->statement))
        return;
    if (w->a->op == MUTATE_ACT && w->a->how.action == MUTATE_SKIP) {
        leave_out_statement(w);
        return;
    }
    /* A part of a loop's head has no place of its own. */
    if ((range_is_empty(w->head) ||
         !syntax_is(&w->x, w->statement.first, "for")) &&
        put_inserted(w, &inserted)) {
        if (w->a->guard.given) {
            str_puts(&text, "if (");
            writer_guard(w, false, &text);
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
    writer_put_token(w, token, str_text(&s));
    str_done(&s);
}

/* Another label, or none. */
void
write_label(Writer *w)
{
    const Alteration *a = w->a;
    const bool other = a->y.value != a->z.value;
    const int64_t label = other ? a->y.value : a->x.value;

    if (!other && a->y.value != ALTERATION_NO_LABEL)
        return; /* two places change */
    for (size_t i = w->statement.first;
         !range_is_empty(w->statement) && i + 2 < w->statement.last; i++) {
        long long v;
        if (!syntax_is(&w->x, i, "case") ||
            !token_value(w->x.text, &w->x.tokens.at[i + 1], &v) || v != label)
            continue;
        const TokenRange e = {i, i + 2};
        if (other)
            put_label(w, i + 1);
        else
            writer_put(w, e, "");
    }
}
