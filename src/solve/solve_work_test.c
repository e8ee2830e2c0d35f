/* solve_work_test.c - limits of work instead of time, and verdicts that do not
 * depend on others.
 */
#include "solve/solve_fixture.h"

#include <string.h>

/* The product of forty bytes: hard to say when it is a given number. */
static uint32_t
sample_product(HandmadeRecording *s)
{
    uint32_t product = sample_byte(s, 0, 0, 1);

    for (uint32_t i = 1; i < 40; i++)
        product = sample_node(s, CONCOLIC_MUL, 8, product,
                              sample_byte(s, 0, i, 1), 0);
    return product;
}

/* A branch, not taken, that asks whether it is that number. */
static void
sample_asks(HandmadeRecording *s, uint32_t site, uint32_t product,
            uint64_t number)
{
    sample_branch(
        s, site,
        sample_node(s, CONCOLIC_EQ, 1, product, sample_const(s, 8, number), 0),
        false);
}

/* Limits of work instead of time: what is too much is not known, and each time
 * the same is found. */
static void
test_work(void **unused)
{
    uint64_t found[2][40];
    HandmadeRecording s;

    (void)unused;
    sample_init(&s);
    uint32_t product = sample_product(&s);
    sample_asks(&s, 1, product, 77);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    for (int i = 0; i < 2; i++) {
        static const unsigned limits[] = {1, 5000};
        for (int k = 0; k < 2; k++) {
            Solver *solver = new_solver((SolverOptions){
                .ms = limits[k], .no_guess = true, .by_work = true});
            const uint64_t *values;
            Problem *p = solver_problem(solver, &relation);
            problem_want_step(p, 0, 1);
            problem_close(p, 0);
            assert_int_equal(solver_solve(solver, &values),
                             k ? SOLVE_SAT : SOLVE_UNKNOWN);
            assert_int_equal(p->symbols.n, 40);
            if (k)
                memcpy(found[i], values, sizeof found[i]);
            solver_free(solver);
        }
    }
    assert_memory_equal(found[0], found[1], sizeof found[0]);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
}

/* What is too large for the work there may be is not asked: how long Z3 takes
 * to begin with it is decided by load. */
static void
test_work_size(void **state)
{
    enum { MANY = 1500 };
    HandmadeRecording s;

    (void)state;
    sample_init(&s);
    uint32_t x = sample_byte(&s, 0, 0, 1);
    for (uint32_t i = 0; i < MANY; i++)
        x = sample_node(&s, i % 2 ? CONCOLIC_XOR : CONCOLIC_ADD, 8, x,
                        sample_const(&s, 8, i % 200 + 1), 0);
    sample_asks(&s, 1, x, 77);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    for (unsigned ms = 1; ms <= 1000; ms *= 1000) {
        Solver *solver = new_solver(
            (SolverOptions){.ms = ms, .no_guess = true, .by_work = true});
        const uint64_t *values;
        Problem *p = solver_problem(solver, &relation);
        problem_want_step(p, 0, 1);
        problem_close(p, 0);
        assert_int_equal(solver_solve(solver, &values),
                         ms == 1 ? SOLVE_UNKNOWN : SOLVE_SAT);
        assert_int_equal(solver_stats(solver)->stopped, 0);
        solver_free(solver);
    }
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
}

/* Asked anew after other questions: what a new solver says. */
static void
test_forget(void **state)
{
    uint64_t found[40] = {0};
    HandmadeRecording s;

    (void)state;
    sample_init(&s);
    uint32_t product = sample_product(&s);
    sample_asks(&s, 1, product, 77);
    sample_asks(&s, 2, product, 35);
    Recording r = parse(&s);
    Relation relation;
    relation_init(&relation, &r);
    Solver *solver = new_solver(
        (SolverOptions){.ms = 5000, .no_guess = true, .by_work = true});
    static const uint32_t steps[] = {0, 1, 0};
    for (int i = 0; i < 3; i++) {
        const uint64_t *values;
        solver_forget(solver);
        Problem *p = solver_problem(solver, &relation);
        problem_want_step(p, steps[i], 1);
        problem_close(p, steps[i]);
        assert_int_equal(solver_solve(solver, &values), SOLVE_SAT);
        assert_int_equal(p->symbols.n, 40);
        if (i == 0)
            memcpy(found, values, sizeof found);
        else if (i == 2)
            assert_memory_equal(found, values, sizeof found);
    }
    assert_int_equal(solver_stats(solver)->answers[SOLVE_BY_Z3][SOLVE_SAT], 3);
    solver_free(solver);
    relation_done(&relation);
    recording_done(&r);
    sample_done(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_work_size),
        cmocka_unit_test(test_forget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
