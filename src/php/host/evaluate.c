/* evaluate.c - terms under other values of the input, by PHP itself.
 *
 * Operators are the interpreter's own, and functions are called: so loose
 * comparison and texts that are numbers mean here what they mean there.
 */
#include "php/host/evaluate.h"

#include "php/host/pure.h"

#include "base/mem.h"

#include <ext/standard/php_var.h>

#include <stdlib.h>
#include <string.h>

/* Life */

static void
read_array(const TermNode *n, const char *texts, zval *out)
{
    const unsigned char *at = (const unsigned char *)texts + n->arg[0];
    php_unserialize_data_t data;
    zval z;

    PHP_VAR_UNSERIALIZE_INIT(data);
    ZVAL_NULL(&z);
    if (php_var_unserialize(&z, &at, at + n->arg[1], &data))
        ZVAL_COPY(out, &z);
    zval_ptr_dtor(&z);
    PHP_VAR_UNSERIALIZE_DESTROY(data);
}

static void
read_constant(const Terms *t, const TermNode *n, zval *out)
{
    switch (n->code) {
    case TERM_NULL:
        ZVAL_NULL(out);
        break;
    case TERM_FALSE:
    case TERM_TRUE:
        ZVAL_BOOL(out, n->code == TERM_TRUE);
        break;
    case TERM_LONG:
        ZVAL_LONG(out, 0);
        memcpy(&Z_LVAL_P(out), n->arg, 8);
        break;
    case TERM_DOUBLE:
        ZVAL_DOUBLE(out, 0);
        memcpy(&Z_DVAL_P(out), n->arg, 8);
        break;
    case TERM_STRING:
        ZVAL_STRINGL(out, t->texts + n->arg[0], n->arg[1]);
        break;
    default:
        read_array(n, t->texts, out);
        break;
    }
}

static void
read_symbol(const Terms *t, uint32_t symbol, zval *out)
{
    const TermText text = terms_value(t, symbol);

    ZVAL_NULL(out);
    if (t->nodes[symbol].code)
        ZVAL_STRINGL(out, text.at, text.n);
}

void
evaluate_init(Evaluator *e, const Terms *t)
{
    *e = (Evaluator){.terms = t,
                     .given = mem_zalloc(t->nnodes + 1, sizeof(zval)),
                     .values = mem_zalloc(t->nnodes + 1, sizeof(zval)),
                     .stamps = mem_zalloc(t->nnodes + 1, sizeof(uint32_t)),
                     .stamp = 1};
    for (uint32_t i = 1; i < t->nnodes; i++) {
        if (t->nodes[i].kind == TERM_SYMBOL)
            read_symbol(t, i, &e->given[i]);
        if (t->nodes[i].kind == TERM_CONST)
            read_constant(t, &t->nodes[i], &e->values[i]);
    }
}

void
evaluate_done(Evaluator *e)
{
    for (uint32_t i = 0; i < e->terms->nnodes; i++) {
        zval_ptr_dtor(&e->given[i]);
        zval_ptr_dtor(&e->values[i]);
    }
    free(e->given);
    free(e->values);
    free(e->stamps);
    vec_done(&e->stack);
}

void
evaluate_give(Evaluator *e, uint32_t symbol, const zval *value)
{
    zval_ptr_dtor(&e->given[symbol]);
    ZVAL_COPY(&e->given[symbol], value);
    e->stamp++;
}

void
evaluate_give_back(Evaluator *e, uint32_t symbol)
{
    zval_ptr_dtor(&e->given[symbol]);
    read_symbol(e->terms, symbol, &e->given[symbol]);
    e->stamp++;
}

/* One node */

