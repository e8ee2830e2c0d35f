/* proposals_expression.c - changes within expressions. */
#include "php/proposals_parts.h"

#include <stdlib.h>
#include <string.h>

enum { OTHERS = 8, CHAIN = 40 }; /* words in place of one; tokens of a chain */

static const char *
word(PhpProposer *c, size_t token)
{
    return proposer_text(c, (PhpRange){token, token});
}

static void
swap(PhpProposer *c, size_t token, const char *text, AlterationKind kind)
{
    proposer_replace(c, (PhpRange){token, token}, text, kind);
}

/* Each of the words of the list but the token itself. */
static void
swap_all(PhpProposer *c, size_t token, const char *list, AlterationKind kind)
{
    for (size_t n; *list; list += n + (list[n] == ' ')) {
        n = strcspn(list, " ");
        swap(c, token, arena_strndup(c->arena, list, n), kind);
    }
}

/* Signs */

static const struct {
    const char *sign, *others;
    AlterationKind kind;
} signs[] = {
    {"==", "!= === < <= > >=", ALTERATION_RELATION},
    {"!=", "== !== < <= > >=", ALTERATION_RELATION},
    {"<>", "==", ALTERATION_RELATION},
    {"===", "!== ==", ALTERATION_RELATION},
    {"!==", "=== !=", ALTERATION_RELATION},
    {"<", "<= > >= ==", ALTERATION_RELATION},
    {"<=", "< >= > ==", ALTERATION_RELATION},
    {">", ">= < <= ==", ALTERATION_RELATION},
    {">=", "> <= < ==", ALTERATION_RELATION},
    {"+", "- * . /", ALTERATION_OPERATOR},
    {"-", "+ * / %", ALTERATION_OPERATOR},
    {"*", "/ + - **", ALTERATION_OPERATOR},
    {"/", "* % - +", ALTERATION_OPERATOR},
    {"%", "/ *", ALTERATION_OPERATOR},
    {".", "+", ALTERATION_OPERATOR},
    {"&&", "||", ALTERATION_JUNCTION},
    {"||", "&&", ALTERATION_JUNCTION},
    {"\?\?", "?:", ALTERATION_OPERATOR},
    {"++", "--", ALTERATION_OPERATOR},
    {"--", "++", ALTERATION_OPERATOR},
    {"+=", "-= = .=", ALTERATION_ASSIGNMENT},
    {"-=", "+= =", ALTERATION_ASSIGNMENT},
    {"*=", "/= =", ALTERATION_ASSIGNMENT},
    {"/=", "*= =", ALTERATION_ASSIGNMENT},
    {".=", "= +=", ALTERATION_ASSIGNMENT},
    {"=", "+= .= \?\?=", ALTERATION_ASSIGNMENT},
    {"->", "?->", ALTERATION_DEFAULT},
};

static void
drop_operand(PhpProposer *c, size_t sign)
{
    const PhpRange left = php_left(c->o, sign), right = php_right(c->o, sign);

    if (left.last < left.first || right.last < right.first)
        return;
    const PhpRange both = {left.first, right.last};
    proposer_replace(c, both, proposer_text(c, left), ALTERATION_DROP);
    proposer_replace(c, both, proposer_text(c, right), ALTERATION_DROP);
    if (php_is(c->o, sign, "/") || php_is(c->o, sign, "%"))
        proposer_replace(c, both,
                         arena_printf(c->arena, "(%s ? %s : 0)",
                                      proposer_text(c, right),
                                      proposer_text(c, both)),
                         ALTERATION_DEFAULT);
}

static void
change_sign(PhpProposer *c, size_t i)
{
    const bool binary = php_strength(c->o, i) > 0;

    if (php_is(c->o, i, "!"))
        proposer_put(c, proposer_begin(c, i), proposer_end(c, i), "",
                     ALTERATION_CONDITION, "the condition negated");
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        if (php_is(c->o, i, signs[k].sign) &&
            (binary || signs[k].kind != ALTERATION_OPERATOR ||
             php_is(c->o, i, "++") || php_is(c->o, i, "--")))
            swap_all(c, i, signs[k].others, signs[k].kind);
    if (binary)
        drop_operand(c, i);
}

