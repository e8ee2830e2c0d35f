/* summary_test.c - summary control dependences as bytes and back. */
#include "program/summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static uint32_t list[] = {0, 1, 0, 2, 1, 0};
static uint32_t first[] = {0, 0, 2, 3};
static uint32_t branches[] = {0, 3, 2};
static const Summaries sample = {.ninsts = 6,
                                 .nblocks = 4,
                                 .n = 3,
                                 .nlists = 3,
                                 .list = list,
                                 .first = first,
                                 .branches = branches};

static void
test_round(void **unused)
{
    Str bytes = {0};
    Summaries back;
    Diag d;

    (void)unused;
    diag_init(&d);
    summaries_write(&sample, &bytes);
    assert_true(summaries_parse((uint8_t *)bytes.at, bytes.n, &back, &d));
    assert_int_equal(back.n, 3);
    assert_memory_equal(back.list, list, sizeof list);
    assert_memory_equal(back.first, first, sizeof first);
    assert_memory_equal(back.branches, branches, sizeof branches);
    summaries_done(&back);
    for (size_t n = 0; n < bytes.n; n++) { /* cut off anywhere */
        Diag cut;
        diag_init(&cut);
        assert_false(summaries_parse((uint8_t *)bytes.at, n, &back, &cut));
        assert_non_null(cut.error);
        diag_done(&cut);
    }
    str_done(&bytes);
    diag_done(&d);
}

static void
test_none(void **unused)
{
    uint32_t zero[6] = {0};
    Summaries none = {.ninsts = 6,
                      .nblocks = 4,
                      .nlists = 1,
                      .list = zero,
                      .first = zero},
              back;
    Str bytes = {0};
    Diag d;

    (void)unused;
    diag_init(&d);
    summaries_write(&none, &bytes);
    assert_true(summaries_parse((uint8_t *)bytes.at, bytes.n, &back, &d));
    assert_memory_equal(back.first, zero, 2 * sizeof *zero);
    summaries_done(&back);
    str_done(&bytes);
    diag_done(&d);
}

/* Numbers that are out of range, or not ascending. */
static void
test_wrong(void **unused)
{
    static const struct {
        const char *bytes;
        size_t n;
    } bad[] = {
        {"CULSUMM3\2\2\2\1\2\1\0\0\1", 17},   /* list 2 of 2 */
        {"CULSUMM3\2\2\2\1\1\1\2\0\1", 17},   /* block 2 of 2 */
        {"CULSUMM3\2\2\2\1\1\0\0\0\1", 17},   /* none */
        {"CULSUMM3\2\2\2\2\1\2\0\0\0\1", 18}, /* twice */
        {"CULSUMM3\2\2\2\1\1\1\0\0\2", 17},   /* no such list */
        {"CULSUMM3\2\2\2\1\1\1\0\0\1\0", 18}, /* more behind it */
        {"CULSUMM3\2\3\1\0\0\0", 14}, /* more blocks than instructions */
    };
    static const char right[] = "CULSUMM3\2\2\2\1\1\1\0\0\1";
    Summaries back;
    Diag none;

    (void)unused;
    diag_init(&none);
    assert_true(summaries_parse((const uint8_t *)right, sizeof right - 1, &back,
                                &none));
    summaries_done(&back);
    diag_done(&none);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Diag d;
        diag_init(&d);
        assert_false(summaries_parse((const uint8_t *)bad[i].bytes, bad[i].n,
                                     &back, &d));
        assert_non_null(d.error);
        diag_done(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
