/* propose.c - values of the input that may make a condition go another way.
 *
 * What a condition wants is passed down its term: a comparison wants one side
 * to be as the other is, a sum its operand to be the rest, a function that only
 * trims its argument to be its result. Then come constants of the condition and
 * usual values. Everything is a guess: whoever asks evaluates it.
 */
#include "php/host/propose.h"

#include "php/host/pure.h"
#include "php/sampler.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 40, MOST_WORK = 4000, VARIANTS = 12 };

typedef struct Proposer Proposer;
struct Proposer {
    Evaluator *e;
    Proposals *out;
    unsigned depth, work;
};

static void want_truth(Proposer *p, uint32_t node, bool truth);
static void want(Proposer *p, uint32_t node, const zval *value);

static void
add(Proposals *out, uint32_t symbol, const zval *value)
{
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i].symbol == symbol &&
            Z_TYPE(out->at[i].value) == Z_TYPE_P(value) &&
            (Z_TYPE_P(value) == IS_NULL ||
             zend_string_equals(Z_STR(out->at[i].value), Z_STR_P(value))))
            return;
    if (out->n == PROPOSALS)
        return;
    out->at[out->n].symbol = symbol;
    ZVAL_COPY(&out->at[out->n].value, value);
    out->n++;
}

void
propose_done(Proposals *p)
{
    for (size_t i = 0; i < p->n; i++)
        zval_ptr_dtor(&p->at[i].value);
    p->n = 0;
}

static void
add_text(Proposals *out, uint32_t symbol, const char *text, size_t n)
{
    zval z;

    if (memchr(text, 0, n))
        return; /* no argument has one */
    ZVAL_STRINGL(&z, text, n);
    add(out, symbol, &z);
    zval_ptr_dtor(&z);
}

/* Wanting a value */

static const TermNode *
node_of(const Proposer *p, uint32_t node)
{
    return &p->e->terms->nodes[node];
}

/* What it is now, as a copy. */
static void
value_of(Proposer *p, uint32_t node, zval *out)
{
    const zval *z = evaluate_node(p->e, node);

    *out = (zval){0};
    ZVAL_NULL(out);
    if (Z_TYPE_P(z) != IS_UNDEF)
        ZVAL_COPY(out, z);
}

static bool
is_comparison(const TermNode *n)
{
    return n->code >= ZEND_IS_IDENTICAL && n->code <= ZEND_IS_SMALLER_OR_EQUAL;
}

static bool
is_constant(const Proposer *p, uint32_t node)
{
    return node_of(p, node)->kind == TERM_CONST;
}

static void
want_text(Proposer *p, uint32_t node, const char *text, size_t n)
{
    zval z;

    ZVAL_STRINGL(&z, text, n);
    want(p, node, &z);
    zval_ptr_dtor(&z);
}

static void
want_number(Proposer *p, uint32_t node, double number)
{
    zval z;

    if (number == (double)(zend_long)number)
        ZVAL_LONG(&z, (zend_long)number);
    else
        ZVAL_DOUBLE(&z, number);
    want(p, node, &z);
}

static void
want_input(Proposer *p, uint32_t symbol, const zval *value)
{
    zval copy;

    if (Z_TYPE_P(value) > IS_STRING)
        return;
    ZVAL_COPY(&copy, value);
    zend_string *text = zval_get_string(&copy);
    add_text(p->out, symbol, ZSTR_VAL(text), ZSTR_LEN(text));
    zend_string_release(text);
    zval_ptr_dtor(&copy);
}

/* A text of that length which begins as it does now. */
static void
want_length(Proposer *p, uint32_t node, zend_long length)
{
    zval now;
    Str text = {0};

    if (length < 0 || length > 100000)
        return;
    value_of(p, node, &now);
    zend_string *old = zval_get_string(&now);
    for (zend_long i = 0; i < length; i++)
        str_putc(&text, (size_t)i < ZSTR_LEN(old) ? ZSTR_VAL(old)[i] : 'a');
    want_text(p, node, str_text(&text), text.n);
    zend_string_release(old);
    zval_ptr_dtor(&now);
    str_done(&text);
}

