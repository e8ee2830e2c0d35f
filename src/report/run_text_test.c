/* run_text_test.c - how a suite went, to the letter. */
#include "report/run_text.h"

#include "report/sample_stream.h"

static Test tests[12];
static Outcome outcomes[12];
static const Suite suite = {.tests = tests, .n = 12};

static void
expect(void (*write)(const RunView *v, FILE *out), const RunView *v,
       const char *text)
{
    Written w;

    written_open(&w);
    write(v, w.out);
    assert_string_equal(written_text(&w), text);
    written_done(&w);
}

static int
set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < suite.n; i++) {
        tests[i] = (Test){.key = "a b"};
        outcomes[i] = (Outcome){
            .done = true,
            .judgement = {.verdict = VERDICT_PASS, .reason = "exit status 1"}};
    }
    return 0;
}

static void
test_summary(void **state)
{
    const RunnerResult r = {.outcomes = outcomes,
                            .ndone = 12,
                            .npassed = 10,
                            .nfailed = 1,
                            .nunknown = 1,
                            .nunchanged = 3,
                            .nlost = 2};
    const RunView v = {.suite = &suite, .result = &r, .program = "./p"};

    (void)state;
    outcomes[4].judgement.verdict = VERDICT_FAIL;
    tests[4].key = "a test of which the name is longer than what one wants to "
                   "read in every line";
    expect(run_text, &v,
           "10 passed, 1 failed, 1 unknown (3 skipped as unchanged)\n"
           "2 left no spectrum: they never started ./p\n"
           "  a test of which the name is longer than what one wants to read "
           "in every ...: exit status 1\n");
}

/* Of a project, no program was named. */
static void
test_none_named(void **state)
{
    const RunnerResult r = {
        .outcomes = outcomes, .ndone = 2, .npassed = 2, .nlost = 1};
    const RunView v = {.suite = &suite, .result = &r};

    (void)state;
    outcomes[4].judgement.verdict = VERDICT_PASS;
    expect(run_text, &v,
           "2 passed, 0 failed, 0 unknown (0 skipped as unchanged)\n"
           "1 left no spectrum: they never started a program of the project\n");
}

static void
test_others_started(void **state)
{
    const RunnerResult r = {.ndone = 12,
                            .npassed = 12,
                            .nlost = 2,
                            .missed = {.nothers = 3, .other = "/x/q"}};
    const Suite none = {0};
    const RunView v = {.suite = &none, .result = &r, .program = "./p"};

    (void)state;
    expect(run_text, &v,
           "12 passed, 0 failed, 0 unknown (0 skipped as unchanged)\n"
           "2 left no spectrum: they never started ./p (but /x/q)\n");
}

static void
test_many_failures(void **state)
{
    const RunnerResult r = {.outcomes = outcomes, .ndone = 12, .nfailed = 12};
    const RunView v = {.suite = &suite, .result = &r, .program = "./p"};
    Written w;

    (void)state;
    for (size_t i = 0; i < suite.n; i++)
        outcomes[i].judgement.verdict = VERDICT_FAIL;
    written_open(&w);
    run_text(&v, w.out);
    assert_non_null(
        strstr(written_text(&w), "  a b: exit status 1\n  and 2 more\n"));
    written_done(&w);
}

static void
test_recorded(void **state)
{
    const RunnerResult r = {.outcomes = outcomes, .ndone = 12, .npassed = 12};
    const RunView v = {
        .suite = &suite, .result = &r, .program = "./p", .record = "outputs"};

    (void)state;
    expect(run_text, &v, "12 of 12 tests recorded in outputs\n");
}

static void
test_disagreements(void **state)
{
    const RunnerResult r = {.outcomes = outcomes, .ndone = 12, .ndisagree = 1};
    const RunView v = {.suite = &suite, .result = &r, .program = "./p"};

    (void)state;
    outcomes[0].judgement.verdict = VERDICT_FAIL;
    outcomes[1].disagreement = "stdout differs";
    expect(run_disagreements, &v, "  a b: stdout differs\n");
}

int
main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test_setup(test_summary, set_up),
        cmocka_unit_test(test_none_named),
        cmocka_unit_test(test_others_started),
        cmocka_unit_test_setup(test_many_failures, set_up),
        cmocka_unit_test_setup(test_recorded, set_up),
        cmocka_unit_test_setup(test_disagreements, set_up),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
