/* opcodes.c - what an opcode makes of terms.
 *
 * An opcode with an operand that is a term has a term as its result; a jump
 * whose condition is one is a step of the path. Comparisons that take their
 * jump along have no result that anybody could look at: what they find is
 * computed here once more, as operands are scalars.
 *
 * Reading a key of the input is a step, too: was it given? So is reading a
 * table by a key that depends on the input, and dividing by such a number.
 */
#include "php/host/opcodes.h"

#include "php/host/pure.h"
#include "php/host/recorder.h"
#include "php/host/shadow.h"
#include "php/host/sources.h"

/* What is being looked at. */
typedef struct Look Look;
struct Look {
    zend_execute_data *frame;
    const zend_op *op;
    uint32_t code;
};

static const zval *
operand(const Look *l, uint8_t type, znode_op node)
{
    const zval *z = NULL;

    if (type == IS_CONST)
        return RT_CONSTANT((zend_op *)(uintptr_t)l->op, node);
    if (type & (IS_CV | IS_TMP_VAR | IS_VAR))
        z = ZEND_CALL_VAR(l->frame, node.var);
    if (z && Z_TYPE_P(z) == IS_INDIRECT)
        z = Z_INDIRECT_P(z);
    if (z)
        ZVAL_DEREF(z);
    return z;
}

static const zval *
first(const Look *l)
{
    return operand(l, l->op->op1_type, l->op->op1);
}

static const zval *
second(const Look *l)
{
    return operand(l, l->op->op2_type, l->op->op2);
}

/* Its term, or that of a constant. */
static uint32_t
term_of(const zval *z)
{
    const uint32_t node = shadow_of(z);

    return node ? node : recorder_constant(z);
}

/* Steps */

/* `at` tells conditions of one opcode apart. */
static void
step(const Look *l, uint32_t node, bool taken, bool checks)
{
    const uint64_t at = (uint64_t)(l->op - l->frame->func->op_array.opcodes);

    if (node && l->code)
        recorder_step(&(TermStep){
            .branch = TERM_BRANCH((uint64_t)l->code, at, l->op->lineno, checks),
            .node = node,
            .taken = taken,
            .line = l->op->lineno,
            .checks = checks});
}

static bool
is_true(const zval *z)
{
    return zend_is_true((zval *)(uintptr_t)z);
}

static uint32_t
jump(const Look *l)
{
    const zval *z = first(l);
    const uint32_t node = shadow_of(z);

    if (node)
        step(l, node, is_true(z), false);
    return node;
}

/* The result goes into the next opcode, which is a jump, and nowhere else. */
static bool
is_fused(const zend_op *op)
{
    return op->result_type & (IS_SMART_BRANCH_JMPZ | IS_SMART_BRANCH_JMPNZ);
}

static uint32_t
condition(const Look *l, uint32_t node, bool taken)
{
    if (!is_fused(l->op))
        return node;
    step(l, node, taken, false);
    return 0;
}

/* Operators */

/* What the interpreter calls these when they compare as others do. */
static uint8_t
operator_of(const zend_op *op)
{
    switch (op->opcode) {
    case ZEND_CASE:
        return ZEND_IS_EQUAL;
    case ZEND_CASE_STRICT:
        return ZEND_IS_IDENTICAL;
    case ZEND_FAST_CONCAT:
        return ZEND_CONCAT;
    case ZEND_ASSIGN_OP:
        return (uint8_t)op->extended_value;
    case ZEND_PRE_INC:
    case ZEND_POST_INC:
        return ZEND_ADD;
    case ZEND_PRE_DEC:
    case ZEND_POST_DEC:
        return ZEND_SUB;
    default:
        return op->opcode;
    }
}

static bool
is_scalar(const zval *z)
{
    return z && Z_TYPE_P(z) <= IS_STRING;
}

static bool
compares(uint8_t opcode)
{
    return opcode == ZEND_IS_EQUAL || opcode == ZEND_IS_NOT_EQUAL ||
           opcode == ZEND_IS_IDENTICAL || opcode == ZEND_IS_NOT_IDENTICAL ||
           opcode == ZEND_IS_SMALLER || opcode == ZEND_IS_SMALLER_OR_EQUAL;
}

