/* worth_test.c - which successes are poor ones; the events of runs that
 * are too long to trace.
 */
#include "path/brief.h"
#include "path/worth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void
guesses(void **state)
{
    static const struct {
        WorthEnd failing, other;
        bool away, partial;
        Worth expected;
    } cases[] = {
        {{0, 5}, {0, 3}, false, false, WORTH_USEFUL},
        {{0, 5}, {2, 3}, false, false, WORTH_TRIVIAL}, /* an error of its own */
        {{1, 5}, {1, 3}, false, false, WORTH_USEFUL},  /* as the failing run */
        {{1, 5}, {0, 3}, false, false, WORTH_USEFUL},
        {{0, 5}, {0, 0}, false, false, WORTH_TRIVIAL}, /* says nothing */
        {{0, 0}, {0, 0}, false, false, WORTH_USEFUL},
        {{0, 5}, {0, 3}, true, false, WORTH_UNRELATED},
        {{0, 5}, {2, 3}, true, false, WORTH_TRIVIAL},
        {{0, 5}, {0, 3}, false, true, WORTH_PARTIAL},
        {{0, 5}, {0, 3}, true, true, WORTH_UNRELATED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(worth_guess(cases[i].failing, NULL, cases[i].other,
                                     cases[i].away, cases[i].partial),
                         cases[i].expected);
    /* The failing run should have ended with an error, and in silence. */
    const WorthEnd good = {0, 5}, error = {1, 3}, silence = {1, 0};
    assert_int_equal(worth_guess(good, &error, error, false, false),
                     WORTH_USEFUL);
    assert_int_equal(worth_guess(good, &error, silence, false, false),
                     WORTH_TRIVIAL);
    assert_int_equal(worth_guess(good, &silence, silence, false, false),
                     WORTH_USEFUL);
    assert_int_equal(worth_guess(good, &good, error, false, false),
                     WORTH_TRIVIAL);
    assert_string_equal(worth_words(WORTH_USEFUL), "");
}

static void
away(void **state)
{
    static const uint8_t home[] = {1, 0, 1}, both[] = {1, 0, 1},
                         more[] = {1, 1, 1}, one[] = {1, 1, 0};

    (void)state;
    assert_false(worth_is_away(home, both, 3));
    assert_false(worth_is_away(home, more, 3));
    assert_true(worth_is_away(home, one, 3));
}

/* More than twenty events, and more than three in a hundred. */
static void
partial(void **state)
{
    uint32_t partner[1000] = {0};

    (void)state;
    for (uint32_t i = 0; i < 1000; i++)
        partner[i] = i < 21 ? ALIGN_NONE : i;
    assert_int_equal(worth_lost(partner, 1000), 21);
    assert_int_equal(worth_lost(partner + 1, 99), 20);
    assert_int_equal(worth_lost(partner, 0), 0);
    assert_int_equal(worth_only(3, 10, 7), 3);
    assert_int_equal(worth_only(3, 10, 9), 5);
    assert_int_equal(worth_only(0, 10, 10), 0);
    assert_true(worth_is_partial(21, 100));
    assert_true(worth_is_partial(21, 692));
    assert_false(worth_is_partial(21, 693));
    assert_false(worth_is_partial(20, 99));
    assert_false(worth_is_partial(0, 0));
}

/* Of successes: doing again what failed, then leaving out and adding less,
 * then Definition 4, each decides only where those before are alike. */
static void
preferred(void **state)
{
    static uint32_t early[] = {3}, late[] = {3, 9};
    const PathRun runs[] = {
        {.like.comes = true, .like.only = 4, .differs = late, .ndiffers = 2},
        {.like.comes = true, .like.only = 4, .differs = early, .ndiffers = 1},
        {.like.comes = true, .like.only = 5, .differs = late, .ndiffers = 2},
        {.like.comes = false, .like.only = 0, .differs = late, .ndiffers = 2},
        {.like.comes = false, .like.only = 2, .differs = late, .ndiffers = 2},
    };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            const int c = worth_compare(&runs[i], &runs[k]);
            assert_int_equal((c > 0) - (c < 0), (i > k) - (i < k));
        }
}

static void
within(void **state)
{
    static uint32_t a[] = {3, 9}, b[] = {1, 3, 9}, c[] = {3, 8, 10};
    const PathRun x = {.differs = a, .ndiffers = 2},
                  y = {.differs = b, .ndiffers = 3},
                  z = {.differs = c, .ndiffers = 3};

    (void)state;
    assert_true(worth_is_within(&x, &y));
    assert_false(worth_is_within(&y, &x));
    assert_false(worth_is_within(&x, &x));
    assert_false(worth_is_within(&x, &z));
}

/* Two blocks of two instructions each; a model's conditions and what was
 * assumed are no events. */
static void
events(void **state)
{
    ScriptBlock blocks[] = {{.inst = 0, .ninsts = 2}, {.inst = 2, .ninsts = 2}};
    const Script script = {.blocks = blocks, .nblocks = 2};
    ConcolicStep steps[] = {
        {.block = 1, .kind = CONCOLIC_BRANCH, .taken = 1},
        {.block = CONCOLIC_MODEL | 1, .kind = CONCOLIC_BRANCH, .taken = 1},
        {.block = 0, .kind = CONCOLIC_ASSUME, .taken = 1},
        {.block = 0, .kind = CONCOLIC_SWITCH, .taken = 3},
        {.block = 1, .kind = CONCOLIC_BRANCH, .taken = 0},
    };
    const Recording r = {.steps = steps, .n.steps = 5};
    static const AlignEvent want[] = {
        {3, ALIGN_NONE, 1}, {1, ALIGN_NONE, 3}, {3, ALIGN_NONE, 0}};
    static const uint32_t from[] = {0, 3, 4};
    Course c;

    (void)state;
    brief_course(&script, &r, &c);
    assert_int_equal(c.n, 3);
    for (uint32_t i = 0; i < c.n; i++) {
        assert_int_equal(c.events[i].statement, want[i].statement);
        assert_int_equal(c.events[i].parent, want[i].parent);
        assert_int_equal(c.events[i].outcome, want[i].outcome);
        assert_int_equal(c.nodes[i], from[i]);
    }
    course_done(&c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses), cmocka_unit_test(away),
        cmocka_unit_test(partial), cmocka_unit_test(preferred),
        cmocka_unit_test(within),  cmocka_unit_test(events),
    };

    return cmocka_run_group_tests_name("path worth", tests, NULL, NULL);
}
