/* calibration_test.c - which versions count in which row. */
#include "bench/calibration.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define FIRST(...) .technique = "find", .error = "", .first = {__VA_ARGS__}

static Score scores[] = {
    {FIRST(.right = 1, .said = true, .change = .95, .confidence = .8,
           .fix = {.shown = true, .builds = true})},
    /* the change says much, the answer does not */
    {FIRST(.right = .5, .said = true, .change = .9, .confidence = .4,
           .fix = {.shown = true, .builds = true, .hidden_failed = 3})},
    {FIRST(.right = 0, .said = true, .change = .5, .confidence = .6,
           .fix = {.shown = true, .builds = true, .failed = 1})},
    {FIRST(.right = 0, .said = true, .change = .5, .confidence = .6,
           .fix = {.shown = true})},
    {FIRST(.right = 1, .said = true, .change = 0, .confidence = .2)},
    {FIRST(.right = 1, .said = false)},
    {.technique = "find", .error = "time ran out"},
};
enum { NSCORES = sizeof scores / sizeof scores[0] };

static void
fill(Results *r)
{
    static const char *name = "find";

    *r = (Results){.techniques = {.at = &name, .n = 1}};
    for (size_t i = 0; i < NSCORES; i++)
        *results_add(r) =
            (Measured){.reason = "", .scores = &scores[i], .nscores = 1};
    *results_add(r) =
        (Measured){.reason = "hangs", .scores = &scores[0], .nscores = 1};
}

static void
assert_band(const Band *b, size_t n, double right, BandFixes fixes)
{
    assert_int_equal(b->n, n);
    assert_true(b->right == right);
    assert_memory_equal(&b->fixes, &fixes, sizeof fixes);
}

static void
versions_are_sorted(void **state)
{
    Results r;
    Calibration c;

    (void)state;
    fill(&r);
    calibration_make(&r, "find", &c);
    assert_int_equal(c.n, 5);
    assert_int_equal(c.nfixes, 4);
    assert_band(&c.said[0], 1, 1, (BandFixes){1, 1, 1, 1});
    assert_band(&c.said[1], 3, .5, (BandFixes){3, 2, 1, 0});
    assert_band(&c.said[2], 1, 1, (BandFixes){0});
    assert_band(&c.scored[0], 2, 1.5, (BandFixes){2, 2, 2, 1});
    assert_band(&c.scored[1], 2, 0, (BandFixes){2, 1, 0, 0});
    assert_band(&c.scored[2], 1, 1, (BandFixes){0});
    assert_true(band_right(&c.scored[0]) == 75);
    calibration_make(&r, "ochiai", &c);
    assert_int_equal(c.n, 0);
    results_done(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(versions_are_sorted)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