/* Literals */

static void
change_number(PhpProposer *c, size_t i)
{
    const char *text = word(c, i);
    char *end;
    const long v = strtol(text, &end, 0);
    size_t n = 0;

    if (*end == 0) {
        swap(c, i, arena_printf(c->arena, "%ld", v + 1), ALTERATION_LITERAL);
        swap(c, i, arena_printf(c->arena, "%ld", v - 1), ALTERATION_LITERAL);
    }
    swap_all(c, i, "0 1", ALTERATION_LITERAL);
    swap(c, i, arena_printf(c->arena, "-%s", text), ALTERATION_LITERAL);
    for (size_t k = c->function.first; k <= c->function.last && n < OTHERS; k++)
        if (k != i && php_is_kind(c->o, k, PHP_NUMBER)) {
            swap(c, i, word(c, k), ALTERATION_SLIP);
            n++;
        }
}

/* Keys that the application uses: those of the same array are likelier. */
static void
change_key(PhpProposer *c, size_t i)
{
    const bool element = i > 1 && php_is(c->o, i - 1, "[") &&
                         php_is_kind(c->o, i - 2, PHP_VARIABLE);
    const char *base = element ? word(c, i - 2) : "";

    for (int same = element; same >= 0; same--) {
        size_t n = 0;
        for (size_t k = 0; k < c->words->keys.n && n < OTHERS; k++) {
            const PhpKey *key = &c->words->keys.at[k];
            if (element && (strcmp(key->base, base) == 0) != same)
                continue;
            swap(c, i, key->key, same ? ALTERATION_MEMBER : ALTERATION_SLIP);
            n++;
        }
    }
}

/* A text that is compared or handed over: others of the function. */
static void
change_string(PhpProposer *c, size_t i)
{
    size_t n = 0;

    if (c->o->tokens.at[i].n > 2)
        swap(c, i, "''", ALTERATION_VALUE);
    for (size_t k = c->function.first; k <= c->function.last && n < OTHERS; k++)
        if (k != i && php_is_kind(c->o, k, PHP_STRING) &&
            c->o->tokens.at[k].n < CHAIN) {
            swap(c, i, word(c, k), ALTERATION_SLIP);
            n++;
        }
}

static bool
is_key(const PhpOutline *o, size_t i)
{
    return (i > 0 && php_is(o, i - 1, "[") && php_is(o, i + 1, "]")) ||
           php_is(o, i + 1, "=>");
}

/* Names */

static void
change_variable(PhpProposer *c, size_t i)
{
    const char *others[OTHERS];
    const size_t n = proposer_variables(c, others, OTHERS);

    if (php_is(c->o, i, "$this"))
        return;
    if (php_is(c->o, i, "$_GET") || php_is(c->o, i, "$_POST") ||
        php_is(c->o, i, "$_REQUEST") || php_is(c->o, i, "$_COOKIE"))
        swap_all(c, i, "$_GET $_POST $_REQUEST $_SESSION $_COOKIE",
                 ALTERATION_VARIABLE);
    else
        for (size_t k = 0; k < n; k++)
            swap(c, i, others[k], ALTERATION_VARIABLE);
}

static void
change_property(PhpProposer *c, size_t i)
{
    for (size_t k = 0; k < c->words->properties.n && k < OTHERS; k++)
        swap(c, i, c->words->properties.at[k], ALTERATION_MEMBER);
}

static void
change_relatives(PhpProposer *c, size_t i)
{
    static const char *const families[] = {
#define RELATIVES(names) " " names " ",
#include "php/relatives.def"
    };
    const char *name = arena_printf(c->arena, " %s ", word(c, i));

    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++)
        if (strstr(families[k], name))
            swap_all(c, i, families[k] + 1, ALTERATION_CALLEE);
}

/* Functions of the application that take as many arguments, often called ones
 * first. */
