/* find_text_test.c - the answer of find and its gdb script, to the letter. */
#include "report/find_text.h"

#include "report/find_gdb.h"
#include "report/sample_stream.h"

static Fix fix = {.line = 2,
                  .nremoved = 1,
                  .text = "    return a + b;\n",
                  .diff = "--- a.c\n+++ a.c\n@@ -2 +2 @@\n"
                          "-    return a - b;\n+    return a + b;\n"};

static Step steps[] = {
    {.file = "a.c", .line = 2, .instance = 3, .message = "returns -1"},
    {.file = "b.c", .line = 7, .message = ""},
    {.file = "a.c", .line = 8, .message = "true"},
    {.file = "a.c", .line = 9, .message = "false"},
    {.file = "a.c", .line = 10, .message = "written"},
};

static Evidence caller[] = {{"called from", "b.c:7", 0}};

static Finding places[] = {
    {.place.file = "a.c",
     .place.line = 2,
     .place.column = 5,
     .place.function = "add",
     .message = "repairs 2 of 2",
     .fix = &fix,
     .steps = steps,
     .nsteps = 5},
    {.place.file = "b.c",
     .place.line = 7,
     .place.column = 1,
     .place.function = "",
     .message = "repairs 1 of 2",
     .evidence = caller,
     .nevidence = 1},
};

static Run runs_made[] = {{.name = "1 2"}, {.name = "3 4"}};
static Runs all = {.runs = runs_made, .nruns = 2};
static const Supply none = {0};

static FindBest changes[] = {{.trial = 0}, {.trial = MUTATE_NONE}};

static const char hint[] =
    "A change that passes the tests is a hint, not a proven fix. See more "
    "with --top 20, --format html or --gdb FILE.\n";

static void
expect(const FindResult *r, const Supply *made, size_t top, const char *text)
{
    const ReportOptions o = {.top = top, .runs = &all};
    Written w;

    written_open(&w);
    find_text(&(FindView){.result = r, .made = made}, &o, w.out);
    const char *got = written_text(&w);
    const size_t n = strlen(text);
    if (strncmp(got, text, n) != 0)
        assert_string_equal(got, text);
    assert_int_equal(strncmp(got + n, hint, sizeof hint - 1), 0);
    written_done(&w);
}

static void
test_a_culprit(void **state)
{
    FindResult r = {.findings = {.at = places, .n = 2},
                    .of = changes,
                    .tests = {.npassing = 3, .nfailing = 2},
                    .first.confidence = .8,
                    .first.why = "it repairs all"};

    (void)state;
    expect(&r, &none, 3,
           "#1  a.c:2:5  in add\n"
           "    repairs 2 of 2\n"
           "    -    return a - b;\n"
           "    +    return a + b;\n"
           "    reaches the failure by 2 (returns -1) -> b.c:7 -> 8 (true) -> "
           "... -> 10 (written)\n"
           "#2  b.c:7:1\n"
           "    repairs 1 of 2\n"
           "    not your own code; called from b.c:7\n"
           "Quite sure: it repairs all\n");
    places[0].fix = NULL; /* then the line is shown instead */
    places[0].nsteps = 0;
    r.first.no_chain = "the run is too long";
    r.first.confidence = .5;
    expect(&r, &none, 1,
           "#1  a.c:2:5  in add\n"
           "    2 |     return a - b;\n"
           "    repairs 2 of 2\n"
           "    how it reaches the failure: not known (the run is too long)\n"
           "Perhaps: it repairs all\n");
    places[0].fix = &fix;
    places[0].nsteps = 5;
}

static void
test_without_passing_tests(void **state)
{
    const FindResult r = {.findings = {.at = places, .n = 2},
                          .of = changes,
                          .tests.nfailing = 2,
                          .first.why = "no test passes"};

    (void)state;
    expect(&r, &none, 1,
           "No passing test tells these apart: a set, not a culprit.\n"
           "  a.c:2 in add: repairs 2 of 2\n"
           "  b.c:7: repairs 1 of 2\n"
           "Not sure: no test passes\n");
}

static void
test_several_faults_and_flaky_tests(void **state)
{
    uint32_t flaky[] = {1};
    FindGroup groups[] = {{.n = 2, .example = 0, .suspect = 0},
                          {.n = 1, .example = 1, .suspect = SIZE_MAX}};
    const FindResult r = {.findings = {.at = places, .n = 1},
                          .of = changes,
                          .groups = groups,
                          .ngroups = 2,
                          .tests = {.npassing = 3,
                                    .flaky = {flaky, 1, 0},
                                    .unlike = {flaky, 2, 0},
                                    .why = "its output is another"},
                          .first.confidence = .1};

    (void)state;
    expect(&r, &none, 1,
           "#1  a.c:2:5  in add\n"
           "    repairs 2 of 2\n"
           "    -    return a - b;\n"
           "    +    return a + b;\n"
           "    reaches the failure by 2 (returns -1) -> b.c:7 -> 8 (true) -> "
           "... -> 10 (written)\n"
           "The failing tests are of 2 kinds: 2 such as \"1 2\" (#1, line 2); "
           "1 such as \"3 4\" (no change repairs them)\n"
           "1 test was set aside that sometimes ends differently, such as \"3 "
           "4\"\n"
           "2 tests were set aside that end differently when confined, or in "
           "the variant that is altered, such as \"3 4\" (its output is "
           "another); see --unconfined\n"
           "Not sure: \n");
}

