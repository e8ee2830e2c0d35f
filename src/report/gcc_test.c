/* gcc_test.c - the compiler-like report, to the letter. */
#include "report/sample_findings.h"

static void
test_one_list(void **state)
{
    (void)state;
    char *got = sample_report("gcc", 1, (ReportOptions){.colour = true});
    assert_string_equal(
        got,
        "a.c:3:3: warning: suspicious statement, score 0.71, run by 2 of 2 "
        "failing and 0 of 5 passing tests [culprit-ochiai]\n"
        "a.c:2:1: note: n is 7 here\n"
        "a.c:4:17: note: and 8 here\n"
        "a.c:4:17: warning: suspicious statement, score 0.50, run by 2 of 2 "
        "failing and 0 of 5 passing tests [culprit-ochiai]\n"
        "a.c:5:5: warning: suspicious statement, score 0.50, run by 2 of 2 "
        "failing and 0 of 5 passing tests [culprit-ochiai]\n"
        "gone <&>.c:9: warning: suspicious statement, line 9 is false, score "
        "0.25, only \"once\" [0m [culprit-ochiai]\n"
        "a.c:99:2: warning: suspicious statement, score inf "
        "[culprit-ochiai]\n");
    free(got);
}

static void
test_several_lists_and_top(void **state)
{
    (void)state;
    char *got = sample_report("gcc", 2, (ReportOptions){.top = 1});
    assert_non_null(strstr(got, "[culprit-ochiai]\na.c:2:1: note"));
    assert_non_null(strstr(got, "a.c:4:17: warning: suspicious block, score "));
    assert_non_null(strstr(got, "[culprit-cp]\n"));
    assert_null(strstr(got, "a.c:5:5"));
    free(got);
}

static void
test_empty_and_unknown_place(void **state)
{
    Finding f = {
        .place.file = "", .place.function = "", .entity = "", .message = ""};
    Findings list = {.technique = "t", .unit = "edge", .at = &f, .n = 1};

    (void)state;
    char *got = sample_report_of("gcc", &list, 1, (ReportOptions){0});
    assert_string_equal(
        got, "culprit: warning: suspicious edge, score 0.00 [culprit-t]\n");
    free(got);
    list.n = 0;
    got = sample_report_of("gcc", &list, 1, (ReportOptions){0});
    assert_string_equal(got, "");
    free(got);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_list),
        cmocka_unit_test(test_several_lists_and_top),
        cmocka_unit_test(test_empty_and_unknown_place),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