static void
want_number_of_operand(Proposer *p, const TermNode *n, const zval *value,
                       bool left)
{
    const uint32_t node = n->arg[!left];
    zval copy, other;

    if (is_constant(p, node))
        return;
    ZVAL_COPY(&copy, value);
    value_of(p, n->arg[left], &other);
    const double v = zval_get_double(&copy), o = zval_get_double(&other);
    switch (n->code) {
    case ZEND_ADD:
        want_number(p, node, v - o);
        break;
    case ZEND_SUB:
        want_number(p, node, left ? v + o : o - v);
        break;
    case ZEND_MUL:
        if (o != 0)
            want_number(p, node, v / o);
        else
            want_number(p, node, v);
        break;
    case ZEND_DIV:
        if (left || v != 0)
            want_number(p, node, left ? v * o : o / v);
        break;
    case ZEND_MOD:
        want_number(p, node, v);
        want_number(p, node, v + o);
        break;
    default:
        want_number(p, node, v);
        break;
    }
    zval_ptr_dtor(&copy);
    zval_ptr_dtor(&other);
}

/* The rest of a text when the other part is taken away. */
static void
want_part(Proposer *p, const TermNode *n, const zval *value, bool left)
{
    zval copy, part;

    ZVAL_COPY(&copy, value);
    value_of(p, n->arg[left], &part);
    zend_string *whole = zval_get_string(&copy),
                *other = zval_get_string(&part);
    const size_t length = ZSTR_LEN(whole), k = ZSTR_LEN(other);
    if (k <= length && left &&
        memcmp(ZSTR_VAL(whole) + length - k, ZSTR_VAL(other), k) == 0)
        want_text(p, n->arg[0], ZSTR_VAL(whole), length - k);
    if (k <= length && !left &&
        memcmp(ZSTR_VAL(whole), ZSTR_VAL(other), k) == 0)
        want_text(p, n->arg[1], ZSTR_VAL(whole) + k, length - k);
    zend_string_release(whole);
    zend_string_release(other);
    zval_ptr_dtor(&copy);
    zval_ptr_dtor(&part);
}

/* One side of a comparison is to be like the other, a little less, or more. */
static void
want_near(Proposer *p, uint32_t node, uint32_t other)
{
    zval now;

    if (is_constant(p, node))
        return;
    value_of(p, other, &now);
    want(p, node, &now);
    const double number = zval_get_double(&now);
    want_number(p, node, number + 1);
    want_number(p, node, number - 1);
    if (Z_TYPE(now) == IS_STRING) {
        Str longer = {0};
        str_add(&longer, Z_STRVAL(now), Z_STRLEN(now));
        str_putc(&longer, 'x');
        want_text(p, node, longer.at, longer.n);
        str_done(&longer);
    }
    want_text(p, node, "", 0);
    zval_ptr_dtor(&now);
}

static void
want_comparison(Proposer *p, const TermNode *n, bool truth)
{
    const bool negated =
        n->code == ZEND_IS_NOT_EQUAL || n->code == ZEND_IS_NOT_IDENTICAL;
    const bool equals =
        negated || n->code == ZEND_IS_EQUAL || n->code == ZEND_IS_IDENTICAL;

    for (unsigned side = 0; side < 2; side++) {
        const uint32_t node = n->arg[side], other = n->arg[!side];
        const TermNode *o = node_of(p, other);
        /* strpos() === false */
        if (equals && o->kind == TERM_CONST && o->code <= TERM_TRUE)
            want_truth(p, node, (o->code == TERM_TRUE) == (truth != negated));
        want_near(p, node, other);
    }
}

/* === false, or true: then the operand is a condition itself. */
static void
want_type(Proposer *p, const TermNode *n, bool truth)
{
    zval mask;

    value_of(p, n->arg[1], &mask);
    const zend_long bits = zval_get_long(&mask);
    want_truth(p, n->arg[0], ((bits >> IS_FALSE) & 1) != truth);
    want_truth(p, n->arg[0], ((bits >> IS_FALSE) & 1) == truth);
    zval_ptr_dtor(&mask);
}

/* Functions */

static const char *
name_of_call(const TermNode *n)
{
    const PureCall *c = pure_row(n->code);

    return c ? c->name : "";
}

