/* cp_test.c - CP reproduces the paper's example, its equations hold on random
 * control flow, and singular systems have an answer. */
#include "spectrum/cp.h"

#include "spectrum/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static void
near(double got, double want, double by)
{
    if (!(fabs(got - want) <= by))
        fail_msg("got %.12g, want %.12g", got, want);
}

static void
golden_schedule(void **state)
{
    static const double edge[] = {0, 3.0 / 7, -1, 1, 1.0 / 9, 1};
    static const double block[] = {1.0 / 9, 10.0 / 9, 1, 1.0 / 9};
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Cp cp;

    (void)state;
    sketch_schedule(&k);
    spectrum_init(&s, &k.runs, NULL, 0);
    cp_solve(&s, CP_PUBLISHED, &a, &cp);
    for (int i = 0; i < 6; i++)
        near(cp.edge[i], edge[i], 1e-12);
    for (int i = 0; i < 4; i++)
        near(cp.block[i], block[i], 1e-12);
    assert_int_equal(cp.system[0], CP_EXACT);
    spectrum_done(&s);
    arena_done(&a);
    sketch_done(&k);
}

/* A loop that all tests reach and only the failing one goes round: weights
 * around it multiply to 1, so the paper's system is singular. In the limit its
 * blocks have the contrast of going round. */
static void
loop_in_the_limit(void **state)
{
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Cp cp;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "loop", 3, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_TRUE, "true");
    sketch_edge(&k, 1, 0, EDGE_NEXT, "");
    sketch_edge(&k, 0, 2, EDGE_FALSE, "false");
    sketch_edge(&k, 2, NONE, EDGE_EXIT, "");
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 5, 5, 1, 1});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 0, 0, 1, 1});
    sketch_finish(&k);
    spectrum_init(&s, &k.runs, NULL, 0);
    cp_solve(&s, CP_PUBLISHED, &a, &cp);
    assert_int_equal(cp.system[0], CP_LIMIT);
    near(cp.block[0], 1, 1e-6);
    near(cp.block[1], 1, 1e-6);
    near(cp.block[2], 0, 1e-6);
    spectrum_done(&s);
    arena_done(&a);
    sketch_done(&k);
}

/* if/else that tells failing from passing tests, then return: the sum at the
 * return is empty, yet each arm has its own contrast. */
static void
empty_sum_at_exit(void **state)
{
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Cp cp;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 4, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_TRUE, "true");
    sketch_edge(&k, 0, 2, EDGE_FALSE, "false");
    sketch_edge(&k, 1, 3, EDGE_NEXT, "");
    sketch_edge(&k, 2, 3, EDGE_NEXT, "");
    sketch_edge(&k, 3, NONE, EDGE_EXIT, "");
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 1, 0, 1, 0, 1});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 0, 1, 0, 1, 1});
    sketch_finish(&k);
    spectrum_init(&s, &k.runs, NULL, 0);
    cp_solve(&s, CP_PUBLISHED, &a, &cp);
    assert_int_equal(cp.system[0], CP_EXACT);
    near(cp.block[0], 0, 1e-9);
    near(cp.block[1], 1, 1e-9);
    near(cp.block[2], -1, 1e-9);
    near(cp.block[3], 0, 1e-9);
    spectrum_done(&s);
    arena_done(&a);
    sketch_done(&k);
}

/* b0 branches to b1, which only failing runs reach and where they die, or to
 * b2. Without the edge to nowhere b1 would be an ordinary exit; a block that
 * others survive gets the contrast of those who did not. */
static void
crash_is_an_exit(void **state)
{
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Cp cp;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 3, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    sketch_edge(&k, 0, 1, EDGE_NEXT, "");
    sketch_edge(&k, 1, 2, EDGE_NEXT, "");
    sketch_edge(&k, 2, NONE, EDGE_EXIT, "");
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 1, 0, 0}); /* dies in b1 */
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 1, 1, 1});
    sketch_finish(&k);
    spectrum_init(&s, &k.runs, NULL, 0);
    assert_int_equal(s.ends[1].ef, 1);
    assert_int_equal(s.ends[1].ep, 0);
    assert_int_equal(s.ends[0].ef + s.ends[2].ef + s.ends[2].ep, 0);
    cp_solve(&s, CP_PUBLISHED, &a, &cp);
    near(cp.block[2], -1, 1e-12);         /* exit: theta(b1->b2) */
    near(cp.block[1], 1 + -1 * 1, 1e-12); /* died 1, went on -1 */
    spectrum_done(&s);
    arena_done(&a);
    sketch_done(&k);
}

/* A random function of n blocks: a spine, and jumps both ways. */
static void
random_function(Sketch *k, unsigned n)
{
    sketch_function(k, "f", n, NULL);
    sketch_edge(k, NONE, 0, EDGE_ENTRY, "");
    for (unsigned b = 0; b + 1 < n; b++) {
        unsigned other = (unsigned)rand() % n;
        sketch_edge(k, b, b + 1, EDGE_TRUE, "true");
        if (rand() % 2 && other != b + 1)
            sketch_edge(k, b, other, EDGE_FALSE, "false");
    }
    sketch_edge(k, n - 1, NONE, EDGE_EXIT, "");
}

