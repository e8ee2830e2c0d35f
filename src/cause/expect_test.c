/* expect_test.c - conditions over variables. */
#include "cause/expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool
look_up(void *context, const char *name, int64_t *out)
{
    (void)context;
    *out = strcmp(name, "s->n") == 0 ? 5 : strcmp(name, "*p") == 0 ? -2 : 3;
    return strcmp(name, "unknown") != 0;
}

static void
values(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        {"3", 3},
        {"m == 3", 1},
        {"m*2 + 1 < s->n", 0},
        {"-*p == 2 && !(m > 3)", 1},
        {"1 + 2 * 3 - 4 / 2 % 3", 5},
        {"1 << 3 | 1", 9},
        {"7 - 2 - 1", 4},
        {"'a' == 97", 1},
        {"0x10 >= 16u", 1},
        {"~0 == -1", 1},
        {"m->a[2].b", 3},
        {"a-1", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Diag d;
        int64_t value = 0;
        diag_init(&d);
        assert_true(
            expect_evaluate(rows[i].text, look_up, NULL, NULL, &value, &d));
        assert_int_equal(value, rows[i].value);
        diag_done(&d);
    }
}

static void
refused(void **state)
{
    static const char *const texts[] = {
        "",      "m ==", "(m",    "m 3",   "unknown",
        "m / 0", ")",    "m = 3", "m $ 3", "99999999999999999999999"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Diag d;
        int64_t value = 0;
        diag_init(&d);
        assert_false(
            expect_evaluate(texts[i], look_up, NULL, NULL, &value, &d));
        assert_non_null(d.error);
        diag_done(&d);
    }
}

static void
numbers(void **state)
{
    ExpectNumbers all = {0};
    int64_t value;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(
        expect_evaluate("m > 4 || m == 17", look_up, NULL, &all, &value, &d));
    assert_int_equal(all.n, 2);
    assert_int_equal(all.at[1], 17);
    vec_done(&all);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(refused),
        cmocka_unit_test(numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
