/* tests.c - PHPUnit's tests, counted one by one in one process.
 *
 * PHPUnit runs each test by TestCase::runBare, in all its versions. What is
 * counted between its begin and its end is the test's; an exception that leaves
 * it is its failure, unless it says that the test was skipped. Tests that end
 * the process are the last ones.
 */
#include "php/host/tests.h"

#include "php/host/host.h"

#include "format/testlog.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int tests_handle = -1;

static FILE *log_file;
static pid_t owner; /* a child of a test that forks is not another test */
static int depth;   /* tests may run tests: the outermost one counts */
static Str name;
static zend_class_entry *test_case;

bool
tests_start(const Launch *l, Diag *d)
{
    if (!l->tests[0])
        return true;
    log_file = fopen(l->tests, "we");
    if (!log_file)
        return diag_errno(d, "cannot write %s", l->tests);
    fputs(TESTLOG_MAGIC, log_file);
    fflush(log_file);
    owner = getpid();
    tests_handle = zend_get_resource_handle("culprit tests");
    return true;
}

void
tests_prepare(zend_op_array *code)
{
    static char mark;
    const bool is =
        tests_handle >= 0 && code->scope && code->function_name &&
        zend_string_equals_literal(code->function_name, "runBare") &&
        zend_string_equals_literal(code->scope->name,
                                   "PHPUnit\\Framework\\TestCase");

    if (tests_handle >= 0)
        code->reserved[tests_handle] = is ? &mark : NULL;
}

/* A property of PHPUnit's own class, which may be private; or NULL. */
static zval *
property(zend_object *test, const char *which)
{
    zval room;
    zval *z =
        zend_read_property(test_case, test, which, strlen(which), true, &room);

    ZVAL_DEREF(z);
    return z;
}

/* CLASS::METHOD with data set "NAME", as PHPUnit says it. */
static void
find_name(zend_object *test)
{
    const zval *method = property(test, "name");
    const zval *data = property(test, "dataName");

    str_clear(&name);
    str_printf(&name, "%s::%s", ZSTR_VAL(test->ce->name),
               Z_TYPE_P(method) == IS_STRING ? Z_STRVAL_P(method) : "?");
    if (Z_TYPE_P(data) == IS_LONG)
        str_printf(&name, " with data set #%ld", (long)Z_LVAL_P(data));
    else if (Z_TYPE_P(data) == IS_STRING && Z_STRLEN_P(data))
        str_printf(&name, " with data set \"%s\"", Z_STRVAL_P(data));
}

void
tests_begin(const zend_execute_data *frame)
{
    if (depth++ > 0)
        return;
    test_case = frame->func->op_array.scope;
    find_name(Z_OBJ(frame->This));
    memset(host_counters, 0, host_ncounters * sizeof *host_counters);
}

static bool
is_a(const zend_object *e, const char *class_name)
{
    zend_string *text = zend_string_init(class_name, strlen(class_name), 0);
    const zend_class_entry *ce =
        zend_lookup_class_ex(text, NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);

    zend_string_release(text);
    return ce && instanceof_function(e->ce, ce);
}

static char
verdict(const zend_object *e)
{
    static const char *const unknown[] = {"PHPUnit\\Framework\\SkippedTest",
                                          "PHPUnit\\Framework\\IncompleteTest",
                                          "PHPUnit\\Framework\\Warning"};

    for (size_t i = 0; e && i < sizeof unknown / sizeof unknown[0]; i++)
        if (is_a(e, unknown[i]))
            return TESTLOG_UNKNOWN;
    return e ? TESTLOG_FAILED : TESTLOG_PASSED;
}

static void
put_text(Str *out, const char *text, size_t n)
{
    str_put_varint(out, n);
    str_add(out, text, n);
}

/* The class and the first line of what it says. */
static void
put_reason(Str *out, zend_object *e)
{
    Str text = {0};
    zval room;

    if (e) {
        const zval *m = zend_read_property(zend_get_exception_base(e), e,
                                           "message", 7, true, &room);
        const char *message = Z_TYPE_P(m) == IS_STRING ? Z_STRVAL_P(m) : "";
        str_printf(&text, "%s: %.*s", ZSTR_VAL(e->ce->name),
                   (int)strcspn(message, "\n"), message);
    }
    put_text(out, str_text(&text), text.n);
    str_done(&text);
}

static void
put_counts(Str *out)
{
    uint64_t n = 0, before = 0;

    for (uint64_t i = 0; i < host_ncounters; i++)
        n += host_counters[i] != 0;
    str_put_varint(out, n);
    for (uint64_t i = 0; i < host_ncounters; i++) {
        if (!host_counters[i])
            continue;
        str_put_varint(out, i - before);
        str_put_varint(out, host_counters[i]);
        before = i;
    }
}

void
tests_end(void)
{
    zend_object *e = EG(exception);
    Str record = {0};

    if (--depth > 0 || getpid() != owner)
        return;
    put_text(&record, str_text(&name), name.n);
    str_put_u8(&record, (uint8_t)verdict(e));
    put_reason(&record, e);
    put_counts(&record);
    fwrite(record.at, 1, record.n, log_file);
    fflush(log_file);
    str_done(&record);
}