static bool
compute(uint8_t opcode, const zval *a, const zval *b)
{
    zval result, x, y;

    ZVAL_COPY_VALUE(&x, a);
    ZVAL_COPY_VALUE(&y, b);
    ZVAL_NULL(&result);
    get_binary_op(opcode)(&result, &x, &y);
    return Z_TYPE(result) == IS_TRUE;
}

static void
check_divisor(const Look *l, uint8_t opcode, const zval *divisor)
{
    const uint32_t node = shadow_of(divisor);

    if (!node || (opcode != ZEND_DIV && opcode != ZEND_MOD))
        return;
    const double number = zval_get_double((zval *)(uintptr_t)divisor);
    step(l, recorder_node(TERM_CAST, IS_DOUBLE, node, 0), number != 0, true);
}

static uint32_t
binary(const Look *l, const zval *a, const zval *b)
{
    const uint8_t opcode = operator_of(l->op);

    if (!is_scalar(a) || !is_scalar(b) || (!shadow_of(a) && !shadow_of(b)))
        return 0;
    check_divisor(l, opcode, b);
    const uint32_t x = term_of(a), y = term_of(b);
    const uint32_t node = x && y ? recorder_node(TERM_BINARY, opcode, x, y) : 0;
    return is_fused(l->op) && compares(opcode)
               ? condition(l, node, compute(opcode, a, b))
               : node;
}

static uint32_t
step_by_one(const Look *l)
{
    const zval *z = first(l);
    const uint32_t node = shadow_of(z);
    zval one;

    ZVAL_LONG(&one, 1);
    if (!node || (Z_TYPE_P(z) != IS_LONG && Z_TYPE_P(z) != IS_DOUBLE))
        return 0;
    return recorder_node(TERM_BINARY, operator_of(l->op), node,
                         recorder_constant(&one));
}

static uint32_t
unary(const Look *l)
{
    const uint32_t node = shadow_of(first(l));

    return node ? recorder_node(TERM_UNARY, l->op->opcode, node, 0) : 0;
}

/* is_string() and the like, and === with null and booleans. */
static uint32_t
check_type(const Look *l)
{
    const zval *z = first(l);
    const uint32_t node = shadow_of(z);
    zval mask;

    ZVAL_LONG(&mask, l->op->extended_value);
    if (!node)
        return 0;
    return condition(l,
                     recorder_node(TERM_BINARY, ZEND_TYPE_CHECK, node,
                                   recorder_constant(&mask)),
                     (Z_LVAL(mask) >> Z_TYPE_P(z)) & 1);
}

static uint32_t
cast(const Look *l)
{
    const uint32_t node = shadow_of(first(l));
    const uint32_t type = l->op->extended_value;

    if (!node || type == IS_ARRAY || type == IS_OBJECT)
        return 0;
    return recorder_node(TERM_CAST, (uint16_t)type, node, 0);
}

/* Keys */

/* Has the array, which is the input's or is read by such a key, this one? */
static bool
look_up(const Look *l, const zval *array, const zval *key, bool decides,
        bool found)
{
    if (!array || !key || Z_TYPE_P(array) != IS_ARRAY)
        return false;
    const uint32_t symbol = sources_key(array, key);
    const uint32_t node =
        symbol           ? recorder_node(TERM_PRESENT, 0, symbol, 0)
        : shadow_of(key) ? recorder_node(TERM_HAS, 0, recorder_constant(array),
                                         shadow_of(key))
                         : 0;
    step(l, node, found, !decides);
    return node != 0;
}

static const zval *
find(const zval *array, const zval *key)
{
    if (!array || !key || Z_TYPE_P(array) != IS_ARRAY)
        return NULL;
    return Z_TYPE_P(key) == IS_STRING
               ? zend_symtable_find(Z_ARR_P(array), Z_STR_P(key))
           : Z_TYPE_P(key) == IS_LONG
               ? zend_hash_index_find(Z_ARR_P(array), (zend_ulong)Z_LVAL_P(key))
               : NULL;
}

/* One character of a string. */
static uint32_t
character(const Look *l, const zval *string, const zval *offset)
{
    zval one;

    if (!string || !offset || Z_TYPE_P(string) != IS_STRING ||
        Z_TYPE_P(offset) != IS_LONG ||
        (!shadow_of(string) && !shadow_of(offset)) ||
        l->op->opcode != ZEND_FETCH_DIM_R)
        return 0;
    ZVAL_LONG(&one, 1);
    const uint32_t args[TERM_OPERANDS] = {term_of(string), term_of(offset),
                                          recorder_constant(&one)};
    const uint16_t row = pure_find("substr", 3);
    return args[0] && args[1] && args[2] ? recorder_call(row, args) : 0;
}

