/* probe_test.c - derived counts equal true ones, however runs end. */
#include "program/probe.h"

#include "base/mem.h"
#include "program/random_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Walk through a function, counting as the machine would; a walk may stop in
 * any block that may stop, before its way out is taken. */
static void
walk(const Program *p, const ProgramFunction *f, const ProbePlan *plan,
     Random *r, uint64_t *truth, uint64_t *counters)
{
    uint32_t edge = f->edge; /* the entry edge */

    for (;;) {
        const ProgramEdge *e = &p->edges[edge];
        truth[edge]++;
        if (plan->edge[edge] != PROGRAM_NONE)
            counters[plan->edge[edge]]++;
        if (e->to == PROGRAM_NONE)
            return;
        if (plan->meter[e->to] != PROGRAM_NONE)
            counters[plan->meter[e->to]]++;
        if ((p->blocks[e->to].flags & BLOCK_UNSAFE) && random_below(r, 5) == 0)
            return;
        uint32_t out[64], n = 0;
        for (uint32_t i = f->edge; i < f->edge + f->nedges; i++)
            if (p->edges[i].from == e->to)
                out[n++] = i;
        edge = out[random_below(r, n)];
    }
}

/* Some samples have cycles without a way out, where no walk would end. */
static bool
every_block_can_leave(const Program *p, const ProgramFunction *f)
{
    bool *leaves = mem_zalloc(f->nblocks, 1), again = true, all = true;

    while (again) {
        again = false;
        for (uint32_t i = f->edge; i < f->edge + f->nedges; i++) {
            const ProgramEdge *e = &p->edges[i];
            if (e->from == PROGRAM_NONE || leaves[e->from - f->block])
                continue;
            if (e->to == PROGRAM_NONE || leaves[e->to - f->block])
                leaves[e->from - f->block] = again = true;
        }
    }
    for (uint32_t i = 0; i < f->nblocks; i++)
        all = all && leaves[i];
    free(leaves);
    return all;
}

static void
check_sample(Random *r, bool all, uint32_t *saved)
{
    Program p;
    ProbePlan plan;

    sample_program(r, &p);
    probe_plan(&p, all, &plan);
    uint64_t *truth = mem_zalloc(p.n.edges, sizeof *truth);
    uint64_t *derived = mem_zalloc(p.n.edges, sizeof *derived);
    uint64_t *counters = mem_zalloc(plan.nprobes, sizeof *counters);
    for (uint32_t i = 0; i < p.n.functions; i++)
        for (uint32_t k = 0;
             k < 20 && every_block_can_leave(&p, &p.functions[i]); k++)
            walk(&p, &p.functions[i], &plan, r, truth, counters);
    assert_true(probe_derive(&plan, counters, derived));
    for (uint32_t i = 0; i < p.n.edges; i++) {
        assert_int_equal(truth[i], derived[i]);
        *saved += plan.edge[i] == PROGRAM_NONE;
    }
    free(truth);
    free(derived);
    free(counters);
    probe_done(&plan);
    program_done(&p);
}

static void
test_derived_counts(void **state)
{
    Random r = {.state = 42};
    uint32_t saved = 0, jumps = 0;

    (void)state;
    for (int i = 0; i < 3000; i++)
        check_sample(&r, false, &saved);
    assert_true(saved > 10000);
    for (int i = 0; i < 500; i++)
        check_sample(&r, true, &jumps);
    assert_true(jumps < saved / 20); /* only what no code can be put on */
}

static void
test_contradiction_is_noticed(void **state)
{
    Random r = {.state = 7};
    unsigned noticed = 0;

    (void)state;
    for (int i = 0; i < 200; i++) {
        Program p;
        ProbePlan plan;
        sample_program(&r, &p);
        probe_plan(&p, false, &plan);
        uint64_t *edges = mem_zalloc(p.n.edges, sizeof *edges);
        uint64_t *counters = mem_zalloc(plan.nprobes, sizeof *counters);
        for (uint32_t k = 0; k < plan.nprobes; k++)
            counters[k] = random_below(&r, 100);
        noticed += !probe_derive(&plan, counters, edges);
        for (uint32_t k = 0; k < p.n.edges; k++)
            assert_true(edges[k] < UINT64_MAX / 2); /* never wrapped */
        free(edges);
        free(counters);
        probe_done(&plan);
        program_done(&p);
    }
    assert_true(noticed > 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derived_counts),
        cmocka_unit_test(test_contradiction_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
