/* suite_test.c - tests are found in every kind of suite, or it is said why
 * not.
 */
#include "suite/kinds.h"

#include "base/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *dir; /* a temporary directory for the group */

static int
set_up(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    return io_temp_dir("suite", &dir, &d) ? 0 : 1;
}

static int
tear_down(void **state)
{
    (void)state;
    io_remove_tree(dir);
    free(dir);
    return 0;
}

static void
put(const char *name, const char *text)
{
    Diag d;
    char *path = io_join(dir, name);

    diag_init(&d);
    assert_true(io_write(path, text, strlen(text), &d));
    free(path);
}

static bool
lines(const char *text, Suite *s, Diag *d)
{
    *s = (Suite){0};
    diag_init(d);
    return suite_lines_parse(s, "/p", "tests", "/dir", text, strlen(text), d);
}

static void
test_lines(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_true(lines("# c\n\n 1 'a b' \n1 2 < in\n1 2 < in\n", &s, &d));
    assert_int_equal(s.n, 3);
    assert_string_equal(s.tests[0].key, "1 'a b'");
    assert_string_equal(s.tests[0].argv[0], "/p");
    assert_string_equal(s.tests[0].argv[2], "a b");
    assert_null(s.tests[0].argv[3]);
    assert_null(s.tests[0].input);
    assert_true(s.tests[0].direct);
    assert_string_equal(s.tests[1].input, "/dir/in");
    assert_string_equal(s.tests[1].label, "t2");
    assert_string_equal(s.tests[2].key, "1 2 < in (2)");
    suite_done(&s);
    diag_done(&d);
}

static void
test_lines_with_places(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_true(lines("[t1/files] a < ../stdin\n"
                      "['a ]b' A=1 B=$'x\\n'] c\n"
                      "[. C=]\n",
                      &s, &d));
    assert_int_equal(s.n, 3);
    assert_string_equal(s.tests[0].dir, "/dir/t1/files");
    assert_string_equal(s.tests[0].argv[1], "a");
    assert_string_equal(s.tests[0].input, "/dir/t1/files/../stdin");
    assert_string_equal(s.tests[0].key, "[t1/files] a < ../stdin");
    assert_null(s.tests[0].env);
    assert_string_equal(s.tests[1].dir, "/dir/a ]b");
    assert_string_equal(s.tests[1].env[0], "A=1");
    assert_string_equal(s.tests[1].env[1], "B=x\n");
    assert_null(s.tests[1].env[2]);
    assert_string_equal(s.tests[2].dir, "/dir");
    assert_string_equal(s.tests[2].env[0], "C=");
    assert_null(s.tests[2].argv[1]);
    suite_done(&s);
    diag_done(&d);
}

static void
test_bad_places(void **state)
{
    static const struct {
        const char *line, *message;
    } bad[] = {
        {"[a b", "[ is never closed"},    {"['a] b", "[ is never closed"},
        {"[] b", "no directory"},         {"[a b] c", "not NAME=VALUE"},
        {"[a 1x=2] c", "not NAME=VALUE"}, {"[a < b] c", "behind the ]"},
        {"[a $x] c", "needs a shell"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Suite s;
        Diag d;
        assert_false(lines(bad[i].line, &s, &d));
        assert_non_null(strstr(d.error, bad[i].message));
        suite_done(&s);
        diag_done(&d);
    }
}

static void
test_bad_line_is_named(void **state)
{
    Suite s;
    Diag d;

    (void)state;
    assert_false(lines("a\n\nb | c\n", &s, &d));
    assert_non_null(strstr(d.error, "tests:3: "));
    suite_done(&s);
    diag_done(&d);
}

static bool
open_spec(SuiteSpec spec, Suite *s, Diag *d)
{
    diag_init(d);
    spec.program = "/p";
    return suite_open(&spec, s, d);
}

static void
test_nothing_found(void **state)
{
    Suite s;
    Diag d;
    char *file = io_join(dir, "empty");
    char *glob = io_join(dir, "*.none");
    const SuiteSpec specs[] = {
        {0}, {.tests = file}, {.cases = dir}, {.scripts = glob}};

    (void)state;
    put("empty", "# nothing\n");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        assert_false(open_spec(specs[i], &s, &d));
        assert_non_null(d.error);
        diag_done(&d);
    }
    free(file);
    free(glob);
}

