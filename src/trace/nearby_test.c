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
    nearby_find(&g, from, 1, false, NULL, 100, &n);
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
    nearby_find(&g, from, 1, false, &first, 2, &n);
    assert_int_equal(n.n, 2);
    assert_int_equal(n.at[1].line, 0);
    bitset_free(&first);
    vec_done(&n);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_preferred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
