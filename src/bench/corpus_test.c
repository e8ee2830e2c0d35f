/* corpus_test.c - manifests good and bad, test plans, seeded macros. */
#include "bench/corpus.h"

#include "bench/seeds.h"
#include "bench/testplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD    "{\"schema\":\"culprit.suite/1\",\"name\":\"x\","
#define SOURCES "\"sources\":[\"a.c\"],"

static void
reads_a_manifest(void **state)
{
    static const char text[] = HEAD SOURCES
        "\"cflags\":[\"-O1\"],\"tests\":\"t.txt\",\"hidden\":\"h.txt\","
        "\"versions\":["
        "{\"id\":\"v1\",\"patch\":\"f/v1.patch\",\"kinds\":"
        "[\"wrong-constant\"],\"faults\":[[{\"file\":\"a.c\","
        "\"line\":3}],[{\"file\":\"b.h\",\"line\":4},{\"file\":"
        "\"a.c\",\"line\":5}]],\"uses\":[{\"file\":\"b.c\",\"line\":9}],"
        "\"note\":\"n\"},"
        "{\"id\":\"v2\",\"macro\":\"BUG\"}]}";
    Corpus c = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(manifest_parse(text, strlen(text), "/s", &c, &d));
    assert_string_equal(c.tests, "/s/t.txt");
    assert_string_equal(c.hidden, "/s/h.txt");
    assert_int_equal(c.nversions, 2);
    assert_string_equal(c.versions[0].patch, "/s/f/v1.patch");
    assert_int_equal(c.versions[0].nfaults, 2);
    assert_int_equal(c.versions[0].faults[1].n, 2);
    assert_int_equal(c.versions[0].faults[1].at[0].line, 4);
    assert_int_equal(c.versions[0].uses.n, 1);
    assert_int_equal(c.versions[0].uses.at[0].line, 9);
    assert_int_equal(c.versions[1].uses.n, 0);
    assert_string_equal(c.versions[1].macro, "BUG");
    assert_null(c.versions[1].patch);
    assert_int_equal(c.versions[1].nfaults, 0);
    arena_done(&c.arena);
    diag_done(&d);
}

static void
reads_a_php_manifest(void **state)
{
    static const char text[] =
        HEAD "\"root\":\"app\",\"tests\":\"r.txt\","
             "\"errors\":\"warning\",\"html\":true,\"versions\":["
             "{\"id\":\"v1\",\"patch\":\"f/v1.patch\"}]}";
    Corpus c = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(manifest_parse(text, strlen(text), "/s", &c, &d));
    assert_string_equal(c.php.root, "app");
    assert_string_equal(c.php.errors, "warning");
    assert_true(c.php.html);
    assert_false(c.php.compat);
    assert_int_equal(c.build.sources.n, 0);
    arena_done(&c.arena);
    diag_done(&d);
}

static const struct {
    const char *text, *says;
} bad[] = {
    {"", "line 1"},
    {"[]", "\"schema\" should be a string"},
    {"{\"schema\":\"culprit.suite/9\"}", "expected culprit.suite/1"},
    {HEAD "\"versions\":[]}", "\"sources\" should list files"},
    {HEAD "\"sources\":[\"../a.c\"],\"versions\":[]}", "is not below"},
    {HEAD "\"sources\":[3],\"versions\":[]}", "should hold strings only"},
    {HEAD "\"root\":\"..\",\"versions\":[]}", "the root .. is not below"},
    {HEAD "\"root\":3,\"versions\":[]}", "\"root\" should be a string"},
    {HEAD "\"root\":\"a\",\"html\":1,\"versions\":[]}",
     "\"html\" should be true or false"},
    {HEAD SOURCES "\"versions\":[]}", "\"versions\" should list"},
    {HEAD SOURCES "\"hidden\":\"../h\",\"versions\":[]}",
     "hidden tests ../h are not below"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"v1\"}]}", "to make it with"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"a/b\",\"macro\":\"M\"}]}",
     "cannot be the name of a version"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"v\",\"macro\":\"M\"},"
                  "{\"id\":\"v\",\"macro\":\"N\"}]}",
     "is listed twice"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"v\",\"patch\":\"/etc/p\"}]}",
     "is not below"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"v\",\"macro\":\"M\",\"faults\":"
                  "[[{\"file\":\"a.c\",\"line\":0}]]}]}",
     "line number"},
    {HEAD SOURCES "\"versions\":[{\"id\":\"v\",\"macro\":\"M\",\"faults\":"
                  "[[]]}]}",
     "a fault has no lines"},
};

static void
refuses_bad_manifests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Corpus c = {0};
        Diag d;
        diag_init(&d);
        assert_false(
            manifest_parse(bad[i].text, strlen(bad[i].text), "/s", &c, &d));
        if (!strstr(d.error, bad[i].says))
            fail_msg("case %zu says %s", i, d.error);
        arena_done(&c.arena);
        diag_done(&d);
    }
}

static const struct {
    const char *line;
    bool sir;
    const char *words, *input; /* words each with a comma behind */
} lines[] = {
    {"1 2 'a b'", false, "1,2,a b,", NULL},
    {"-x < null", false, "-x,", "/dev/null"},
    {"-P [-v 'a ]' x] -F [../inputs/f]", true, "-v,a ],x,../inputs/f,", NULL},
    {"-P [-n] -I [../dev/zero]", true, "-n,", "/dev/../dev/zero"},
    {"-P \"-a -b\"", true, "-a,-b,", NULL},
    {"-P -n -F f", false, "-P,-n,-F,f,", NULL},
    {"-F 3 x < ../dev/zero", true, "-F,3,x,", "/dev/../dev/zero"},
};

