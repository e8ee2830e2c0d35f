/* align_test.c - the path paper's definitions on its own example, on loops,
 * calls, cut-off runs, and against the definitions taken word by word.
 */
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "program/control.h"
#include "trace/align.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Figure 2: 1 if(a) 2 i=i+1; 3 if(b) 4 j=j+1; 5 if(c){ 6 if(d) 7 k=k+1; else
 * 9 k=k+2; } 10. Statement s depends on the branch owner[s], 0: on none. */
static const uint32_t owner[] = {0, 0, 1, 0, 3, 0, 5, 6, 0, 6, 0};

typedef struct Figure Figure;
struct Figure {
    AlignEvent events[16];
    AlignRun run;
};

static bool
is_branch(uint32_t s)
{
    return s == 1 || s == 3 || s == 5 || s == 6;
}

static void
make_figure(Figure *f, const uint32_t *statements, uint32_t n)
{
    uint32_t last[16];

    memset(last, 0xff, sizeof last);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = statements[i];
        f->events[i] = (AlignEvent){
            .statement = s,
            .parent = owner[s] ? last[owner[s]] : ALIGN_NONE,
            .outcome = is_branch(s) ? statements[i + 1] : ALIGN_NONE};
        last[s] = i;
    }
    f->run = (AlignRun){.events = f->events, .n = n};
}
#define FIGURE(f, ...)                                \
    make_figure((f), (const uint32_t[]){__VA_ARGS__}, \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static Distance
dist(AlignRun a, AlignRun b)
{
    uint32_t *partner = mem_alloc((a.n + 1) * sizeof *partner);

    align_runs(a, b, partner);
    Distance d = align_distance(a, b, partner);
    free(partner);
    return d;
}

static void
test_golden_distance(void **unused)
{
    Figure p, q, r;

    (void)unused;
    FIGURE(&p, 1, 3, 5, 6, 7, 10);
    FIGURE(&q, 1, 3, 4, 5, 6, 9, 10);
    FIGURE(&r, 1, 2, 3, 5, 6, 9, 10);
    Distance to_q = dist(p.run, q.run), to_r = dist(p.run, r.run);
    assert_int_equal(to_q.n, 2);
    assert_int_equal(p.events[to_q.events[0]].statement, 3);
    assert_int_equal(p.events[to_q.events[1]].statement, 6);
    assert_int_equal(to_r.n, 2);
    assert_int_equal(p.events[to_r.events[0]].statement, 1);
    assert_int_equal(p.events[to_r.events[1]].statement, 6);
    assert_true(distance_compare(&to_q, &to_r) < 0);
    assert_true(distance_compare(&to_r, &to_q) > 0);
    assert_int_equal(distance_compare(&to_r, &to_r), 0);
    distance_done(&to_q);
    distance_done(&to_r);
}

/* Table 2: the runs in the order of their distances from the failing one. */
static void
test_golden_order(void **unused)
{
    Figure p, runs[12];
    Distance d[12];

    (void)unused;
    FIGURE(&p, 1, 3, 5, 6, 7, 10);
    FIGURE(&runs[0], 1, 3, 5, 6, 9, 10);
    FIGURE(&runs[1], 1, 3, 4, 5, 6, 9, 10);
    FIGURE(&runs[2], 1, 2, 3, 4, 5, 6, 9, 10);
    FIGURE(&runs[3], 1, 2, 3, 5, 6, 9, 10);
    FIGURE(&runs[4], 1, 3, 5, 10);
    FIGURE(&runs[5], 1, 3, 4, 5, 10);
    FIGURE(&runs[6], 1, 2, 3, 4, 5, 10);
    FIGURE(&runs[7], 1, 2, 3, 5, 10);
    FIGURE(&runs[8], 1, 3, 4, 5, 6, 7, 10);
    FIGURE(&runs[9], 1, 2, 3, 4, 5, 6, 7, 10);
    FIGURE(&runs[10], 1, 2, 3, 5, 6, 7, 10);
    FIGURE(&runs[11], 1, 3, 5, 6, 7, 10); /* the same: farthest */
    static const uint32_t sizes[] = {1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 1, 1};
    for (int i = 0; i < 12; i++) {
        d[i] = dist(p.run, runs[i].run);
        assert_int_equal(d[i].n, sizes[i]);
    }
    for (int i = 0; i < 11; i++)
        for (int k = i + 1; k < 12; k++) {
            int order = distance_compare(&d[i], &d[k]);
            if (i == 10 && k == 11) /* both are the first event */
                assert_int_equal(order, 0);
            else
                assert_true(order < 0);
        }
    for (int i = 0; i < 12; i++)
        distance_done(&d[i]);
}

/* A run that is given as the blocks control comes to. Definition 1 of the path
 * paper: an event depends on the last one before it on whose block its own is
 * statically control dependent, within its activation; without one, on the
 * call of its function. Live branches are a stack: one that a block does not
 * depend on is over. */
typedef struct WalkLive WalkLive;
struct WalkLive {
    uint32_t block, event;
};

typedef struct WalkFrame WalkFrame;
struct WalkFrame {
    uint32_t call; /* event; ALIGN_NONE: the start */
    size_t live;   /* its first one */
};

typedef struct Walk Walk;
struct Walk {
    const Control *control;
    VEC(AlignEvent) events; /* the statement is the block */
    VEC(WalkFrame) frames;
    VEC(WalkLive) live;
};

static bool
depends(const Control *c, uint32_t block, uint32_t branch)
{
    for (uint32_t i = c->first[block]; i < c->first[block + 1]; i++)
        if (c->deps[i].branch == branch)
            return true;
    return false;
}

/* Begins in a function that nothing called. */
static void
walk_init(Walk *w, const Control *control)
{
    *w = (Walk){.control = control};
    vec_push(&w->frames, (WalkFrame){.call = ALIGN_NONE});
}

static void
walk_done(Walk *w)
{
    vec_done(&w->events);
    vec_done(&w->frames);
    vec_done(&w->live);
}

/* dep(e, run) of an event of this block that comes now. */
static uint32_t
find_parent(Walk *w, uint32_t block)
{
    const WalkFrame *f = &w->frames.at[w->frames.n - 1];

    for (; w->live.n > f->live; w->live.n--)
        if (depends(w->control, block, w->live.at[w->live.n - 1].block))
            return w->live.at[w->live.n - 1].event;
    return f->call;
}

/* Control comes to a block; gives its event. `outcome`: of a branch, the block
 * that comes next in this activation; else ALIGN_NONE. */
static uint32_t
walk_block(Walk *w, uint32_t block, uint32_t outcome)
{
    uint32_t event = (uint32_t)w->events.n;

    assert_true(w->frames.n > 0 && block < w->control->nblocks);
    uint32_t parent = find_parent(w, block);
    vec_push(
        &w->events,
        (AlignEvent){.statement = block, .parent = parent, .outcome = outcome});
    if (outcome == ALIGN_NONE)
        return event;
    size_t first = w->frames.at[w->frames.n - 1].live;
    if (w->live.n > first && w->live.at[w->live.n - 1].block == block)
        w->live.at[w->live.n - 1].event = event; /* a loop's next round */
    else
        vec_push(&w->live, (WalkLive){.block = block, .event = event});
    return event;
}

/* The last block calls a function. */
static void
walk_call(Walk *w)
{
    assert_true(w->events.n > 0);
    vec_push(&w->frames,
             (WalkFrame){.call = (uint32_t)w->events.n - 1, .live = w->live.n});
}

static void
walk_return(Walk *w)
{
    assert_true(w->frames.n > 1);
    w->live.n = vec_pop(&w->frames).live;
}

static AlignRun
walk_run(const Walk *w)
{
    return (AlignRun){.events = w->events.at, .n = (uint32_t)w->events.n};
}

/* 0: while (1) { 2; 3 if { 4 call 6 } } 5; 6 is a function of one block.
 * 1 and the blocks of the body depend on the loop's branch, it on itself. */
static const ControlDep loop_deps[] = {
    {.branch = 1}, {.branch = 1}, {.branch = 1}, {.branch = 3}};
static const uint32_t loop_first[] = {0, 0, 1, 2, 3, 4, 4, 4};

static void
walk_loop(Walk *w, const Control *c, const char *odd)
{
    walk_init(w, c);
    walk_block(w, 0, ALIGN_NONE);
    for (; *odd; odd++) {
        walk_block(w, 1, 2);
        walk_block(w, 2, ALIGN_NONE);
        walk_block(w, 3, *odd == '1' ? 4 : 1);
        if (*odd == '1') {
            walk_block(w, 4, ALIGN_NONE);
            walk_call(w);
            walk_block(w, 6, ALIGN_NONE);
            walk_return(w);
        }
    }
    walk_block(w, 1, 5);
    walk_block(w, 5, ALIGN_NONE);
}

static void
test_iterations(void **unused)
{
    Walk x, y;
    uint32_t first[8], partner[64];
    ControlDep deps[4];
    Control c = {.nblocks = 7, .first = first, .deps = deps};

    (void)unused;
    memcpy(first, loop_first, sizeof first);
    memcpy(deps, loop_deps, sizeof deps);
    walk_loop(&x, &c, "0110");
    walk_loop(&y, &c, "0101010");
    AlignRun a = walk_run(&x), b = walk_run(&y);
    align_runs(a, b, partner);
    /* 0; (1 2 3)(1 2 3 4 6)(1 2 3 4 6)(1 2 3) 1 5 */
    uint32_t round = 0, called = 0;
    for (uint32_t i = 0; i < a.n; i++) {
        uint32_t s = a.events[i].statement;
        round += s == 1;
        called += s == 6;
        if (s == 4 || s == 6)
            assert_int_equal(partner[i] == ALIGN_NONE, round == 3);
        else
            assert_int_not_equal(partner[i], ALIGN_NONE);
        if (s == 6)
            assert_int_equal(a.events[a.events[i].parent].statement, 4);
        if (partner[i] == ALIGN_NONE || s != 1)
            continue;
        uint32_t k = 0; /* the same round in b */
        for (uint32_t e = 0; e <= partner[i]; e++)
            k += b.events[e].statement == 1;
        assert_int_equal(k, round);
    }
    assert_int_equal(called, 2);
    Distance d = align_distance(a, b, partner);
    /* the branches 3 of rounds 3 and 4, and the end of the loop */
    assert_int_equal(d.n, 3);
    assert_int_equal(a.events[d.events[0]].statement, 3);
    assert_int_equal(a.events[d.events[1]].statement, 3);
    assert_int_equal(a.events[d.events[2]].statement, 1);
    distance_done(&d);
    walk_done(&x);
    walk_done(&y);
}

static void
test_ends(void **unused)
{
    Figure p, q;

    (void)unused;
    FIGURE(&p, 1, 3, 5, 6, 7, 10);
    FIGURE(&q, 1, 3, 5, 6, 7, 10);
    q.run.n = 3; /* cut off behind a branch */
    Distance d = dist(p.run, q.run);
    assert_int_equal(d.n, 1);
    assert_int_equal(d.events[0], 0);
    distance_done(&d);
    p.run.n = 0;
    d = dist(p.run, q.run);
    assert_int_equal(d.n, 0);
    distance_done(&d);
}

/* Are they aligned, by the words of Definition 2? */
static bool
aligned(AlignRun a, uint32_t i, AlignRun b, uint32_t k)
{
    uint32_t p = a.events[i].parent, q = b.events[k].parent, before = 0;

    if (a.events[i].statement != b.events[k].statement)
        return false;
    for (uint32_t e = 0; e < i; e++) /* its number under the parent */
        before += a.events[e].parent == p &&
                  a.events[e].statement == a.events[i].statement;
    for (uint32_t e = 0; e < k; e++)
        before -= b.events[e].parent == q &&
                  b.events[e].statement == b.events[k].statement;
    if (before != 0)
        return false;
    if (p == ALIGN_NONE || q == ALIGN_NONE)
        return p == q;
    return aligned(a, p, b, q);
}

static AlignRun
random_run(Random *r, AlignEvent *events, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        events[i] = (AlignEvent){
            .statement = random_below(r, 4),
            .parent = i && random_below(r, 4) ? random_below(r, i) : ALIGN_NONE,
            .outcome = random_below(r, 2)};
    return (AlignRun){.events = events, .n = n};
}

static void
test_definition(void **unused)
{
    Random r = {.state = 12345};
    AlignEvent x[24], y[24];
    uint32_t partner[24], matched = 0;

    (void)unused;
    for (int round = 0; round < 300; round++) {
        AlignRun a = random_run(&r, x, random_below(&r, 24));
        AlignRun b = random_run(&r, y, random_below(&r, 24));
        align_runs(a, b, partner);
        for (uint32_t i = 0; i < a.n; i++)
            for (uint32_t k = 0; k < b.n; k++)
                assert_int_equal(partner[i] == k, aligned(a, i, b, k));
        for (uint32_t i = 0; i < a.n; i++)
            matched += partner[i] != ALIGN_NONE;
    }
    assert_true(matched > 500);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_distance),
        cmocka_unit_test(test_golden_order),
        cmocka_unit_test(test_iterations),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_definition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
