/* sureness_test.c - every confidence has a word, and more of it a surer one. */
#include "format/sureness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void
words_are_ordered(void **state)
{
    (void)state;
    for (size_t i = 0; i < SURENESS_COUNT; i++) {
        assert_int_equal(sureness_of(sureness[i].least), i);
        if (i)
            assert_true(sureness[i].least < sureness[i - 1].least);
    }
    assert_int_equal(sureness_of(1), 0);
    assert_int_equal(sureness_of(0), SURENESS_COUNT - 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_ordered)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
