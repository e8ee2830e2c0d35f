/* vary_test.c - inputs that differ in a few values. */
#include "explore/vary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Input
input_of(const char *text)
{
    return (Input){.has_stdin = true, .in = {text, strlen(text)}};
}

static size_t
count_words(InputBytes b)
{
    size_t n = 0;

    for (size_t i = 0; i < b.n; i++)
        n += b.at[i] != ' ' && b.at[i] != '\n' &&
             (i == 0 || b.at[i - 1] == ' ' || b.at[i - 1] == '\n');
    return n;
}

/* How many words there are stays, and what counts them does. */
static void
test_keeps_shape(void **state)
{
    static const char *const texts[] = {"3\n10 20 30\n", "2\nab\ncd\n",
                                        "5 x\nhello\n"};
    Random r = {7};
    unsigned changed = 0;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (int k = 0; k < 200; k++) {
            Arena a = {0};
            const Input in = input_of(texts[i]);
            Input out;
            assert_true(vary_input(&a, &in, &r, &out));
            assert_int_equal(out.in.at[0], texts[i][0]);
            assert_int_equal(count_words(out.in), count_words(in.in));
            changed += !input_equal(&in, &out);
            arena_done(&a);
        }
    assert_true(changed > 500);
}

static void
test_all_parts(void **state)
{
    const InputBytes args[] = {{"-n", 2}, {"17", 2}};
    const InputFile files[] = {{"data", {"4 9\n", 4}}};
    const Input in = {.args = args, .nargs = 2, .files = files, .nfiles = 1};
    Random r = {1};
    unsigned option = 0, number = 0, file = 0;

    (void)state;
    for (int k = 0; k < 100; k++) {
        Arena a = {0};
        Input out;
        assert_true(vary_input(&a, &in, &r, &out));
        assert_int_equal(out.nargs, 2);
        option += out.args[0].n != 2 || memcmp(out.args[0].at, "-n", 2) != 0;
        number += out.args[1].n != 2 || memcmp(out.args[1].at, "17", 2) != 0;
        file += out.files[0].bytes.n != 4 ||
                memcmp(out.files[0].bytes.at, "4 9\n", 4) != 0;
        arena_done(&a);
    }
    assert_true(option && number && file);
}

/* Numbers that were not negative do not become so. */
static void
test_sign(void **state)
{
    const Input in = input_of("1 0\n");
    Random r = {5};

    (void)state;
    for (int k = 0; k < 300; k++) {
        Arena a = {0};
        Input out;
        assert_true(vary_input(&a, &in, &r, &out));
        assert_null(memchr(out.in.at, '-', out.in.n));
        arena_done(&a);
    }
}

static void
test_nothing_to_vary(void **state)
{
    static const char *const texts[] = {"", "\n\n", "\x01\x02 5\n"};
    Random r = {3};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Arena a = {0};
        const Input in = input_of(texts[i]);
        Input out;
        assert_false(vary_input(&a, &in, &r, &out));
        arena_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keeps_shape),
        cmocka_unit_test(test_all_parts),
        cmocka_unit_test(test_sign),
        cmocka_unit_test(test_nothing_to_vary),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
