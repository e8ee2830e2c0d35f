/* chain_test.c - chains in a graph that is drawn by hand. */
#include "find/chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Nodes by number, with the line they are of:
 *
 *   1 (line 1) -> 2 (line 2) -> 3, 4 (line 3) -> 5 (line 4, written to 1)
 *   6 (line 5): the branch that 5 was executed for; depends on 1
 *   7 (line 6): kept a definition away from 4
 *   8 (line 7): written to 2, depends on nothing
 */
enum { NODES = 9, LINES = 7 }; /* node 0 is none */

static const struct {
    uint32_t line, control, flow; /* flow: one node, 0: none */
} drawn[NODES] = {
    {0, 0, 0}, {1, 0, 0}, {2, 0, 1}, {3, 0, 2}, {3, 0, 3},
    {4, 6, 4}, {5, 0, 1}, {6, 0, 0}, {7, 0, 0},
};
static char texts[] = "a.c";
static ScriptLine lines[LINES];
static GraphNode nodes[NODES + 1];
static uint32_t deps[NODES];
static GraphStep steps[LINES];
static GraphOutput outputs[] = {{.node = 5, .descriptor = 1},
                                {.node = 8, .descriptor = 2}};
static GraphSummary summaries[] = {{.node = 4, .branch = 7}};
static Script script = {.texts = texts, .lines = lines, .nlines = LINES};

static Graph
draw(void)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < LINES; i++) {
        lines[i] = (ScriptLine){.file = 0, .line = i + 1};
        steps[i] = (GraphStep){.line = i, .instance = 1};
    }
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i] = (GraphNode){.inst = UINT32_MAX,
                               .step = i ? drawn[i].line - 1 : 0,
                               .control = drawn[i].control,
                               .dep = n};
        if (drawn[i].flow)
            deps[n++] = drawn[i].flow;
    }
    nodes[NODES] = (GraphNode){.dep = n};
    return (Graph){.script = &script,
                   .nodes = nodes,
                   .deps = deps,
                   .steps = steps,
                   .io.outputs = outputs,
                   .summaries.at = summaries,
                   .nnodes = NODES,
                   .ndeps = n,
                   .nsteps = LINES,
                   .io.noutputs = 2,
                   .summaries.n = 1,
                   .run.last = 8};
}

/* The lines of the chain from that line on. */
static void
check_chain(uint32_t from, const uint32_t *expected, size_t n)
{
    const Graph g = draw();
    Criterion c;
    Diag d;
    Arena a = {0};
    Step *chain = NULL;

    diag_init(&d);
    assert_true(chain_failure(&g, 0, &c, &d));
    assert_int_equal(chain_steps(&g, &c, "a.c", from, &a, &chain), n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(chain[i].line, expected[i]);
        assert_string_equal(chain[i].file, "a.c");
    }
    if (n)
        assert_string_equal(chain[n - 1].message, "written");
    criterion_done(&c);
    diag_done(&d);
    arena_done(&a);
}

static void
test_failure(void **state)
{
    Graph g = draw();
    Criterion c;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(chain_failure(&g, 0, &c, &d));
    assert_int_equal(c.n, 1); /* what goes to standard error is none */
    assert_int_equal(c.nodes[0], 5);
    criterion_done(&c);
    g.io.noutputs = 0;
    assert_true(chain_failure(&g, 0, &c, &d));
    assert_int_equal(c.nodes[0], g.run.last);
    criterion_done(&c);
    g.run.last = 0;
    assert_false(chain_failure(&g, 0, &c, &d));
    assert_non_null(d.error);
    diag_done(&d);
}

static void
test_chains(void **state)
{
    (void)state;
    check_chain(2, (const uint32_t[]){2, 3, 4}, 3); /* line 3 once */
    check_chain(5, (const uint32_t[]){5, 4}, 2);    /* control */
    check_chain(1, (const uint32_t[]){1, 5, 4}, 3); /* the shorter way */
    check_chain(6, (const uint32_t[]){6, 3, 4}, 3); /* by a summary */
    check_chain(4, (const uint32_t[]){4}, 1);
}

static void
test_none(void **state)
{
    (void)state;
    check_chain(7, NULL, 0); /* has no part in it */
    check_chain(9, NULL, 0); /* was not run */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failure),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
