/* values_test.c - values to try in place of one that a run had. */
#include "cause/values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* p = ...; q = p; r = ... in another function; n = ... */
enum { P, Q, R, N, INSTS };
enum { PAGE = 0x1000, ELEMENT = 16, NODES = 8 };

static ScriptInst insts[INSTS] = {
    [P] = {.op = SCRIPT_STORE, .flags = SCRIPT_POINTER, .width = 6},
    [Q] = {.op = SCRIPT_STORE, .flags = SCRIPT_POINTER, .width = 6},
    [R] = {.op = SCRIPT_STORE, .flags = SCRIPT_POINTER, .width = 6},
    [N] = {.op = SCRIPT_STORE, .width = 4},
};
static const Script script = {.insts = insts, .ninsts = INSTS};
static GraphStep steps[] = {{.function = 0}, {.function = 1}};
static GraphNode nodes[NODES + 1] = {
    [1] = {.inst = P, .value = PAGE},
    [2] = {.inst = Q, .value = PAGE},
    [3] = {.inst = P, .value = PAGE + ELEMENT},
    [4] = {.inst = R, .value = 9 * PAGE, .step = 1},
    [5] = {.inst = N, .value = 5},
    [6] = {.inst = N, .value = 90},
    [7] = {.inst = Q, .value = PAGE + ELEMENT},
};
static uint32_t sites[] = {1, 2, 3, 4, 5, 6, 7};
static const Graph graph = {.script = &script,
                            .nodes = nodes,
                            .steps = steps,
                            .sites.nodes = sites,
                            .sites.n = 7,
                            .nsteps = 2,
                            .nnodes = NODES};

/* None, the earlier one that p handed on, the next element; not r's. */
static void
guesses_pointers(void **state)
{
    SparseGuess out[CAUSE_GUESSES];
    CausePointers p;

    (void)state;
    cause_pointers_init(&p, &graph);
    assert_true(cause_is_pointer(&graph, 7));
    assert_int_equal(cause_guess(&graph, &p, 7, out), 3);
    assert_true(out[0].value == 0 && !out[0].site && !out[0].add);
    assert_true(out[1].value == PAGE && out[1].site == 2 && out[1].inst == Q);
    assert_true(out[2].value == PAGE + 2 * ELEMENT && out[2].add);
    cause_pointers_done(&p);
}

/* Its neighbours, and what was there at another time; each once. */
static void
guesses_numbers(void **state)
{
    static const uint64_t want[] = {0, 1, UINT64_MAX, 91, 89, 5};
    SparseGuess out[CAUSE_GUESSES];
    CausePointers p;

    (void)state;
    cause_pointers_init(&p, &graph);
    assert_false(cause_is_pointer(&graph, 6));
    assert_int_equal(cause_guess(&graph, &p, 6, out), 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(out[i].value == want[i] && !out[i].site && !out[i].add);
    cause_pointers_done(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses_pointers),
        cmocka_unit_test(guesses_numbers),
    };

    return cmocka_run_group_tests_name("cause_guess", tests, NULL, NULL);
}
