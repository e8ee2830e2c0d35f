/* predicate_test.c - CBI and SOBER: known values, and never a NaN. */
#include "spectrum/cbi.h"
#include "spectrum/sober.h"

#include "spectrum/sketch.h"
#include "spectrum/technique.h"

#include <math.h>
#include <string.h>

static void
cbi_values(void **state)
{
    (void)state;
    /* True in 20 failing and no passing run, reached by all 100. */
    Cbi c = cbi_predicate((Hits){20, 0}, (Hits){20, 80}, 20);
    assert_true(fabs(c.failure - 1) < 1e-12);
    assert_true(fabs(c.context - 0.2) < 1e-12);
    assert_true(fabs(c.increase - 0.8) < 1e-12);
    assert_true(fabs(c.error - 1.96 * sqrt(0.2 * 0.8 / 100)) < 1e-12);
    assert_true(fabs(c.importance - 2 / (1 / 0.8 + 1)) < 1e-12);
    assert_false(c.dropped);
    /* Half of the failing runs: log 10 / log 20 of support. */
    c = cbi_predicate((Hits){10, 0}, (Hits){20, 80}, 20);
    double support = log(10) / log(20);
    assert_true(fabs(c.importance - 2 / (1 / 0.8 + 1 / support)) < 1e-12);
    /* Always true where reached: no increase. */
    assert_true(cbi_predicate((Hits){5, 5}, (Hits){5, 5}, 5).dropped);
    /* Two runs are no evidence at 95 %: 1 - 0.5 < 1.96 sqrt(0.25 / 2). */
    assert_true(cbi_predicate((Hits){1, 0}, (Hits){1, 1}, 1).dropped);
    /* One failing run: support 1. */
    c = cbi_predicate((Hits){1, 0}, (Hits){1, 99}, 1);
    assert_false(c.dropped);
    assert_true(fabs(c.importance - 2 / (1 / 0.99 + 1)) < 1e-12);
}

static void
cbi_is_finite(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 5 * 5 * 5 * 5; i++) {
        Hits truth = {i % 5, i / 5 % 5};
        Hits seen = {truth.ef + i / 25 % 5, truth.ep + i / 125};
        for (uint32_t f = seen.ef; f < seen.ef + 3; f++) {
            Cbi c = cbi_predicate(truth, seen, f);
            assert_true(isfinite(c.importance) && c.importance >= 0);
            assert_true(isfinite(c.error));
        }
    }
}

static void
sober_values(void **state)
{
    (void)state;
    /* By the formula as printed, through the density. */
    double z = (0.8 - 0.5) * sqrt(4) / 0.2;
    double phi = exp(-z * z / 2) / sqrt(2 * acos(-1));
    double want = log(0.2 / (sqrt(4) * phi));
    assert_true(fabs(sober_score(0.5, 0.2, 0.8, 4, 10) - want) < 1e-9);
    /* Further away is more suspicious, on both sides alike. */
    assert_true(sober_score(0.5, 0.2, 0.9, 4, 10) > want);
    assert_true(fabs(sober_score(0.5, 0.2, 0.2, 4, 10) - want) < 1e-9);
    /* sigma = 0: finite, equal rates last. */
    assert_true(isfinite(sober_score(0, 0, 1, 1000000, 1000000)));
    assert_true(sober_score(0.5, 0, 0.5, 3, 10) <
                sober_score(0.5, 0, 0.6, 3, 10));
    assert_true(isfinite(sober_score(0.5, 0, 0.5, 1, 0)));
}

/* A loop condition that holds 9 of 10 times in the failing run, 1 of 2 in
 * passing ones; only the outcome that failing runs prefer is listed. */
