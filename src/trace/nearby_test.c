/* nearby_test.c - dependence distance in a graph made by hand. */
#include "trace/nearby.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Steps 1 .. 5 on lines 0 .. 4. Node 1 (line 0) is used by 2 (line 1), that
 * by 3 (line 2); 4 (line 2, the same step as 3) decides on 5 (line 3); 6 (line
 * 4) stands alone. */
static Graph
make_graph(void)
{
    static uint32_t deps[] = {1, 2};
    static GraphNode nodes[] = {
        {0},
        {.step = 1},
        {.step = 2},
        {.step = 3, .dep = 1},
        {.step = 3, .dep = 2},
        {.step = 4, .dep = 2, .control = 4},
        {.step = 5, .dep = 2},
        {.dep = 2},
    };
    static GraphStep steps[] = {{.line = SCRIPT_NONE}, {.line = 0},
                                {.line = 1},           {.line = 2},
                                {.line = 3},           {.line = 4}};
    static Script script = {.nlines = 5};

    return (Graph){.script = &script,
                   .nodes = nodes,
                   .deps = deps,
                   .steps = steps,
                   .nnodes = 7,
                   .ndeps = 2,
                   .nsteps = 6};
}

static void
test_distances(void **state)
{
    const Graph g = make_graph();
    const uint32_t from[] = {2};
    Neighbours n = {0};

    (void)state;
    nearby_find(&(NearbySpec){.graph = &g, .from = from, .n = 1, .most = 100},
                &n);
    assert_int_equal(n.n, 4);
    const uint32_t lines[] = {1, 2, 0, 3}, distances[] = {0, 1, 1, 2};
    for (size_t i = 0; i < n.n; i++) {
        assert_int_equal(n.at[i].line, lines[i]);
        assert_int_equal(n.at[i].distance, distances[i]);
    }
    vec_done(&n);
}

static void
test_preferred(void **state)
{
    const Graph g = make_graph();
    const uint32_t from[] = {2};
    Bitset first = bitset_new(8);
    Neighbours n = {0};

    (void)state;
    bitset_add(&first, 1);
    nearby_find(
        &(NearbySpec){
            .graph = &g, .from = from, .n = 1, .first = &first, .most = 2},
        &n);
    assert_int_equal(n.n, 2);
    assert_int_equal(n.at[1].line, 0);
    bitset_free(&first);
    vec_done(&n);
}

/* A list of many nodes, each of which uses the one before. */
static void
test_ends_at_the_deadline(void **state)
{
    enum { N = 20 * DEADLINE_EVERY };
    static GraphNode nodes[N + 1];
    static GraphStep steps[N];
    static uint32_t deps[N];
    static Script script = {.nlines = N};
    const uint32_t from[] = {N - 1};
    const Deadline over = {.at = 1e-9}, none = {0};
    Neighbours n = {0};

    (void)state;
    for (uint32_t i = 1; i < N; i++) {
        nodes[i] = (GraphNode){.step = i, .dep = i - 1};
        deps[i - 1] = i - 1;
        steps[i].line = i;
    }
    nodes[N].dep = N - 1;
    const Graph g = {.script = &script,
                     .nodes = nodes,
                     .deps = deps,
                     .steps = steps,
                     .nnodes = N,
                     .ndeps = N - 1,
                     .nsteps = N};
    NearbySpec s = {
        .graph = &g, .from = from, .n = 1, .most = N, .until = &over};
    nearby_find(&s, &n);
    assert_int_equal(n.n, 1); /* what was asked for is there all the same */
    assert_int_equal(n.at[0].line, N - 1);
    s.until = &none;
    nearby_find(&s, &n);
    assert_int_equal(n.n, N - 1);
    vec_done(&n);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_preferred),
        cmocka_unit_test(test_ends_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