static void
random_runs(Sketch *k, unsigned n, unsigned sparse)
{
    uint32_t *counts = calloc(k->edges.n, sizeof *counts);

    for (unsigned r = 0; r < n; r++) {
        for (size_t e = 0; e < k->edges.n; e++)
            counts[e] = rand() % 10 < (int)sparse ? 0 : 1;
        sketch_run(k, r % 3 ? VERDICT_PASS : VERDICT_FAIL, counts);
    }
    free(counts);
    sketch_finish(k);
}

static double
right_side(const Spectrum *s, uint32_t b, bool exit, double sum)
{
    if (exit)
        return fabs(sum) < 1e-12 ? 1e-10 : sum;
    return cp_contrast(s->ends[b], s->nfailed, s->npassed);
}

/* Put the solution into the equations as the paper writes them. */
static void
check_equations(const Spectrum *s, const Cp *cp)
{
    const Program *p = s->runs->program;
    double *sum = calloc(p->n.blocks, sizeof *sum);
    bool *exit = calloc(p->n.blocks, sizeof *exit);

    for (uint32_t b = 0; b < p->n.blocks; b++)
        exit[b] = true;
    for (uint32_t e = 0; e < p->n.edges; e++) {
        const ProgramEdge *x = &p->edges[e];
        if (s->edges[e].ef + s->edges[e].ep == 0 || x->to == NONE)
            continue;
        sum[x->to] += cp->edge[e];
        if (x->from != NONE && s->blocks[x->from].ef + s->blocks[x->from].ep)
            exit[x->from] = false;
    }
    for (uint32_t b = 0; b < p->n.blocks; b++) {
        assert_true(isfinite(cp->block[b]));
        if (cp->system[p->blocks[b].function] != CP_EXACT ||
            !(s->blocks[b].ef + s->blocks[b].ep))
            continue;
        double right = right_side(s, b, exit[b], sum[b]), size = 1;
        for (uint32_t e = 0; !exit[b] && e < p->n.edges; e++) {
            const ProgramEdge *x = &p->edges[e];
            if (x->from != b || x->to == NONE ||
                s->edges[e].ef + s->edges[e].ep == 0)
                continue;
            double all = fabs(sum[x->to]) < 1e-12 ? 1e-10 : sum[x->to];
            double term = cp->block[x->to] * cp->edge[e] / all;
            right += term;
            size += fabs(term);
        }
        near(cp->block[b], right, 1e-7 * size);
    }
    free(sum);
    free(exit);
}

static void
random_graphs(void **state)
{
    unsigned exact = 0, all = 0;

    (void)state;
    srand(1);
    for (unsigned round = 0; round < 400; round++) {
        Sketch k;
        Spectrum s;
        Arena a = {0};
        Cp cp;
        sketch_init(&k);
        random_function(&k, 1 + (unsigned)rand() % 40);
        random_runs(&k, 1 + (unsigned)rand() % 20, (unsigned)rand() % 11);
        spectrum_init(&s, &k.runs, NULL, 0);
        cp_solve(&s, CP_PUBLISHED, &a, &cp);
        check_equations(&s, &cp);
        exact += cp.system[0] == CP_EXACT;
        all += cp.system[0] != CP_UNCOVERED;
        assert_int_equal(cp.nlocal, 0);
        spectrum_done(&s);
        arena_done(&a);
        sketch_done(&k);
    }
    assert_true(exact > all / 2);
}

static double
seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
time_of(unsigned functions, unsigned blocks, double limit)
{
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Cp cp;

    srand(2);
    sketch_init(&k);
    for (unsigned i = 0; i < functions; i++)
        random_function(&k, blocks);
    random_runs(&k, 20, 3);
    spectrum_init(&s, &k.runs, NULL, 0);
    double start = seconds();
    cp_solve(&s, CP_PUBLISHED, &a, &cp);
    double took = seconds() - start;
    print_message("%u x %u blocks: %.2f ms, %u limit, %u regularised\n",
                  functions, blocks, 1e3 * took, cp.nlimit, cp.nregularised);
    if (getenv("CULPRIT_TIMING"))
        assert_true(took < limit);
    spectrum_done(&s);
    arena_done(&a);
    sketch_done(&k);
}

/* Only told, unless asked: machines and sanitizers differ. */
static void
speed(void **state)
{
    (void)state;
    time_of(1, 1000, 0.005);
    time_of(2000, 50, 1);
    time_of(100, 1000, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_schedule),
        cmocka_unit_test(loop_in_the_limit),
        cmocka_unit_test(empty_sum_at_exit),
        cmocka_unit_test(crash_is_an_exit),
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