static void
convert(uint32_t type, const zval *z, zval *out)
{
    zval copy;

    ZVAL_COPY(&copy, z);
    switch (type) {
    case IS_LONG:
        ZVAL_LONG(out, zval_get_long(&copy));
        break;
    case IS_DOUBLE:
        ZVAL_DOUBLE(out, zval_get_double(&copy));
        break;
    case IS_STRING:
        ZVAL_STR(out, zval_get_string(&copy));
        break;
    case _IS_BOOL:
        ZVAL_BOOL(out, zend_is_true(&copy));
        break;
    default:
        ZVAL_NULL(out);
        break;
    }
    zval_ptr_dtor(&copy);
}

static void
unary(uint32_t opcode, const zval *z, zval *out)
{
    zval copy;

    switch (opcode) {
    case ZEND_BOOL:
    case ZEND_BOOL_NOT:
        convert(_IS_BOOL, z, out);
        if (opcode == ZEND_BOOL_NOT)
            ZVAL_BOOL(out, Z_TYPE_P(out) == IS_FALSE);
        break;
    case ZEND_STRLEN:
        convert(IS_STRING, z, &copy);
        ZVAL_LONG(out, (zend_long)Z_STRLEN(copy));
        zval_ptr_dtor(&copy);
        break;
    case ZEND_BW_NOT:
        ZVAL_COPY(&copy, z);
        bitwise_not_function(out, &copy);
        zval_ptr_dtor(&copy);
        break;
    default:
        break;
    }
}

static void
binary(uint32_t opcode, const zval *a, const zval *b, zval *out)
{
    const binary_op_type f = get_binary_op((int)opcode);
    zval x, y;

    if (opcode == ZEND_TYPE_CHECK) {
        ZVAL_BOOL(out,
                  Z_TYPE_P(b) == IS_LONG && (Z_LVAL_P(b) >> Z_TYPE_P(a)) & 1);
        return;
    }
    ZVAL_COPY(&x, a);
    ZVAL_COPY(&y, b);
    if (f && f(out, &x, &y) != SUCCESS) {
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
    }
    zval_ptr_dtor(&x);
    zval_ptr_dtor(&y);
}

/* in_array over constants looks for the text; a key of an array may be a
 * number. */
static void
has(const TermNode *n, const zval *table, const zval *key, zval *out)
{
    bool found = false;

    if (Z_TYPE_P(table) != IS_ARRAY)
        return;
    if (Z_TYPE_P(key) == IS_STRING)
        found = n->code ? zend_hash_exists(Z_ARR_P(table), Z_STR_P(key))
                        : zend_symtable_exists(Z_ARR_P(table), Z_STR_P(key));
    else if (Z_TYPE_P(key) <= IS_TRUE)
        found = zend_hash_str_exists(Z_ARR_P(table), "", 0);
    else
        found =
            zend_hash_index_exists(Z_ARR_P(table), (zend_ulong)Z_LVAL_P(key));
    ZVAL_BOOL(out, found);
}

static void
call(const Evaluator *e, const TermNode *n, zval *out)
{
    const PureCall *f = pure_row(n->code);
    zval name, args[TERM_OPERANDS];
    uint32_t count = 0;

    if (!f)
        return;
    for (; count < TERM_OPERANDS && n->arg[count]; count++)
        ZVAL_COPY(&args[count], &e->values[n->arg[count]]);
    ZVAL_STRING(&name, f->name);
    if (call_user_function(NULL, NULL, &name, out, count, args) != SUCCESS)
        ZVAL_UNDEF(out);
    for (uint32_t i = 0; i < count; i++)
        zval_ptr_dtor(&args[i]);
    zval_ptr_dtor(&name);
}

