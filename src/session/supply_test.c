/* supply_test.c - tests that were made, joined with those that were there. */
#include "session/supply.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const Program program = {.n.edges = 8};

static void
make(Supply *s, const char *key, Verdict verdict, const uint32_t *edges,
     size_t n)
{
    Made m = {.test = {.key = key},
              .run = {.name = key, .verdict = verdict, .reason = ""},
              .edges = s->index.n,
              .nedges = n};

    for (size_t i = 0; i < n; i++) {
        vec_push(&s->index, edges[i]);
        vec_push(&s->count, 10 * edges[i]);
    }
    vec_push(&s->tests, m);
}

/* The failing one, a passing one, one without a spectrum. */
static void
make_three(Supply *s)
{
    *s = (Supply){0};
    make(s, "failing", VERDICT_FAIL, (const uint32_t[]){1, 2}, 2);
    make(s, "t1", VERDICT_PASS, (const uint32_t[]){2, 5, 7}, 3);
    make(s, "t2", VERDICT_UNKNOWN, NULL, 0);
}

static void
check_edges(const Runs *r, uint32_t run, const uint32_t *edges, size_t n)
{
    assert_int_equal(r->edges.start[run + 1] - r->edges.start[run], n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(r->edges.index[r->edges.start[run] + i], edges[i]);
        assert_int_equal(r->edges.count[r->edges.start[run] + i],
                         10 * edges[i]);
    }
}

static void
test_alone(void **state)
{
    Supply s;
    Stock all;

    (void)state;
    make_three(&s);
    supply_join(&s, &program, NULL, &all);
    assert_int_equal(all.suite.n, 3);
    assert_int_equal(all.runs.nruns, 3);
    assert_int_equal(all.runs.npassed, 1);
    assert_int_equal(all.runs.nfailed, 1);
    assert_null(all.wanted); /* nobody said what they should do */
    assert_string_equal(all.suite.tests[0].key, "failing");
    check_edges(&all.runs, 0, (const uint32_t[]){1, 2}, 2);
    check_edges(&all.runs, 1, (const uint32_t[]){2, 5, 7}, 3);
    check_edges(&all.runs, 2, NULL, 0);
    stock_done(&all);
    supply_done(&s);
}

/* The failing test is there already: it is not taken twice. */
static void
test_beside_others(void **state)
{
    static const char *const names[] = {"old", "failing"};
    static uint64_t start[] = {0, 1, 3};
    static uint32_t index[] = {4, 1, 2}, count[] = {40, 10, 20};
    Run runs[] = {{.name = "old", .verdict = VERDICT_PASS},
                  {.name = "failing", .verdict = VERDICT_FAIL}};
    Test tests[] = {{.key = names[0]}, {.key = names[1]}};
    Wanted wanted[] = {{.status = 3}, {.status = 4}};
    const Stock before = {.suite = {.tests = tests, .n = 2},
                          .wanted = wanted,
                          .runs = {.runs = runs,
                                   .nruns = 2,
                                   .npassed = 1,
                                   .nfailed = 1,
                                   .edges = {start, index, count}}};
    Supply s;
    Stock all;

    (void)state;
    make_three(&s);
    s.tests.at[1].want.status = 5;
    supply_join(&s, &program, &before, &all);
    assert_int_equal(all.suite.n, 4);
    assert_string_equal(all.suite.tests[1].key, "failing");
    assert_string_equal(all.suite.tests[2].key, "t1");
    assert_string_equal(all.runs.runs[3].name, "t2");
    assert_int_equal(all.runs.npassed, 2);
    assert_int_equal(all.runs.nfailed, 1);
    check_edges(&all.runs, 0, (const uint32_t[]){4}, 1);
    check_edges(&all.runs, 1, (const uint32_t[]){1, 2}, 2);
    check_edges(&all.runs, 2, (const uint32_t[]){2, 5, 7}, 3);
    check_edges(&all.runs, 3, NULL, 0);
    assert_non_null(all.wanted);
    assert_int_equal(all.wanted[0].status, 3);
    assert_int_equal(all.wanted[1].status, 4);
    assert_int_equal(all.wanted[2].status, 5);
    stock_done(&all);
    supply_done(&s);
}

/* What the reference did is known as soon as one test says so. */
static void
test_wanted(void **state)
{
    Supply s;
    Stock all;

    (void)state;
    make_three(&s);
    s.tests.at[1].want.known = 1;
    supply_join(&s, &program, NULL, &all);
    assert_non_null(all.wanted);
    assert_int_equal(all.wanted[1].known, 1);
    assert_int_equal(all.wanted[0].known, 0);
    stock_done(&all);
    supply_done(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_beside_others),
        cmocka_unit_test(test_wanted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