static bool
is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Their result is, or may be, their argument. */
static const char *const same[] = {"trim",
                                   "ltrim",
                                   "rtrim",
                                   "chop",
                                   "strtolower",
                                   "strtoupper",
                                   "ucfirst",
                                   "lcfirst",
                                   "ucwords",
                                   "nl2br",
                                   "strip_tags",
                                   "addslashes",
                                   "stripslashes",
                                   "htmlentities",
                                   "strval",
                                   "str_replace",
                                   "intval",
                                   "floatval",
                                   "doubleval",
                                   "abs",
                                   "floor",
                                   "ceil",
                                   "round",
                                   "min",
                                   "max",
                                   "urldecode",
                                   "rawurldecode",
                                   "urlencode",
                                   "rawurlencode",
                                   "basename",
                                   "filter_var",
                                   "htmlspecialchars",
                                   "mb_strtolower",
                                   "mb_strtoupper",
                                   "mb_substr",
                                   "number_format",
                                   "boolval",
                                   "htmlspecialchars_decode",
                                   "html_entity_decode",
                                   "wordwrap",
                                   "substr",
                                   "strstr",
                                   "strrchr",
                                   "preg_quote",
                                   NULL};

static const char *const lengths[] = {"strlen", "mb_strlen", NULL};

/* The text of the first argument with another part in its place. */
static void
want_slice(Proposer *p, const TermNode *n, const zval *value)
{
    zval now, from, copy;
    Str text = {0};

    value_of(p, n->arg[0], &now);
    value_of(p, n->arg[1], &from);
    ZVAL_COPY(&copy, value);
    zend_string *old = zval_get_string(&now), *part = zval_get_string(&copy);
    zend_long at = zval_get_long(&from);
    if (at < 0)
        at += (zend_long)ZSTR_LEN(old);
    at = at < 0 ? 0 : at > 4096 ? 4096 : at;
    while (text.n < (size_t)at)
        str_putc(&text, text.n < ZSTR_LEN(old) ? ZSTR_VAL(old)[text.n] : 'a');
    str_add(&text, ZSTR_VAL(part), ZSTR_LEN(part));
    if (text.n < ZSTR_LEN(old))
        str_add(&text, ZSTR_VAL(old) + text.n, ZSTR_LEN(old) - text.n);
    want_text(p, n->arg[0], str_text(&text), text.n);
    str_done(&text);
    zend_string_release(old);
    zend_string_release(part);
    zval_ptr_dtor(&copy);
    zval_ptr_dtor(&now);
    zval_ptr_dtor(&from);
}

/* What undoes a function, and so what its argument may be. */
static const char *const undo[][2] = {
    {"strrev", "strrev"},
    {"htmlspecialchars", "htmlspecialchars_decode"},
    {"htmlspecialchars_decode", "htmlspecialchars"},
    {"htmlentities", "html_entity_decode"},
    {"html_entity_decode", "htmlentities"},
    {"urlencode", "urldecode"},
    {"urldecode", "urlencode"},
    {"rawurlencode", "rawurldecode"},
    {"rawurldecode", "rawurlencode"},
    {"base64_encode", "base64_decode"},
    {"base64_decode", "base64_encode"},
    {"addslashes", "stripslashes"},
    {"stripslashes", "addslashes"},
    {"bin2hex", "hex2bin"},
    {"ord", "chr"},
    {"chr", "ord"},
};

static void
want_undone(Proposer *p, const TermNode *n, const zval *value)
{
    const char *name = name_of_call(n);
    zval function, argument, result = {0};

    for (size_t i = 0; i < sizeof undo / sizeof undo[0]; i++) {
        if (strcmp(undo[i][0], name) != 0)
            continue;
        ZVAL_STRING(&function, undo[i][1]);
        ZVAL_COPY(&argument, value);
        ZVAL_NULL(&result);
        if (call_user_function(NULL, NULL, &function, &result, 1, &argument) ==
                SUCCESS &&
            !EG(exception) && Z_TYPE(result) <= IS_STRING)
            want(p, n->arg[0], &result);
        zend_clear_exception();
        zval_ptr_dtor(&result);
        zval_ptr_dtor(&argument);
        zval_ptr_dtor(&function);
    }
}