static void
sober_keeps_one_outcome(void **state)
{
    Sketch k;
    Findings f;
    Diag d;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 3, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_TRUE, "true");
    sketch_edge(&k, 0, 2, EDGE_FALSE, "false");
    sketch_edge(&k, 1, 0, EDGE_NEXT, "");
    sketch_edge(&k, 2, NONE, EDGE_EXIT, "");
    sketch_site(&k, SITE_BRANCH, 0, 1, "");
    sketch_site(&k, SITE_RETURN_INT, 1, 2, "next");
    sketch_run_returns(&k, VERDICT_FAIL, (uint32_t[]){1, 9, 1, 9, 1},
                       (uint32_t[]){9, 0, 0});
    sketch_run_returns(&k, VERDICT_PASS, (uint32_t[]){1, 1, 1, 1, 1},
                       (uint32_t[]){0, 1, 0});
    sketch_run_returns(&k, VERDICT_PASS, (uint32_t[]){1, 2, 1, 2, 1},
                       (uint32_t[]){0, 0, 2});
    sketch_finish(&k);
    diag_init(&d);
    assert_true(technique_run(technique_by_name("sober"),
                              &(RankOptions){.entity = ENTITY_OWN}, &k.runs, &f,
                              &d));
    assert_int_equal(f.n, 4); /* one outcome, three signs */
    bool outcome = false, negative = false;
    for (size_t i = 0; i < f.n; i++) {
        outcome |= strcmp(f.at[i].entity, "line 1 is true") == 0;
        negative |= strcmp(f.at[i].entity, "next() returned negative") == 0;
        assert_true(isfinite(f.at[i].score));
    }
    assert_true(outcome && negative);
    findings_done(&f);
    /* Tuples: 3 lines, 2 outcomes, 3 classes; ochiai puts what only the
     * failing run did first. */
    assert_true(technique_run(technique_by_name("ochiai"),
                              &(RankOptions){.entity = ENTITY_TUPLE}, &k.runs,
                              &f, &d));
    assert_int_equal(f.entities, 8);
    assert_string_equal(f.at[0].entity, "next() returned negative");
    assert_true(fabs(f.at[0].score - 1) < 1e-12);
    assert_int_equal(f.at[0].rank, 1);
    findings_done(&f);
    diag_done(&d);
    sketch_done(&k);
}

/* Of two assignments, only that of `sum` tells failing runs from passing
 * ones; without a recording of pairs, and among tuples, there are none. */
static void
pairs_are_predicates(void **state)
{
    static const uint32_t counts[] = {1, 1};
    Sketch k;
    Findings f;
    Diag d;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 1, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, NONE, EDGE_EXIT, "");
    sketch_site(&k, SITE_PAIR, 0, 1, "i");
    sketch_site(&k, SITE_PAIR, 0, 1, "sum");
    for (int i = 0; i < 9; i++) {
        sketch_run_returns(&k, VERDICT_FAIL, counts,
                           (uint32_t[]){1, 2, 0, 0, 0, 3});
        sketch_run_returns(&k, VERDICT_PASS, counts,
                           i % 2 ? (uint32_t[]){1, 2, 0, 0, 3, 0}
                                 : (uint32_t[]){1, 2, 0, 3, 0, 0});
    }
    sketch_finish(&k);
    diag_init(&d);
    const char *const names[] = {"cbi", "sober"};
    for (int i = 0; i < 2; i++) {
        assert_true(technique_run(technique_by_name(names[i]),
                                  &(RankOptions){.entity = ENTITY_OWN}, &k.runs,
                                  &f, &d));
        assert_int_equal(f.entities, 6);
        assert_string_equal(f.at[0].entity,
                            "after the assignment, sum > limit");
        findings_done(&f);
    }
    assert_true(technique_run(technique_by_name("ochiai"),
                              &(RankOptions){.entity = ENTITY_TUPLE}, &k.runs,
                              &f, &d));
    assert_int_equal(f.entities, 1); /* the line */
    findings_done(&f);
    k.runs.has_pairs = false;
    assert_true(technique_run(technique_by_name("ochiai"),
                              &(RankOptions){.entity = ENTITY_PREDICATE},
                              &k.runs, &f, &d));
    assert_int_equal(f.entities, 0);
    findings_done(&f);
    diag_done(&d);
    sketch_done(&k);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cbi_values),
        cmocka_unit_test(cbi_is_finite),
        cmocka_unit_test(sober_values),
        cmocka_unit_test(sober_keeps_one_outcome),
        cmocka_unit_test(pairs_are_predicates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
