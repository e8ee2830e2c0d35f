/* region_test.c - pde and get_all on the paper's example and on random
 * programs; with them, Theorem 1 for whole runs.
 */
#include "path/region.h"

#include "base/mem.h"
#include "path/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Figure 2 of the paper as a flow graph; the lines are the blocks:
 * 0: if (a)  1: i++  2: if (b)  3: j++  4: if (c)  5: if (d)  6: k++
 * 7: k += 2  8: the end */
enum { BLOCKS = 9 };

static const uint32_t arcs[][3] = {
    {0, 1, EDGE_TRUE},  {0, 2, EDGE_FALSE}, {1, 2, EDGE_NEXT},
    {2, 3, EDGE_TRUE},  {2, 4, EDGE_FALSE}, {3, 4, EDGE_NEXT},
    {4, 5, EDGE_TRUE},  {4, 8, EDGE_FALSE}, {5, 6, EDGE_TRUE},
    {5, 7, EDGE_FALSE}, {6, 8, EDGE_NEXT},  {7, 8, EDGE_NEXT},
};
enum { ARCS = sizeof arcs / sizeof *arcs };

typedef struct Small Small;
struct Small {
    Program program;
    ProgramFunction function;
    ProgramBlock blocks[BLOCKS];
    ProgramEdge edges[ARCS + 2];
};

static void
make_figure_2(Small *s)
{
    *s = (Small){.function = {.name = "main",
                              .file = PROGRAM_NONE,
                              .nblocks = BLOCKS,
                              .nedges = ARCS + 2}};
    s->edges[0] = (ProgramEdge){
        .from = PROGRAM_NONE, .to = 0, .kind = EDGE_ENTRY, .label = ""};
    for (size_t i = 0; i < ARCS; i++)
        s->edges[i + 1] = (ProgramEdge){.from = arcs[i][0],
                                        .to = arcs[i][1],
                                        .kind = (uint8_t)arcs[i][2],
                                        .label = ""};
    s->edges[ARCS + 1] = (ProgramEdge){
        .from = 8, .to = PROGRAM_NONE, .kind = EDGE_EXIT, .label = ""};
    s->blocks[8].flags = BLOCK_EXIT | BLOCK_RETURN;
    s->program = (Program){.functions = &s->function,
                           .blocks = s->blocks,
                           .edges = s->edges,
                           .n.functions = 1,
                           .n.blocks = BLOCKS,
                           .n.edges = ARCS + 2};
}

static void
check_path(const RegionPaths *r, size_t i, const uint32_t *want, size_t n)
{
    assert_int_equal(r->start.at[i + 1] - r->start.at[i], n);
    if (n)
        assert_memory_equal(r->blocks.at + r->start.at[i], want,
                            n * sizeof *want);
}

/* "if the failing run is 1, 2, 3, 4, 5, 10, ... this produces two execution
 * runs": those through 7 and through 9. */
static void
nested_branches(void **state)
{
    Small s;
    RegionPaths r;

    (void)state;
    make_figure_2(&s);
    region_get_all(&s.program, 4, 8, 8, 9, &r);
    assert_int_equal(region_npaths(&r), 2);
    assert_true(r.all);
    check_path(&r, 0, (uint32_t[]){5, 6}, 2);
    check_path(&r, 1, (uint32_t[]){5, 7}, 2);
    region_paths_done(&r);
    region_get_all(&s.program, 4, 8, 8, 1, &r); /* bounded, and said so */
    assert_int_equal(region_npaths(&r), 1);
    assert_false(r.all);
    region_paths_done(&r);
    region_get_all(&s.program, 0, 1, 2, 9, &r); /* nothing in between */
    assert_int_equal(region_npaths(&r), 1);
    check_path(&r, 0, NULL, 0);
    region_paths_done(&r);
    region_get_all(&s.program, 2, 4, PROGRAM_NONE, 9, &r); /* to the end */
    assert_int_equal(region_npaths(&r), 3);
    region_paths_done(&r);
}

/* A loop is entered at most once. */
static void
loops(void **state)
{
    Small s;
    RegionPaths r;

    (void)state;
    make_figure_2(&s);
    s.edges[11].to = 4; /* 6 goes back to 4 */
    region_get_all(&s.program, 2, 3, 8, 9, &r);
    assert_int_equal(region_npaths(&r), 2);
    check_path(&r, 0, (uint32_t[]){4, 5, 7}, 3);
    check_path(&r, 1, (uint32_t[]){4}, 1);
    region_paths_done(&r);
}

/* Random programs: a tree of ifs. Statement i is an if with a list of
 * statements for each outcome, or does nothing. */
enum { STATEMENTS = 12, EVENTS = 64, ROUNDS = 300 };