/* The answer has this sentence, or has it not. */
static void
expect_sentence(const FindResult *r, const Supply *made, const char *text,
                bool there)
{
    const ReportOptions o = {.runs = &all};
    Written w;

    written_open(&w);
    find_text(&(FindView){.result = r, .made = made}, &o, w.out);
    assert_int_equal(strstr(written_text(&w), text) != NULL, there);
    written_done(&w);
}

static void
test_tests_that_were_made(void **state)
{
    const FindResult r = {.tests.npassing = 1, .first.why = ""};

    (void)state;
    expect_sentence(
        &r, &(Supply){.tests = {.n = 5}, .npassed = 3, .nfailed = 2},
        "Of these tests 4 were made from a failing one: 3 pass, 1 fail.\n",
        true);
    expect_sentence(
        &r, &(Supply){.tests = {.n = 2}, .npassed = 1, .nfailed = 1},
        "One of these tests was made from a failing one: it passes.\n", true);
    expect_sentence(
        &r, &(Supply){.tests = {.n = 2}, .nfailed = 2},
        "One of these tests was made from a failing one: it fails.\n", true);
}

static void
test_tests_with_other_values(void **state)
{
    static const char words[] = "made by other values in the tests.\n";
    const FindResult r = {.tests.npassing = 1, .first.why = ""};
    const ReportOptions o = {.runs = &all};
    const struct {
        size_t n;
        const char *want;
    } rows[] = {{0, NULL},
                {1, NULL},
                {2, "\n1 more passing test was "},
                {9, "\n8 more passing tests were "}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Supply varied = {.tests = {.n = rows[i].n}};
        Written w;
        written_open(&w);
        find_text(&(FindView){.result = &r, .made = &none, .varied = &varied},
                  &o, w.out);
        const char *at = strstr(written_text(&w), words);
        assert_int_equal(at != NULL, rows[i].want != NULL);
        if (at)
            assert_non_null(strstr(written_text(&w), rows[i].want));
        written_done(&w);
    }
}

/* Where no change was found, nothing is said about changes. */
static void
test_no_change(void **state)
{
    static FindBest unaltered[] = {{.trial = MUTATE_NONE}};
    FindResult r = {.findings = {.at = places, .n = 1},
                    .of = unaltered,
                    .tests.npassing = 1};

    (void)state;
    expect_sentence(&r, &none, "is a hint", false);
    expect_sentence(&r, &none, "\nSee more with --top 20", true);
    r.of = changes;
    expect_sentence(&r, &none, "is a hint", true);
}

static void
expect_script(const Test *t, bool rr, const char *text)
{
    const Findings f = {.at = places, .n = 2};
    Written w;

    written_open(&w);
    const FindScript script = {
        .findings = &f, .program = "/bin/add", .failing = t, .rr = rr};
    find_gdb(&script, w.out);
    assert_string_equal(written_text(&w), text);
    written_done(&w);
}

static void
test_gdb_script(void **state)
{
    char program[] = "/bin/add", word[] = "a b";
    char *argv[] = {program, word, NULL};
    const Test t = {.argv = argv, .dir = "/home"};

    (void)state;
    expect_script(&t, false,
                  "# gdb -x FILE\nfile /bin/add\n"
                  "# repairs 2 of 2\nbreak a.c:2\nignore $bpnum 2\n"
                  "# repairs 1 of 2\nbreak b.c:7\n"
                  "cd /home\nrun 'a b' < /dev/null\n");
    expect_script(NULL, false,
                  "# gdb -x FILE\nfile /bin/add\n"
                  "# repairs 2 of 2\nbreak a.c:2\nignore $bpnum 2\n"
                  "# repairs 1 of 2\nbreak b.c:7\n"
                  "# now run the failing test\n");
    expect_script(&t, true,
                  "# rr replay -- -x FILE\n"
                  "# repairs 2 of 2\nbreak a.c:2\nignore $bpnum 2\n"
                  "# repairs 1 of 2\nbreak b.c:7\ncontinue\n");
}

static int
enter(void **state)
{
    return sample_enter(state, "int add(int a, int b) {\n"
                               "    return a - b;\n}\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_culprit),
        cmocka_unit_test(test_without_passing_tests),
        cmocka_unit_test(test_several_faults_and_flaky_tests),
        cmocka_unit_test(test_tests_that_were_made),
        cmocka_unit_test(test_tests_with_other_values),
        cmocka_unit_test(test_no_change),
        cmocka_unit_test(test_gdb_script),
    };

    return cmocka_run_group_tests(tests, enter, sample_leave);
}