/* The second text in the first, behind so many other bytes. */
static void
want_at(Proposer *p, const TermNode *n, zend_long at)
{
    zval needle;
    Str text = {0};

    if (at < 0 || at > 4096)
        return;
    value_of(p, n->arg[1], &needle);
    zend_string *k = zval_get_string(&needle);
    while (text.n < (size_t)at)
        str_putc(&text, ZSTR_LEN(k) && ZSTR_VAL(k)[0] == 'a' ? 'b' : 'a');
    str_add(&text, ZSTR_VAL(k), ZSTR_LEN(k));
    want_text(p, n->arg[0], str_text(&text), text.n);
    str_done(&text);
    zend_string_release(k);
    zval_ptr_dtor(&needle);
}

/* The first text within the second, or not. */
static void
want_within(Proposer *p, const TermNode *n, bool truth)
{
    zval hay, needle;
    Str text = {0};

    value_of(p, n->arg[0], &hay);
    value_of(p, n->arg[1], &needle);
    zend_string *h = zval_get_string(&hay), *k = zval_get_string(&needle);
    if (truth) {
        want_text(p, n->arg[0], ZSTR_VAL(k), ZSTR_LEN(k));
        str_add(&text, ZSTR_VAL(k), ZSTR_LEN(k));
        str_add(&text, ZSTR_VAL(h), ZSTR_LEN(h));
        want_text(p, n->arg[0], text.at, text.n);
        str_clear(&text);
        str_add(&text, ZSTR_VAL(h), ZSTR_LEN(h));
        str_add(&text, ZSTR_VAL(k), ZSTR_LEN(k));
        want_text(p, n->arg[0], str_text(&text), text.n);
        want_text(p, n->arg[1], ZSTR_VAL(h), ZSTR_LEN(h) > 0);
    } else {
        want_text(p, n->arg[0], "", 0);
        want_text(p, n->arg[0], "x", 1);
    }
    str_done(&text);
    zend_string_release(h);
    zend_string_release(k);
    zval_ptr_dtor(&hay);
    zval_ptr_dtor(&needle);
}

static void
want_match(Proposer *p, const TermNode *n)
{
    zval pattern;

    value_of(p, n->arg[0], &pattern);
    for (unsigned i = 0; Z_TYPE(pattern) == IS_STRING && i < VARIANTS; i++) {
        Str text = {0};
        sampler_add(Z_STRVAL(pattern), Z_STRLEN(pattern), i, &text);
        want_text(p, n->arg[1], str_text(&text), text.n);
        str_done(&text);
    }
    zval_ptr_dtor(&pattern);
}

static void
want_element(Proposer *p, const TermNode *n)
{
    const zval *array = evaluate_node(p->e, n->arg[1]);
    zval *element;

    if (Z_TYPE_P(array) != IS_ARRAY)
        return;
    ZEND_HASH_FOREACH_VAL(Z_ARR_P(array), element)
    {
        want(p, n->arg[0], element);
    }
    ZEND_HASH_FOREACH_END();
}

static void
want_key(Proposer *p, const TermNode *n)
{
    const zval *array = evaluate_node(p->e, n->arg[0]);
    zend_ulong number;
    zend_string *key;

    if (Z_TYPE_P(array) != IS_ARRAY)
        return;
    ZEND_HASH_FOREACH_KEY(Z_ARR_P(array), number, key)
    {
        if (key)
            want_text(p, n->arg[1], ZSTR_VAL(key), ZSTR_LEN(key));
        else
            want_number(p, n->arg[1], (double)(zend_long)number);
    }
    ZEND_HASH_FOREACH_END();
}

/* Values that functions of a name's kind say yes or no to. */
static void
want_usual(Proposer *p, const TermNode *n)
{
    static const char *const usual[] = {"1",
                                        "0",
                                        "",
                                        "a",
                                        "A",
                                        "a1",
                                        "-1",
                                        "1.5",
                                        " ",
                                        "!",
                                        "12",
                                        "2000",
                                        "13",
                                        "31",
                                        "x@example.org",
                                        "http://example.org/",
                                        "127.0.0.1",
                                        "true"};

    for (unsigned k = 0; k < TERM_OPERANDS && n->arg[k]; k++)
        for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
            if (!is_constant(p, n->arg[k]))
                want_text(p, n->arg[k], usual[i], strlen(usual[i]));
}

