/* ancestry_test.c - climbs in chains and in random forests. */
#include "trace/ancestry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>

/* One step at a time. */
static uint32_t
climb_slowly(const Ancestry *a, uint32_t node, uint32_t most)
{
    while (node > most)
        node = a->at.at[node].parent;
    return node;
}

static uint32_t
next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void
test_long_chain(void **unused)
{
    enum { N = 1 << 20, MOST = 3 * 20 };
    Ancestry a = {0};

    (void)unused;
    for (uint32_t i = 0; i <= N; i++)
        ancestry_add(&a, i ? i - 1 : 0);
    for (uint32_t most = 0; most < N; most += 9973) {
        a.steps = 0;
        assert_int_equal(ancestry_climb(&a, N, most), most);
        assert_in_range(a.steps, 0, MOST);
    }
    ancestry_done(&a);
}

/* Near parents make deep forests, far ones broad forests. */
static void
test_random_forests(void **unused)
{
    enum { N = 3000 };
    uint32_t state = 7;

    (void)unused;
    for (uint32_t reach = 1; reach <= N; reach *= 4) {
        Ancestry a = {0};
        for (uint32_t i = 0; i < N; i++) {
            const uint32_t back = 1 + next_random(&state) % reach;
            ancestry_add(&a, i > back ? i - back : 0);
        }
        for (int i = 0; i < N; i++) {
            const uint32_t node = next_random(&state) % N;
            const uint32_t most = next_random(&state) % N;
            assert_int_equal(ancestry_climb(&a, node, most),
                             climb_slowly(&a, node, most));
        }
        ancestry_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_random_forests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