static uint32_t
fetch(const Look *l)
{
    const zval *array = first(l), *key = second(l);

    look_up(l, array, key, l->op->opcode != ZEND_FETCH_DIM_R,
            find(array, key) != NULL);
    return character(l, array, key);
}

/* isset and empty: whether it is there is one question, what it is another. */
static uint32_t
ask(const Look *l)
{
    const zval *array = first(l), *key = second(l);
    const zval *value = find(array, key);

    look_up(l, array, key, true, value != NULL);
    if (!(l->op->extended_value & ZEND_ISEMPTY) || !value)
        return 0;
    const uint32_t node = shadow_of(value);
    return node
               ? condition(l, recorder_node(TERM_UNARY, ZEND_BOOL_NOT, node, 0),
                           !is_true(value))
               : 0;
}

static uint32_t
ask_variable(const Look *l)
{
    const zval *value = first(l);
    const uint32_t node = value ? shadow_of(value) : 0;

    if (!(l->op->extended_value & ZEND_ISEMPTY) || !node)
        return 0;
    return condition(l, recorder_node(TERM_UNARY, ZEND_BOOL_NOT, node, 0),
                     !is_true(value));
}

static uint32_t
key_exists(const Look *l)
{
    const zval *key = first(l), *array = second(l);

    look_up(l, array, key, true, find(array, key) != NULL);
    return 0;
}

/* in_array over constants, which the compiler has made keys. */
static uint32_t
is_in(const Look *l)
{
    const zval *needle = first(l);
    const uint32_t node = shadow_of(needle);

    if (!node || Z_TYPE_P(needle) != IS_STRING)
        return 0;
    const zval *array = second(l);
    return condition(l,
                     recorder_node(TERM_HAS, 1, recorder_constant(array), node),
                     zend_hash_exists(Z_ARR_P(array), Z_STR_P(needle)));
}

/* Calls */

static uint32_t
call(const Look *l)
{
    zend_execute_data *c = l->frame->call;
    const uint32_t n = ZEND_CALL_NUM_ARGS(c);
    uint32_t args[TERM_OPERANDS] = {0};
    bool any = false;

    if (c->func->type != ZEND_INTERNAL_FUNCTION ||
        (ZEND_CALL_INFO(c) & ZEND_CALL_HAS_EXTRA_NAMED_PARAMS))
        return 0;
    for (uint32_t i = 1; i <= n && !any; i++)
        any = shadow_of(ZEND_CALL_ARG(c, i)) != 0;
    if (!any)
        return 0;
    const uint16_t row =
        c->func->common.scope || !c->func->common.function_name
            ? PURE_NONE
            : pure_find(ZSTR_VAL(c->func->common.function_name), n);
    if (row == PURE_NONE) {
        recorder_concrete(TERMS_BY_CALL);
        return 0;
    }
    for (uint32_t i = 0; i < n; i++)
        if ((args[i] = term_of(ZEND_CALL_ARG(c, i + 1))) == 0)
            return 0;
    return recorder_call(row, args);
}

/* A string of several parts: all that is kept of them is their text. */

static uint32_t
rope_part(const Look *l)
{
    const zval *part = second(l);
    const uint32_t node = shadow_of(part);

    return node && Z_TYPE_P(part) != IS_STRING
               ? recorder_node(TERM_CAST, IS_STRING, node, 0)
               : 0;
}

static void
keep_rope_part(const Look *l, uint32_t node)
{
    const bool begins = l->op->opcode == ZEND_ROPE_INIT;
    zend_string **parts = (zend_string **)ZEND_CALL_VAR(
        l->frame, begins ? l->op->result.var : l->op->op1.var);
    zend_string **part = &parts[begins ? 0 : l->op->extended_value];
    zval z;

    ZVAL_STR(&z, *part);
    shadow_put(&z, node);
    *part = Z_STR(z);
}

