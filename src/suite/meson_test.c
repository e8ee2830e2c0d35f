/* meson_test.c - Meson's list of tests, and what a rehearsal adds to it. */
#include "suite/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char list[] =
    "[{\"name\":\"one\",\"cmd\":[\"/b/one\"],\"env\":{\"PATH\":\"/b\","
    "\"A\":\"1\"},\"workdir\":null,\"timeout\":30,\"is_parallel\":true,"
    "\"protocol\":\"exitcode\"},"
    "{\"name\":\"none\",\"cmd\":[\"/b/p\",\"x\"],\"env\":{},"
    "\"workdir\":\"/w\",\"timeout\":0,\"is_parallel\":true,"
    "\"protocol\":\"tap\"}]";

static void
read_list(Suite *s, Diag *d)
{
    *s = (Suite){0};
    diag_init(d);
    assert_true(suite_meson_parse(s, "/b/p", "/b", list, strlen(list), d));
    assert_int_equal(s->n, 2);
}

static bool
has(char *const *env, const char *assignment)
{
    for (; *env; env++)
        if (strcmp(*env, assignment) == 0)
            return true;
    return false;
}

static void
test_list(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    read_list(&s, &d);
    const Test *one = &s.tests[0], *none = &s.tests[1];
    assert_string_equal(one->key, "one");
    assert_string_equal(one->dir, "/b");
    assert_true(has(one->env, "A=1"));
    assert_true(has(one->env, "MESON_TEST_ITERATION=1"));
    assert_true(one->time_s == 30);
    assert_false(one->direct);
    assert_false(one->rules.tap);
    assert_int_equal(one->rules.skip_status, 77);
    assert_int_equal(one->rules.error_status, 99);
    assert_string_equal(none->dir, "/w");
    assert_true(none->direct);
    assert_true(none->rules.tap);
    assert_true(none->time_s == 0);
    assert_int_equal(d.nwarnings, 0);
    suite_done(&s);
    diag_done(&d);
}

/* "none" ends with "one", and is another test. */
static const char rehearsal[] =
    "{\"name\":\"suite / none\",\"result\":\"UNEXPECTEDPASS\",\"env\":{},"
    "\"command\":[\"sh\",\"-c\",\"true\",\"/b/p\",\"x\"]}\n"
    "{\"name\":\"one\",\"result\":\"OK\",\"env\":{\"PATH\":\"/b:/bin\","
    "\"MALLOC_PERTURB_\":\"7\"},"
    "\"command\":[\"sh\",\"-c\",\"true\",\"/b/one\"]}\n";

static void
test_rehearsal(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    read_list(&s, &d);
    assert_true(suite_meson_rehearsed(&s, 0, rehearsal, strlen(rehearsal), &d));
    assert_false(s.tests[0].rules.fails);
    assert_true(s.tests[1].rules.fails);
    assert_true(has(s.tests[0].env, "PATH=/b:/bin"));
    assert_false(has(s.tests[0].env, "MALLOC_PERTURB_=7"));
    suite_done(&s);
    diag_done(&d);
}

static void
test_bad(void **state)
{
    static const char *const bad[] = {
        "",
        "{}",
        "[{\"cmd\":[\"a\"]}]",
        "[{\"name\":\"a\"}]",
        "[{\"name\":\"a\",\"cmd\":[]}]",
        "[{\"name\":\"a\",\"cmd\":[1]}]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Suite s = {0};
        Diag d;
        diag_init(&d);
        assert_false(
            suite_meson_parse(&s, NULL, "/b", bad[i], strlen(bad[i]), &d));
        assert_non_null(d.error);
        suite_done(&s);
        diag_done(&d);
    }
}

static void
test_alone(void **state)
{
    static const char text[] =
        "[{\"name\":\"a\",\"cmd\":[\"/a\"],\"is_parallel\":false}]";
    Suite s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(suite_meson_parse(&s, NULL, "/b", text, strlen(text), &d));
    assert_int_equal(d.nwarnings, 1);
    suite_done(&s);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_rehearsal),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
