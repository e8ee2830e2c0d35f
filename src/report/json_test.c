/* json_test.c - the JSON report: schema, round trip, bad bytes. */
#include "report/sample_findings.h"

#include <jansson.h>

static json_t *
report(const Findings *lists, size_t n, size_t top)
{
    json_error_t e;
    char *text =
        sample_report_of("json", lists, n, (ReportOptions){.top = top});
    json_t *j = json_loads(text, 0, &e);

    if (!j)
        fail_msg("%s in:\n%s", e.text, text);
    free(text);
    return j;
}

static const char *
text_at(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    assert_non_null(s);
    return s;
}

static void
test_one_list(void **state)
{
    const json_t *f, *e;
    json_t *j = report(sample_lists, 1, 0);

    (void)state;
    assert_string_equal(text_at(j, "schema"), "culprit.findings/1");
    assert_string_equal(text_at(j, "technique"), "ochiai");
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(j, "tests"), "failed")),
                     2);
    assert_int_equal(json_array_size(json_object_get(j, "findings")), 5);
    f = json_array_get(json_object_get(j, "findings"), 0);
    assert_string_equal(text_at(f, "file"), "a.c");
    assert_true(json_real_value(json_object_get(f, "score")) ==
                sample_findings[0].score); /* to the last bit */
    e = json_object_get(f, "evidence");
    assert_true(json_is_integer(json_object_get(e, "ef")));
    assert_true(json_real_value(json_object_get(e, "share")) == 0.1);
    assert_string_equal(text_at(e, "predicate"), "n < \"2\"");
    assert_int_equal(json_array_size(json_object_get(f, "steps")), 2);
    assert_true(json_number_value(json_object_get(json_object_get(j, "cost"),
                                                  "wall_s")) == 0.25);
    json_decref(j);
}

/* Of two runs: their tests, and what they do. */
static void
test_two_runs(void **state)
{
    static const char *const args[] = {"7"};
    Sample samples[] = {{.role = "failing",
                         .shown = "7 < \"a\"",
                         .command = "x/failing/cmd",
                         .args = args,
                         .nargs = 1,
                         .in = "a"},
                        {.role = "passing", .shown = "8", .command = ""}};
    BesideRow rows[] = {{.kind = BESIDE_FIRST,
                         .file = "a.c",
                         .line = 3,
                         .function = "f",
                         .first = "n = 1",
                         .second = ""}};
    Findings f = sample_lists[0];

    (void)state;
    f.pair.samples = samples;
    f.pair.nsamples = 2;
    f.pair.difference = "all";
    f.pair.beside = rows;
    f.pair.nbeside = 1;
    json_t *j = report(&f, 1, 0);
    const json_t *inputs = json_object_get(j, "inputs");
    const json_t *failing = json_object_get(inputs, "failing");
    const json_t *row = json_array_get(json_object_get(j, "runs"), 0);
    assert_string_equal(text_at(inputs, "difference"), "all");
    assert_string_equal(text_at(failing, "stdin"), "a");
    assert_string_equal(text_at(failing, "command"), "x/failing/cmd");
    assert_int_equal(json_array_size(json_object_get(failing, "arguments")), 1);
    assert_null(json_object_get(json_object_get(inputs, "passing"), "command"));
    assert_string_equal(text_at(row, "kind"), "failing");
    assert_string_equal(text_at(row, "failing"), "n = 1");
    json_decref(j);
}

static void
test_infinity_is_null(void **state)
{
    json_t *j = report(sample_lists, 1, 0);

    (void)state;
    assert_true(json_is_null(json_object_get(
        json_array_get(json_object_get(j, "findings"), 4), "score")));
    json_decref(j);
}

static void
test_top(void **state)
{
    json_t *j = report(sample_lists, 1, 2);

    (void)state;
    assert_int_equal(json_array_size(json_object_get(j, "findings")), 2);
    json_decref(j);
}

static void
test_several_lists(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 2; n += 2) {
        json_t *j = report(sample_lists, n, 0);
        assert_string_equal(text_at(j, "schema"), "culprit.findings-set/1");
        assert_int_equal(json_array_size(json_object_get(j, "lists")), n);
        json_decref(j);
    }
}

static void
test_bytes_that_are_no_utf8(void **state)
{
    Finding f = {.place.file = "\xff.c",
                 .place.function = "\xc3",
                 .entity = "",
                 .message = "\xed\xa0\x80",
                 .nevidence = 0};
    Findings list = {.technique = "t", .unit = "u", .at = &f, .n = 1};
    json_t *j = report(&list, 1, 0);
    const json_t *got = json_array_get(json_object_get(j, "findings"), 0);

    (void)state;
    assert_string_equal(text_at(got, "file"), "\xef\xbf\xbd.c");
    assert_string_equal(text_at(got, "function"), "\xef\xbf\xbd");
    assert_string_equal(text_at(got, "message"),
                        "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    json_decref(j);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_list),
        cmocka_unit_test(test_two_runs),
        cmocka_unit_test(test_infinity_is_null),
        cmocka_unit_test(test_top),
        cmocka_unit_test(test_several_lists),
        cmocka_unit_test(test_bytes_that_are_no_utf8),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
