/* proposals_statement.c - changes of whole statements: left out, guarded, one
 * before it, another order.
 */
#include "php/proposals_parts.h"

#include <string.h>

enum { VARIABLES = 6, COPIES = 6, RESETS = 6, LONGEST = 200 };

/* Conditions */

static void
force(PhpProposer *c, PhpRange condition)
{
    const char *text = proposer_text(c, condition);
    const size_t from = proposer_begin(c, condition.first),
                 to = proposer_end(c, condition.last);

    proposer_put(c, from, to, "true", ALTERATION_CONDITION,
                 "the condition always true");
    proposer_put(c, from, to, "false", ALTERATION_CONDITION,
                 "the condition always false");
    proposer_put(c, from, to, arena_printf(c->arena, "!(%s)", text),
                 ALTERATION_CONDITION, "the condition negated");
}

/* && or || with a variable that is at hand. */
static void
add_clauses(PhpProposer *c, PhpRange condition)
{
    static const char *const forms[] = {"%s && %s", "%s && !%s", "%s || %s",
                                        "%s || !%s"};
    const char *names[VARIABLES];
    const size_t n = proposer_variables(c, names, VARIABLES);
    const char *text =
        condition.first == condition.last
            ? proposer_text(c, condition)
            : arena_printf(c->arena, "(%s)", proposer_text(c, condition));

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++) {
            const char *sign = k < 2 ? "&&" : "||", *no = k % 2 ? "!" : "";
            proposer_put(
                c, proposer_begin(c, condition.first),
                proposer_end(c, condition.last),
                arena_printf(c->arena, "%s %s %s%s", text, sign, no, names[i]),
                ALTERATION_CLAUSE,
                arena_printf(c->arena, "`%s %s%s` added to the condition", sign,
                             no, names[i]));
        }
}

static void
change_head(PhpProposer *c, PhpRange s)
{
    const PhpRange condition = {s.first + 2, s.last - 1};

    if (condition.last < condition.first)
        return;
    if (php_is(c->o, s.first, "if") || php_is(c->o, s.first, "elseif") ||
        php_is(c->o, s.first, "while")) {
        force(c, condition);
        add_clauses(c, condition);
    }
}

/* Places before a statement */

/* Can something stand before it? Not where it is the only one of an `if`. */
static bool
is_free(const PhpProposer *c)
{
    const size_t first = c->statement.first;

    return first > 0 &&
           (php_is(c->o, first - 1, ";") || php_is(c->o, first - 1, "{") ||
            php_is(c->o, first - 1, "}") || php_is(c->o, first - 1, ":") ||
            php_is_kind(c->o, first - 1, PHP_OPEN));
}

/* On a line of its own, as far in as the statement, if that begins its line. */
static void
put_before(PhpProposer *c, const char *text, AlterationKind kind)
{
    const size_t at = proposer_begin(c, c->statement.first);
    size_t line = at;

    while (line > 0 && c->o->text[line - 1] != '\n')
        line--;
    const size_t n = strspn(c->o->text + line, " \t");
    const char *words = arena_printf(c->arena, "`%s` before this", text);
    if (line + n >= at)
        proposer_put(c, line, line,
                     arena_printf(c->arena, "%.*s%s\n", (int)(at - line),
                                  c->o->text + line, text),
                     kind, words);
    else
        proposer_put(c, at, at, arena_printf(c->arena, "%s ", text), kind,
                     words);
}

/* What the function returns elsewhere, or nothing. */
static size_t
returned(PhpProposer *c, const char **out, size_t most)
{
    size_t n = 0;

    out[n++] = "return;";
    for (size_t i = 0; i < c->o->statements.n && n < most; i++) {
        const PhpRange s = c->o->statements.at[i].tokens;
        if (s.first < c->function.first || s.last > c->function.last ||
            !php_is(c->o, s.first, "return") || s.last - s.first > 8 ||
            s.first == c->statement.first)
            continue;
        const char *text = proposer_text(c, s);
        bool known = false;
        for (size_t k = 0; k < n; k++)
            known |= strcmp(out[k], text) == 0;
        if (!known)
            out[n++] = text;
    }
    return n;
}

