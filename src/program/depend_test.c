/* depend_test.c - sets, components, models and the score, each against a
 * simpler way to the same answer. */
#include "base/random.h"
#include "program/pdg.h"
#include "program/scc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { UNIVERSE = 1000, NODES = 12 };

static void
fill(Random *r, PSet *set, bool *plain)
{
    uint32_t n = random_below(r, 60), range = 1 + random_below(r, UNIVERSE);

    for (uint32_t i = 0; i < n; i++) {
        uint32_t m = random_below(r, range);
        assert_int_equal(pset_add(set, m), !plain[m]);
        plain[m] = true;
    }
}

static void
assert_same(const PSet *set, const bool *plain)
{
    uint32_t next = 0, n = 0;

    for (PNext k = {0}; pset_next(set, &k); n++) {
        for (; next < k.member; next++)
            assert_false(plain[next]);
        assert_true(plain[next++]);
    }
    for (; next < UNIVERSE; next++)
        assert_false(plain[next]);
    assert_int_equal(pset_count(set), n);
}

static void
test_sets(void **state)
{
    Random r = {2463534242};

    (void)state;
    for (int round = 0; round < 3000; round++) {
        PSet a = {0}, b = {0}, c = {0};
        bool pa[UNIVERSE] = {false}, pb[UNIVERSE] = {false};
        bool pc[UNIVERSE] = {false}, grows = false;
        fill(&r, &a, pa);
        fill(&r, &b, pb);
        for (int i = 0; i < UNIVERSE; i++) {
            grows |= pb[i] && !pa[i];
            pc[i] = pa[i] && !pb[i];
        }
        pset_minus(&a, &b, &c);
        assert_same(&c, pc);
        assert_int_equal(pset_or(&a, &b), grows);
        for (int i = 0; i < UNIVERSE; i++)
            pa[i] |= pb[i];
        assert_same(&a, pa);
        uint32_t gone = random_below(&r, UNIVERSE);
        pset_remove(&a, gone);
        pa[gone] = false;
        assert_same(&a, pa);
        pset_done(&a), pset_done(&b), pset_done(&c);
    }
}

/* Same component: each reaches the other; and leading elsewhere goes down. */
static void
test_components(void **state)
{
    Random r = {88172645463325252u};

    (void)state;
    for (int round = 0; round < 3000; round++) {
        uint32_t first[NODES + 1] = {0}, to[NODES * 3], component[NODES];
        bool reach[NODES][NODES] = {{false}};
        uint32_t n = 1 + random_below(&r, NODES), edges = 0;
        for (uint32_t i = 0; i < n; i++) {
            reach[i][i] = true;
            for (uint32_t k = random_below(&r, 4); k > 0; k--) {
                to[edges] = random_below(&r, n);
                reach[i][to[edges++]] = true;
            }
            first[i + 1] = edges;
        }
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < n; j++)
                    reach[i][j] |= reach[i][k] && reach[k][j];
        uint32_t count = scc_find(n, first, to, component);
        for (uint32_t i = 0; i < n; i++) {
            assert_true(component[i] < count);
            for (uint32_t j = 0; j < n; j++) {
                assert_int_equal(component[i] == component[j],
                                 reach[i][j] && reach[j][i]);
                if (reach[i][j])
                    assert_true(component[i] >= component[j]);
            }
        }
    }
}

static void
test_models(void **state)
{
    Models m;

    (void)state;
    models_init(&m);
    const Model *copy = models_find(&m, "llvm.memcpy.p0.p0.i64");
    assert_string_equal(copy->name, "llvm.memcpy");
    assert_int_equal(copy->copy.to, 0);
    assert_int_equal(copy->copy.from, 1);
    const Model *print = models_find(&m, "printf");
    assert_int_equal(print->arguments.reads_rest, 0);
    assert_true(print->out);
    const Model *sort = models_find(&m, "qsort");
    assert_int_equal(sort->back.function, 3);
    assert_int_equal(sort->back.n, 2);
    assert_int_equal(models_find(&m, "strchr")->result.kind, RETURNS_WITHIN);
    assert_int_equal(models_find(&m, "realloc")->copy.to, MODEL_ARGS);
    assert_int_equal(models_find(&m, "realloc")->result.argument, 0);
    assert_int_equal(models_find(&m, "llvm.fabs.f64")->arguments.reads, 0);
    assert_null(models_find(&m, "frobnicate"));
    models_done(&m);
}

/* A graph of ten nodes, edges i -> i+1, a control edge 2 -> 7, and one summary
 * edge 9 -> 0 that must not count. */
static void
chain(Pdg *p)
{
    static const PdgEdge edges[] = {
        {9, 0, SDG_SUMMARY}, {0, 1, SDG_FLOW},    {1, 2, SDG_FLOW},
        {2, 3, SDG_FLOW},    {3, 4, SDG_FLOW},    {4, 5, SDG_FLOW},
        {5, 6, SDG_CALL},    {2, 7, SDG_CONTROL}, {6, 7, SDG_FLOW},
        {7, 8, SDG_FLOW},    {8, 9, SDG_OUT},
    };

    *p = (Pdg){.nnodes = 10};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        vec_push(&p->edges, edges[i]);
    pdg_index(p);
}

static double
score(const Pdg *p, uint32_t blamed, uint32_t faulty)
{
    return pdg_score(p, &blamed, 1, &faulty, 1);
}

static void
test_score(void **state)
{
    Pdg p;
    Diag d;
    uint32_t both[] = {0, 9}, four = 4;

    (void)state;
    diag_init(&d);
    chain(&p);
    assert_true(pdg_check(&p, &d));
    assert_true(score(&p, 4, 4) == 1 - 1 / 10.0);
    assert_true(score(&p, 4, 3) == 1 - 3 / 10.0); /* 3 4 5 */
    assert_true(score(&p, 4, 2) == 1 - 5 / 10.0); /* 2 3 4 5 6 */
    assert_true(score(&p, 2, 8) == 1 - 7 / 10.0); /* 0 1 2 3 4 7 8 */
    assert_true(score(&p, 0, 9) > 0); /* along 2 -> 7, never 9 -> 0 */
    /* ways that turn round do not count: 3 <- 2 -> 7 */
    assert_true(score(&p, 3, 7) == 1 - 8 / 10.0); /* 0..7 but for 8, 9 */
    assert_true(pdg_score(&p, both, 2, &four, 1) == 1 - 10 / 10.0);
    assert_true(pdg_score(&p, NULL, 0, &four, 1) == 0);
    assert_true(pdg_score(&p, both, 2, NULL, 0) == 0);
    pdg_done(&p);
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_score),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