typedef struct Tree Tree;
struct Tree {
    uint32_t owner[STATEMENTS]; /* statement; ALIGN_NONE: the program */
    bool side[STATEMENTS], branch[STATEMENTS];
    uint32_t n;
};

typedef struct Trail Trail;
struct Trail {
    AlignEvent events[EVENTS];
    uint32_t n;
};

static uint32_t seed = 11;

static uint32_t
roll(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static void
execute(const Tree *t, uint32_t owner, bool side, uint32_t parent,
        uint32_t outcomes, Trail *out)
{
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->owner[i] != owner || (owner != ALIGN_NONE && t->side[i] != side))
            continue;
        const uint32_t me = out->n++;
        const bool yes = outcomes >> i & 1;
        out->events[me] =
            (AlignEvent){.statement = i,
                         .parent = parent,
                         .outcome = t->branch[i] ? (uint32_t)yes : ALIGN_NONE};
        if (t->branch[i])
            execute(t, i, yes, me, outcomes, out);
    }
}

static AlignRun
run_of(const Trail *t)
{
    return (AlignRun){.events = t->events, .n = t->n};
}

static void
make_tree(Tree *t)
{
    *t = (Tree){.n = 1 + roll(STATEMENTS)};
    for (uint32_t i = 0; i < t->n; i++) {
        t->branch[i] = roll(3) > 0;
        t->owner[i] = ALIGN_NONE;
        t->side[i] = roll(2);
        const uint32_t above = i ? roll(i) : 0;
        if (i && t->branch[above] && roll(2))
            t->owner[i] = above;
    }
}

/* Events behind a branch, up to pde, are those that it decides. */
static void
pde_on_random_programs(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Tree t;
        Trail a = {.n = 0};
        make_tree(&t);
        execute(&t, ALIGN_NONE, false, ALIGN_NONE, roll(1u << STATEMENTS), &a);
        for (uint32_t br = 0; br < a.n; br++) {
            uint32_t de = region_pde(run_of(&a), br);
            for (uint32_t e = br + 1; e < a.n; e++) {
                uint32_t up = a.events[e].parent;
                while (up != ALIGN_NONE && up != br)
                    up = a.events[up].parent;
                assert_int_equal(e < de, up == br);
            }
        }
    }
}

/* Theorem 1: in the order of sets, with every completion of the flipped
 * regions, whole runs never come in decreasing distance, and each is at the
 * distance that was asked for. */
static void
theorem_1_of_runs(void **state)
{
    uint64_t runs = 0;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Tree t;
        Trail failing = {.n = 0};
        uint32_t parent[EVENTS], event[EVENTS], above[EVENTS], n = 0;
        Distance last = {0};
        Order o;
        make_tree(&t);
        const uint32_t outcomes = roll(1u << STATEMENTS);
        execute(&t, ALIGN_NONE, false, ALIGN_NONE, outcomes, &failing);
        for (uint32_t i = 0; i < failing.n; i++) {
            const uint32_t p = failing.events[i].parent;
            above[i] = p == ALIGN_NONE ? ORDER_NONE : above[p];
            if (failing.events[i].outcome == ALIGN_NONE)
                continue;
            parent[n] = above[i];
            event[n] = i;
            above[i] = n++;
        }
        order_init(&o, parent, n, 0);
        while (order_next(&o)) {
            uint32_t flipped = outcomes, free = (1u << t.n) - 1;
            for (uint32_t i = 0; i < o.size; i++)
                flipped ^= 1u << failing.events[event[o.distance[i]]].statement;
            for (uint32_t i = 0; i < failing.n; i++)
                free &= ~(1u << failing.events[i].statement);
            /* Two of the completions: what was not executed is as it may. */
            for (int k = 0; k < 2; k++) {
                Trail other = {.n = 0};
                uint32_t partner[EVENTS];
                const uint32_t way =
                    (flipped & ~free) | (roll(1u << 12) & free);
                execute(&t, ALIGN_NONE, false, ALIGN_NONE, way, &other);
                align_runs(run_of(&failing), run_of(&other), partner);
                Distance d =
                    align_distance(run_of(&failing), run_of(&other), partner);
                assert_int_equal(d.n, o.size);
                for (uint32_t i = 0; i < d.n; i++)
                    assert_int_equal(d.events[i],
                                     event[o.distance[o.size - 1 - i]]);
                if (last.n)
                    assert_true(distance_compare(&last, &d) <= 0);
                distance_done(&last);
                last = d;
                runs++;
            }
        }
        distance_done(&last);
        order_done(&o);
    }
    assert_true(runs > 1000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_branches),
        cmocka_unit_test(loops),
        cmocka_unit_test(pde_on_random_programs),
        cmocka_unit_test(theorem_1_of_runs),
    };

    return cmocka_run_group_tests_name("region", tests, NULL, NULL);
}
