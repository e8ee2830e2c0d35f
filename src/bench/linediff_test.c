/* linediff_test.c - hunks of known pairs, and the law that they turn one text
 * into the other. */
#include "bench/linediff.h"

#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *old, *new;
    size_t n;
    Hunk hunks[3];
} cases[] = {
    {"", "", 0, {{0}}},
    {"a\n", "a\n", 0, {{0}}},
    {"a\n", "a", 0, {{0}}},
    {"a \nb\r\n", "a\nb\n", 0, {{0}}},
    {"", "a\n", 1, {{1, 0, 1, 1}}},
    {"a\nb\nc\n", "a\nX\nc\n", 1, {{2, 1, 2, 1}}},
    {"a\nb\nc\n", "a\nc\n", 1, {{2, 1, 2, 0}}},
    {"a\nb\n", "a\n", 1, {{2, 1, 2, 0}}},
    {"a\nc\n", "a\nb\nc\n", 1, {{2, 0, 2, 1}}},
    {"a\nb\nc\nd\n", "A\nb\nc\nD\ne\n", 2, {{1, 1, 1, 1}, {4, 1, 4, 2}}},
};

static void
known_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Arena a = {0};
        Hunk *got;
        size_t n = linediff_hunks(&a, cases[i].old, strlen(cases[i].old),
                                  cases[i].new, strlen(cases[i].new), &got);
        if (n != cases[i].n)
            fail_msg("case %zu: %zu hunks, want %zu", i, n, cases[i].n);
        if (n)
            assert_memory_equal(got, cases[i].hunks, n * sizeof *got);
        arena_done(&a);
    }
}

/* Lines "0\n" .. "4\n", so that many are equal. */
static void
make_text(Str *s, unsigned *seed)
{
    size_t n = (size_t)rand_r(seed) % 40;

    str_clear(s);
    for (size_t i = 0; i < n; i++)
        str_printf(s, "%d\n", rand_r(seed) % 5);
}

/* All lines have two bytes. */
static void
patch(const Str *old, const Str *new, const Hunk *h, size_t n, Str *out)
{
    size_t at = 0;

    str_clear(out);
    for (size_t i = 0; i < n; i++) {
        size_t from = 2 * (size_t)(h[i].from - 1);
        assert_true(from >= at && from + 2 * (size_t)h[i].nfrom <= old->n);
        str_add(out, old->at + at, from - at);
        str_add(out, str_text(new) + 2 * (size_t)(h[i].to - 1),
                2 * (size_t)h[i].nto);
        at = from + 2 * (size_t)h[i].nfrom;
    }
    str_add(out, str_text(old) + at, old->n - at);
}

static void
hunks_turn_one_into_the_other(void **state)
{
    unsigned seed = 7;
    Str old = {0}, new = {0}, made = {0};

    (void)state;
    for (int round = 0; round < 500; round++) {
        Arena a = {0};
        Hunk *h;
        make_text(&old, &seed);
        make_text(&new, &seed);
        size_t n = linediff_hunks(&a, str_text(&old), old.n, str_text(&new),
                                  new.n, &h);
        patch(&old, &new, h, n, &made);
        assert_string_equal(str_text(&made), str_text(&new));
        arena_done(&a);
    }
    str_done(&old);
    str_done(&new);
    str_done(&made);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_pairs),
        cmocka_unit_test(hunks_turn_one_into_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
