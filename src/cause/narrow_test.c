/* narrow_test.c - the search for the root on the paper's example, and on
 * chains whose root is known. */
#include "cause/narrow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const NarrowChooser *const choosers[] = {
    &narrow_mdfs, &narrow_single_step, &narrow_bisection};
enum { NCHOOSERS = sizeof choosers / sizeof choosers[0] };

/* The middle-value program with input (2,1,3): 1 m = y, 2 y < z, 3 x < y,
 * 4 x > z (the faulty branch), 5 print m. */
enum { ENTRY, M_IS_Y, Y_LT_Z, X_LT_Y, X_GT_Z, PRINT, MIDDLE };
static const uint32_t middle_first[] = {0, 2, 3, 4, 5, 6, 6};
static const uint32_t middle_to[] = {M_IS_Y, Y_LT_Z, PRINT,
                                     X_LT_Y, X_GT_Z, PRINT};
static const uint8_t middle_kind[] = {NARROW_FIXED,  NARROW_VALUE,
                                      NARROW_BRANCH, NARROW_BRANCH,
                                      NARROW_BRANCH, NARROW_FIXED};

typedef struct Middle Middle;
struct Middle {
    bool at_branch; /* the property is now that X_GT_Z holds */
    unsigned properties;
};

static bool
is_in(const NarrowNodes *nodes, uint32_t v)
{
    for (size_t i = 0; i < nodes->n; i++)
        if (nodes->at[i] == v)
            return true;
    return false;
}

/* Runs the program with these decisions inverted and m free. */
static bool
judge_middle(void *context, const NarrowNodes *nodes, NarrowOutcome *out,
             Diag *d)
{
    const Middle *c = context;
    int x = 2, y = 1, z = 3, m = y;
    bool is_free = is_in(nodes, M_IS_Y), reached = false, branch = false;

    (void)d;
    if ((y < z) != is_in(nodes, Y_LT_Z)) {
        if ((x < y) != is_in(nodes, X_LT_Y)) {
            m = y, is_free = false;
        } else {
            reached = true;
            branch = (x > z) != is_in(nodes, X_GT_Z);
            if (branch)
                m = x, is_free = false;
        }
    } else if (x > y) {
        m = y, is_free = false;
    } else if (x > z) {
        m = x, is_free = false;
    }
    bool holds = c->at_branch ? reached && branch : is_free || m == 2;
    *out = holds ? (NarrowOutcome){NARROW_POLLUTED, NARROW_WHOLE}
                 : (NarrowOutcome){NARROW_CLEAN, 0};
    return true;
}

static bool
narrow_middle(void *context, const NarrowTrial *trials, size_t n, Diag *d)
{
    Middle *c = context;
    size_t polluted = 0;

    (void)d;
    for (size_t i = 0; i < n; i++)
        if (trials[i].outcome.verdict == NARROW_POLLUTED &&
            trials[i].nodes.n == 1 && trials[i].nodes.at[0] == X_GT_Z)
            polluted++;
    assert_int_equal(polluted, 1);
    c->at_branch = true;
    c->properties++;
    return true;
}

static void
check_middle(const NarrowChooser *chooser)
{
    static const NarrowGraph g = {MIDDLE, middle_first, middle_to, middle_kind,
                                  PRINT};
    Middle context = {0};
    NarrowSearch s = {.graph = &g,
                      .chooser = chooser,
                      .max_combination = 3,
                      .context = &context,
                      .judge = judge_middle,
                      .new_property = narrow_middle};
    NarrowResult r;
    Diag d = {0};

    assert_true(narrow_search(&s, &r, &d));
    assert_int_equal(r.suspects.n, 2);
    assert_true(is_in(&r.suspects, M_IS_Y) && is_in(&r.suspects, X_GT_Z));
    assert_int_equal(context.properties, 1);
    assert_false(r.stopped);
    if (chooser == &narrow_mdfs) {
        assert_int_equal(r.frontiers.at[0].n, 2);
        assert_int_equal(r.frontiers.at[0].at[0], M_IS_Y);
        assert_int_equal(r.frontiers.at[0].at[1], X_GT_Z);
    }
    narrow_done(&r);
}

static void
middle_value(void **state)
{
    (void)state;
    for (unsigned c = 0; c < NCHOOSERS; c++)
        check_middle(choosers[c]);
}

/* A chain 1 -> 2 -> ... -> n; nodes from `root` on are polluted. */
enum { CHAIN = 100 };

static bool
judge_chain(void *context, const NarrowNodes *nodes, NarrowOutcome *out,
            Diag *d)
{
    const uint32_t *root = context;

    (void)d;
    *out = nodes->at[0] >= *root
               ? (NarrowOutcome){NARROW_POLLUTED, NARROW_WHOLE}
               : (NarrowOutcome){NARROW_CLEAN, 0};
    return true;
}

static void
chain(void **state)
{
    uint32_t first[CHAIN + 2], to[CHAIN + 2];
    uint8_t kind[CHAIN + 2];
    NarrowGraph g = {CHAIN + 1, first, to, kind, CHAIN};
    Diag d = {0};

    (void)state;
    for (uint32_t v = 0; v <= CHAIN; v++) {
        first[v] = v;
        to[v] = v + 1;
        kind[v] = v == 0 || v == CHAIN ? NARROW_FIXED : NARROW_VALUE;
    }
    first[CHAIN + 1] = CHAIN;
    for (unsigned c = 0; c < NCHOOSERS; c++)
        for (uint32_t root = 1; root < CHAIN; root++) {
            NarrowSearch s = {.graph = &g,
                              .chooser = choosers[c],
                              .max_combination = 2,
                              .context = &root,
                              .judge = judge_chain};
            NarrowResult r;
            assert_true(narrow_search(&s, &r, &d));
            assert_int_equal(r.suspects.n, 1);
            assert_int_equal(r.suspects.at[0], root);
            if (s.chooser == &narrow_bisection)
                assert_true(r.trials.n <= 8);
            narrow_done(&r);
        }
}

static void
budget(void **state)
{
    static const NarrowGraph g = {MIDDLE, middle_first, middle_to, middle_kind,
                                  PRINT};
    Middle context = {0};
    NarrowSearch s = {.graph = &g,
                      .chooser = &narrow_mdfs,
                      .max_combination = 2,
                      .max_trials = 1,
                      .context = &context,
                      .judge = judge_middle};
    NarrowResult r;
    Diag d = {0};

    (void)state;
    assert_true(narrow_search(&s, &r, &d));
    assert_true(r.stopped);
    assert_int_equal(r.trials.n, 1);
    assert_int_equal(r.suspects.n, 1);
    narrow_done(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(middle_value),
        cmocka_unit_test(chain),
        cmocka_unit_test(budget),
    };

    return cmocka_run_group_tests_name("narrow", tests, NULL, NULL);
}
