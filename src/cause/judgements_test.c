/* judgements_test.c - verdicts survive a file, and only sound lines of the
 * right key count. */
#include "cause/judgements.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void
test_back_and_forth(void **state)
{
    SparseState two[] = {{.site = 7, .inst = 3, .value = UINT64_MAX},
                         {.site = 9, .inst = 4, .branch = true}};
    SparseState asked[] = {{.site = 7, .inst = 3},
                           {.site = 9, .inst = 4, .branch = true}};
    SparseState each = {.inst = 3, .every = true, .value = 8, .add = true};
    Judgements a = {0}, b = {0};
    NarrowOutcome v;
    Str all = {0};

    (void)state;
    judgements_add(&a, &each, 1, (NarrowOutcome){NARROW_POLLUTED, 2});
    judgements_add(&a, two, 2, (NarrowOutcome){NARROW_PARTLY, 7});
    judgements_add(&a, two + 1, 1, (NarrowOutcome){NARROW_CLEAN, 0});
    judgements_add(&a, two, 1, (NarrowOutcome){NARROW_UNKNOWN, 0});
    a.property = 5;
    judgements_add(&a, two + 1, 1, (NarrowOutcome){NARROW_POLLUTED, 9});
    str_printf(&all, "culprit.judgements/4 k\n%s", str_text(&a.text));
    judgements_parse(&b, "k", all.at, all.n);
    assert_true(judgements_find(&b, asked, 2, &v));
    assert_int_equal(v.verdict, NARROW_PARTLY);
    assert_int_equal(v.merit, 7);
    assert_true(asked[0].value == UINT64_MAX);
    assert_true(judgements_find(&b, asked + 1, 1, &v));
    assert_int_equal(v.verdict, NARROW_CLEAN);
    assert_false(asked[1].add);
    assert_false(judgements_find(&b, asked, 1, &v)); /* was not decided */
    each.value = 0;
    each.add = false;
    assert_true(judgements_find(&b, &each, 1, &v));
    assert_true(each.value == 8 && each.add);
    b.property = 5; /* of another question there is another verdict */
    assert_true(judgements_find(&b, asked + 1, 1, &v));
    assert_int_equal(v.verdict, NARROW_POLLUTED);
    b.property = 6;
    assert_false(judgements_find(&b, asked + 1, 1, &v));
    assert_int_equal(b.hits, 4);
    assert_false(b.changed);
    judgements_done(&b);
    judgements_parse(&b, "other", all.at, all.n);
    assert_false(judgements_find(&b, asked, 2, &v));
    judgements_done(&a);
    judgements_done(&b);
    str_done(&all);
}

static void
test_unsound(void **state)
{
    static const char *const lines[] = {
        "0 9 5 1 1 1 0 0\n",
        "0 1 5 0\n",
        "0 1 5 9 1 1 0 0\n",
        "0 1 5 1 1 1 4 0\n",
        "0 1 5 1 1 1 0\n",
        "0 1 5 1 1 1 0 99999999999999999999\n",
        "x\n",
        "0 1 5 1 1 1 0 0",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Judgements j = {0};
        Str all = {0};
        str_printf(&all, "culprit.judgements/4 k\n%s", lines[i]);
        judgements_parse(&j, "k", all.at, all.n);
        if (j.at.n)
            print_message("line %zu was taken\n", i);
        assert_int_equal(j.at.n, 0);
        judgements_done(&j);
        str_done(&all);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_back_and_forth),
        cmocka_unit_test(test_unsound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
