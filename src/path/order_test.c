/* order_test.c - the paper's order of candidates, and its Theorem 1. */
#include "path/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_EVENTS = 10, ROUNDS = 500 };

/* Branch events 1, 3, 5, 6 of the golden program; 6 depends on 5. */
static const uint32_t golden_parent[] = {ORDER_NONE, ORDER_NONE, ORDER_NONE, 2};
static const char *const golden_line[] = {"1", "3", "5", "6"};

static void
write_set(const Order *o, char *out, size_t room)
{
    size_t used = 0;

    for (uint32_t i = o->size; i-- > 0;)
        used += (size_t)snprintf(out + used, room - used, "%s%s",
                                 golden_line[o->distance[i]], i > 0 ? "," : "");
}

static void
golden_order(void **state)
{
    static const char *const want[] = {"6", "3,6", "1,3,6", "1,6",
                                       "5", "3,5", "1,3,5", "1,5",
                                       "3", "1,3", "1"};
    size_t n = 0;
    char set[64];
    Order o;

    (void)state;
    order_init(&o, golden_parent, 4, 0);
    while (order_next(&o)) {
        write_set(&o, set, sizeof set);
        assert_true(n < sizeof want / sizeof want[0]);
        assert_string_equal(set, want[n++]);
    }
    assert_int_equal(n, sizeof want / sizeof want[0]);
    order_done(&o);
}

static void
pruned_sets_are_not_extended(void **state)
{
    static const char *const want[] = {"6", "5", "3,5", "1,5", "3", "1"};
    size_t n = 0;
    char set[64];
    Order o;

    (void)state;
    order_init(&o, golden_parent, 4, 0);
    while (order_next(&o)) {
        write_set(&o, set, sizeof set);
        assert_true(n < sizeof want / sizeof want[0]);
        assert_string_equal(set, want[n++]);
        if (strcmp(set, "5") != 0)
            order_prune(&o);
    }
    assert_int_equal(n, sizeof want / sizeof want[0]);
    order_done(&o);
}

static void
closed_sets_end_their_level(void **state)
{
    static const char *const want[] = {"6",   "3,6", "5",   "3,5", "1,3,5",
                                       "1,5", "3",   "1,3", "1"};
    size_t n = 0;
    char set[64];
    Order o;

    (void)state;
    order_init(&o, golden_parent, 4, 0);
    while (order_next(&o)) {
        write_set(&o, set, sizeof set);
        assert_true(n < sizeof want / sizeof want[0]);
        assert_string_equal(set, want[n++]);
        if (strcmp(set, "3,6") == 0)
            order_close(&o);
    }
    assert_int_equal(n, sizeof want / sizeof want[0]);
    order_done(&o);
}

static uint32_t seed = 7;

static uint32_t
roll(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

/* Definition 4 on two sets, latest event first: is `a` nearer than `b`? */
static bool
is_nearer(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
    uint32_t k = 0;

    while (k < na && k < nb && a[k] == b[k])
        k++;
    if (k == na)
        return k < nb;
    return k < nb && a[k] > b[k];
}

/* Every set of at most `max` events, none dependent on another, once, in
 * strictly growing distance. */
static void
theorem_1(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t parent[MAX_EVENTS], n = 1 + roll(MAX_EVENTS);
        uint32_t last[MAX_EVENTS], nlast = 0, max = roll(4), given = 0, all = 0;
        Order o;
        for (uint32_t i = 0; i < n; i++)
            parent[i] = i > 0 && roll(2) ? roll(i) : ORDER_NONE;
        for (uint32_t set = 1; set < UINT32_C(1) << n; set++) {
            bool allowed = max == 0 || (uint32_t)__builtin_popcount(set) <= max;
            for (uint32_t i = 0; i < n; i++)
                if (set >> i & 1)
                    for (uint32_t e = parent[i]; e != ORDER_NONE; e = parent[e])
                        allowed = allowed && !(set >> e & 1);
            all += allowed;
        }
        order_init(&o, parent, n, max);
        while (order_next(&o)) {
            if (given++ > 0)
                assert_true(is_nearer(last, nlast, o.distance, o.size));
            memcpy(last, o.distance, o.size * sizeof *last);
            nlast = o.size;
        }
        assert_int_equal(given, all);
        order_done(&o);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_order),
        cmocka_unit_test(pruned_sets_are_not_extended),
        cmocka_unit_test(closed_sets_end_their_level),
        cmocka_unit_test(theorem_1),
    };

    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
