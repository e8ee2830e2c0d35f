/* progress_test.c - the line of a terminal, to the letter. */
#include "report/progress.h"

#include "report/sample_stream.h"

/* No two lines of one stage, however slow the machine is; or each of them. */
#define NEVER  1e9
#define ALWAYS (-1.0)

static void
test_one_line_written_over(void **state)
{
    Written w;

    (void)state;
    written_open(&w);
    Progress p = progress_to(w.out, true);
    p.every_s = ALWAYS;
    progress_of_run(&p, 1, 9, 0);
    progress_of_run(&p, 2, 9, 1);
    progress_clear(&p);
    progress_clear(&p); /* it is gone already */
    assert_string_equal(written_text(&w),
                        "\rrunning tests: 1 of 9, 0 failed\033[K"
                        "\rrunning tests: 2 of 9, 1 failed\033[K"
                        "\r\033[K");
    written_done(&w);
}

static void
test_not_a_terminal(void **state)
{
    Written w;

    (void)state;
    written_open(&w);
    Progress p = progress_to(w.out, false);
    progress_of_minimize(&p, 3, 7);
    progress_clear(&p);
    assert_string_equal(written_text(&w), "");
    written_done(&w);
}

static void
test_few_lines_but_every_stage(void **state)
{
    Written w;

    (void)state;
    written_open(&w);
    Progress p = progress_to(w.out, true);
    p.every_s = NEVER;
    progress_of_path(&p, 1, 2);
    progress_of_path(&p, 3, 4); /* too soon */
    progress_of_minimize(&p, 5, 6);
    progress_of_minimize(&p, 7, 8);
    progress_clear(&p);
    progress_of_minimize(&p, 9, 9); /* begins anew */
    assert_string_equal(written_text(&w),
                        "\rlooking for the closest success: 1 sets of "
                        "branches, 2 runs\033[K"
                        "\rminimizing: 5 runs, 6 bytes\033[K"
                        "\r\033[K"
                        "\rminimizing: 9 runs, 9 bytes\033[K");
    written_done(&w);
}

static void
test_best_so_far(void **state)
{
    Written w;

    (void)state;
    written_open(&w);
    Progress p = progress_to(w.out, true);
    p.every_s = ALWAYS;
    progress_of_find(&p, &(FindProgress){.share = 0.254});
    progress_of_find(&p,
                     &(FindProgress){.share = 1, .file = "a.c", .line = 12});
    progress_of_generate(&p, &(GenerateResult){.n.passed = 2, .n.failed = 1});
    assert_string_equal(written_text(&w),
                        "\rsmall changes tried: 25 %\033[K"
                        "\rsmall changes tried: 100 %; best so far a.c:12"
                        "\033[K"
                        "\rmaking tests: 0 so far, 2 passing, 1 failing\033[K");
    written_done(&w);
}

/* A stream that is no terminal counts as 80 columns: 79 are used. Control
 * characters would break the line; wide ones take two columns. */
static void
test_the_line_fits(void **state)
{
    char wide[40 * 3 + 1];
    Written w;

    (void)state;
    for (size_t i = 0; i < sizeof wide - 1; i++)
        wide[i] = "\xe4\xb8\xad"[i % 3];
    wide[sizeof wide - 1] = 0;
    written_open(&w);
    Progress p = progress_to(w.out, true);
    progress_say(&p, "a", "%0100d", 0);
    assert_int_equal(strlen(written_text(&w)), 1 + 79 + 3);
    progress_say(&p, "b", "%s", wide);
    assert_int_equal(strlen(written_text(&w)), 83 + 1 + 3 + 38 * 3 + 3);
    progress_say(&p, "c", "x\ny");
    assert_non_null(strstr(written_text(&w), "\rc: x y\033[K"));
    written_done(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_line_written_over),
        cmocka_unit_test(test_not_a_terminal),
        cmocka_unit_test(test_few_lines_but_every_stage),
        cmocka_unit_test(test_best_so_far),
        cmocka_unit_test(test_the_line_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
