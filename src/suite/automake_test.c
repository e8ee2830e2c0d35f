/* automake_test.c - records of how Automake's harness starts a test. */
#include "suite/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Every text with its NUL. */
#define RECORD(text) text, sizeof(text)

static bool
parse(Suite *s, const char *bytes, size_t n, Diag *d)
{
    *s = (Suite){0};
    diag_init(d);
    return suite_automake_parse(s, "/b/src/p", "/b", bytes, n, d);
}

static void
test_driver(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_true(parse(
        &s,
        RECORD("SH_LOG_DRIVER\0$(SHELL) ../test-driver\0/b/tests\0\0"
               "9\0--test-name\0a.sh\0--expect-failure\0yes\0--log-file\0a.log"
               "\0--\0sh\0../../tests/a.sh\0"
               "MAKELEVEL=2\0SH_LOG_DRIVER=sh record\0MAKEFLAGS= -- X=y\0"
               "CULPRIT_RECORDS=/tmp/r\0PWD=/b/tests\0srcdir=../../tests"),
        &d));
    const Test *t = &s.tests[0];
    assert_int_equal(s.n, 1);
    assert_string_equal(t->key, "tests/a.sh");
    assert_string_equal(t->dir, "/b/tests");
    assert_string_equal(t->argv[0], "sh");
    assert_string_equal(t->argv[1], "../../tests/a.sh");
    assert_null(t->argv[2]);
    assert_string_equal(t->env[0], "srcdir=../../tests");
    assert_null(t->env[1]);
    assert_true(t->rules.fails);
    assert_false(t->rules.tap);
    assert_int_equal(t->rules.skip_status, 77);
    assert_int_equal(t->rules.error_status, 99);
    assert_false(t->direct);
    suite_done(&s);
    diag_done(&d);
}

static void
test_tap_and_redirections(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_true(parse(&s,
                      RECORD("LOG_DRIVER\0$(SHELL) tap-driver.sh\0/b\0 9>&2\0"
                             "4\0--test-name\0a\0--\0./a"),
                      &d));
    const Test *t = &s.tests[0];
    assert_string_equal(t->key, "a");
    assert_true(t->rules.tap);
    assert_false(t->rules.fails);
    assert_string_equal(t->argv[0], "/bin/sh");
    assert_string_equal(t->argv[2], "exec \"$@\" 9>&2");
    assert_string_equal(t->argv[4], "./a");
    assert_null(t->env);
    suite_done(&s);
    diag_done(&d);
}

static void
test_serial(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_true(parse(&s,
                      RECORD("TESTS_ENVIRONMENT\0A=1\0/b/src\0\0"
                             "2\0A=1\0./p\0HERE=there"),
                      &d));
    const Test *t = &s.tests[0];
    assert_string_equal(t->key, "src/p");
    assert_string_equal(t->argv[0], "./p");
    assert_string_equal(t->env[0], "HERE=there");
    assert_string_equal(t->env[1], "A=1");
    assert_true(t->direct);
    suite_done(&s);
    diag_done(&d);
}

static void
test_broken(void **state)
{
    static const struct {
        const char *bytes;
        size_t n;
    } bad[] = {
        {RECORD("")},
        {RECORD("LOG_DRIVER\0x\0b\0\0001\0./a")},
        {RECORD("LOG_DRIVER\0x\0/b\0\0009999999999\0./a")},
        {RECORD("LOG_DRIVER\0x\0/b\0\0002\0./a")},
        {RECORD("LOG_DRIVER\0x\0/b\0\0000")},
        {RECORD("LOG_DRIVER\0x\0/b\0\0002\0--test-name\0a")},
        {RECORD("LOG_DRIVER\0x\0/b\0;rm -rf\0001\0./a")},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Suite s;
        Diag d;
        assert_false(parse(&s, bad[i].bytes, bad[i].n, &d));
        assert_non_null(d.error);
        suite_done(&s);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_driver),
        cmocka_unit_test(test_tap_and_redirections),
        cmocka_unit_test(test_serial),
        cmocka_unit_test(test_broken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
