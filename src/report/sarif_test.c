/* sarif_test.c - the structure that SARIF 2.1.0 asks for, and our promises. */
#include "report/sample_findings.h"

#include <jansson.h>

static json_t *
report(const Findings *lists, size_t n, size_t top)
{
    json_error_t e;
    char *text =
        sample_report_of("sarif", lists, n, (ReportOptions){.top = top});
    json_t *j = json_loads(text, 0, &e);

    if (!j)
        fail_msg("%s in:\n%s", e.text, text);
    free(text);
    return j;
}

/* The value at a path such as "runs.0.tool.driver"; fails if there is none. */
static const json_t *
at(const json_t *j, const char *path)
{
    char *copy = mem_strdup(path), *save, *part;

    for (part = strtok_r(copy, ".", &save); part && j;
         part = strtok_r(NULL, ".", &save))
        j = json_is_array(j)
                ? json_array_get(j, (size_t)strtoul(part, NULL, 10))
                : json_object_get(j, part);
    free(copy);
    if (!j)
        fail_msg("no %s", path);
    return j;
}

static const char *
text(const json_t *j, const char *path)
{
    const char *s = json_string_value(at(j, path));

    assert_non_null(s);
    return s;
}

static void
test_structure(void **state)
{
    json_t *j = report(sample_lists, 2, 0);
    const json_t *run = at(j, "runs.0"), *r;
    size_t i, nrules = json_array_size(at(run, "tool.driver.rules"));

    (void)state;
    assert_string_equal(text(j, "version"), "2.1.0");
    assert_string_equal(text(run, "tool.driver.name"), "culprit");
    assert_int_equal(nrules, 2);
    const char *root = text(run, "originalUriBaseIds.SRCROOT.uri");
    assert_true(strncmp(root, "file:///", 8) == 0);
    assert_int_equal(root[strlen(root) - 1], '/');
    assert_int_equal(json_array_size(at(run, "results")), 8);
    json_array_foreach(at(run, "results"), i, r)
    {
        double rank = json_number_value(at(r, "rank"));
        size_t rule = (size_t)json_integer_value(at(r, "ruleIndex"));
        assert_true(rank >= 0 && rank <= 100);
        assert_true(rule < nrules);
        assert_string_equal(
            text(json_array_get(at(run, "tool.driver.rules"), rule), "id"),
            text(r, "ruleId"));
        assert_true(*text(r, "message.text") != 0);
        assert_int_equal(json_array_size(at(r, "locations")), 1);
        text(r, "partialFingerprints.culpritFinding/v1");
    }
    json_decref(j);
}

static void
test_first_result(void **state)
{
    json_t *j = report(sample_lists, 1, 0);
    const json_t *r = at(j, "runs.0.results.0");

    (void)state;
    assert_true(json_number_value(at(r, "rank")) == 100);
    assert_string_equal(text(r, "level"), "warning");
    const json_t *p = at(r, "locations.0.physicalLocation");
    assert_string_equal(text(p, "artifactLocation.uriBaseId"), "SRCROOT");
    assert_string_equal(text(r, "locations.0.logicalLocations.0.name"), "f");
    const json_t *flow = at(r, "codeFlows.0.threadFlows.0.locations");
    assert_int_equal(json_array_size(flow), 2);
    assert_string_equal(text(flow, "0.location.message.text"), "n is 7 here");
    r = at(j, "runs.0.results.1"); /* bytes to code points */
    p = at(r, "locations.0.physicalLocation.region");
    assert_int_equal(json_integer_value(at(p, "startColumn")), 15);
    assert_string_equal(text(r, "level"), "note");
    json_decref(j);
}

static void
test_odd_places(void **state)
{
    char outside[] = "/nowhere/b c.c";
    Finding f[] = {
        {.place.file = outside,
         .place.line = 0,
         .place.function = "",
         .entity = ""},
        {.place.file = "", .place.line = 0, .place.function = "", .entity = ""},
    };
    Findings list = {.technique = "t", .unit = "edge", .at = f, .n = 2};
    json_t *j = report(&list, 1, 0);
    const json_t *p = at(j, "runs.0.results.0.locations.0.physicalLocation");

    (void)state;
    assert_string_equal(text(p, "artifactLocation.uri"),
                        "file:///nowhere/b%20c.c");
    assert_null(json_object_get(p, "region"));
    assert_null(json_object_get(at(j, "runs.0.results.1.locations.0"),
                                "physicalLocation"));
    json_decref(j);
}

/* The print of the first result after writing `source` as the file. */
static char *
print_with(const char *source)
{
    Diag d;
    char *path = io_join(sample_root, "p.c");
    Finding f = {.place.file = "p.c",
                 .place.function = "f",
                 .entity = "",
                 .place.line = 1};
    Findings list = {.technique = "t", .unit = "statement", .at = &f, .n = 1};

    diag_init(&d);
    while (strncmp(source, "\n", 1) == 0)
        f.place.line++, source++;
    char *padded =
        mem_printf("%.*s%s", (int)f.place.line - 1, "\n\n\n\n", source);
    assert_true(io_write(path, padded, strlen(padded), &d));
    json_t *j = report(&list, 1, 0);
    char *got = mem_strdup(
        text(j, "runs.0.results.0.partialFingerprints.culpritFinding/v1"));
    json_decref(j);
    free(padded);
    free(path);
    return got;
}

static void
test_fingerprints_survive_moves(void **state)
{
    char *a = print_with("  x = 1;\n"), *moved = print_with("\n\nx = 1;\t\n"),
         *changed = print_with("x = 2;\n");

    (void)state;
    assert_string_equal(a, moved);
    assert_string_not_equal(a, changed);
    free(a);
    free(moved);
    free(changed);
}

static void
test_equal_fingerprints_are_numbered(void **state)
{
    Findings twice[] = {sample_lists[0], sample_lists[0]};
    json_t *j = report(twice, 2, 1);
    const char *key = "partialFingerprints.culpritFinding/v1";

    (void)state;
    assert_int_equal(json_array_size(at(j, "runs.0.tool.driver.rules")), 1);
    assert_string_not_equal(text(at(j, "runs.0.results.0"), key),
                            text(at(j, "runs.0.results.1"), key));
    json_decref(j);
}

static void
test_empty(void **state)
{
    json_t *j = report(sample_lists, 0, 0);

    (void)state;
    assert_int_equal(json_array_size(at(j, "runs.0.results")), 0);
    json_decref(j);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_first_result),
        cmocka_unit_test(test_odd_places),
        cmocka_unit_test(test_fingerprints_survive_moves),
        cmocka_unit_test(test_equal_fingerprints_are_numbered),
        cmocka_unit_test(test_empty),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
