/* tuning_test.c - rows are sound, and assignments are taken or refused. */
#include "format/tuning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Row Row;
struct Row {
    const char *name;
    double usual, least, most;
    bool is_count;
    const char *help;
};

static const Row rows[] = {
#define TUNE_REAL(room, name, usual, least, most, help) \
    {#room "." #name, usual, least, most, false, help},
#define TUNE_COUNT(room, name, usual, least, most, help) \
    {#room "." #name, usual, least, most, true, help},
#include "format/tuning.def"
#undef TUNE_REAL
#undef TUNE_COUNT
};
enum { NROWS = sizeof rows / sizeof *rows };

static void
rows_are_sound(void **state)
{
    (void)state;
    assert_int_equal(NROWS, TUNING_ROWS);
    for (size_t i = 0; i < NROWS; i++) {
        const Row *r = &rows[i];
        assert_true(r->least <= r->usual && r->usual <= r->most);
        assert_true(*r->help);
        if (r->is_count) {
            assert_true(r->least >= 0);
            assert_true(r->usual == (double)(uint32_t)r->usual);
            assert_true(r->most == (double)(uint32_t)r->most);
        }
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(r->name, rows[k].name);
    }
}

/* Text of the changes; the caller frees it. */
static char *
changes(void)
{
    Str s = {0};

    tuning_changes(&s);
    str_putc(&s, '.');
    return str_take(&s);
}

static void
expect_changes(const char *text)
{
    char *got = changes();

    assert_string_equal(got, text);
    free(got);
}

static void
values_can_be_set(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    tuning_reset();
    expect_changes(".");
    assert_true(tuning(TUNE_find_screen_share) == .5);
    assert_int_equal(tuning_count(TUNE_cause_most_suspects), 12);
    assert_true(tuning_set("find.screen_share=0.375", &d));
    assert_true(tuning_set("cause.most_suspects=20", &d));
    assert_true(tuning(TUNE_find_screen_share) == .375);
    assert_int_equal(tuning_count(TUNE_cause_most_suspects), 20);
    expect_changes("cause.most_suspects=20 find.screen_share=0.375.");
    assert_true(tuning_set("cause.most_suspects=12", &d));
    expect_changes("find.screen_share=0.375.");
    assert_true(tuning_set("find.weak=.3", &d));
    expect_changes("find.weak=0.3 find.screen_share=0.375.");
    tuning_reset();
    expect_changes(".");
    diag_done(&d);
}

static void
every_row_takes_its_bounds(void **state)
{
    char text[128];
    Diag d;

    (void)state;
    diag_init(&d);
    for (size_t i = 0; i < NROWS; i++) {
        snprintf(text, sizeof text, "%s=%.17g", rows[i].name, rows[i].least);
        assert_true(tuning_set(text, &d));
        snprintf(text, sizeof text, "%s=%.17g", rows[i].name, rows[i].most);
        assert_true(tuning_set(text, &d));
        snprintf(text, sizeof text, "%s=%.17g", rows[i].name, rows[i].usual);
        assert_true(tuning_set(text, &d));
    }
    expect_changes(".");
    diag_done(&d);
}

static void
others_are_refused(void **state)
{
    static const struct {
        const char *assignment, *error;
    } cases[] = {
        {"find.screen_share", "\"find.screen_share\" is not NAME=VALUE"},
        {"find.sceen_share=1", "there is no find.sceen_share to set; did you "
                               "mean find.screen_share?"},
        {"most_suspects=1",
         "there is no most_suspects to set; did you mean cause.most_suspects?"},
        {"=1", NULL},
        {"find.screen_share=", "find.screen_share is a number from 0 to 1, not "
                               "\"\""},
        {"find.screen_share=1.5", "find.screen_share is a number from 0 to 1, "
                                  "not \"1.5\""},
        {"find.screen_share=nan", "find.screen_share is a number from 0 to 1, "
                                  "not \"nan\""},
        {"find.screen_share=.5x", "find.screen_share is a number from 0 to 1, "
                                  "not \".5x\""},
        {"cause.most_suspects=2.5", "cause.most_suspects is a whole number "
                                    "from 1 to 1000, not \"2.5\""},
        {"cause.most_suspects=-1", "cause.most_suspects is a whole number "
                                   "from 1 to 1000, not \"-1\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Diag d;
        diag_init(&d);
        assert_false(tuning_set(cases[i].assignment, &d));
        if (cases[i].error)
            assert_string_equal(d.error, cases[i].error);
        diag_done(&d);
    }
    expect_changes(".");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sound),
        cmocka_unit_test(values_can_be_set),
        cmocka_unit_test(every_row_takes_its_bounds),
        cmocka_unit_test(others_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