static void
add_returns(PhpProposer *c)
{
    const char *values[4], *names[VARIABLES];
    const size_t n = returned(c, values, 4);
    const size_t nnames = proposer_variables(c, names, 4);

    for (size_t i = 0; i < n; i++) {
        put_before(c, values[i], ALTERATION_RETURN);
        for (size_t k = 0; k < nnames; k++)
            put_before(
                c, arena_printf(c->arena, "if (!%s) %s", names[k], values[i]),
                ALTERATION_CHECK);
    }
}

/* Variables that are counted up or added to, which must begin somewhere. */
static void
add_resets(PhpProposer *c)
{
    static const char *const signs[] = {"+=", "-=", ".=", "++", "["};
    static const char *const values[] = {"0", "0", "''", "0", "[]"};
    const char *done[RESETS];
    unsigned n = 0;

    for (size_t i = c->function.first; i <= c->function.last && n < RESETS;
         i++) {
        const bool property = php_is(c->o, i, "$this") &&
                              php_is(c->o, i + 1, "->") &&
                              php_is(c->o, i + 3, "=");
        if (!php_is_kind(c->o, i, PHP_VARIABLE) || property ||
            php_is(c->o, i, "$this"))
            continue;
        for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
            if (!php_is(c->o, i + 1, signs[k]) ||
                (k == 4 && !php_is(c->o, i + 2, "]")))
                continue;
            const char *text =
                arena_printf(c->arena, "%s = %s;",
                             proposer_text(c, (PhpRange){i, i}), values[k]);
            bool known = false;
            for (unsigned m = 0; m < n; m++)
                known |= strcmp(done[m], text) == 0;
            if (known || n == RESETS)
                continue;
            done[n++] = text;
            put_before(c, text, ALTERATION_INSERT_ASSIGN);
        }
    }
}

/* Properties of the object, and keys of the session, set back. */
static void
add_clears(PhpProposer *c)
{
    bool object = false;

    for (size_t i = c->statement.first; i <= c->function.last && !object; i++)
        object = php_is(c->o, i, "$this");
    for (size_t i = 0; object && i < c->words->properties.n && i < RESETS; i++)
        put_before(c,
                   arena_printf(c->arena, "$this->%s = null;",
                                c->words->properties.at[i]),
                   ALTERATION_INSERT_ASSIGN);
    unsigned n = 0;
    for (size_t i = 0; i < c->words->keys.n && n < RESETS; i++) {
        const PhpKey *k = &c->words->keys.at[i];
        if (strcmp(k->base, "$_SESSION") != 0)
            continue;
        put_before(c, arena_printf(c->arena, "unset($_SESSION[%s]);", k->key),
                   ALTERATION_INSERT_ASSIGN);
        n++;
    }
}

/* Statements of the same function, the nearest first. */
static void
add_copies(PhpProposer *c)
{
    size_t n = 0, here = 0;

    while (here < c->o->statements.n &&
           c->o->statements.at[here].tokens.first != c->statement.first)
        here++;
    for (size_t far = 1; far <= c->o->statements.n && n < COPIES; far++)
        for (int side = 0; side < 2 && n < COPIES; side++) {
            const size_t at = side ? here + far : here - far;
            if (side ? at >= c->o->statements.n : far > here)
                continue;
            const PhpStatement *s = &c->o->statements.at[at];
            if (s->kind != PHP_SIMPLE || s->tokens.first < c->function.first ||
                s->tokens.last > c->function.last ||
                proposer_end(c, s->tokens.last) -
                        proposer_begin(c, s->tokens.first) >
                    LONGEST ||
                !php_is(c->o, s->tokens.last, ";"))
                continue;
            put_before(c, proposer_text(c, s->tokens), ALTERATION_COPY);
            n++;
        }
}

/* The statement itself */

