/* answer_test.c - which polluted states are named, and in which order. */
#include "cause/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* a = ...; b = a; if (b) twice; c = a; then it fails. */
enum { A = 1, B, FIRST, C, SECOND, FAILURE, NODES };
enum { A_IS, B_IS, IF_B, C_IS, INSTS };

static ScriptInst insts[INSTS] = {
    [A_IS] = {.op = SCRIPT_STORE, .width = 4},
    [B_IS] = {.op = SCRIPT_STORE, .width = 4},
    [IF_B] = {.op = SCRIPT_BRANCH},
    [C_IS] = {.op = SCRIPT_STORE, .width = 4},
};
static const Script script = {.insts = insts, .ninsts = INSTS, .nlines = INSTS};
static GraphStep steps[] = {{0},
                            {.line = A_IS},
                            {.line = B_IS},
                            {.line = IF_B},
                            {.line = C_IS},
                            {.line = IF_B}};
static GraphNode nodes[] = {{0},
                            {.inst = A_IS, .step = A},
                            {.inst = B_IS, .step = B},
                            {.inst = IF_B, .step = FIRST},
                            {.inst = C_IS, .step = C},
                            {.inst = IF_B, .step = SECOND},
                            {0}};
static const Graph graph = {.script = &script,
                            .nodes = nodes,
                            .steps = steps,
                            .nsteps = 6,
                            .nnodes = FAILURE};

static LineageNode lineage[] = {
    {0},
    {.node = A, .inst = A_IS, .step = A},
    {.node = B, .inst = B_IS, .step = B},
    {.node = FIRST, .inst = IF_B, .step = FIRST},
    {.node = C, .inst = C_IS, .step = C},
    {.node = SECOND, .inst = IF_B, .step = SECOND},
};
static uint32_t of[] = {0, A, B, FIRST, C, SECOND, 0};
static uint8_t kind[] = {NARROW_FIXED,  NARROW_VALUE, NARROW_VALUE,
                         NARROW_BRANCH, NARROW_VALUE, NARROW_BRANCH,
                         NARROW_FIXED};
static uint32_t first[] = {0, 1, 3, 5, 6, 7, 8, 8};
static uint32_t to[] = {A, B, C, FIRST, SECOND, FAILURE, FAILURE, FAILURE};

typedef struct World World;
struct World {
    Cause c;
    CauseSpec spec;
    CauseResult r;
    Criterion criterion;
    uint8_t tried[NODES], assumed[NODES];
    NarrowOutcome outcome[NODES];
    uint32_t node[NODES];
    uint64_t value[NODES];
};

static void
world_init(World *w, const CauseTechnique *technique)
{
    *w = (World){0};
    w->spec = (CauseSpec){.run.graph = &graph,
                          .criterion = &w->criterion,
                          .technique = technique};
    w->r.lineage.nodes = lineage;
    w->r.lineage.nnodes = FAILURE;
    w->r.domain = (CauseDomain){.graph = {NODES, first, to, kind, FAILURE},
                                .node = of,
                                .first = first,
                                .to = to,
                                .kind = kind};
    w->c = (Cause){.spec = &w->spec,
                   .r = &w->r,
                   .nodes.tried = w->tried,
                   .nodes.assumed = w->assumed,
                   .nodes.outcome = w->outcome};
}

static void
judge(World *w, uint32_t v, uint64_t value, uint64_t merit)
{
    Judged j = {.merit = merit};

    w->tried[v] = 1;
    w->outcome[v] =
        (NarrowOutcome){merit ? NARROW_POLLUTED : NARROW_CLEAN, merit};
    if (!merit)
        return;
    vec_push(&j.nodes, v);
    vec_push(&j.values, value);
    vec_push(&w->c.judged, j);
    if (merit > w->c.best)
        w->c.best = merit;
}

static void
world_done(World *w)
{
    for (size_t i = 0; i < w->c.judged.n; i++) {
        vec_done(&w->c.judged.at[i].nodes);
        vec_done(&w->c.judged.at[i].values);
    }
    vec_done(&w->c.judged);
    vec_done(&w->r.suspects);
    vec_done(&w->r.chain);
    vec_done(&w->r.narrow.suspects);
}

/* The last decision of a line, the root, what led from it; of less merit:
 * nothing. */
static void
names_decisions_then_roots(void **state)
{
    World w;

    (void)state;
    world_init(&w, cause_techniques);
    judge(&w, SECOND, 1, NARROW_WHOLE);
    judge(&w, A, 7, NARROW_WHOLE);
    judge(&w, C, 9, 5);
    judge(&w, FIRST, 1, NARROW_WHOLE);
    judge(&w, B, 8, NARROW_WHOLE);
    cause_answer(&w.c);
    assert_int_equal(w.r.suspects.n, 3);
    assert_int_equal(w.r.suspects.at[0].node, SECOND);
    assert_int_equal(w.r.suspects.at[1].node, A);
    assert_int_equal(w.r.suspects.at[1].value, 7);
    assert_true(w.r.suspects.at[1].alone);
    assert_int_equal(w.r.suspects.at[2].node, B);
    assert_int_equal(w.r.chain.n, 1);
    assert_int_equal(w.r.chain.at[0].node, FIRST);
    world_done(&w);
}

/* Nothing was polluted: what the frontiers ended with, if anything. */
static void
names_what_frontiers_left(void **state)
{
    World w;

    (void)state;
    world_init(&w, cause_techniques);
    judge(&w, A, 0, 0);
    cause_answer(&w.c);
    assert_int_equal(w.r.suspects.n, 0);
    vec_push(&w.r.narrow.suspects, FAILURE);
    vec_push(&w.r.narrow.suspects, B);
    cause_answer(&w.c);
    assert_int_equal(w.r.suspects.n, 1);
    assert_int_equal(w.r.suspects.at[0].node, B);
    assert_false(w.r.suspects.at[0].has_value);
    assert_int_equal(w.r.independent, 0);
    world_done(&w);
}

/* Roots that the frontiers ended with: neither leads to the other. */
static void
counts_independent_roots(void **state)
{
    World w;

    (void)state;
    world_init(&w, cause_techniques);
    judge(&w, B, 1, NARROW_WHOLE);
    judge(&w, C, 1, NARROW_WHOLE);
    judge(&w, FIRST, 1, NARROW_WHOLE);
    vec_push(&w.r.narrow.suspects, B);
    vec_push(&w.r.narrow.suspects, C);
    vec_push(&w.r.narrow.suspects, FIRST);
    cause_answer(&w.c);
    assert_int_equal(w.r.independent, 2); /* FIRST depends on B */
    world_done(&w);
}

/* Of a peer its own answer, in its own order. */
static void
keeps_what_peers_say(void **state)
{
    World w;

    (void)state;
    world_init(&w, cause_technique("predicate-switching"));
    judge(&w, SECOND, 1, NARROW_WHOLE);
    judge(&w, A, 1, NARROW_WHOLE);
    vec_push(&w.r.narrow.suspects, A);
    cause_answer(&w.c);
    assert_int_equal(w.r.suspects.n, 1);
    assert_int_equal(w.r.suspects.at[0].node, A);
    assert_int_equal(w.r.chain.n, 1);
    assert_int_equal(w.r.chain.at[0].node, SECOND);
    world_done(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_decisions_then_roots),
        cmocka_unit_test(names_what_frontiers_left),
        cmocka_unit_test(counts_independent_roots),
        cmocka_unit_test(keeps_what_peers_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
