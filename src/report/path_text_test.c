/* path_text_test.c - the closest success, for a person. */
#include "report/path_view.h"

#include "report/sample_stream.h"

static const InputBytes zero[] = {{"0", 1}}, one[] = {{"1", 1}};
static PathRun runs[] = {{.input = {.args = zero, .nargs = 1}},
                         {.input = {.args = one, .nargs = 1}}};
static PathVerdict verdicts[] = {{.judged = true, .verdict = VERDICT_FAIL},
                                 {.judged = true, .worth = WORTH_USEFUL}};
static const PathPart parts[] = {{.file = "a.c",
                                  .function = "main",
                                  .line = 2,
                                  .instance = 3,
                                  .of = 12,
                                  .was = "false",
                                  .is = "true",
                                  .values = "x = 0",
                                  .others = ""}};
static const PathAnswer answers[] = {{.run = 1, .parts = parts, .nparts = 1},
                                     {.run = 1, .parts = parts, .nparts = 1}};
static const PathScout scout = {.runs = {.at = runs, .n = 2}};

static void
test_an_answer(void **state)
{
    const PathResult r = {.verdicts = {.at = verdicts, .n = 2},
                          .found = 1,
                          .data = PATH_NONE,
                          .cover = {.complete = true}};
    const PathView v = {.scout = &scout,
                        .result = &r,
                        .answers = answers,
                        .nanswers = 2,
                        .output = ".culprit/path"};
    Written w;
    Diag d;

    (void)state;
    diag_init(&d);
    written_open(&w);
    assert_true(path_show(&v, "text", w.out, &d));
    const char *got = written_text(&w);
    assert_non_null(strstr(got, "the test fails:      0\n"
                                "with this it passes: 1\n"
                                "the inputs differ:   "));
    assert_non_null(strstr(got, "the runs part at 1 branch:\n"
                                "\na.c:2, the 3rd of 12 times (main)\n"
                                "    if (x > 0)\n"
                                "    failing:    false   x = 0\n"
                                "    successful: true\n"));
    assert_non_null(strstr(got, "it also passes, and the runs part elsewhere, "
                                "if\n"));
    assert_non_null(strstr(got, "    a.c:2 (main): true instead of false\n"));
    assert_non_null(strstr(
        got, "written to .culprit/path/failing and .culprit/path/passing\n"));
    written_done(&w);
    diag_done(&d);
}

static void
test_no_answer_says_what_was_covered(void **state)
{
    const PathResult r = {.found = PATH_NONE,
                          .data = PATH_NONE,
                          .cover = {.all = 9,
                                    .alone = 5,
                                    .feasible = 3,
                                    .infeasible = 1,
                                    .unknown = 1,
                                    .fixed = 2,
                                    .left_out = 4,
                                    .sets = {.tried = 7, .pruned = 6},
                                    .brief = true},
                          .nquestions = 8,
                          .nfailing = 8,
                          .spent_s = 1.25};
    const PathView v = {
        .scout = &scout, .result = &r, .output = ".culprit/path"};
    Written w;

    (void)state;
    written_open(&w);
    path_text(&v, w.out);
    assert_string_equal(
        written_text(&w),
        "no successful run was found\n"
        "flipped 5 of 9 branch instances alone; 3 feasible, 1 infeasible, 1 "
        "not decided; 2 not influenced by the input, 4 left out "
        "(--last-branches, "
        "--rounds, --no-loops); the run is too long to trace (--trace-size), "
        "so "
        "that only what the input decides was looked at, from the failure "
        "backwards\n"
        "7 sets of branches in all, 6 pruned, 2 runs, 8 judged, 8 of them "
        "failed (all); 1.2 s; time ran out\n");
    written_done(&w);
}

static int
enter(void **state)
{
    return sample_enter(state, "int main(void) {\n    if (x > 0)\n}\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_answer),
        cmocka_unit_test(test_no_answer_says_what_was_covered),
    };

    return cmocka_run_group_tests(tests, enter, sample_leave);
}