static void
add_checks(PhpProposer *c, PhpRange s)
{
    const char *names[VARIABLES];
    const size_t n = proposer_variables(c, names, VARIABLES);
    const size_t at = proposer_begin(c, s.first);

    for (size_t i = 0; i < n; i++)
        for (int no = 0; no < 2; no++) {
            const char *text =
                arena_printf(c->arena, "if (%s%s) ", no ? "!" : "", names[i]);
            proposer_put(c, at, at, text, ALTERATION_CHECK,
                         arena_printf(c->arena, "this only if `%s%s`",
                                      no ? "!" : "", names[i]));
        }
    for (size_t i = s.first; i < s.last; i++) {
        if (!php_is_kind(c->o, i, PHP_VARIABLE) || !php_is(c->o, i + 1, "["))
            continue;
        const char *chain = proposer_text(c, (PhpRange){i, php_chain(c->o, i)});
        proposer_put(c, at, at,
                     arena_printf(c->arena, "if (isset(%s)) ", chain),
                     ALTERATION_CHECK,
                     arena_printf(c->arena, "this only if `isset(%s)`", chain));
    }
}

static void
exchange(PhpProposer *c, PhpRange s)
{
    for (size_t i = 0; i < c->o->statements.n; i++) {
        const PhpStatement *next = &c->o->statements.at[i];
        if (next->tokens.first != s.last + 1 || next->kind != PHP_SIMPLE ||
            !php_is(c->o, next->tokens.last, ";"))
            continue;
        const size_t end = proposer_end(c, s.last),
                     begin = proposer_begin(c, next->tokens.first);
        const char *between =
            arena_strndup(c->arena, c->o->text + end, begin - end);
        proposer_put(
            c, proposer_begin(c, s.first), proposer_end(c, next->tokens.last),
            arena_printf(c->arena, "%s%s%s", proposer_text(c, next->tokens),
                         between, proposer_text(c, s)),
            ALTERATION_ORDER, "this and the next statement exchanged");
    }
}

/* A match without a default: one of its values, or none. */
static void
add_arm(PhpProposer *c, size_t i)
{
    const size_t head = i + 1;
    const size_t body =
        php_is(c->o, head, "(") && c->o->tokens.at[head].partner != PHP_NONE
            ? c->o->tokens.at[head].partner + 1
            : PHP_NONE;

    if (body == PHP_NONE || !php_is(c->o, body, "{") ||
        c->o->tokens.at[body].partner == PHP_NONE)
        return;
    const size_t end = c->o->tokens.at[body].partner;
    const char *values[VARIABLES] = {"null", "''", "0"};
    size_t n = 3;
    for (size_t k = body; k < end; k++) {
        if (php_is(c->o, k, "default"))
            return;
        if (php_is(c->o, k, "=>") && n < VARIABLES)
            values[n++] =
                proposer_text(c, (PhpRange){k + 1, php_chain(c->o, k + 1)});
    }
    const size_t at = proposer_end(c, end - 1);
    const char *comma = php_is(c->o, end - 1, ",") ? "" : ",";
    for (size_t k = 0; k < n; k++)
        proposer_add_for(
            c, i, at,
            arena_printf(c->arena, "%s default => %s", comma, values[k]),
            ALTERATION_DEFAULT,
            arena_printf(c->arena, "`default => %s` added", values[k]));
}

static void
change_simple(PhpProposer *c, PhpRange s)
{
    const bool ended = php_is(c->o, s.last, ";");
    const bool free = is_free(c);
    const PhpRange value = {s.first + 1, s.last - ended};

    proposer_put(c, proposer_begin(c, s.first), proposer_end(c, s.last),
                 free ? "" : ";", ALTERATION_SKIP, "this statement left out");
    if (php_is(c->o, s.first, "echo") && value.last >= value.first)
        propose_for_print(c, value);
    for (size_t i = s.first; i < s.last; i++)
        if (php_is(c->o, i, "match"))
            add_arm(c, i);
    add_checks(c, s);
    if (ended)
        exchange(c, s);
}

void
propose_for_statement(PhpProposer *c, const PhpStatement *s)
{
    if (s->kind == PHP_HEAD)
        change_head(c, s->tokens);
    else if (s->kind == PHP_SIMPLE)
        change_simple(c, s->tokens);
    else if (s->kind == PHP_PRINT)
        propose_for_print(c, s->tokens);
    if (s->kind == PHP_PRINT || s->kind == PHP_LABEL || !is_free(c) ||
        php_is(c->o, s->tokens.first, "elseif") ||
        php_is(c->o, s->tokens.first, "catch"))
        return;
    add_returns(c);
    add_resets(c);
    add_clears(c);
    add_copies(c);
}
