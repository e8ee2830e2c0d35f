/* split_test.c - which tests become a test per check. */
#include "suite/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static ProgramCheck checks[] = {
    {.function = "one_fn", .name = "one", .framework = "Check"},
    {.function = "two_fn", .name = "two", .framework = "Check"},
};
static ProgramCheck own[] = {
    {.function = "test_a", .name = "a", .framework = ""},
    {.function = "test_b", .name = "b", .framework = ""}};

/* A suite of these lines. */
static Suite
suite_of(const char *lines)
{
    Suite s = {0};
    Diag d;

    diag_init(&d);
    assert_true(
        suite_lines_parse(&s, "/p", "lines", "/", lines, strlen(lines), &d));
    diag_done(&d);
    return s;
}

static void
test_framework(void **state)
{
    const Program p = {.checks = checks, .n.checks = 2};
    Suite s = suite_of("-v\n");

    (void)state;
    suite_split(&s, &p, false);
    assert_int_equal(s.n, 2);
    assert_string_equal(s.tests[0].key, "-v: one");
    assert_string_equal(s.tests[1].check.function, "two_fn");
    assert_string_equal(s.tests[1].check.variable, "CK_FORK=no");
    assert_string_equal(s.tests[1].check.temporary, "TEMP");
    assert_string_equal(s.tests[1].argv[1], "-v");
    suite_done(&s);
}

/* Without a framework, tests with arguments stay as they are. */
static void
test_own(void **state)
{
    const Program p = {.checks = own, .n.checks = 2};
    Suite s = suite_of("-v\n''\n");

    (void)state;
    s.tests[1].argv[1] = NULL;
    suite_split(&s, &p, false);
    assert_int_equal(s.n, 3);
    assert_null(s.tests[0].check.function);
    assert_string_equal(s.tests[2].check.function, "test_b");
    assert_null(s.tests[2].check.variable);
    suite_done(&s);
}

static void
test_one_is_none(void **state)
{
    const Program p = {.checks = checks, .n.checks = 1};
    Suite s = suite_of("-v\n");

    (void)state;
    suite_split(&s, &p, false);
    assert_int_equal(s.n, 1);
    assert_null(s.tests[0].check.function);
    suite_done(&s);
}

static void
test_chosen(void **state)
{
    const Program p = {.checks = checks, .n.checks = 2};
    Suite s = suite_of("two\n"), other = suite_of("three\n");
    Arena a = {0};

    (void)state;
    suite_split(&s, &p, true);
    assert_int_equal(s.n, 1);
    assert_string_equal(s.tests[0].check.function, "two_fn");
    assert_null(s.tests[0].argv[1]);
    char **env = suite_environment(&a, &s.tests[0], "/d");
    assert_string_equal(env[0], "CULPRIT_CHECK=two_fn");
    assert_string_equal(env[1], "CK_FORK=no");
    assert_string_equal(env[2], "TEMP=/d");
    assert_null(env[3]);
    suite_split(&other, &p, true);
    assert_null(other.tests[0].check.function);
    arena_done(&a);
    suite_done(&s);
    suite_done(&other);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_framework),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_one_is_none),
        cmocka_unit_test(test_chosen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
