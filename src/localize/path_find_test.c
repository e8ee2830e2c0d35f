/* path_find_test.c - which of two answers is the better one. */
#include "localize/path_find.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Each is better than all behind it, whatever comes later in its row. */
static void
merits(void **state)
{
    static const PathMerit rows[] = {
        {true, WORTH_USEFUL, true},     {true, WORTH_USEFUL, false},
        {true, WORTH_PARTIAL, true},    {true, WORTH_UNRELATED, true},
        {true, WORTH_UNRELATED, false}, {true, WORTH_TRIVIAL, true},
        {false, WORTH_USEFUL, false},
    };
    const size_t n = sizeof rows / sizeof *rows;

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            assert_int_equal(path_merit_compare(&rows[i], &rows[k]),
                             (i > k) - (i < k));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(merits)};

    return cmocka_run_group_tests_name("path find", tests, NULL, NULL);
}
