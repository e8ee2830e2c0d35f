/* html_test.c - the page is closed, escaped, and its data is what was given. */
#include "report/sample_findings.h"

#include "report/html_cover.h"
#include "report/html_text.h"

#include <jansson.h>

/* The data of a page; the page must hold nothing that could end it early. */
static json_t *
data_of(const char *page)
{
    static const char open[] = "id=\"data\">\n";
    json_error_t e;
    const char *from = strstr(page, open);

    assert_non_null(from);
    from += sizeof open - 1;
    const char *to = strstr(from, "\n</script>");
    assert_non_null(to);
    assert_null(memchr(from, '<', (size_t)(to - from)));
    json_t *j = json_loadb(from, (size_t)(to - from), 0, &e);
    if (!j)
        fail_msg("%s at %d", e.text, e.position);
    return j;
}

static json_t *
report(const Findings *lists, size_t n, ReportOptions o)
{
    char *page = sample_report_of("html", lists, n, o);
    json_t *j = data_of(page);

    free(page);
    return j;
}

static const json_t *
at(const json_t *j, const char *key, size_t i)
{
    const json_t *v = json_array_get(json_object_get(j, key), i);

    if (!v)
        fail_msg("no %s[%zu]", key, i);
    return v;
}

static Findings
without_infinity(void) /* jansson refuses our 1e999 */
{
    Findings f = sample_lists[0];

    f.n = 4;
    return f;
}

static void
test_lists(void **state)
{
    Findings lists[] = {without_infinity(), sample_lists[1]};
    json_t *j = report(lists, 2, (ReportOptions){0});
    const json_t *l = at(j, "lists", 0);

    (void)state;
    /* groups of 1, 2 and 1 findings, as size, rank and score */
    assert_int_equal(json_array_size(json_object_get(l, "groups")), 9);
    assert_int_equal(json_integer_value(at(l, "groups", 3)), 2);
    assert_int_equal(json_integer_value(at(l, "groups", 4)), 3);
    assert_true(json_real_value(at(l, "groups", 2)) ==
                sample_findings[0].score);
    assert_int_equal(json_array_size(json_object_get(l, "place")), 4);
    assert_non_null(json_object_get(json_object_get(l, "steps"), "0"));
    /* both lists share places */
    assert_int_equal(json_integer_value(at(at(j, "lists", 1), "place", 0)),
                     json_integer_value(at(l, "place", 1)));
    json_decref(j);
}

static void
test_sources(void **state)
{
    Findings list = without_infinity();
    json_t *j = report(&list, 1, (ReportOptions){0});
    const char *text =
        json_string_value(json_object_get(at(j, "files", 0), "text"));

    (void)state;
    assert_non_null(
        strstr(text, "g(\"</script><!--\");")); /* unescaped again */
    assert_non_null(strstr(text, "h(\"\xef\xbf\xbd\x1b[31m\");"));
    assert_string_equal(
        json_string_value(json_object_get(at(j, "files", 1), "path")),
        "gone <&>.c");
    assert_true(json_is_null(json_object_get(at(j, "files", 1), "text")));
    json_decref(j);
}

static void
test_title_and_resources(void **state)
{
    Findings list = without_infinity();

    (void)state;
    list.technique = "<b>&";
    char *page = sample_report_of("html", &list, 1, (ReportOptions){0});
    assert_non_null(strstr(page, "<title>culprit: &#60;b&#62;&#38;</title>"));
    assert_null(strstr(page, "{{"));
    assert_null(strstr(page, " src="));
    assert_null(strstr(page, "<link"));
    assert_null(strstr(page, "http://"));
    assert_null(strstr(page, "https://"));
    assert_null(strstr(page, "@import"));
    free(page);
}

static void
test_infinity(void **state)
{
    Str s = {0};

    (void)state;
    html_number(&s, (double)INFINITY);
    str_putc(&s, ' ');
    html_number(&s, (double)-INFINITY);
    str_putc(&s, ' ');
    html_number(&s, (double)NAN);
    str_putc(&s, ' ');
    html_number(&s, 0.1);
    assert_string_equal(str_text(&s), "1e999 -1e999 null 0.1");
    str_done(&s);
}

static void
test_empty(void **state)
{
    Findings none = {.technique = "t", .unit = "statement"};

    (void)state;
    for (size_t n = 0; n < 2; n++) {
        json_t *j = report(&none, n, (ReportOptions){0});
        assert_int_equal(json_array_size(json_object_get(j, "lists")), n);
        json_decref(j);
    }
}

enum { TESTS = 300, LINES = 2100 };

/* Whether run r runs line i of the made-up coverage: few, most, and half. */
static bool
runs_line(uint32_t r, uint32_t i)
{
    switch (i % 4) {
    case 0:
        return r % 97 == i % 5;
    case 1:
        return r % 97 != i % 5;
    case 2:
        return (r * 2654435761u >> (i % 13)) & 1;
    default:
        return i % 8 == 3;
    }
}

