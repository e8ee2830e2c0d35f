/* sites_test.c - runs of one program that differ on the way. */
#include "cause/sites.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BEFORE = 40, AFTER = 50, ROUND = 5 };

/* What comes before a loop, its rounds, what comes behind. */
static size_t
make(uint32_t *out, unsigned rounds)
{
    size_t n = 0;

    for (uint32_t i = 0; i < BEFORE; i++)
        out[n++] = 1000 + i;
    for (unsigned k = 0; k < rounds; k++)
        for (uint32_t i = 0; i < ROUND; i++)
            out[n++] = 2000 + i;
    for (uint32_t i = 0; i < AFTER; i++)
        out[n++] = 3000 + i;
    return n;
}

/* How many of them have no like. */
static size_t
compare(unsigned rounds, unsigned others)
{
    uint32_t a[1000], b[1000];
    const size_t na = make(a, rounds), nb = make(b, others);
    uint64_t *number = cause_sites_match(a, na, b, nb);
    uint64_t last = 0;
    size_t unmatched = 0;

    for (size_t i = 0; i < na; i++) {
        assert_true(number[i] >= last && number[i] <= nb);
        if (number[i] == last)
            unmatched++;
        else
            assert_int_equal(a[i], b[number[i] - 1]);
        last = number[i];
    }
    for (size_t i = 0; i < AFTER; i++)
        assert_int_equal(number[na - 1 - i], nb - i);
    free(number);
    return unmatched;
}

static void
test_match(void **state)
{
    (void)state;
    assert_int_equal(compare(7, 7), 0);
    assert_int_equal(compare(7, 9), 0);
    assert_int_equal(compare(9, 7), 2 * ROUND);
    assert_int_equal(compare(0, 100), 0);
    assert_int_equal(compare(100, 0), 100 * ROUND);
}

static void
test_none(void **state)
{
    const uint32_t a[] = {1, 2, 3}, b[] = {4, 5};
    const uint64_t none[3] = {0}, one[] = {1, 1, 1};

    (void)state;
    uint64_t *number = cause_sites_match(a, 3, b, 2);
    assert_memory_equal(number, none, sizeof none);
    free(number);
    number = cause_sites_match(a, 3, a, 1);
    assert_memory_equal(number, one, sizeof one);
    free(number);
    number = cause_sites_match(a, 0, b, 0);
    free(number);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_match),
                                       cmocka_unit_test(test_none)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
