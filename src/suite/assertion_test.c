/* assertion_test.c - failed assertions, as frameworks print them. */
#include "suite/assertion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *text, *found; /* NULL: nothing */
} cases[] = {
    {"[ RUN      ] a\n[  ERROR   ] --- 0x1 != 0x2\n"
     "[   LINE   ] --- d/cm.c:9: error: Failure!\n[  FAILED  ] a\n",
     "d/cm.c:9: 0x1 != 0x2"},
    {"0%: Checks: 1, Failures: 1, Errors: 0\n"
     "ck.c:6:F:core:t_max:0: Assertion 'm == 2' failed: m == 1, 2 == 2\n",
     "ck.c:6: Assertion 'm == 2' failed: m == 1, 2 == 2"},
    {"Suite S1, Test max had failures:\n    1. cu.c:4  - "
     "CU_ASSERT_EQUAL(m,2)\n",
     "cu.c:4: CU_ASSERT_EQUAL(m,2)"},
    {"**\nERROR:gl.c:4:b: assertion failed (m == 2): (1 == 2)\n",
     "gl.c:4: assertion failed (m == 2): (1 == 2)"},
    {"[----] cr.c:4: Assertion Failed\n[----]   \n"
     "[----]   The expression (m) == (2) is false.\n",
     "cr.c:4: The expression (m) == (2) is false."},
    {"t.c:12:test_a:PASS\nt.c:20:test_b:FAIL: Expected 2 Was 1\n",
     "t.c:20: Expected 2 Was 1"},
    {"prog: src/a.c:7: f: Assertion `x == 2' failed.\n",
     "src/a.c:7: Assertion `x == 2' failed"},
    {"a.c:7: something else\n", NULL},
    {"", NULL},
};

static void
test_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Str out = {0};
        bool found = assertion_find(cases[i].text, strlen(cases[i].text), &out);
        assert_int_equal(found, cases[i].found != NULL);
        assert_string_equal(str_text(&out),
                            cases[i].found ? cases[i].found : "");
        str_done(&out);
    }
}

static const struct {
    const char *text, *line;              /* of the source */
    const char *operand, *actual, *value; /* what was expected */
} told[] = {
    {"[  ERROR   ] --- 0x1 != 0x2\n[   LINE   ] --- d/cm.c:9: error: "
     "Failure!\n",
     "assert_int_equal(f(a, \"(,\"), 2);", "f(a, \"(,\")", "0x1", "0x2"},
    {"[  ERROR   ] --- 0x2 != 0x1\n[   LINE   ] --- d/cm.c:9: error: "
     "Failure!\n",
     "assert_int_equal(2, m);", "m", "0x1", "0x2"},
    {"ck.c:6:F:core:t_max:0: Assertion 'm == 2' failed: m == 1, 2 == 2\n", "",
     "m", "1", "2"},
    {"ck.c:6:F:core:t_max:0: Assertion '2 == m' failed: 2 == 2, m == 1\n", "",
     "m", "1", "2"},
    {"    1. cu.c:4  - CU_ASSERT_EQUAL(m,2)\n", "", "m", NULL, "2"},
    {"ERROR:gl.c:4:b: assertion failed (m == 2): (1 == 2)\n", "", "m", "1",
     "2"},
    {"[----] cr.c:4: Assertion Failed\n[----]   \n"
     "[----]   The expression (m) == (2) is false.\n",
     "", "m", NULL, "2"},
    {"t.c:20:test_b:FAIL: Expected 2 Was 1\n", "TEST_ASSERT_EQUAL_INT(2, m);",
     "m", "1", "2"},
    {"t.c:20:test_b:FAIL: Expected 'a b' Was 'c'. Why.\n",
     "TEST_ASSERT_EQUAL_STRING(want, got);", "got", "'c'", "'a b'"},
    {"u.c:9: Failure\n  Expected : 2\n    Actual : 1\n", "EXPECT_EQ(2, m);",
     "m", "1", "2"},
    {"u.c:9: Failure\n  Expected : (2) == (m)\n    Actual : 2 vs 1\n", "", "m",
     "1", "2"},
    {".\nExpected: 2\n     Got: 1\nF\nFAIL max: 2 != m (g.c:9)\n",
     "ASSERT_EQ_FMT(2, m, \"%d\");", "m", "1", "2"},
    {"FAIL max: 2 != m (g.c:9)\n", "", NULL, NULL, NULL},
    {"prog: src/a.c:7: f: Assertion `f(x) == 2' failed.\n", "", "f(x)", NULL,
     "2"},
    {"prog: src/a.c:7: f: Assertion `x' failed.\n", "", NULL, NULL, NULL},
};

static void
same(const char *got, const char *want)
{
    if (!want)
        assert_null(got);
    else
        assert_string_equal(got ? got : "nothing", want);
}

static void
test_operands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        Arena a = {0};
        Assertion x;
        assert_true(assertion_read(&a, told[i].text, strlen(told[i].text), &x));
        assertion_learn(&a, told[i].line, strlen(told[i].line), &x);
        same(x.operand, told[i].operand);
        same(x.actual, told[i].actual);
        same(x.expected, told[i].value);
        assert_true(!x.unsure || !x.expected);
        arena_done(&a);
    }
}

static void
test_place(void **state)
{
    const char text[] = "ERROR:gl.c:4:b: assertion failed (m == 2): (1 == 2)\n";

    (void)state;
    assert_true(assertion_is_at(text, strlen(text), "gl.c:4"));
    assert_false(assertion_is_at(text, strlen(text), "gl.c:41"));
    assert_false(assertion_is_at("gl.c:4: hello\n", 14, "gl.c:4"));
    assert_false(assertion_is_at("ERROR:gl.c:41:b: bad\n", 21, "gl.c:4"));
}

static void
test_numbers(void **state)
{
    int64_t n;

    (void)state;
    assert_true(assertion_number("0xffffffffffffffff", &n) && n == -1);
    assert_true(assertion_number("-18", &n) && n == -18);
    assert_true(assertion_number("7UL", &n) && n == 7);
    assert_true(assertion_number("'c'", &n) && n == 'c');
    assert_false(assertion_number("", &n));
    assert_false(assertion_number("x", &n));
    assert_false(assertion_number("\"7\"", &n));
    assert_false(assertion_number("7 8", &n));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
