/* formats_test.c - tests of formats.c. */
#include "report/formats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void
top_is_given_or_usual(void **state)
{
    (void)state;
    assert_int_equal(format_top("text", -1, 3), 3);
    assert_int_equal(format_top("json", -1, 3), 0);
    assert_int_equal(format_top("html", -1, 3), 0);
    assert_int_equal(format_top("sarif", -1, 10), 10);
    assert_int_equal(format_top("json", 7, 3), 7);
    assert_int_equal(format_top("text", 0, 3), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_is_given_or_usual),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