static void
change_callee(PhpProposer *c, size_t i, bool method)
{
    const unsigned nargs = php_narguments(c->o, i + 1);
    unsigned n = 0;

    change_relatives(c, i);
    for (size_t k = 0; k < c->words->callees.n && n < OTHERS; k++) {
        const PhpCallee *to = &c->words->callees.at[k];
        if (to->nargs != nargs || to->method != method)
            continue;
        swap(c, i, to->name, ALTERATION_CALLEE);
        n++;
    }
}

static void
change_arguments(PhpProposer *c, size_t bracket)
{
    const unsigned n = php_narguments(c->o, bracket);

    for (unsigned i = 0; i + 1 < n; i++) {
        const PhpRange a = php_argument(c->o, bracket, i),
                       b = php_argument(c->o, bracket, i + 1);
        proposer_replace(c, (PhpRange){a.first, b.last},
                         arena_printf(c->arena, "%s, %s", proposer_text(c, b),
                                      proposer_text(c, a)),
                         ALTERATION_ARGUMENTS);
    }
    if (n > 1) {
        const PhpRange last = php_argument(c->o, bracket, n - 1);
        proposer_put(c, proposer_end(c, last.first - 2),
                     proposer_end(c, last.last), "", ALTERATION_ARGUMENTS,
                     arena_printf(c->arena, "the argument `%s` left out",
                                  proposer_text(c, last)));
    }
}

/* Chains: $x, $x['k']->y, f(...) */

/* Is the value of the chain used, and not changed? */
static bool
is_read(const PhpOutline *o, size_t first, size_t last)
{
    static const char *const writes[] = {"=",  "+=", "-=",    ".=", "*=", "/=",
                                         "%=", "++", "\?\?=", "--", "=>", "::"};
    static const char *const before[] = {"++", "--",     "&",
                                         "as", "global", "static"};

    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++)
        if (php_is(o, last + 1, writes[i]))
            return false;
    for (size_t i = 0; first > 0 && i < sizeof before / sizeof before[0]; i++)
        if (php_is(o, first - 1, before[i]))
            return false;
    return first < 2 || !php_is(o, first - 1, "(") ||
           !(php_is(o, first - 2, "isset") || php_is(o, first - 2, "unset") ||
             php_is(o, first - 2, "empty"));
}

/* Are there no operators beside it? */
static bool
stands_alone(const PhpOutline *o, PhpRange e)
{
    return (php_is(o, e.first - 1, "=") || php_is(o, e.first - 1, "(") ||
            php_is(o, e.first - 1, ",") || php_is(o, e.first - 1, "return")) &&
           (php_is(o, e.last + 1, ";") || php_is(o, e.last + 1, ")") ||
            php_is(o, e.last + 1, ","));
}

static void
add_default(PhpProposer *c, PhpRange chain)
{
    static const char *const values[] = {"''", "0", "[]", "null"};
    const char *text = proposer_text(c, chain);
    const bool whole = stands_alone(c->o, chain);

    if (php_is(c->o, chain.last + 1, "\?\?"))
        return;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        proposer_replace(c, chain,
                         arena_printf(c->arena,
                                      whole ? "%s \?\? %s" : "(%s \?\? %s)",
                                      text, values[i]),
                         ALTERATION_DEFAULT);
}

/* Functions of one argument that the application calls, the usual ones. */
static void
add_wrappers(PhpProposer *c, PhpRange chain)
{
    static const char *const usual[] = {
        "htmlspecialchars", "(int)", "trim", "abs", "(string)", "count"};
    const char *text = proposer_text(c, chain);
    unsigned n = 0;

    for (size_t k = 0; k < c->words->callees.n && n < OTHERS; k++) {
        const PhpCallee *to = &c->words->callees.at[k];
        if (to->nargs != 1 || to->method || to->count < 2)
            continue;
        proposer_replace(c, chain,
                         arena_printf(c->arena, "%s(%s)", to->name, text),
                         ALTERATION_WRAP);
        n++;
    }
    for (size_t k = 0; k < sizeof usual / sizeof usual[0]; k++)
        proposer_replace(c, chain,
                         arena_printf(c->arena, "%s(%s)", usual[k], text),
                         ALTERATION_WRAP);
}