static void
compute(Evaluator *e, uint32_t node)
{
    const TermNode *n = &e->terms->nodes[node];
    zval *out = &e->values[node];
    const zval *a = &e->values[n->arg[0]];

    zval_ptr_dtor(out);
    ZVAL_UNDEF(out);
    switch ((TermKind)n->kind) {
    case TERM_INPUT:
        ZVAL_COPY(out, &e->given[n->arg[0]]);
        return;
    case TERM_PRESENT:
        ZVAL_BOOL(out, Z_TYPE(e->given[n->arg[0]]) != IS_NULL);
        return;
    case TERM_UNARY:
        unary(n->code, a, out);
        break;
    case TERM_BINARY:
        binary(n->code, a, &e->values[n->arg[1]], out);
        break;
    case TERM_CAST:
        convert(n->code, a, out);
        break;
    case TERM_HAS:
        has(n, a, &e->values[n->arg[1]], out);
        break;
    case TERM_CALL:
        call(e, n, out);
        break;
    case TERM_NONE:
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_NKINDS:
        return;
    }
    if (EG(exception)) {
        zend_clear_exception();
        zval_ptr_dtor(out);
        ZVAL_UNDEF(out);
    }
}

static bool
is_leaf(const TermNode *n)
{
    return n->kind == TERM_CONST || n->kind == TERM_INPUT ||
           n->kind == TERM_PRESENT || n->kind == TERM_SYMBOL;
}

/* Push what must be known first: false if all is. */
static bool
push_operands(Evaluator *e, const TermNode *n)
{
    const size_t before = e->stack.n;

    for (unsigned i = 0; !is_leaf(n) && i < TERM_OPERANDS; i++) {
        const uint32_t arg = n->arg[i];
        if (arg && e->stamps[arg] != e->stamp &&
            e->terms->nodes[arg].kind != TERM_CONST)
            vec_push(&e->stack, arg);
    }
    return e->stack.n > before;
}

/* Is one of its operands without a value? */
static bool
is_lost(const Evaluator *e, const TermNode *n)
{
    for (unsigned i = 0; !is_leaf(n) && i < TERM_OPERANDS; i++)
        if (n->arg[i] && Z_TYPE(e->values[n->arg[i]]) == IS_UNDEF)
            return true;
    return false;
}

const zval *
evaluate_node(Evaluator *e, uint32_t node)
{
    e->stack.n = 0;
    if (e->stamps[node] != e->stamp && e->terms->nodes[node].kind != TERM_CONST)
        vec_push(&e->stack, node);
    while (e->stack.n) {
        const uint32_t at = e->stack.at[e->stack.n - 1];
        const TermNode *n = &e->terms->nodes[at];
        if (e->stamps[at] != e->stamp && push_operands(e, n))
            continue;
        e->stack.n--;
        if (e->stamps[at] == e->stamp)
            continue;
        e->stamps[at] = e->stamp;
        if (!is_lost(e, n)) {
            compute(e, at);
        } else {
            zval_ptr_dtor(&e->values[at]);
            ZVAL_UNDEF(&e->values[at]);
        }
    }
    return &e->values[node];
}

bool
evaluate_holds(Evaluator *e, const TermStep *s, uint32_t taken)
{
    const zval *z = evaluate_node(e, s->node);

    return Z_TYPE_P(z) != IS_UNDEF &&
           zend_is_true((zval *)(uintptr_t)z) == (int)taken;
}

size_t
evaluate_symbols(Evaluator *e, uint32_t node, uint32_t *out, size_t most)
{
    size_t n = 0;

    e->stamp++; /* values are evaluated again after this */
    e->stack.n = 0;
    vec_push(&e->stack, node);
    while (e->stack.n) {
        const uint32_t at = vec_pop(&e->stack);
        const TermNode *term = &e->terms->nodes[at];
        if (e->stamps[at] == e->stamp)
            continue;
        e->stamps[at] = e->stamp;
        if (term->kind == TERM_SYMBOL && n++ < most)
            out[n - 1] = at;
        for (unsigned i = 0; i < TERM_OPERANDS; i++)
            if (term->arg[i] && (!is_leaf(term) || i == 0) &&
                term->kind != TERM_CONST && term->kind != TERM_SYMBOL)
                vec_push(&e->stack, term->arg[i]);
    }
    e->stamp++;
    return n;
}
