/* named_test.c - places at the end of reasons, and the lines they stand for. */
#include "spectrum/named.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *reason, *file; /* file: NULL, no place */
    uint32_t line;
} cases[] = {
    {"PHP: Warning: Undefined array key \"x\" at lib/a.php:12", "lib/a.php",
     12},
    {"PHP: Fatal error: look at b.php:3 at c.php:4", "c.php", 4},
    {"PHP: Malformed HTML: <b> at dir with blanks/a:b.php:7",
     "dir with blanks/a:b.php", 7},
    {"stdout differs at line 1: expected \"3\", got \"4\"", NULL, 0},
    {"PHP Warning:  Undefined variable $x in /w/in a/b.php on line 7",
     "/w/in a/b.php", 7},
    {"x in a.php on line 7 or so", NULL, 0},
    {"x at a.c:12:3 in main", NULL, 0},
    {"x at :12", NULL, 0},
    {"x at a.c:0", NULL, 0},
    {"x at a.c:99999999999999999999", NULL, 0},
    {"x at a.c:", NULL, 0},
    {"", NULL, 0},
};

static void
finds_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        NamedPlace p;
        const bool has = named_parse(cases[i].reason, &p);
        assert_int_equal(has, cases[i].file != NULL);
        if (!has)
            continue;
        assert_int_equal(p.nfile, strlen(cases[i].file));
        assert_memory_equal(p.file, cases[i].file, p.nfile);
        assert_int_equal(p.line, cases[i].line);
    }
}

static void
counts_failures_of_a_line(void **state)
{
    Run runs[] = {{.reason = "PHP: x at lib/a.php:12"},
                  {.reason = "PHP: y at lib/a.php:12"},
                  {.reason = "PHP: z at a.php:12"},
                  {.reason = "PHP: x at lib/a.php:12"}};
    Verdict use[] = {VERDICT_FAIL, VERDICT_FAIL, VERDICT_FAIL, VERDICT_UNKNOWN};
    const Runs all = {.runs = runs, .nruns = 4};
    const Spectrum s = {.runs = &all, .use = use, .nfailed = 3};
    Named t;

    (void)state;
    named_init(&t, &s);
    assert_int_equal(t.n, 2);
    assert_int_equal(
        named_count(&t, &(Entity){.file = "/w/lib/a.php", .line = 12}), 3);
    assert_int_equal(named_count(&t, &(Entity){.file = "/w/a.php", .line = 12}),
                     1);
    assert_int_equal(
        named_count(&t, &(Entity){.file = "/w/mylib/a.php", .line = 12}), 1);
    assert_int_equal(
        named_count(&t, &(Entity){.file = "/w/ba.php", .line = 12}), 0);
    assert_int_equal(
        named_count(&t, &(Entity){.file = "/w/lib/a.php", .line = 13}), 0);
    named_done(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_places),
        cmocka_unit_test(counts_failures_of_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
