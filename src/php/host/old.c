/* old.c - what programs of PHP 4 and 5 could do, and PHP 8 refuses (--compat).
 *
 * A bare word was a text, so that $a[key] did for $a['key']; count() took
 * anything; a text that is no number counted as 0; a function of PHP that was
 * given what it does not take returned null. PHP 7 warned of all four, and so
 * do we. Handlers of opcodes of our own come before PHP's: they hold in every
 * mode, and cost nothing without --compat. Not known: a bare word in the
 * default of a parameter or property, and arithmetic that assigns to anything
 * but a plain variable.
 */
#include "php/host/host.h"
#include "php/host/zend.h"

#include <string.h>

static zval *
operand(zend_execute_data *ex, int type, const znode_op *node)
{
    zval *value = zend_get_zval_ptr(ex->opline, type, node, ex);

    if (Z_TYPE_P(value) == IS_INDIRECT)
        value = Z_INDIRECT_P(value);
    ZVAL_DEREF(value);
    return value;
}

static void
drop(zend_execute_data *ex, int type, znode_op node)
{
    if (type & (IS_TMP_VAR | IS_VAR))
        zval_ptr_dtor_nogc(ZEND_CALL_VAR(ex, node.var));
}

/* Go on behind the opcode; a handler of the application may have thrown. */
static int
done(zend_execute_data *ex)
{
    if (!EG(exception))
        ex->opline++;
    return ZEND_USER_OPCODE_CONTINUE;
}

/* RT_CONSTANT without its cast, which drops the const. */
static const zval *
constant(const zend_op *op, znode_op node)
{
    return (const zval *)((const char *)op + (int32_t)node.constant);
}

static int
bare_word(zend_execute_data *ex)
{
    const zend_op *op = ex->opline;
    zend_string *name = Z_STR_P(constant(op, op->op2));

    if (op->op1.num & IS_CONSTANT_UNQUALIFIED_IN_NAMESPACE ||
        zend_get_constant(name))
        return ZEND_USER_OPCODE_DISPATCH;
    ZVAL_STR_COPY(ZEND_CALL_VAR(ex, op->result.var), name);
    zend_error(E_WARNING, "Use of undefined constant %s - assumed '%s'",
               ZSTR_VAL(name), ZSTR_VAL(name));
    return done(ex);
}

static int
count_anything(zend_execute_data *ex)
{
    const zend_op *op = ex->opline;
    const zval *value = operand(ex, op->op1_type, &op->op1);
    const int type = Z_TYPE_P(value);

    if (type == IS_ARRAY || type == IS_OBJECT)
        return ZEND_USER_OPCODE_DISPATCH;
    drop(ex, op->op1_type, op->op1);
    ZVAL_LONG(ZEND_CALL_VAR(ex, op->result.var), type > IS_NULL);
    zend_error(E_WARNING, "count(): Parameter must be an array or an object "
                          "that implements Countable");
    return done(ex);
}

static bool
is_no_number(const zval *value)
{
    return Z_TYPE_P(value) == IS_STRING &&
           !is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), NULL, NULL,
                              true);
}

/* The operand, or 0 instead of a text that is no number. */
static zval *
as_number(zval *value, zval *zero)
{
    if (!is_no_number(value))
        return value;
    ZVAL_LONG(zero, 0);
    return zero;
}

static bool
is_scalar(const zval *value)
{
    return Z_TYPE_P(value) < IS_ARRAY;
}

static int
calculate(zend_execute_data *ex)
{
    const zend_op *op = ex->opline;
    zval *x = operand(ex, op->op1_type, &op->op1), zero_x;
    zval *y = operand(ex, op->op2_type, &op->op2), zero_y, result;

    if (!(is_no_number(x) || is_no_number(y)) || !is_scalar(x) || !is_scalar(y))
        return ZEND_USER_OPCODE_DISPATCH;
    ZVAL_UNDEF(&result);
    zend_error(E_WARNING, "A non-numeric value encountered");
    if (!EG(exception))
        get_binary_op(op->opcode)(&result, as_number(x, &zero_x),
                                  as_number(y, &zero_y));
    drop(ex, op->op1_type, op->op1);
    drop(ex, op->op2_type, op->op2);
    ZVAL_COPY_VALUE(ZEND_CALL_VAR(ex, op->result.var), &result);
    return done(ex);
}