static void
want_call_truth(Proposer *p, const TermNode *n, bool truth)
{
    static const char *const within[] = {
        "strpos",        "stripos",      "strrpos", "strstr",
        "stristr",       "str_contains", "strrchr", "str_starts_with",
        "str_ends_with", "substr_count", NULL};
    static const char *const compares[] = {
        "strcmp", "strcasecmp", "strncmp", "strncasecmp", "strnatcmp", NULL};
    const char *name = name_of_call(n);

    if (is_one_of(name, within))
        want_within(p, n, truth);
    if (is_one_of(name, compares) && !truth)
        want_near(p, n->arg[0], n->arg[1]), want_near(p, n->arg[1], n->arg[0]);
    if (strcmp(name, "preg_match") == 0 && truth)
        want_match(p, n);
    if ((strcmp(name, "in_array") == 0 || strcmp(name, "array_search") == 0) &&
        truth)
        want_element(p, n);
    want_usual(p, n);
}

static void
want_call(Proposer *p, const TermNode *n, const zval *value)
{
    const char *name = name_of_call(n);
    zval copy;

    ZVAL_COPY(&copy, value);
    const double number = zval_get_double(&copy);
    want_undone(p, n, value);
    if (strcmp(name, "substr") == 0)
        want_slice(p, n, value);
    if (is_one_of(name, same))
        for (unsigned k = 0; k < TERM_OPERANDS && n->arg[k]; k++)
            want(p, n->arg[k], value);
    else if (is_one_of(name, lengths))
        want_length(p, n->arg[0], zval_get_long(&copy));
    else if (strcmp(name, "sqrt") == 0)
        want_number(p, n->arg[0], number * number);
    else if (strncmp(name, "str", 3) == 0 && strstr(name, "pos") &&
             Z_TYPE(copy) == IS_LONG)
        want_at(p, n, Z_LVAL(copy));
    else
        want_call_truth(p, n, zend_is_true(&copy));
    zval_ptr_dtor(&copy);
}

/* Both */

static void
want_now(Proposer *p, uint32_t node, const zval *value)
{
    const TermNode *n = node_of(p, node);
    zval copy;

    ZVAL_COPY(&copy, value);
    switch ((TermKind)n->kind) {
    case TERM_INPUT:
        want_input(p, n->arg[0], value);
        break;
    case TERM_CAST:
        want(p, n->arg[0], value);
        break;
    case TERM_UNARY:
        if (n->code == ZEND_STRLEN)
            want_length(p, n->arg[0], zval_get_long(&copy));
        else
            want_truth(p, node, zend_is_true(&copy));
        break;
    case TERM_BINARY:
        if (n->code == ZEND_CONCAT) {
            want_part(p, n, value, true);
            want_part(p, n, value, false);
        } else if (is_comparison(n) || n->code == ZEND_TYPE_CHECK) {
            want_truth(p, node, zend_is_true(&copy));
        } else {
            want_number_of_operand(p, n, value, true);
            want_number_of_operand(p, n, value, false);
        }
        break;
    case TERM_CALL:
        want_call(p, n, value);
        break;
    case TERM_PRESENT:
    case TERM_HAS:
        want_truth(p, node, zend_is_true(&copy));
        break;
    case TERM_NONE:
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_NKINDS:
        break;
    }
    zval_ptr_dtor(&copy);
}

/* Terms may want of each other what they cannot have: there is a limit. */
static bool
is_too_much(Proposer *p)
{
    return p->depth == DEEPEST || p->out->n == PROPOSALS ||
           p->work++ >= MOST_WORK;
}

static void
want(Proposer *p, uint32_t node, const zval *value)
{
    if (node == 0 || is_too_much(p))
        return;
    p->depth++;
    want_now(p, node, value);
    p->depth--;
}

static void
want_present(Proposer *p, uint32_t symbol, bool truth)
{
    zval none = {0};

    ZVAL_NULL(&none);
    if (truth) {
        add_text(p->out, symbol, "1", 1);
        add_text(p->out, symbol, "", 0);
    } else {
        add(p->out, symbol, &none);
    }
}

