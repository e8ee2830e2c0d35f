/* neighbour_test.c - distances and reports of the nearest-neighbour family,
 * and clusters of failing runs. */
#include "spectrum/neighbour.h"

#include "spectrum/cluster.h"
#include "spectrum/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
ulam_laws(void **state)
{
    enum { N = 50 };
    uint32_t p[N];

    (void)state;
    for (uint32_t i = 0; i < N; i++)
        p[i] = i;
    assert_int_equal(neighbour_ulam(p, N, N + 1), 0);
    p[10] = 11, p[11] = 10;
    assert_int_equal(neighbour_ulam(p, N, N + 1), 1);
    for (uint32_t i = 0; i < N; i++)
        p[i] = N - 1 - i;
    assert_int_equal(neighbour_ulam(p, N, N + 1), N - 1);
    assert_int_equal(neighbour_ulam(p, N, 7), 7); /* gave up */
    for (uint32_t i = 0; i < N; i++)
        p[i] = (i + 1) % N; /* the last one moved to the front */
    assert_int_equal(neighbour_ulam(p, N, N + 1), 1);
    assert_int_equal(neighbour_ulam(p, 0, 1), 0);
}

/* A permutation and its inverse are equally far from the identity. */
static void
ulam_is_symmetric(void **state)
{
    enum { N = 40 };

    (void)state;
    srand(5);
    for (int round = 0; round < 200; round++) {
        uint32_t p[N], inverse[N];
        for (uint32_t i = 0; i < N; i++) {
            uint32_t j = (uint32_t)rand() % (i + 1);
            p[i] = p[j];
            p[j] = i;
        }
        for (uint32_t i = 0; i < N; i++)
            inverse[p[i]] = i;
        assert_int_equal(neighbour_ulam(p, N, N + 1),
                         neighbour_ulam(inverse, N, N + 1));
    }
}

static void
check_report(const Runs *runs, NeighbourKind kind, const double *want)
{
    Spectrum s;
    Arena a = {0};
    Neighbour n;
    Diag d;

    diag_init(&d);
    spectrum_init(&s, runs, NULL, 0);
    assert_true(neighbour_report(kind, &s, &a, &n, &d));
    for (uint32_t b = 0; b < 4; b++)
        assert_true(fabs(n.unit[b] - want[b]) < 1e-12);
    spectrum_done(&s);
    arena_done(&a);
    diag_done(&d);
}

/* Of the two failing runs t3 alone runs b3; t6 is as t1. */
static void
schedule_reports(void **state)
{
    static const double half[] = {0, 0, 0.5, 0}, nothing[] = {0, 0, 0, 0};
    Sketch k;

    (void)state;
    sketch_schedule(&k);
    check_report(&k.runs, NEIGHBOUR_UNION, half);
    check_report(&k.runs, NEIGHBOUR_INTERSECTION, nothing);
    check_report(&k.runs, NEIGHBOUR_BINARY, half);
    check_report(&k.runs, NEIGHBOUR_PERMUTATION, half);
    sketch_done(&k);
}

static void
needs_a_passing_run(void **state)
{
    Sketch k;
    Spectrum s;
    Arena a = {0};
    Neighbour n;
    Diag d;

    (void)state;
    sketch_schedule(&k);
    for (uint32_t r = 0; r < k.runs.nruns; r++)
        k.runs.runs[r].verdict = VERDICT_FAIL;
    diag_init(&d);
    spectrum_init(&s, &k.runs, NULL, 0);
    assert_false(neighbour_report(NEIGHBOUR_BINARY, &s, &a, &n, &d));
    spectrum_done(&s);
    arena_done(&a);
    diag_done(&d);
    sketch_done(&k);
}

/* Two faults on two arms of a switch: two clusters, the larger first. */
static void
two_faults_two_clusters(void **state)
{
    Sketch k;
    Spectrum s;
    Clusters c;
    Arena a = {0};
    Diag d;

    (void)state;
    sketch_init(&k);
    sketch_function(&k, "f", 5, NULL);
    sketch_edge(&k, NONE, 0, EDGE_ENTRY, "");
    for (uint32_t b = 1; b < 4; b++)
        sketch_edge(&k, 0, b, EDGE_CASE, "case");
    for (uint32_t b = 1; b < 4; b++)
        sketch_edge(&k, b, 4, EDGE_NEXT, "");
    sketch_edge(&k, 4, NONE, EDGE_EXIT, "");
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 1, 0, 0, 1, 0, 0, 1});
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 0, 1, 0, 0, 1, 0, 1});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 0, 0, 1, 0, 0, 1, 1});
    sketch_run(&k, VERDICT_PASS, (uint32_t[]){1, 0, 0, 1, 0, 0, 1, 1});
    sketch_run(&k, VERDICT_FAIL, (uint32_t[]){1, 0, 9, 0, 0, 1, 0, 1});
    sketch_finish(&k);
    diag_init(&d);
    spectrum_init(&s, &k.runs, NULL, 0);
    assert_true(clusters_init(&c, &s, &d));
    assert_int_equal(c.n, 2);
    assert_int_equal(c.at[0].n, 2);
    assert_int_equal(c.at[0].run[0], 1);
    assert_int_equal(c.at[0].run[1], 4);
    assert_int_equal(c.at[1].run[0], 0);
    assert_string_equal(cluster_text(&c.at[0], &k.runs, &a), "2 tests: t, t");
    clusters_done(&c);
    arena_done(&a);
    spectrum_done(&s);
    diag_done(&d);
    sketch_done(&k);
}

/* Every failing run is in exactly one cluster, whatever the coverage. */
static void
clusters_partition(void **state)
{
    (void)state;
    srand(9);
    for (int round = 0; round < 60; round++) {
        Sketch k;
        Spectrum s;
        Clusters c;
        Diag d;
        uint32_t counts[12], seen = 0;
        sketch_init(&k);
        sketch_function(&k, "f", 12, NULL);
        for (uint32_t b = 0; b < 12; b++)
            sketch_edge(&k, NONE, b, EDGE_ENTRY, "");
        for (int r = 0; r < 40; r++) {
            for (int e = 0; e < 12; e++)
                counts[e] = rand() % (1 + round % 4) == 0;
            sketch_run(&k, r % 4 ? VERDICT_FAIL : VERDICT_PASS, counts);
        }
        sketch_finish(&k);
        diag_init(&d);
        spectrum_init(&s, &k.runs, NULL, 0);
        assert_true(clusters_init(&c, &s, &d));
        for (size_t i = 0; i < c.n; i++) {
            seen += (uint32_t)c.at[i].n;
            for (size_t j = 1; j < c.at[i].n; j++)
                assert_true(c.at[i].run[j] > c.at[i].run[j - 1]);
        }
        assert_int_equal(seen, s.nfailed);
        clusters_done(&c);
        spectrum_done(&s);
        diag_done(&d);
        sketch_done(&k);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ulam_laws),
        cmocka_unit_test(ulam_is_symmetric),
        cmocka_unit_test(schedule_reports),
        cmocka_unit_test(needs_a_passing_run),
        cmocka_unit_test(two_faults_two_clusters),
        cmocka_unit_test(clusters_partition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
