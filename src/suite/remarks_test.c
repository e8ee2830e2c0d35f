/* remarks_test.c - lines that tell about checks, and lines that do not. */
#include "suite/members.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static Bytes
bytes(const char *text)
{
    return (Bytes){.at = (uint8_t *)(uintptr_t)text, .n = strlen(text)};
}

static void
read_text(Arena *a, RemarkRules rules, const char *out, const char *err,
          Remarks *to)
{
    const Bytes o = bytes(out), e = bytes(err);

    remarks_read(a, &rules, &o, &e, to);
}

/* One line of a script; NULL: it tells about no check. */
static const struct {
    const char *line, *name;
    Verdict verdict;
} lines[] = {
    {"ok: one word", "one word", VERDICT_PASS},
    {"FAIL: the last: a, not b", "the last: a, not b", VERDICT_FAIL},
    {"PASS empty file", "empty file", VERDICT_PASS},
    {"[FAIL] empty file", "empty file", VERDICT_FAIL},
    {"not ok 3 - long line", "3 - long line", VERDICT_FAIL},
    {"ok 3", "3", VERDICT_PASS},
    {"empty file ... ok", "empty file", VERDICT_PASS},
    {"empty file...FAILED", "empty file", VERDICT_FAIL},
    {"test 12: passed", "test 12", VERDICT_PASS},
    {"  * sorting: OK", "sorting", VERDICT_PASS},
    {"empty file: skipped", "empty file", VERDICT_UNKNOWN},
    {"XFAIL: known", "known", VERDICT_PASS},
    {"ok", "check 1", VERDICT_PASS},
    {"12 tests passed", NULL, VERDICT_PASS},
    {"All tests passed", NULL, VERDICT_PASS},
    {"PASS: 12", NULL, VERDICT_PASS},
    {"3 failed", NULL, VERDICT_PASS},
    {"FAILED 3 of 5", NULL, VERDICT_PASS},
    {"Failed to open it", NULL, VERDICT_PASS},
    {"passed through a pipe", NULL, VERDICT_PASS},
    {"make: *** [Makefile:9: check] failed", NULL, VERDICT_PASS},
    {"+ echo ok", NULL, VERDICT_PASS},
    {"# ok", NULL, VERDICT_PASS},
    {"okay", NULL, VERDICT_PASS},
    {"", NULL, VERDICT_PASS},
};

static void
test_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Arena a = {0};
        Remarks r;
        read_text(&a, (RemarkRules){0}, lines[i].line, "", &r);
        if (r.n != (lines[i].name != NULL))
            print_error("%s\n", lines[i].line);
        assert_int_equal(r.n, lines[i].name != NULL);
        if (r.n) {
            assert_string_equal(r.at[0].name, lines[i].name);
            assert_int_equal(r.at[0].verdict, lines[i].verdict);
            assert_int_equal(r.at[0].end, strlen(lines[i].line));
        }
        arena_done(&a);
    }
}

static void
test_tap(void **state)
{
    Arena a = {0};
    Remarks r;

    (void)state;
    read_text(
        &a, (RemarkRules){0},
        "1..5\nok 1 - one\n    ok 1 - inner\nnot ok 2 - two\n"
        "not ok 3 # TODO later\nok 4 four # SKIP no tool\nPASS: no\nok 5\n",
        "FAIL: this is no TAP\n", &r);
    assert_true(r.tap);
    assert_int_equal(r.n, 5);
    assert_string_equal(r.at[0].name, "one");
    assert_int_equal(r.at[0].end, strlen("1..5\nok 1 - one\n"));
    assert_int_equal(r.at[1].verdict, VERDICT_FAIL);
    assert_int_equal(r.at[2].verdict, VERDICT_UNKNOWN);
    assert_string_equal(r.at[2].name, "3");
    assert_int_equal(r.at[3].verdict, VERDICT_UNKNOWN);
    assert_string_equal(r.at[3].name, "four");
    assert_true(remarks_split(&r));
    read_text(&a, (RemarkRules){.tap = true}, "ok\nnot ok\n", "", &r);
    assert_int_equal(r.n, 2);
    assert_true(r.tap);
    arena_done(&a);
}

static void
test_patterns(void **state)
{
    const RemarkRules rules = {.pass = "^good", .fail = "^bad"};
    Arena a = {0};
    Remarks r;
    Diag d;

    (void)state;
    read_text(&a, rules, "good one\nok: no\nbad two\n", "bad three\n", &r);
    assert_int_equal(r.n, 3);
    assert_string_equal(r.at[1].name, "two");
    assert_int_equal(r.at[1].verdict, VERDICT_FAIL);
    assert_int_equal(r.at[2].stream, REMARK_ERR);
    diag_init(&d);
    assert_true(remarks_check("pass-pattern", "a|b", &d));
    assert_false(remarks_check("pass-pattern", "(", &d));
    assert_non_null(strstr(d.error, "--pass-pattern ( is no regular"));
    diag_done(&d);
    arena_done(&a);
}

