/* recent_test.c - a small change says a lot, a large one little. */
#include "find/inside.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void
less_says_more(void **state)
{
    (void)state;
    for (size_t all = 2; all < 3000; all += 7)
        for (size_t changed = 1; changed < all; changed += 5) {
            const double s = find_surprise(changed, all);
            assert_true(s > 0 && s <= 1);
            assert_true(s > find_surprise(changed + 1, all));
        }
}

static void
nothing_and_everything_say_nothing(void **state)
{
    (void)state;
    for (size_t all = 0; all < 100; all++) {
        assert_true(find_surprise(0, all) == 0);
        assert_true(find_surprise(all, all) == 0);
    }
}

static void
three_lines_and_three_thousand(void **state)
{
    (void)state;
    assert_true(find_surprise(3, 10000) > .85);
    assert_true(find_surprise(3000, 10000) < .15);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(less_says_more),
        cmocka_unit_test(nothing_and_everything_say_nothing),
        cmocka_unit_test(three_lines_and_three_thousand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
