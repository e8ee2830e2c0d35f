/* threshold_test.c - every outcome that another constant could give. */
#include "find/foretell.h"
#include "find/threshold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* `x < 10` */
static MutateSite sites[] = {
    {.kind = MSITE_COMPARE,
     .op = MUTATE_LT,
     .of = {.bits = 32, .flags = MUTATE_SIGNED},
     .user.consumer = MUTATE_NONE},
    {.kind = MSITE_LITERAL,
     .of = {.bits = 32, .flags = MUTATE_SIGNED},
     .value = 10,
     .user.consumer = 0,
     .user.position = 1,
     .user.extends = true},
};
static const MutateSites all = {.at = sites, .n = 2};

/* Any constant at all has the outcomes of one that is listed, or of 10. */
static void
stands_for_all(void **state)
{
    static const uint32_t ops[] = {MUTATE_LT, MUTATE_LE, MUTATE_GT, MUTATE_GE};
    int64_t seen[] = {3, 10, 700, 10, -5, 10, 12, 10};
    int64_t mirrored[] = {10, 3, 10, 700, 10, -5, 10, 12};

    (void)state;
    for (size_t k = 0; k < 8; k++) {
        const bool right = k < 4;
        const Watch w = {
            .entries = right ? seen : mirrored, .nentries = 4, .done = true};
        Alterations out = {0};
        sites[0].op = ops[k % 4];
        sites[1].user.position = right;
        threshold_list(&all, 1, &w, 1, &out);
        assert_true(out.n > 0 && out.n <= 5);
        for (int64_t c = -20; c < 720; c++) {
            Alteration any = {.site = 1,
                              .op = MUTATE_SET,
                              .of = {.bits = 32, .flags = MUTATE_SIGNED},
                              .x = {.base = MUTATE_NONE, .value = c},
                              .names.variable = MUTATE_NONE,
                              .names.other = MUTATE_NONE};
            Foretold want = foretell(&all, &any, &w);
            bool found = want.inert;
            for (size_t i = 0; i < out.n && !found; i++)
                found = foretell(&all, &out.at[i], &w).key == want.key;
            assert_true(found);
        }
        vec_done(&out);
    }
    sites[0].op = MUTATE_LT;
    sites[1].user.position = 1;
}

/* What is between 20, 2047 and 2064; the nearest to 10 first. */
static void
as_people_write(void **state)
{
    int64_t seen[] = {2064, 10, 2047, 10, 20, 10, -1234, 10, -1000, 10};
    const Watch w = {.entries = seen, .nentries = 5, .done = true};
    static const int64_t want[] = {0, -1000, -1234, 2000, 2048, 2065};
    Alterations out = {0};

    (void)state;
    threshold_list(&all, 1, &w, 1, &out);
    assert_int_equal(out.n, sizeof want / sizeof want[0]);
    for (size_t i = 0; i < out.n; i++)
        assert_int_equal(out.at[i].x.value, want[i]);
    vec_done(&out);
}

static void
not_otherwise(void **state)
{
    int64_t seen[] = {3, 10};
    Watch w = {.entries = seen, .nentries = 1, .done = true};
    Alterations out = {0};

    (void)state;
    threshold_list(&all, 0, &w, 1, &out); /* no literal */
    threshold_list(&all, 1, NULL, 0, &out);
    w.done = false;
    threshold_list(&all, 1, &w, 1, &out);
    assert_int_equal(out.n, 0);
    w.done = true;
    w.site = 1; /* the watch of something else */
    threshold_list(&all, 1, &w, 1, &out);
    assert_int_equal(out.n, 0);
    vec_done(&out);
}

/* `limit = 700;` and somewhere else `x >= y`. */
static void
from_far(void **state)
{
    MutateSite some[] = {
        {.kind = MSITE_COMPARE, .op = MUTATE_GE, .of.bits = 32},
        {.kind = MSITE_LITERAL,
         .of = {.bits = 32, .flags = MUTATE_SIGNED},
         .value = 700,
         .user.consumer = MUTATE_NONE},
    };
    const MutateSites s = {.at = some, .n = 2};
    int64_t seen[] = {5, 6, 739, 700};
    const Watch w = {.entries = seen, .nentries = 2, .done = true};
    Alterations out = {0};

    (void)state;
    threshold_list_far(&s, 1, &w, &out);
    assert_int_equal(out.n, 2);
    assert_int_equal(out.at[0].x.value, 739);
    assert_int_equal(out.at[1].x.value, 740);
    some[1].value = 1;
    threshold_list_far(&s, 1, &w, &out);
    assert_int_equal(out.n, 2);
    vec_done(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_for_all),
        cmocka_unit_test(as_people_write),
        cmocka_unit_test(not_otherwise),
        cmocka_unit_test(from_far),
    };

    return cmocka_run_group_tests_name("threshold", tests, NULL, NULL);
}
