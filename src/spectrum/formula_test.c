/* formula_test.c - every formula row obeys the laws stated in formula.def. */
#include "spectrum/formula.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *name, *reference;
    FormulaLaw law;
} rows[FORMULA_COUNT] = {
#define FORMULA(id, name, law, ref, expr) \
    [FORMULA_##id] = {name, ref, LAW_##law},
#include "spectrum/formula.def"
#undef FORMULA
};

static const struct {
    Formula f;
    Counts c;
    double want;
} cases[] = {
    {FORMULA_OCHIAI, {.ef = 1, .nf = 0, .ep = 0, .np = 3}, 1.0},
    {FORMULA_OCHIAI, {.ef = 1, .nf = 0, .ep = 3, .np = 0}, 0.5},
    {FORMULA_OCHIAI, {.ef = 1, .nf = 0, .ep = 1, .np = 2}, 0.70710678118654746},
    {FORMULA_TARANTULA, {.ef = 1, .nf = 0, .ep = 1, .np = 0}, 0.5},
    {FORMULA_TARANTULA, {.ef = 2, .nf = 0, .ep = 2, .np = 3}, 1 / 1.4},
    {FORMULA_JACCARD, {.ef = 1, .nf = 1, .ep = 2, .np = 0}, 0.25},
    {FORMULA_SBI, {.ef = 2, .nf = 0, .ep = 5, .np = 0}, 2.0 / 7},
    {FORMULA_BARINEL, {.ef = 2, .nf = 0, .ep = 5, .np = 0}, 2.0 / 7},
    {FORMULA_OP1, {.ef = 2, .nf = 1, .ep = 5, .np = 9}, -1},
    {FORMULA_OP1, {.ef = 2, .nf = 0, .ep = 5, .np = 9}, 9},
    {FORMULA_OP2, {.ef = 2, .nf = 0, .ep = 5, .np = 4}, 1.5},
    {FORMULA_OP2, {.ef = 0, .nf = 2, .ep = 5, .np = 4}, -0.5},
    {FORMULA_DSTAR, {.ef = 3, .nf = 1, .ep = 2, .np = 0}, 3},
    {FORMULA_DSTAR, {.ef = 3, .nf = 0, .ep = 0, .np = 7}, 10},
    {FORMULA_KULCZYNSKI1, {.ef = 3, .nf = 0, .ep = 0, .np = 7}, 4},
    {FORMULA_KULCZYNSKI1, {.ef = 3, .nf = 1, .ep = 1, .np = 7}, 1.5},
    {FORMULA_KULCZYNSKI2, {.ef = 1, .nf = 1, .ep = 3, .np = 0}, 0.375},
    {FORMULA_AMPLE, {.ef = 1, .nf = 1, .ep = 1, .np = 3}, 0.25},
    {FORMULA_AMPLE, {.ef = 0, .nf = 1, .ep = 1, .np = 3}, 0.25},
    {FORMULA_WONG1, {.ef = 4, .nf = 1, .ep = 9, .np = 0}, 4},
    {FORMULA_WONG2, {.ef = 4, .nf = 1, .ep = 9, .np = 0}, -5},
    {FORMULA_WONG3, {.ef = 4, .nf = 1, .ep = 2, .np = 0}, 2},
    {FORMULA_WONG3, {.ef = 4, .nf = 1, .ep = 10, .np = 0}, 1.2},
    {FORMULA_WONG3, {.ef = 4, .nf = 1, .ep = 110, .np = 0}, 1.1},
    {FORMULA_ZOLTAR, {.ef = 1, .nf = 0, .ep = 1, .np = 5}, 0.5},
    {FORMULA_ZOLTAR, {.ef = 1, .nf = 1, .ep = 1, .np = 5}, 1.0 / 10003},
    {FORMULA_M2, {.ef = 1, .nf = 1, .ep = 1, .np = 5}, 0.1},
    {FORMULA_GP13, {.ef = 2, .nf = 0, .ep = 1, .np = 0}, 2.5},
    {FORMULA_GP19, {.ef = 2, .nf = 0, .ep = 1, .np = 3}, 4},
    {FORMULA_DICE, {.ef = 1, .nf = 1, .ep = 1, .np = 0}, 0.5},
    {FORMULA_ANDERBERG, {.ef = 2, .nf = 0, .ep = 1, .np = 0}, 0.5},
    {FORMULA_RUSSELL_RAO, {.ef = 1, .nf = 1, .ep = 1, .np = 1}, 0.25},
    {FORMULA_MATCHING, {.ef = 1, .nf = 1, .ep = 1, .np = 1}, 0.5},
    {FORMULA_ROGERS_TANIMOTO, {.ef = 1, .nf = 1, .ep = 0, .np = 1}, 0.5},
    {FORMULA_HAMANN, {.ef = 1, .nf = 1, .ep = 2, .np = 0}, -0.5},
    {FORMULA_GOODMAN, {.ef = 1, .nf = 1, .ep = 1, .np = 9}, 0},
    {FORMULA_PHI, {.ef = 1, .nf = 0, .ep = 0, .np = 4}, 1},
    {FORMULA_PHI, {.ef = 0, .nf = 1, .ep = 4, .np = 0}, -1},
    {FORMULA_BINARY, {.ef = 3, .nf = 0, .ep = 4, .np = 0}, 1},
};

static void
known_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double got = formula_score(cases[i].f, cases[i].c);
        if (fabs(got - cases[i].want) > 1e-12)
            fail_msg("case %zu, %s: got %g, want %g", i, rows[cases[i].f].name,
                     got, cases[i].want);
    }
}

static void
check_laws(Formula f, Counts c)
{
    double s = formula_score(f, c);

    assert_true(isfinite(s));
    if (rows[f].law != LAW_SIGNED)
        assert_true(s >= 0);
    if (rows[f].law == LAW_ZERO && c.ef == 0)
        assert_true(s == 0);
}

/* All counts up to 4 and some large ones, the empty suite included. */
static void
laws_of_all_rows(void **state)
{
    static const double some[] = {0, 1, 2, 3, 4, 100, 5000, 4294967295.0};
    enum { N = sizeof some / sizeof some[0] };

    (void)state;
    for (unsigned f = 0; f < FORMULA_COUNT; f++)
        for (unsigned i = 0; i < N * N * N * N; i++)
            check_laws((Formula)f, (Counts){.ef = some[i % N],
                                            .nf = some[i / N % N],
                                            .ep = some[i / N / N % N],
                                            .np = some[i / N / N / N]});
}

/* An entity that every failing and no passing run executes is never behind
 * another one. */
static void
perfect_suspect_is_first(void **state)
{
    (void)state;
    for (unsigned f = 0; f < FORMULA_COUNT; f++) {
        if (f == FORMULA_GP19) /* evolved, and known not to */
            continue;
        double top = formula_score((Formula)f, (Counts){.ef = 3, .np = 5});
        for (unsigned ef = 0; ef <= 3; ef++)
            for (unsigned ep = 0; ep <= 5; ep++)
                assert_true(top >=
                            formula_score((Formula)f, (Counts){.ef = ef,
                                                               .nf = 3 - ef,
                                                               .ep = ep,
                                                               .np = 5 - ep}));
    }
}

static void
names_are_distinct(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FORMULA_COUNT; i++) {
        assert_true(rows[i].name[0] && rows[i].reference[0]);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(rows[i].name, rows[k].name);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(laws_of_all_rows),
        cmocka_unit_test(perfect_suspect_is_first),
        cmocka_unit_test(names_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
