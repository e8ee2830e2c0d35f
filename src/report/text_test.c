/* text_test.c - the terminal report: carets, ties, cuts, missing sources. */
#include "report/sample_findings.h"

static void
assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void
assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" in:\n%s", part, text);
}

static void
test_one_list(void **state)
{
    (void)state;
    char *got = sample_report("text", 1, (ReportOptions){0});
    assert_string_equal(
        got,
        "ochiai: 2 of 7 tests fail, 9 statements ranked, 5 shown\n\n"
        "#1  0.71  a.c:3:3  in f\n"
        "    3 | {   n = n / 2;\n"
        "      |     ^\n"
        "    run by 2 of 2 failing and 0 of 5 passing tests\n"
        "    -> a.c:2:1  in f: n is 7 here\n"
        "    -> a.c:4:17  in f: and 8 here\n\n"
        "#2-3  0.50  these 2 tie: run by 2 of 2 failing and 0 of 5 passing "
        "tests\n"
        "    a.c:4:17  in f\n"
        "    4 |     /* h\xc3\xb6\xc3\xb6 */ n++;\n"
        "      |               ^\n"
        "    5 |     g(\"</script><!--\");\n"
        "      |     ^\n\n"
        "#4  0.25  gone <&>.c:9  line 9 is false\n"
        "    (the source cannot be read)\n"
        "    only \"once\" [0m\n\n"
        "#5  inf  a.c:99:2  in f\n"
        "    (the file has only 7 lines: has it changed?)\n");
    free(got);
}

static void
test_top_cuts_a_group(void **state)
{
    (void)state;
    char *got = sample_report("text", 1, (ReportOptions){.top = 2});
    assert_has(got, "2 shown");
    assert_has(got, "these 2 tie");
    assert_has(got, "and 1 more of this score");
    assert_lacks(got, "g(");
    free(got);
}

static void
test_hostile_bytes(void **state)
{
    Finding f = {.rank = 1,
                 .group = 1,
                 .place.file = "a.c",
                 .place.line = 6,
                 .place.column = 9,
                 .place.function = "",
                 .entity = "",
                 .message = ""};
    Findings list = {.technique = "t",
                     .unit = "statement",
                     .at = &f,
                     .n = 1,
                     .entities = 1,
                     .failed = 1};

    (void)state;
    char *got = sample_report_of("text", &list, 1, (ReportOptions){0});
    assert_lacks(got, "\x1b");
    assert_has(got, "h(\"\xef\xbf\xbd\xef\xbf\xbd[31m\");");
    free(got);
}

static void
test_long_line_is_cut(void **state)
{
    enum { LONG = 5000 };
    char *line = mem_alloc(LONG + 1);
    char *path = io_join(sample_root, "long.c");
    Finding f = {.rank = 1,
                 .group = 1,
                 .place.file = "long.c",
                 .place.line = 1,
                 .place.column = 2500,
                 .place.function = "",
                 .entity = "",
                 .message = ""};
    Findings list = {.technique = "t",
                     .unit = "statement",
                     .at = &f,
                     .n = 1,
                     .entities = 1,
                     .failed = 1};
    Diag d;

    (void)state;
    diag_init(&d);
    memset(line, 'x', LONG);
    line[2499] = '!';
    assert_true(io_write(path, line, LONG, &d));
    char *got = sample_report_of("text", &list, 1, (ReportOptions){0});
    const char *source = strstr(got, "| ...xxx");
    assert_non_null(source);
    const char *caret = strstr(source + 1, "| ");
    assert_non_null(caret);
    assert_int_equal(strchr(source, '!') - source, strchr(caret, '^') - caret);
    assert_true(strlen(got) < 400);
    free(got);
    free(path);
    free(line);
}

static void
test_several_lists_are_compared(void **state)
{
    (void)state;
    char *got = sample_report("text", 2, (ReportOptions){0});
    assert_has(got, "2 techniques: 2 of 7 tests fail, 5 lines listed");
    assert_has(got, "  A  a.c:3         {   n = n / 2;\n");
    assert_has(got, "  ochiai     1     3     3     4     5\n");
    assert_has(got, "  cp         -     3     3     4     -\n");
    free(got);
}

static void
test_clusters_have_parts(void **state)
{
    Findings lists[2] = {sample_lists[0], sample_lists[0]};

    (void)state;
    lists[0].cluster = "t1, t2";
    lists[1].cluster = "t3";
    char *got = sample_report_of("text", lists, 2, (ReportOptions){.top = 1});
    assert_has(got, "failing tests: t1, t2\n\nochiai: ");
    assert_has(got, "failing tests: t3\n\nochiai: ");
    free(got);
}

static void
test_empty(void **state)
{
    Findings none = {.technique = "ochiai", .unit = "statement", .failed = 1};

    (void)state;
    char *got = sample_report_of("text", &none, 1, (ReportOptions){0});
    assert_string_equal(got,
                        "ochiai: 1 of 1 tests fail, nothing is suspicious\n");
    free(got);
    got = sample_report_of("text", &none, 0, (ReportOptions){0});
    assert_string_equal(got, "");
    free(got);
}

static void
test_colour(void **state)
{
    (void)state;
    char *got = sample_report("text", 1, (ReportOptions){.colour = true});
    assert_has(got, "\x1b[1ma.c:3:3\x1b[0m");
    free(got);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_list),
        cmocka_unit_test(test_top_cuts_a_group),
        cmocka_unit_test(test_hostile_bytes),
        cmocka_unit_test(test_long_line_is_cut),
        cmocka_unit_test(test_several_lists_are_compared),
        cmocka_unit_test(test_clusters_have_parts),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_colour),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