static void
make_runs(Runs *runs)
{
    uint32_t n = 0;

    runs->nruns = TESTS;
    runs->foreign.nlines = LINES;
    runs->runs = ARENA_ARRAY(&runs->arena, Run, TESTS);
    runs->foreign.line = ARENA_ARRAY(&runs->arena, struct RunsLine, LINES);
    runs->foreign.lines.start = ARENA_ARRAY(&runs->arena, uint64_t, TESTS + 1);
    runs->foreign.lines.index =
        ARENA_ARRAY(&runs->arena, uint32_t, TESTS *LINES);
    for (uint32_t i = 0; i < LINES; i++)
        runs->foreign.line[i] = (struct RunsLine){"a.c", i + 1, ""};
    for (uint32_t r = 0; r < TESTS; r++) {
        runs->runs[r] = (Run){
            .name = arena_printf(&runs->arena, "t%u", r),
            .verdict = r % 10 == 3 ? VERDICT_FAIL : VERDICT_PASS,
            .reason = "",
        };
        for (uint32_t i = 0; i < LINES; i++)
            if (runs_line(r, i))
                runs->foreign.lines.index[n++] = i;
        runs->foreign.lines.start[r + 1] = n;
    }
}

static uint64_t
varint(const uint8_t **p)
{
    uint64_t v = 0;

    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        v |= (uint64_t)(b & 127) << shift;
        if (!(b & 128))
            return v;
    }
}

/* As html/model.js does it (ORDER ROWS). */
static void
decode(const Cover *c, uint32_t row, bool *members)
{
    const uint8_t *p = (const uint8_t *)c->rows.at;
    uint64_t head = varint(&p);

    for (; row > 0; row--) {
        p += head / 4;
        head = varint(&p);
    }
    for (uint32_t t = 0; t < c->ntests; t++)
        members[t] = head % 4 == 2;
    const uint8_t *end = p + head / 4;
    if (head % 4 == 0) {
        for (uint32_t i = 0; p < end; p++, i += 8)
            for (uint32_t b = 0; b < 8; b++)
                if (*p >> b & 1)
                    members[i + b] = true;
        return;
    }
    for (uint64_t t = UINT64_MAX; p < end;) {
        t += varint(&p) + 1;
        members[t] = head % 4 == 1;
    }
}

static void
test_cover(void **state)
{
    Runs runs = {0};
    Cover c;
    bool members[TESTS + 8];

    (void)state;
    make_runs(&runs);
    cover_init(&c, &runs, SIZE_MAX);
    assert_int_equal(c.ntests, TESTS);
    assert_int_equal(runs.runs[c.test[0]].verdict, VERDICT_FAIL);
    assert_true(c.nrows < 200); /* equal rows are stored once */
    for (uint32_t i = 0; i < LINES; i++) {
        uint32_t ef = 0;
        decode(&c, c.row[i], members);
        for (uint32_t t = 0; t < TESTS; t++) {
            assert_int_equal(members[t], runs_line(c.test[t], i));
            ef += members[t] && runs.runs[c.test[t]].verdict == VERDICT_FAIL;
        }
        assert_int_equal(ef, c.ef[i]);
    }
    cover_done(&c);
    cover_init(&c, &runs, 100); /* rows that find no room are counted */
    assert_true(c.dropped > 0 && c.rows.n <= 100);
    cover_done(&c);
    arena_done(&runs.arena);
}

static void
test_foreign_coverage(void **state)
{
    Runs runs = {0};
    Findings list = without_infinity();

    (void)state;
    make_runs(&runs);
    json_t *j = report(&list, 1, (ReportOptions){.runs = &runs});
    const json_t *lines = json_object_get(at(j, "files", 0), "lines");
    assert_int_equal(json_array_size(lines), 3 * LINES);
    assert_int_equal(
        json_array_size(json_object_get(json_object_get(j, "tests"), "name")),
        TESTS);
    json_decref(j);
    arena_done(&runs.arena);
}

static void
test_graph(void **state)
{
    ProgramFile file = {.path = "a.c"};
    ProgramFunction function = {.name = "f", .nblocks = 2, .nedges = 3};
    ProgramBlock blocks[] = {{.nstatements = 1},
                             {.statement = 1, .nstatements = 1}};
    ProgramStatement statements[] = {{.line = 3}, {.block = 1, .line = 5}};
    ProgramEdge edges[] = {{PROGRAM_NONE, 0, EDGE_ENTRY, ""},
                           {0, 1, EDGE_CASE, "case '\"', '\\'"},
                           {1, PROGRAM_NONE, EDGE_EXIT, ""}};
    Program p = {.files = &file,
                 .functions = &function,
                 .blocks = blocks,
                 .edges = edges,
                 .statements = statements,
                 .n.files = 1,
                 .n.functions = 1,
                 .n.blocks = 2,
                 .n.edges = 3,
                 .n.statements = 2};
    Findings list = without_infinity();
    json_t *j = report(&list, 1, (ReportOptions){.program = &p});
    const json_t *g = at(j, "graphs", 0);
    const char *svg = json_string_value(json_object_get(g, "svg"));

    (void)state;
    assert_int_equal(json_array_size(json_object_get(g, "blocks")), 2);
    if (svg) {
        assert_true(strncmp(svg, "<svg", 4) == 0);
        assert_non_null(strstr(svg, "&lt;/script&gt;&lt;!"));
        assert_non_null(strstr(svg, "case "));
        assert_null(strstr(svg, "<script"));
    } else {
        assert_non_null(json_object_get(g, "note")); /* no Graphviz here */
    }
    json_decref(j);
    /* without a dot to run there is a note */
    char *path = mem_strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    j = report(&list, 1, (ReportOptions){.program = &p});
    setenv("PATH", path, 1);
    assert_non_null(json_object_get(at(j, "graphs", 0), "note"));
    json_decref(j);
    free(path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_title_and_resources),
        cmocka_unit_test(test_infinity),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_foreign_coverage),
        cmocka_unit_test(test_graph),
    };

    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