static void
reads_test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Suite s = {0};
        Str words = {0};
        Diag d;
        diag_init(&d);
        bool ok = testplan_parse(&s, "p", "f", "/dev", lines[i].sir,
                                 lines[i].line, strlen(lines[i].line), &d);
        if (!ok || s.n != 1)
            fail_msg("case %zu: %s", i, d.error ? d.error : "no test");
        for (char **w = s.tests[0].argv + 1; *w; w++)
            str_printf(&words, "%s,", *w);
        assert_string_equal(str_text(&words), lines[i].words);
        assert_string_equal(s.tests[0].argv[0], "p");
        if (lines[i].input)
            assert_string_equal(s.tests[0].input, lines[i].input);
        else
            assert_null(s.tests[0].input);
        str_done(&words);
        suite_done(&s);
        diag_done(&d);
    }
}

/* What needs a shell is expanded by one, in SIR's plans only. */
static void
a_shell_helps_with_sir(void **state)
{
    static const char line[] = "-P [$((1 + 2)) `echo x`] -I [/dev/zero]\n";
    Suite s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(
        testplan_parse(&s, "p", "f", "/", true, line, strlen(line), &d));
    assert_int_equal(s.n, 1);
    assert_string_equal(s.tests[0].argv[1], "3");
    assert_string_equal(s.tests[0].argv[2], "x");
    assert_string_equal(s.tests[0].input, "/dev/zero");
    assert_false(
        testplan_parse(&s, "p", "f", "/", false, "$((1 + 2))", 10, &d));
    assert_non_null(strstr(d.error, "f:1"));
    suite_done(&s);
    diag_done(&d);
}

/* What would be more than arguments is named and left out, in SIR's plans. */
static void
leaves_out_what_is_no_test(void **state)
{
    static const char plan[] = "-P [-v] -F[a|b]\n1 2\nSee the manual; it says "
                               "more.\n-x > out\n'a|b' \"c;d\"\n";
    Suite s = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(
        testplan_parse(&s, "p", "f", "/", true, plan, strlen(plan), &d));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.tests[0].argv[1], "1");
    assert_string_equal(s.tests[1].argv[1], "a|b");
    assert_int_equal(d.nwarnings, 3);
    assert_non_null(strstr(d.warnings[0], "f:1: "));
    assert_non_null(strstr(d.warnings[1], "f:3: "));
    suite_done(&s);
    diag_done(&d);
}

static void
finds_macros(void **state)
{
    static const char text[] = "#ifndef SEEDS\n/* #define F_1 */\n"
                               "//#define F_2\n#define F_3\n/*#define F_1*/\n"
                               "#define CALL(x) x\n/* define F_4 */\n"
                               "/* undefined or defined */\n";
    Arena a = {0};
    Texts t;

    (void)state;
    seeds_macros(&a, text, strlen(text), &t);
    assert_int_equal(t.n, 4);
    assert_string_equal(t.at[0], "F_1");
    assert_string_equal(t.at[2], "F_3");
    assert_string_equal(t.at[3], "F_4");
    arena_done(&a);
}

static const struct {
    const char *text;
    size_t n;
    uint32_t lines[3];
} seeded[] = {
    {"a\n#ifdef M\nb\n#else\nc\n#endif\nd\n", 1, {3}},
    {"#ifndef M\nb\n#else\nc\nd\n#endif\n", 2, {4, 5}},
    {"#ifndef M\nb\n#endif\nc\n", 1, {4}},
    {"#ifdef M\n#else\nb\n#endif\nc\n", 1, {5}},
    {"# if defined(M) && X\nb\n#endif\n", 1, {2}},
    {"#if !defined(M)\nb\n#else\nc\n#endif\n", 1, {4}},
    {"#ifdef M2\nb\n#endif\n#ifdef X\nc\n#endif\n", 0, {0}},
    {"#ifdef M\n#ifdef X\nb\n#else\nc\n#endif\n#endif\n", 2, {3, 5}},
    {"#endif\n#else\n#ifdef M\nb", 1, {4}},
};

static void
finds_what_a_macro_compiles_in(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof seeded / sizeof seeded[0]; i++) {
        Arena a = {0};
        Places p = {0};
        seeds_places(&a, "a.c", seeded[i].text, strlen(seeded[i].text), "M",
                     &p);
        if (p.n != seeded[i].n)
            fail_msg("case %zu: %zu lines", i, p.n);
        for (size_t k = 0; k < p.n; k++)
            assert_int_equal(p.at[k].line, seeded[i].lines[k]);
        vec_done(&p);
        arena_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_manifest),
        cmocka_unit_test(reads_a_php_manifest),
        cmocka_unit_test(refuses_bad_manifests),
        cmocka_unit_test(reads_test_lines),
        cmocka_unit_test(a_shell_helps_with_sir),
        cmocka_unit_test(leaves_out_what_is_no_test),
        cmocka_unit_test(finds_macros),
        cmocka_unit_test(finds_what_a_macro_compiles_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