static void
change_chain(PhpProposer *c, size_t i)
{
    const PhpRange chain = {i, php_chain(c->o, i)};
    const bool called = php_is(c->o, chain.last, ")");

    if (chain.last - chain.first > CHAIN || i == 0 ||
        !is_read(c->o, chain.first, chain.last) ||
        chain.last > c->statement.last)
        return;
    if (php_is_kind(c->o, i, PHP_VARIABLE) ||
        (called && php_is_callee(c->o, i))) {
        if (!called)
            add_default(c, chain);
        add_wrappers(c, chain);
    }
}

/* The call is replaced by its first argument, or left out. */
static void
skip_call(PhpProposer *c, size_t i)
{
    const PhpRange call = {i, php_chain(c->o, i)};
    const PhpRange argument = php_argument(c->o, i + 1, 0);
    const bool plain = call.last == c->o->tokens.at[i + 1].partner &&
                       php_begins_chain(c->o, i);

    if (plain && argument.last >= argument.first)
        proposer_put(
            c, proposer_begin(c, call.first), proposer_end(c, call.last),
            proposer_text(c, argument), ALTERATION_SKIP,
            arena_printf(c->arena, "the call of %s() left out", word(c, i)));
}

static void
change_word(PhpProposer *c, size_t i)
{
    const bool member =
        i > 0 && (php_is(c->o, i - 1, "->") || php_is(c->o, i - 1, "?->") ||
                  php_is(c->o, i - 1, "::"));

    if (php_is(c->o, i, "true"))
        swap_all(c, i, "false", ALTERATION_LITERAL);
    else if (php_is(c->o, i, "false"))
        swap_all(c, i, "true null", ALTERATION_LITERAL);
    else if (php_is(c->o, i, "null"))
        swap_all(c, i, "'' 0 false []", ALTERATION_LITERAL);
    else if (php_is(c->o, i, "break"))
        swap(c, i, "continue", ALTERATION_LEAVE);
    else if (php_is(c->o, i, "continue"))
        swap(c, i, "break", ALTERATION_LEAVE);
    else if (php_is(c->o, i, "isset") || php_is(c->o, i, "empty"))
        change_relatives(c, i);
    else if (php_is_callee(c->o, i)) {
        skip_call(c, i);
        change_arguments(c, i + 1);
        change_callee(c, i, member);
    } else if (member && php_is(c->o, i - 1, "->")) {
        change_property(c, i);
    }
}

/* The condition of `? :`, which goes back to what has a weaker sign. */
static void
change_ternary(PhpProposer *c, size_t i)
{
    const PhpRange condition = php_left(c->o, i);
    const char *text;

    if (condition.last < condition.first ||
        condition.first < c->statement.first || php_is(c->o, i + 1, ":"))
        return;
    text = proposer_text(c, condition);
    proposer_replace(c, condition, "true", ALTERATION_CONDITION);
    proposer_replace(c, condition, "false", ALTERATION_CONDITION);
    proposer_replace(c, condition, arena_printf(c->arena, "!(%s)", text),
                     ALTERATION_CONDITION);
}

void
propose_for_token(PhpProposer *c, size_t i)
{
    switch ((PhpTokenKind)c->o->tokens.at[i].kind) {
    case PHP_SIGN:
        change_sign(c, i);
        if (php_is(c->o, i, "?"))
            change_ternary(c, i);
        break;
    case PHP_NUMBER:
        change_number(c, i);
        break;
    case PHP_STRING:
        if (is_key(c->o, i))
            change_key(c, i);
        else
            change_string(c, i);
        propose_for_text(c, i);
        break;
    case PHP_TEMPLATE:
        propose_for_text(c, i);
        break;
    case PHP_VARIABLE:
        change_variable(c, i);
        break;
    case PHP_WORD:
        change_word(c, i);
        break;
    case PHP_HTML:
    case PHP_OPEN:
    case PHP_ECHO:
    case PHP_CLOSE:
    case PHP_CAST:
        break;
    }
    if (php_begins_chain(c->o, i))
        change_chain(c, i);
}