static bool
is_arithmetic(uint32_t opcode)
{
    return opcode == ZEND_ADD || opcode == ZEND_SUB || opcode == ZEND_MUL ||
           opcode == ZEND_DIV || opcode == ZEND_MOD || opcode == ZEND_POW;
}

/* `$n += $text`: a variable that is no number becomes 0, and so does the
 * text, where it can be changed. */
static int
calculate_in_place(zend_execute_data *ex)
{
    const zend_op *op = ex->opline;

    if (op->op1_type != IS_CV || !is_arithmetic(op->extended_value))
        return ZEND_USER_OPCODE_DISPATCH;
    zval *x = operand(ex, op->op1_type, &op->op1), zero;
    zval *y = operand(ex, op->op2_type, &op->op2);
    if (!(is_no_number(x) || is_no_number(y)) || !is_scalar(x) || !is_scalar(y))
        return ZEND_USER_OPCODE_DISPATCH;
    zend_error(E_WARNING, "A non-numeric value encountered");
    if (!EG(exception)) {
        if (is_no_number(x)) {
            zval_ptr_dtor_nogc(x);
            ZVAL_LONG(x, 0);
        }
        get_binary_op((int)op->extended_value)(x, x, as_number(y, &zero));
    }
    drop(ex, op->op2_type, op->op2);
    if (op->result_type != IS_UNUSED)
        ZVAL_COPY(ZEND_CALL_VAR(ex, op->result.var), x);
    return done(ex);
}

/* "strlen(): Argument #1 ($string) must be of type ..." of strlen itself. */
static bool
is_about_arguments(const zend_string *message, const zend_string *function)
{
    const char *text = ZSTR_VAL(message);
    const size_t n = ZSTR_LEN(function);

    return ZSTR_LEN(message) > n && strncmp(text, ZSTR_VAL(function), n) == 0 &&
           (strncmp(text + n, "(): Argument #", 14) == 0 ||
            strncmp(text + n, "() expects ", 11) == 0);
}

/* The message of the exception, if the function has just refused what it was
 * given; NULL if it is something else. */
static zend_string *
refusal(const zend_function *function)
{
    zend_object *e = EG(exception);
    zval space;

    if (!e || function->common.scope || !function->common.function_name ||
        (e->ce != zend_ce_type_error && e->ce != zend_ce_argument_count_error))
        return NULL;
    zval *message = zend_read_property_ex(
        e->ce, e, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &space);
    return Z_TYPE_P(message) == IS_STRING &&
                   is_about_arguments(Z_STR_P(message),
                                      function->common.function_name)
               ? zend_string_copy(Z_STR_P(message))
               : NULL;
}

static void
call(zend_execute_data *ex, zval *result)
{
    execute_internal(ex, result);
    zend_string *message = refusal(ex->func);
    if (!message)
        return;
    zend_clear_exception();
    ZVAL_NULL(result);
    zend_error(E_WARNING, "%s", ZSTR_VAL(message));
    zend_string_release(message);
}

void
old_start(void)
{
    static const zend_uchar calculations[] = {ZEND_ADD, ZEND_SUB, ZEND_MUL,
                                              ZEND_DIV, ZEND_MOD, ZEND_POW};

    zend_set_user_opcode_handler(ZEND_FETCH_CONSTANT, bare_word);
    zend_set_user_opcode_handler(ZEND_COUNT, count_anything);
    for (size_t i = 0; i < sizeof calculations; i++)
        zend_set_user_opcode_handler(calculations[i], calculate);
    zend_set_user_opcode_handler(ZEND_ASSIGN_OP, calculate_in_place);
    zend_execute_internal = call;
}
