/* path_test.c - where runs leave their plan; which distance is smaller. */
#include "path/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LIST(...)   \
    (uint32_t[])    \
    {               \
        __VA_ARGS__ \
    }

static void
departures(void **state)
{
    static const struct {
        uint32_t differs[3], ndiffers, set[3], n, expected;
    } cases[] = {
        {{0}, 0, {4}, 1, 4},         /* not flipped yet */
        {{4}, 1, {4}, 1, PATH_NONE}, /* as planned */
        {{4, 6}, 2, {4}, 1, 6},      /* one too many, behind */
        {{2, 4}, 2, {4}, 1, 2},      /* one too many, before */
        {{4}, 1, {4, 6}, 2, 6},      /* the next one is missing */
        {{4, 7}, 2, {4, 6}, 2, 6},   /* missing before one too many */
        {{4, 5}, 2, {4, 6}, 2, 5},   /* one too many before missing */
        {{1, 4, 6}, 3, {1, 4, 6}, 3, PATH_NONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(path_departure(cases[i].differs, cases[i].ndiffers,
                                        cases[i].set, cases[i].n),
                         cases[i].expected);
}

/* Definition 4; ⟨3,6⟩ < ⟨1,6⟩ is the paper's example. */
static void
comparison(void **state)
{
    (void)state;
    assert_true(path_compare(LIST(3, 6), 2, LIST(1, 6), 2) < 0);
    assert_true(path_compare(LIST(1, 6), 2, LIST(3, 6), 2) > 0);
    assert_true(path_compare(LIST(6), 1, LIST(3, 6), 2) < 0);
    assert_true(path_compare(LIST(1, 3, 6), 3, LIST(5), 1) < 0);
    assert_true(path_compare(LIST(3, 6), 2, LIST(3, 6), 2) == 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(departures),
        cmocka_unit_test(comparison),
    };

    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
