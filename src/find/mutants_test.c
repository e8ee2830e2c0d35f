/* mutants_test.c - MUSE and Metallaxis on counts worked out by hand. */
#include "find/mutants.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Statement 0 is repaired by one of two mutants; 1 only breaks; 2 has none. */
static const Trial trials[] = {
    {.done = true,
     .tests.failing = 2,
     .tests.repaired = 2,
     .tests.differs = 2,
     .tests.passing = 4},
    {.done = true,
     .tests.failing = 2,
     .tests.differs = 1,
     .tests.passing = 4,
     .tests.broken = 2},
    {.done = true,
     .tests.failing = 2,
     .tests.differs = 2,
     .tests.passing = 4,
     .tests.broken = 4},
    {.done = true, .tests.failing = 2, .tests.passing = 4, .tests.broken = 2},
    {.done = false,
     .tests.failing = 2,
     .tests.repaired = 2,
     .tests.passing = 4},
};
static const uint32_t statement[] = {0, 0, 1, 1, 2};

static void
test_muse(void **state)
{
    double s[3];

    (void)state;
    mutants_muse(trials, statement, 5, s, 3);
    /* f2p 1, p2f .5 + 1 + .5: alpha 1/2 */
    assert_float_equal(s[0], (1 - .5 * .5) / 2, 1e-9);
    assert_float_equal(s[1], (-.5 * 1 - .5 * .5) / 2, 1e-9);
    assert_true(isnan(s[2]));
}

static void
test_muse_without_changes(void **state)
{
    const Trial calm = {.done = true, .tests.failing = 1, .tests.passing = 1};
    const uint32_t zero = 0;
    double s;

    (void)state;
    mutants_muse(&calm, &zero, 1, &s, 1);
    assert_float_equal(s, 0, 1e-9);
}

static void
test_metallaxis(void **state)
{
    double s[3];

    (void)state;
    mutants_metallaxis(trials, statement, 5, s, 3);
    assert_float_equal(s[0], 1, 1e-9);
    assert_true(fabs(s[1] - 1 / sqrt(2)) < 1e-9);
    assert_true(isnan(s[2]));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_muse),
        cmocka_unit_test(test_muse_without_changes),
        cmocka_unit_test(test_metallaxis),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
