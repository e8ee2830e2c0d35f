/* xmlcov_test.c - PHPUnit's, Cobertura's and JUnit's reports are read as their
 * tools write them; errors name file and line. */
#include "spectrum/importer.h"

#include "spectrum/imported.h"
#include "spectrum/xml.h"

static void
test_xml(void **state)
{
    static const char text[] =
        "\n<?xml version='1.0'?><!-- <x> --><a b = \"1>2\" c='&lt;&#65;&#xe4;"
        "&#x20ac;&#x1f600;&amp;&nbsp;'>t&gt;<![CDATA[<y>]]><d/></a>";
    Xml x = xml_over(bytes(text), strlen(text));
    Arena a = {0};

    (void)state;
    assert_int_equal(xml_next(&x), XML_OPEN);
    assert_true(text_is(x.name, "a"));
    assert_string_equal(xml_attribute(&x, "b", &a), "1>2");
    assert_string_equal(xml_attribute(&x, "c", &a),
                        "<A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80&&nbsp;");
    assert_null(xml_attribute(&x, "d", &a));
    assert_int_equal(xml_line(&x), 2);
    assert_int_equal(xml_next(&x), XML_EMPTY);
    assert_true(text_is(x.name, "d"));
    assert_int_equal(xml_next(&x), XML_CLOSE);
    assert_int_equal(xml_next(&x), XML_END);
    x = xml_over(bytes("<a"), 2);
    assert_int_equal(xml_next(&x), XML_DAMAGED);
    x = xml_over(bytes("<!-- a"), 6);
    assert_int_equal(xml_next(&x), XML_DAMAGED);
    arena_done(&a);
}

static const char coverage[] =
    "<?xml version=\"1.0\"?>\n<phpunit xmlns=\"x\">\n"
    "<file name=\"A.php\" path=\"/sub\"><class name=\"A\" start=\"3\">"
    "<method name=\"f\" start=\"5\" end=\"9\"/></class>\n<coverage>"
    "<line nr=\"6\"><covered by=\"T::a\"/><covered by=\"T::b with data set "
    "&quot;x&quot;\"/></line>"
    "<line nr=\"11\"><covered by=\"T::b with data set #0\"/></line>"
    "</coverage><source><line no=\"1\"/><broken";

static const char junit[] =
    "<testsuites><testsuite>"
    "<testcase name=\"a\" class=\"T\"/>"
    "<testcase name=\"b with data set &quot;x&quot;\" class=\"T\"><failure "
    "type=\"E\">no</failure></testcase>"
    "<testcase name=\"b with data set #0\" classname=\"T\"><error "
    "type=\"PHPUnit\\Framework\\RiskyTestError\">r</error></testcase>"
    "<testcase name=\"lost\" class=\"T\"><error type=\"E\"/></testcase>"
    "<testcase name=\"gone\" class=\"T\"><skipped/></testcase>"
    "</testsuite></testsuites>";

static void
test_phpunit(void **state)
{
    Foreign f = {0};
    Runs r;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(coveragexml_parse("in", bytes(coverage), strlen(coverage),
                                  "/src", &f, &d));
    assert_true(verdicts_parse("v", bytes(junit), strlen(junit), "", &f, &d));
    assert_int_equal(d.nwarnings, 1);
    assert_non_null(strstr(d.warnings[0], "1 failing tests of v have no"));
    foreign_finish(&f, &r);
    assert_int_equal(r.nruns, 3);
    assert_int_equal(r.npassed, 1);
    assert_int_equal(r.nfailed, 1);
    assert_int_equal(count_at(&r, "T::a", "/src/sub/A.php", 6), 1);
    assert_int_equal(count_at(&r, "T::b#x", "/src/sub/A.php", 6), 1);
    assert_int_equal(count_at(&r, "T::b#x", "/src/sub/A.php", 11), 0);
    assert_int_equal(count_at(&r, "T::b#0", "/src/sub/A.php", 11), 1);
    assert_string_equal(r.foreign.line[0].function, "f");
    assert_string_equal(r.foreign.line[1].function, "");
    runs_done(&r);
    diag_done(&d);
    reject(coveragexml_parse, "<coverage/>",
           "in: this is no file of PHPUnit's");
    reject(coveragexml_parse, "\n<phpunit><file name=\"a\"><coverage>\n<line",
           "in:3: this is no sound XML");
    reject(coveragexml_parse,
           "<phpunit><file name=\"a\"><coverage><line nr=\"x\">",
           "in:1: nr=\"x\" is no number");
    reject(junit_parse, "<testsuites>\n<testcase name='x'>\n<",
           "in:3: this is no sound XML");
}

static void
test_source(void **state)
{
    static const char index[] = "<phpunit><build/><project source=\"/s\">";
    const char *source;
    Arena a = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(
        coveragexml_source("in", bytes(index), strlen(index), &a, &source, &d));
    assert_string_equal(source, "/s");
    assert_true(
        coveragexml_source("in", bytes("<phpunit/>"), 10, &a, &source, &d));
    assert_string_equal(source, "");
    assert_false(coveragexml_source("in", bytes("<x/>"), 4, &a, &source, &d));
    arena_done(&a);
    diag_done(&d);
}

static void
test_cobertura(void **state)
{
    static const char text[] =
        "<!DOCTYPE coverage SYSTEM \"x\"><coverage line-rate=\"1\"><sources>"
        "<source>/s</source><source>/t</source></sources><packages><package>"
        "<classes><class filename=\"a.php\"><methods><method name=\"f\"><lines>"
        "<line number=\"2\" hits=\"3\"/></lines></method></methods><lines>"
        "<line number=\"2\" hits=\"3\"/><line number=\"4\" hits=\"0\"/></lines>"
        "</class></classes></package></packages></coverage>";
    Foreign f = {0};
    Runs r;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(
        cobertura_parse("in", bytes(text), strlen(text), "one", &f, &d));
    foreign_finish(&f, &r);
    assert_int_equal(count_at(&r, "one", "/s/a.php", 2), 3);
    assert_int_equal(count_at(&r, "one", "/s/a.php", 4), 0);
    assert_string_equal(r.foreign.line[0].function, "f");
    runs_done(&r);
    diag_done(&d);
    reject(cobertura_parse, "<coverage generated=\"1\">", "no line-rate");
    reject(cobertura_parse,
           "<coverage line-rate=\"1\"><class filename=\"a\"><line number=\"1\" "
           "hits=\"-\"/>",
           "in:1: hits=\"-\" is no number");
    reject(clover_parse, "", "in: Clover's reports count lines over all tests");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_phpunit),
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_cobertura),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