static void
test_missing_input(void **state)
{
    Suite s;
    Diag d;
    char *file = io_join(dir, "missing");

    (void)state;
    put("missing", "x < nowhere\n");
    assert_false(open_spec((SuiteSpec){.tests = file}, &s, &d));
    assert_non_null(strstr(d.error, "nowhere"));
    diag_done(&d);
    free(file);
}

static void
test_cases(void **state)
{
    Suite s;
    Diag d;
    char *below = io_join(dir, "cases");

    (void)state;
    diag_init(&d);
    assert_true(io_mkdirs(below, &d));
    put("cases/a.args", "1\n2\n");
    put("cases/a.out", "3\n");
    put("cases/b.in", "text");
    put("cases/b.args", "-x");
    assert_true(open_spec((SuiteSpec){.cases = below}, &s, &d));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.tests[0].label, "a");
    assert_string_equal(s.tests[0].argv[2], "2");
    assert_null(s.tests[0].input);
    assert_non_null(strstr(s.tests[1].input, "cases/b.in"));
    suite_done(&s);
    diag_done(&d);
    free(below);
}

static void
test_commands_and_scripts(void **state)
{
    Suite s;
    Diag d;
    const char *commands[] = {"a | b"};
    char *glob = io_join(dir, "*.sh");

    (void)state;
    put("x.sh", "exit 77\n");
    assert_true(open_spec(
        (SuiteSpec){.commands = {commands, 1}, .scripts = glob, .tap = true},
        &s, &d));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.tests[0].argv[2], "a | b");
    assert_false(s.tests[0].direct);
    assert_string_equal(s.tests[1].argv[0], "/bin/sh");
    assert_int_equal(s.tests[1].rules.skip_status, 77);
    assert_true(s.tests[1].rules.tap);
    suite_done(&s);
    diag_done(&d);
    free(glob);
}

static const char ctest[] =
    "{\"kind\":\"ctestInfo\",\"tests\":["
    "{\"name\":\"one\",\"command\":[\"/p\",\"1\"],\"properties\":["
    "{\"name\":\"WORKING_DIRECTORY\",\"value\":\"/w\"},"
    "{\"name\":\"ENVIRONMENT\",\"value\":[\"A=b\"]},"
    "{\"name\":\"TIMEOUT\",\"value\":3.5},"
    "{\"name\":\"WILL_FAIL\",\"value\":true}]},"
    "{\"name\":\"off\",\"command\":[\"/p\"],\"properties\":["
    "{\"name\":\"DISABLED\",\"value\":true}]},"
    "{\"name\":\"unbuilt\"},"
    "{\"name\":\"two\",\"command\":[\"/bin/sh\",\"x\"],\"properties\":["
    "{\"name\":\"PASS_REGULAR_EXPRESSION\",\"value\":[\"yes\"]},"
    "{\"name\":\"RUN_SERIAL\",\"value\":true}]}]}";

static void
test_ctest(void **state)
{
    Suite s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(suite_ctest_parse(&s, "/p", "/b", ctest, strlen(ctest), &d));
    assert_int_equal(s.n, 2);
    assert_true(s.tests[0].direct);
    assert_string_equal(s.tests[0].dir, "/w");
    assert_string_equal(s.tests[0].env[0], "A=b");
    assert_true(s.tests[0].rules.fails);
    assert_true(s.tests[0].time_s > 3.4 && s.tests[0].time_s < 3.6);
    assert_false(s.tests[1].direct);
    assert_string_equal(s.tests[1].rules.pass[0], "yes");
    assert_string_equal(s.tests[1].dir, "/b");
    assert_int_equal(d.nwarnings, 2); /* the unbuilt one, and the order */
    suite_done(&s);
    diag_done(&d);
}

static void
test_bad_ctest(void **state)
{
    static const char *const bad[] = {"", "{", "[]", "{\"tests\":3}",
                                      "{\"tests\":[{}]}"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Suite s = {0};
        Diag d;
        diag_init(&d);
        assert_false(
            suite_ctest_parse(&s, "/p", "/b", bad[i], strlen(bad[i]), &d));
        assert_non_null(d.error);
        suite_done(&s);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_with_places),
        cmocka_unit_test(test_bad_places),
        cmocka_unit_test(test_bad_line_is_named),
        cmocka_unit_test(test_nothing_found),
        cmocka_unit_test(test_missing_input),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_commands_and_scripts),
        cmocka_unit_test(test_ctest),
        cmocka_unit_test(test_bad_ctest),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
