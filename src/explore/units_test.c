/* units_test.c - inputs fall into units and are put together again, whole or
 * in part.
 */
#include "explore/units.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const InputBytes args[] = {{"-x", 2}, {"", 0}, {"abc", 3}};
static const InputBytes env[] = {{"A=b", 3}};
static const InputFile files[] = {{"f", {"1\n2", 3}}, {"g", {"", 0}}};
static const Input all = {.args = args,
                          .nargs = 3,
                          .has_stdin = true,
                          .in = {"ab 12\n\n  x+y\n", 13},
                          .env = env,
                          .nenv = 1,
                          .files = files,
                          .nfiles = 2};

static void
test_counts(void **state)
{
    static const size_t counts[UNITS_LEVELS] = {
        [UNITS_WHOLE] = 7,      [UNITS_LINES] = 2 + 3, [UNITS_TOKENS] = 3 + 10,
        [UNITS_BYTES] = 3 + 13, [UNITS_ARG_BYTES] = 5,
    };

    (void)state;
    for (int level = 0; level < UNITS_LEVELS; level++) {
        Units u;
        units_make(&all, (UnitsLevel)level, &u);
        assert_int_equal(u.n, counts[level]);
        units_done(&u);
    }
}

/* With all units it is the input, without any range it is shorter by these,
 * and other parts stay. */
static void
test_without(void **state)
{
    (void)state;
    for (int level = 0; level < UNITS_LEVELS; level++) {
        Units u;
        Arena a = {0};
        units_make(&all, (UnitsLevel)level, &u);
        uint32_t *kept = mem_zalloc(u.n + 1, sizeof *kept);
        for (size_t i = 0; i < u.n; i++)
            kept[i] = (uint32_t)i;
        Input same = units_without(&a, &u, kept, u.n, 0, 0);
        assert_true(input_equal(&same, &all));
        for (size_t from = 0; from < u.n; from++) {
            for (size_t to = from + 1; to <= u.n + 1; to++) {
                size_t less = 0;
                for (size_t i = from; i < to && i < u.n; i++)
                    if (u.at[i].part != 3) /* variables have no size */
                        less += u.at[i].to - u.at[i].from;
                Input in = units_without(&a, &u, kept, u.n, from, to);
                assert_int_equal(input_size(&in), input_size(&all) - less);
                assert_false(input_equal(&in, &all));
                if (level != UNITS_WHOLE)
                    assert_true(in.nargs == 3 && in.nfiles == 2 &&
                                in.nenv == 1 && in.has_stdin);
            }
        }
        free(kept);
        units_done(&u);
        arena_done(&a);
    }
}

static void
test_parts(void **state)
{
    Arena a = {0};
    Units u;
    const uint32_t some[] = {0, 2, 4, 6};

    (void)state;
    units_make(&all, UNITS_WHOLE, &u);
    Input in = units_without(&a, &u, some, 4, 1, 2);
    assert_int_equal(in.nargs, 1);
    assert_memory_equal(in.args[0].at, "-x", 2);
    assert_int_equal(in.nenv, 0);
    assert_int_equal(in.nfiles, 1);
    assert_true(in.has_stdin);
    in = units_without(&a, &u, some, 4, 0, 4);
    assert_true(in.nargs == 0 && in.nfiles == 0 && !in.has_stdin);
    units_done(&u);
    Input around = all; /* then files cannot be left out */
    around.around = "/";
    units_make(&around, UNITS_WHOLE, &u);
    assert_int_equal(u.n, 5);
    in = units_without(&a, &u, NULL, 0, 0, 0);
    assert_true(in.nargs == 0 && in.nfiles == 2 && !in.has_stdin);
    units_done(&u);
    units_make(&all, UNITS_TOKENS, &u);
    const uint32_t tokens[] = {3, 4, 9, 12}; /* "ab", blank, "x", the end */
    in = units_without(&a, &u, tokens, 4, 1, 2);
    assert_int_equal(in.files[0].bytes.n, 0);
    assert_int_equal(in.in.n, 4);
    assert_memory_equal(in.in.at, "abx\n", 4);
    units_done(&u);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_without),
        cmocka_unit_test(test_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
