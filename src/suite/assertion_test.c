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

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_found)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
