/* formats_test.c - tests of formats.c. */
#include "report/formats.h"

#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool
has(const FormatRow *r, const char *name)
{
    for (size_t i = 0; r->names[i]; i++)
        if (strcmp(r->names[i], name) == 0)
            return true;
    return false;
}

/* Every row begins with text, fits, names nothing twice and is found. */
static void
rows_are_sound(void **state)
{
    (void)state;
    for (const FormatRow *r = formats; r->command; r++) {
        Diag d;
        diag_init(&d);
        assert_string_equal(r->names[0], "text");
        assert_null(r->names[FORMATS_MOST - 1]);
        for (size_t i = 0; r->names[i]; i++) {
            assert_true(format_check(r->command, r->names[i], &d));
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(r->names[i], r->names[k]);
        }
        assert_false(format_check(r->command, "pdf", &d));
        diag_done(&d);
    }
}

/* Commands that write findings have every reporter. */
static void
findings_have_every_reporter(void **state)
{
    static const char *const commands[] = {"find", "cause",  "path",
                                           "rank", "report", "generate"};

    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const FormatRow *row = formats;
        while (strcmp(row->command, commands[i]) != 0)
            row++;
        for (const Reporter *r = reporters; r->name; r++)
            assert_true(has(row, r->name));
    }
}

static void
failure_names_what_there_is(void **state)
{
    static const struct {
        const char *command, *sentence;
    } cases[] = {
        {"diff", "--format x is not text or json"},
        {"slice", "--format x is not text, json, dot or sarif"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Diag d;
        diag_init(&d);
        assert_false(format_check(cases[i].command, "x", &d));
        assert_string_equal(d.error, cases[i].sentence);
        diag_done(&d);
    }
}

static void
top_is_given_or_usual(void **state)
{
    (void)state;
    assert_int_equal(format_top("text", -1, 3), 3);
    assert_int_equal(format_top("json", -1, 3), 0);
    assert_int_equal(format_top("html", -1, 3), 0);
    assert_int_equal(format_top("sarif", -1, 10), 10);
    assert_int_equal(format_top("json", 7, 3), 7);
    assert_int_equal(format_top("text", 0, 3), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sound),
        cmocka_unit_test(findings_have_every_reporter),
        cmocka_unit_test(failure_names_what_there_is),
        cmocka_unit_test(top_is_given_or_usual),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