/* Nothing is told apart by failures alone, nor by one line. */
static void
test_split(void **state)
{
    Arena a = {0};
    Remarks r;

    (void)state;
    read_text(&a, (RemarkRules){0}, "FAIL: x\nFAIL: y\n", "", &r);
    assert_false(remarks_split(&r));
    read_text(&a, (RemarkRules){0}, "ok: x\n", "", &r);
    assert_false(remarks_split(&r));
    read_text(&a, (RemarkRules){0}, "ok: x\nok: y\n", "", &r);
    assert_true(remarks_split(&r));
    arena_done(&a);
}

static void
test_find(void **state)
{
    Arena a = {0};
    Remarks r;

    (void)state;
    read_text(&a, (RemarkRules){0},
              "ok: x\nFAIL: the last: a, not b\nok: test 1\nok: test 10\n"
              "ok: x\n",
              "", &r);
    assert_int_equal(remarks_find(&r, "x", 0, 0, 9), 0);
    assert_int_equal(remarks_find(&r, "x", 1, 0, 9), 4);
    assert_int_equal(remarks_find(&r, "the last", 0, 0, 9), 1);
    assert_int_equal(remarks_find(&r, "the last: 5", 0, 0, 9), SIZE_MAX);
    assert_int_equal(remarks_find(&r, "test 1", 0, 0, 9), 2);
    assert_int_equal(remarks_find(&r, "another", 0, 2, 5), 2);
    assert_int_equal(remarks_find(&r, "another", 0, 2, 6), SIZE_MAX);
    arena_done(&a);
}

/* Verdicts on the points of a script. */

static const char *names[] = {"one", "two", "three"};
static Test script = {.rules.skip_status = SUITE_NO_STATUS};
static TestWhole whole = {.test = &script, .names = names, .n = 3};

static Judgement
judge(Arena *a, size_t number, const char *out, int status, int signal)
{
    Test t = script;
    Observed o = {.ended = {.started = true,
                            .status = signal ? 128 + signal : status,
                            .signal = signal},
                  .out = bytes(out),
                  .err = bytes("")};

    t.check.whole = &whole;
    t.check.number = number;
    return oracle_judge(a, &t, &o, NULL);
}

static void
test_verdicts(void **state)
{
    static const char mixed[] = "ok: one\nFAIL: two: 3, not 4\nok: three\n";
    static const char good[] = "ok: one\nok: two\nok: three\n";
    Arena a = {0};

    (void)state;
    assert_int_equal(judge(&a, 0, mixed, 1, 0).verdict, VERDICT_PASS);
    assert_int_equal(judge(&a, 1, mixed, 1, 0).verdict, VERDICT_FAIL);
    assert_string_equal(judge(&a, 1, mixed, 1, 0).reason,
                        "FAIL: two: 3, not 4");
    assert_int_equal(judge(&a, 1, good, 0, 0).verdict, VERDICT_PASS);
    /* It printed the word, but did not mean it. */
    assert_int_equal(judge(&a, 1, mixed, 0, 0).verdict, VERDICT_PASS);
    /* TAP means it. */
    assert_int_equal(
        judge(&a, 1, "1..3\nok 1 one\nnot ok 2 two\nok 3 three\n", 0, 0)
            .verdict,
        VERDICT_FAIL);
    /* It was not come to. */
    assert_int_equal(judge(&a, 2, "ok: one\nok: two\n", 0, 0).verdict,
                     VERDICT_FAIL);
    assert_int_equal(judge(&a, 1, "ok: one\n", 0, 11).verdict, VERDICT_FAIL);
    assert_int_equal(judge(&a, 0, "ok: one\n", 0, 11).verdict, VERDICT_PASS);
    arena_done(&a);
}

/* What comes after all points fails if they do not explain the end. */
static void
test_rest(void **state)
{
    Arena a = {0};

    (void)state;
    assert_int_equal(judge(&a, 3, "ok: one\nok: two\n", 0, 11).verdict,
                     VERDICT_FAIL);
    assert_int_equal(judge(&a, 3, "ok: one\nok: two\n", 0, 0).verdict,
                     VERDICT_PASS);
    assert_int_equal(judge(&a, 3, "ok: one\nFAIL: two\n", 1, 0).verdict,
                     VERDICT_PASS);
    assert_int_equal(judge(&a, 3, "ok: one\nFAIL: two\n", 139, 0).verdict,
                     VERDICT_FAIL);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),    cmocka_unit_test(test_tap),
        cmocka_unit_test(test_patterns), cmocka_unit_test(test_split),
        cmocka_unit_test(test_find),     cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_rest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