static uint32_t
rope(const Look *l)
{
    zend_string **parts =
        (zend_string **)ZEND_CALL_VAR(l->frame, l->op->op1.var);
    uint32_t all = 0;
    bool any = shadow_of(second(l)) != 0;

    for (uint32_t i = 0; i < l->op->extended_value && !any; i++)
        any = shadow_of_string(parts[i]) != 0;
    for (uint32_t i = 0; any && i <= l->op->extended_value; i++) {
        zval z;
        if (i < l->op->extended_value)
            ZVAL_STR(&z, parts[i]);
        const uint32_t part =
            term_of(i < l->op->extended_value ? &z : second(l));
        all =
            i == 0 ? part : recorder_node(TERM_BINARY, ZEND_CONCAT, all, part);
        if (!all || !part)
            return 0;
    }
    return all;
}

/* Both ends */

uint32_t
opcodes_before(zend_execute_data *frame, const zend_op *op, uint32_t code)
{
    const Look l = {frame, op, code};

    switch (op->opcode) {
    case ZEND_JMPZ:
    case ZEND_JMPNZ:
    case ZEND_JMP_SET:
        jump(&l);
        return 0;
    case ZEND_JMPZ_EX:
    case ZEND_JMPNZ_EX: {
        const uint32_t node = jump(&l);
        return node ? recorder_node(TERM_CAST, _IS_BOOL, node, 0) : 0;
    }
    case ZEND_ADD:
    case ZEND_SUB:
    case ZEND_MUL:
    case ZEND_DIV:
    case ZEND_MOD:
    case ZEND_POW:
    case ZEND_SL:
    case ZEND_SR:
    case ZEND_BW_OR:
    case ZEND_BW_AND:
    case ZEND_BW_XOR:
    case ZEND_BOOL_XOR:
    case ZEND_CONCAT:
    case ZEND_FAST_CONCAT:
    case ZEND_IS_EQUAL:
    case ZEND_IS_NOT_EQUAL:
    case ZEND_IS_IDENTICAL:
    case ZEND_IS_NOT_IDENTICAL:
    case ZEND_IS_SMALLER:
    case ZEND_IS_SMALLER_OR_EQUAL:
    case ZEND_SPACESHIP:
    case ZEND_CASE:
    case ZEND_CASE_STRICT:
    case ZEND_ASSIGN_OP:
        return binary(&l, first(&l), second(&l));
    case ZEND_PRE_INC:
    case ZEND_PRE_DEC:
    case ZEND_POST_INC:
    case ZEND_POST_DEC:
        return step_by_one(&l);
    case ZEND_BOOL:
    case ZEND_BOOL_NOT:
    case ZEND_BW_NOT:
    case ZEND_STRLEN:
        return unary(&l);
    case ZEND_CAST:
        return cast(&l);
    case ZEND_TYPE_CHECK:
        return check_type(&l);
    case ZEND_FETCH_DIM_R:
    case ZEND_FETCH_DIM_IS:
        return fetch(&l);
    case ZEND_ISSET_ISEMPTY_DIM_OBJ:
        return ask(&l);
    case ZEND_ISSET_ISEMPTY_CV:
        return ask_variable(&l);
    case ZEND_ARRAY_KEY_EXISTS:
        return key_exists(&l);
    case ZEND_IN_ARRAY:
        return is_in(&l);
    case ZEND_ROPE_INIT:
    case ZEND_ROPE_ADD:
        return rope_part(&l);
    case ZEND_ROPE_END:
        return rope(&l);
    case ZEND_DO_ICALL:
    case ZEND_DO_FCALL:
    case ZEND_DO_FCALL_BY_NAME:
        return call(&l);
    default:
        return 0;
    }
}

void
opcodes_after(zend_execute_data *frame, const zend_op *op, uint32_t node)
{
    const Look l = {frame, op, 0};

    switch (op->opcode) {
    case ZEND_ROPE_INIT:
    case ZEND_ROPE_ADD:
        keep_rope_part(&l, node);
        return;
    case ZEND_POST_INC:
    case ZEND_POST_DEC:
        shadow_put((zval *)(uintptr_t)first(&l), node);
        return;
    case ZEND_ASSIGN_OP:
    case ZEND_PRE_INC:
    case ZEND_PRE_DEC:
        shadow_put((zval *)(uintptr_t)first(&l), node);
        break;
    default:
        break;
    }
    if (op->result_type & (IS_TMP_VAR | IS_VAR))
        shadow_put(ZEND_CALL_VAR(frame, op->result.var), node);
}
