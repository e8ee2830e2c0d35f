/* control_test.c - dominance, frontiers and control dependence against their
 * definitions, on random graphs. */
#include "program/control.h"

#include "base/mem.h"
#include "program/frontier.h"
#include "program/random_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 2000, MOST = 64 };

/* Can `to` be reached from `from` without passing `without`? */
static bool
reaches(const Flow *g, uint32_t from, uint32_t to, uint32_t without)
{
    bool seen[MOST] = {false};
    uint32_t stack[MOST], n = 0;

    if (from == without)
        return false;
    seen[from] = true;
    stack[n++] = from;
    while (n > 0) {
        uint32_t b = stack[--n];
        if (b == to)
            return true;
        for (uint32_t k = g->first_out[b]; k < g->first_out[b + 1]; k++) {
            uint32_t next = g->out[k].node;
            if (next != without && !seen[next]) {
                seen[next] = true;
                stack[n++] = next;
            }
        }
    }
    return false;
}

static void
check_trees(const Flow *g, const DomTree *dom, const DomTree *post)
{
    for (uint32_t a = 0; a <= g->n; a++) {
        assert_true(reaches(g, a, g->n, PROGRAM_NONE));
        for (uint32_t b = 0; b <= g->n; b++) {
            bool live = reaches(g, 0, b, PROGRAM_NONE);
            bool want = live && reaches(g, 0, a, PROGRAM_NONE) &&
                        (a == b || !reaches(g, 0, b, a));
            assert_int_equal(dominate_has(dom, a, b), want);
            assert_int_equal(dominate_has(post, a, b),
                             a == b || !reaches(g, b, g->n, a));
        }
    }
}

static void
check_frontier(const Flow *g, const DomTree *dom)
{
    Frontier f;

    frontier_init(g, dom, &f);
    for (uint32_t a = 0; a <= g->n; a++) {
        bool want[MOST] = {false}, got[MOST] = {false};
        for (uint32_t b = 0; b <= g->n; b++)
            for (uint32_t k = g->first_in[b]; k < g->first_in[b + 1]; k++)
                if (dominate_has(dom, a, g->in[k].node) &&
                    (a == b || !dominate_has(dom, a, b)))
                    want[b] = true;
        for (uint32_t k = f.first[a]; k < f.first[a + 1]; k++) {
            assert_false(got[f.at[k]]);
            got[f.at[k]] = true;
        }
        assert_memory_equal(want, got, sizeof want);
    }
    frontier_done(&f);
}

/* Where two disjoint paths from two different sources meet, a phi is needed:
 * the iterated frontier is closed and holds each source's frontier. */
static void
check_iterated(const Flow *g, const DomTree *dom, Random *r)
{
    Frontier f;
    uint32_t from[MOST], n = 0, out[MOST];
    bool in[MOST] = {false};

    frontier_init(g, dom, &f);
    for (uint32_t b = 0; b < g->n; b++)
        if (random_below(r, 3) == 0)
            from[n++] = b;
    uint32_t found = frontier_iterate(&f, from, n, out);
    for (uint32_t i = 0; i < found; i++) {
        assert_false(in[out[i]]);
        in[out[i]] = true;
    }
    for (uint32_t i = 0; i < n + found; i++) {
        uint32_t b = i < n ? from[i] : out[i - n];
        for (uint32_t k = f.first[b]; k < f.first[b + 1]; k++)
            assert_true(f.at[k] == g->n || in[f.at[k]]);
    }
    frontier_done(&f);
}

static bool
postdominates(const Flow *g, uint32_t a, uint32_t b)
{
    return a == b || !reaches(g, b, g->n, a);
}

static void
check_control(const Program *p, const Control *c, const Flow *g)
{
    for (uint32_t a = 0; a < g->n; a++) {
        for (uint32_t k = g->first_out[a]; k < g->first_out[a + 1]; k++) {
            uint32_t edge = g->out[k].edge;
            if (edge == PROGRAM_NONE)
                continue;
            for (uint32_t b = 0; b < g->n; b++) {
                bool want = g->out[k].node != g->n &&
                            postdominates(g, b, g->out[k].node) &&
                            (a == b || !postdominates(g, b, a));
                bool got = false;
                for (uint32_t i = c->first[g->block + b];
                     i < c->first[g->block + b + 1]; i++)
                    got |= c->deps[i].edge == edge &&
                           c->deps[i].branch == g->block + a;
                if (g->first_out[a + 1] - g->first_out[a] < 2)
                    want = false; /* a lone way decides nothing */
                assert_int_equal(got, want);
            }
        }
    }
    for (uint32_t b = 0; b < g->n; b++)
        assert_int_equal(c->always[g->block + b], postdominates(g, b, 0));
    assert_true(p->n.blocks == c->nblocks);
}

/* Some blocks of the samples lose their return: exit() or an endless loop. */
static void
wound(Program *p, Random *r)
{
    for (uint32_t i = 0; i < p->n.edges; i++) {
        ProgramEdge *e = &p->edges[i];
        if (e->kind != EDGE_EXIT || random_below(r, 2))
            continue;
        p->blocks[e->from].flags &= (uint8_t)~(BLOCK_RETURN | BLOCK_EXIT);
        e->kind = EDGE_NEXT; /* a loop of one block, or of many */
        e->to = random_below(r, 2)
                    ? e->from
                    : p->functions[p->blocks[e->from].function].block;
    }
}

static void
test_definitions(void **state)
{
    Random r = {88172645463325252u};

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Program p;
        Control c;
        Diag d;
        diag_init(&d);
        sample_program(&r, &p);
        if (round % 2)
            wound(&p, &r);
        control_build(&p, &c);
        assert_true(control_check(&c, &p, &d));
        for (uint32_t i = 0; i < p.n.functions; i++) {
            Flow g;
            DomTree dom, post;
            flow_init(&p, i, &g);
            dominate(&g, false, &dom);
            dominate(&g, true, &post);
            check_trees(&g, &dom, &post);
            check_frontier(&g, &dom);
            check_iterated(&g, &dom, &r);
            check_control(&p, &c, &g);
            dominate_done(&dom), dominate_done(&post);
            flow_done(&g);
        }
        control_done(&c);
        program_done(&p);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_definitions)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