static void
want_truth_now(Proposer *p, uint32_t node, bool truth)
{
    const TermNode *n = node_of(p, node);

    switch ((TermKind)n->kind) {
    case TERM_PRESENT:
        want_present(p, n->arg[0], truth);
        return;
    case TERM_UNARY:
        if (n->code == ZEND_BOOL_NOT)
            want_truth(p, n->arg[0], !truth);
        else if (n->code == ZEND_BOOL)
            want_truth(p, n->arg[0], truth);
        break;
    case TERM_CAST:
        want_truth(p, n->arg[0], truth);
        break;
    case TERM_BINARY:
        if (is_comparison(n))
            want_comparison(p, n, truth);
        else if (n->code == ZEND_TYPE_CHECK)
            want_type(p, n, truth);
        else
            want_number(p, node, truth);
        break;
    case TERM_HAS:
        if (truth)
            want_key(p, n);
        break;
    case TERM_CALL:
        want_call_truth(p, n, truth);
        break;
    case TERM_INPUT:
        want_number(p, node, truth);
        want_text(p, node, truth ? "a" : "", truth);
        break;
    case TERM_NONE:
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_NKINDS:
        break;
    }
}

static void
want_truth(Proposer *p, uint32_t node, bool truth)
{
    if (is_too_much(p))
        return;
    p->depth++;
    want_truth_now(p, node, truth);
    p->depth--;
}

/* Whatever else a symbol may be: constants of the condition, what it is now
 * with a change, usual values. */

static void
add_constants(Proposer *p, uint32_t node, uint32_t symbol)
{
    const Terms *t = p->e->terms;

    for (uint32_t i = node > 200 ? node - 200 : 1; i < node; i++) {
        zval z;
        if (t->nodes[i].kind != TERM_CONST || t->nodes[i].code < TERM_LONG ||
            t->nodes[i].code > TERM_STRING)
            continue;
        value_of(p, i, &z);
        want_input(p, symbol, &z);
        zval_ptr_dtor(&z);
    }
}

static void
add_changed(Proposer *p, uint32_t symbol)
{
    const TermText now = terms_value(p->e->terms, symbol);
    Str text = {0};

    str_add(&text, now.at, now.n);
    str_putc(&text, 'x');
    add_text(p->out, symbol, text.at, text.n);
    text.at[text.n - 1] = '1';
    add_text(p->out, symbol, text.at, text.n);
    if (now.n)
        add_text(p->out, symbol, now.at, now.n - 1);
    if (now.n)
        add_text(p->out, symbol, now.at + 1, now.n - 1);
    str_clear(&text);
    for (size_t i = 0; i < now.n; i++)
        str_putc(&text, (char)(islower((unsigned char)now.at[i])
                                   ? toupper((unsigned char)now.at[i])
                                   : tolower((unsigned char)now.at[i])));
    add_text(p->out, symbol, str_text(&text), text.n);
    str_done(&text);
}

static void
add_usual(Proposer *p, uint32_t symbol)
{
    static const char *const usual[] = {
        "",  "0",       "1",        "2",          "-1",           "10", "100",
        "a", "abc",     "A",        "1.5",        "1e3",          " ",  "<",
        "'", "1000000", "-1000000", "2000-01-01", "x@example.org"};

    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        add_text(p->out, symbol, usual[i], strlen(usual[i]));
}

void
propose(Evaluator *e, uint32_t node, bool truth, Proposals *out)
{
    enum { SYMBOLS = 16 };
    Proposer p = {.e = e, .out = out};
    uint32_t symbols[SYMBOLS];
    const size_t all = evaluate_symbols(e, node, symbols, SYMBOLS);
    const size_t n = all < SYMBOLS ? all : SYMBOLS;

    out->n = 0;
    want_truth(&p, node, truth);
    for (size_t i = 0; i < n && node_of(&p, node)->kind != TERM_PRESENT; i++) {
        add_constants(&p, node, symbols[i]);
        add_changed(&p, symbols[i]);
        add_usual(&p, symbols[i]);
    }
}
