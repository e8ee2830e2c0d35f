/* minimize_text_test.c - what minimize says, to the letter. */
#include "report/minimize_text.h"

#include "report/sample_stream.h"

#include <signal.h>

static const InputBytes given_args[] = {{"-x", 2}, {"big.txt", 7}};
static const InputFile given_files[] = {
    {.name = "big.txt", .bytes = {"some\ntext\n", 10}}};
static const InputFile small_files[] = {{.name = "big.txt", .bytes = {"t", 1}}};
static const Input given = {
    .args = given_args, .nargs = 2, .files = given_files, .nfiles = 1};

static void
expect(const MinimizeView *v, const char *text)
{
    Written w;

    written_open(&w);
    minimize_text(v, w.out);
    assert_string_equal(written_text(&w), text);
    written_done(&w);
}

static void
test_smaller_file(void **state)
{
    const Program program = {0};
    const MinimizeResult r = {.input = {.args = given_args + 1,
                                        .nargs = 1,
                                        .files = small_files,
                                        .nfiles = 1},
                              .failure = {.verdict = VERDICT_FAIL,
                                          .signal = SIGSEGV,
                                          .block = PROGRAM_NONE},
                              .end = MINIMIZE_DONE,
                              .nruns = 20,
                              .nknown = 3,
                              .wall_s = 2};
    MinimizeView v = {.result = &r,
                      .given = &given,
                      .program = &program,
                      .path = "./calc",
                      .output = ".culprit/minimize",
                      .name = "smallest"};

    (void)state;
    expect(&v, "fails:  killed by SIGSEGV\n"
               "before: 2 arguments, 1 file of 10 bytes: 19 bytes in all\n"
               "after:  1 argument, 1 file of 1 bytes: 8 bytes in all\n"
               "no part of it can be left out\n"
               "20 runs, 3 known already, 2.0 s, 10 runs a second\n"
               "./calc big.txt\n"
               "--- big.txt\nt\n(no newline at the end)\n"
               "written to .culprit/minimize/smallest/cmd, and to "
               ".culprit/minimize/tests for "
               "culprit run\n");
}

/* What is no text is left to the file; nothing is divided by no time. */
static void
test_binary_input_and_no_time(void **state)
{
    const Program program = {0};
    const MinimizeResult r = {.input = {.has_stdin = true, .in = {"\1\2", 2}},
                              .failure = {.verdict = VERDICT_FAIL,
                                          .timed_out = 1,
                                          .block = PROGRAM_NONE},
                              .end = MINIMIZE_TIME};
    MinimizeView v = {.result = &r,
                      .given = &r.input,
                      .program = &program,
                      .path = "p",
                      .output = "o",
                      .name = "n",
                      .any_failure = true};
    Written w;

    (void)state;
    written_open(&w);
    minimize_text(&v, w.out);
    const char *got = written_text(&w);
    assert_non_null(
        strstr(got, "fails:  takes too long (or in any other way)\n"));
    assert_non_null(strstr(got, "0 arguments, 2 bytes of input: 2 bytes in "));
    assert_non_null(strstr(got, "time ran out: it may not be the "));
    assert_non_null(strstr(got, "0.0 s, 0 runs a second\n"));
    assert_null(strstr(got, "---"));
    written_done(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smaller_file),
        cmocka_unit_test(test_binary_input_and_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
