/* oracle_test.c - verdicts and reasons: comparison, TAP, rules and scripts. */
#include "suite/oracle.h"

#include "suite/compare.h"
#include "suite/tap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *want, *got, *why; /* why NULL: equal */
} texts[] = {
    {"", "", NULL},
    {"a\nb\n", "a\nb\n", NULL},
    {"a\nx\n", "a\ny\n", "stdout differs at line 2: expected \"x\", got \"y\""},
    {"a\n", "a\nb\n", "stdout differs at line 2: expected nothing, got \"b\""},
    {"a\n", "", "stdout differs at line 1: expected \"a\", got nothing"},
    {"a\n", "a",
     "stdout differs at line 1 in white space only (see --compare words): "
     "expected \"a\", got \"a\" and no newline"},
    {"\t\"\n", "\1\n",
     "stdout differs at line 1: expected \"\\t\\\"\", got \"\\x01\""},
    {"a b\n", "a  b\n",
     "stdout differs at line 1 in white space only (see --compare words): "
     "expected \"a b\", got \"a  b\""},
    {"\xc3\xa9\n", "\xff\xc2\x9b\xc3\n",
     "stdout differs at line 1: expected \"\xc3\xa9\", got "
     "\"\\xff\\xc2\\x9b\\xc3\""},
    {"0123456789012345678901234567890123456789012345678901234567890x\n",
     "0123456789012345678901234567890123456789012345678901234567890y\n",
     "stdout differs at line 1: expected \"...1234567890x\", got "
     "\"...1234567890y\""},
};

static void
test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Str why = {0};
        bool same = compare_text("stdout", texts[i].want, strlen(texts[i].want),
                                 texts[i].got, strlen(texts[i].got), &why);
        assert_int_equal(same, texts[i].why == NULL);
        assert_string_equal(str_text(&why), texts[i].why ? texts[i].why : "");
        str_done(&why);
    }
}

static const struct {
    const char *want, *got;
    bool same;
} words[] = {
    {"a b\n", "a b", true},      {"a b\r\n", " a\tb  \n\n", true},
    {"", " \n", true},           {"a b", "ab", false},
    {"a b", "a", false},         {"a", "a b", false},
    {"a bc\n", "a bd\n", false},
};

static void
test_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *x = words[i].want, *y = words[i].got;
        assert_int_equal(compare_words(x, strlen(x), y, strlen(y)),
                         words[i].same);
    }
}

static const struct {
    const char *want, *got, *why;
} manifests[] = {
    {"a\t1\nb\t2\n", "a\t1\nb\t2\n", ""},
    {"a\t1\nb\t2\n", "a\t1\nb\t3\n", "the file b differs"},
    {"a\t1\nb\t2\n", "b\t2\n", "the file a is missing"},
    {"b\t2\n", "a\t1\nb\t2\n", "the file a should not be there"},
    {"a\t1\n", "", "the file a is missing"},
    {"", "a\t1\n", "the file a should not be there"},
    {"a/x\t1\n", "a.txt\t1\n", "the file a/x is missing"},
};

static void
test_manifests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof manifests / sizeof manifests[0]; i++) {
        Str why = {0};
        bool same = compare_files(manifests[i].want, manifests[i].got, &why);
        assert_int_equal(same, !*manifests[i].why);
        assert_string_equal(str_text(&why), manifests[i].why);
        str_done(&why);
    }
}

static const struct {
    const char *text;
    Verdict verdict;
} taps[] = {
    {"1..2\nok 1\nok 2 - x\n", VERDICT_PASS},
    {"ok\nok\n1..2\n", VERDICT_PASS},
    {"1..2\nok 1\nnot ok 2\n", VERDICT_FAIL},
    {"1..1\nnot ok 1 # TODO later\n", VERDICT_PASS},
    {"1..2\nok 1\n", VERDICT_FAIL},
    {"1..0 # SKIP no tool\n", VERDICT_UNKNOWN},
    {"1..1\nok 1 # skip\n", VERDICT_UNKNOWN},
    {"1..1\nok 1\nBail out! disk\n", VERDICT_FAIL},
    {"", VERDICT_FAIL},
    {"okay\n", VERDICT_FAIL},
};

static void
test_tap(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof taps / sizeof taps[0]; i++) {
        Str why = {0};
        assert_int_equal(tap_judge(taps[i].text, strlen(taps[i].text), &why),
                         taps[i].verdict);
        assert_int_equal(why.n == 0, taps[i].verdict == VERDICT_PASS);
        str_done(&why);
    }
}

/* Bytes for reading; nobody frees them. */
static Bytes
bytes(const char *text)
{
    return (Bytes){.at = (uint8_t *)(uintptr_t)text, .n = strlen(text)};
}

#define RAN(n) .ended = {.started = true, .status = (n)}

static char *yes[] = {(char[]){"yes"}, NULL};

static const struct {
    const char *about;
    Test test;
    Observed seen; /* out and err are set from the next two */
    const char *out, *err;
    Wanted want; /* without `known` and `missing`: none */
    Verdict verdict;
    const char *reason;
} rules[] = {
    {"status 0",
     {.rules.skip_status = -1},
     {RAN(0)},
     "",
     "",

     {0},
     VERDICT_PASS,
     ""},
    {"status 3",
     {.rules.skip_status = -1},
     {RAN(3)},
     "",
     "",

     {0},
     VERDICT_FAIL,
     "exit status 3"},
    {"will fail",
     {.rules.skip_status = -1, .rules.fails = true},
     {RAN(3)},
     "",
     "",

     {0},
     VERDICT_PASS,
     ""},
    {"skip",
     {.rules.skip_status = 77},
     {RAN(77)},
     "",
     "",

     {0},
     VERDICT_UNKNOWN,
     "skipped"},
    {"crash",
     {.rules.skip_status = -1},
     {.ended = {.started = true, .status = 139, .signal = 11}},
     "",
     "",

     {0},
     VERDICT_FAIL,
     "killed by SIGSEGV"},
    {"crash as wanted",
     {.rules.skip_status = -1},
     {.ended = {.started = true, .status = 139, .signal = 11}},
     "",
     "",

     {.known = COMPARE_STATUS, .status = 139},
     VERDICT_PASS,
     ""},
    {"too much output",
     {.rules.skip_status = -1},
     {.ended = {.started = true, .status = 153, .signal = 25},
      .limits = {.output_mb = 64}},
     "",
     "",

     {0},
     VERDICT_FAIL,
     "more than 64 MB"},
    {"time-out",
     {.rules.skip_status = -1},
     {.ended = {.started = true, .status = 137, .signal = 9, .timed_out = true},
      .limits = {.time_s = 10}},
     "",
     "",

     {0},
     VERDICT_FAIL,
     "timed out after 10 s"},
    {"not started",
     {.rules.skip_status = -1},
     {.ended = {.what = "x", .error = 2}},
     "",
     "",

     {0},
     VERDICT_UNKNOWN,
     "cannot start it: x"},
    {"sanitizer",
     {.rules.skip_status = -1},
     {RAN(0)},
     "",
     "==1==ERROR\nSUMMARY: AddressSanitizer: heap-use-after-free a.c:3\n",

     {0},
     VERDICT_FAIL,
     "AddressSanitizer: heap-use-after-free a.c:3"},
    {"not a sanitizer",
     {.rules.skip_status = -1},
     {RAN(0)},
     "",
     "SUMMARY: all is well\n",

     {0},
     VERDICT_PASS,
     ""},
    {"stdout",
     {.rules.skip_status = -1},
     {RAN(0)},
     "y\n",
     "",

     {.known = COMPARE_STDOUT},
     VERDICT_FAIL,
     "stdout differs"},
    {"status, wanted",
     {.rules.skip_status = -1},
     {RAN(1)},
     "",
     "",

     {.known = COMPARE_STATUS, .status = 2},
     VERDICT_FAIL,
     "exit status 1, expected 2"},
    {"nothing recorded",
     {.rules.skip_status = -1},
     {RAN(0)},
     "",
     "",

     {.missing = "no t1.out"},
     VERDICT_UNKNOWN,
     "no t1.out"},
    {"expression",
     {.rules.skip_status = -1, .rules.pass = yes},
     {RAN(1)},
     "oh yes",
     "",

     {0},
     VERDICT_PASS,
     ""},
    {"no match",
     {.rules.skip_status = -1, .rules.pass = yes},
     {RAN(0)},
     "no",
     "",

     {0},
     VERDICT_FAIL,
     "does not match"},
    {"bad expression",
     {.rules.skip_status = -1, .rules.fail = yes},
     {RAN(0)},
     "",
     "yes",

     {0},
     VERDICT_FAIL,
     "matches \"yes\""},
    {"hard error",
     {.rules = {.skip_status = -1, .error_status = 99, .fails = true}},
     {RAN(99)},
     "",
     "",

     {0},
     VERDICT_FAIL,
     "exit status 99"},
    {"a command is missing",
     {.rules.skip_status = -1},
     {RAN(127)},
     "",
     "sh: 1: jq: not found",

     {0},
     VERDICT_UNKNOWN,
     "exit status 127; it lacks a command: sh: 1: jq: not found"},
    {"perhaps the network",
     {.rules.skip_status = -1},
     {RAN(1)},
     "",
     "x: Connection refused",

     {0},
     VERDICT_FAIL,
     "exit status 1; it may lack the network: x: Connection refused"},
    {"the program itself says so",
     {.rules.skip_status = -1, .direct = true},
     {RAN(127)},
     "",
     "key: not found",

     {0},
     VERDICT_FAIL,
     "exit status 127"},
    {"TAP",
     {.rules.skip_status = -1, .rules.tap = true},
     {RAN(0)},
     "1..1\nnot ok 1\n",
     "",

     {0},
     VERDICT_FAIL,
     "TAP: not ok 1"},
};

static void
test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        Arena a = {0};
        Observed o = rules[i].seen;
        bool wants = rules[i].want.known || rules[i].want.missing;
        o.out = bytes(rules[i].out);
        o.err = bytes(rules[i].err);
        Judgement j =
            oracle_judge(&a, &rules[i].test, &o, wants ? &rules[i].want : NULL);
        if (j.verdict != rules[i].verdict || !strstr(j.reason, rules[i].reason))
            fail_msg("%s: %s, \"%s\"", rules[i].about, verdict_name(j.verdict),
                     j.reason);
        assert_int_equal(j.verdict == VERDICT_PASS, !*j.reason);
        arena_done(&a);
    }
}

static void
test_script(void **state)
{
    Arena a = {0};
    Diag d;
    Judgement j;

    (void)state;
    diag_init(&d);
    for (int status = 0; status < 128; status++) {
        Observed o = {RAN(status), .out = bytes("why\nmore")};
        assert_true(oracle_script(&a, "x", &o, &j, &d));
        assert_int_equal(j.verdict, status == 0     ? VERDICT_PASS
                                    : status == 125 ? VERDICT_UNKNOWN
                                                    : VERDICT_FAIL);
        assert_string_equal(j.reason, status ? "why" : "");
    }
    Observed abort = {RAN(128), .out = bytes("")};
    assert_false(oracle_script(&a, "x", &abort, &j, &d));
    assert_non_null(strstr(d.error, "x"));
    diag_done(&d);
    arena_done(&a);
}

static void
test_compare_option(void **state)
{
    unsigned bits;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(compare_parse("stderr,files", &bits, &d));
    assert_int_equal(bits, COMPARE_STDERR | COMPARE_FILES);
    assert_true(compare_parse("words", &bits, &d));
    assert_int_equal(bits, COMPARE_STDOUT | COMPARE_WORDS);
    assert_false(compare_parse("stdout,time", &bits, &d));
    assert_non_null(strstr(d.error, "\"time\""));
    diag_done(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),          cmocka_unit_test(test_words),
        cmocka_unit_test(test_manifests),      cmocka_unit_test(test_tap),
        cmocka_unit_test(test_rules),          cmocka_unit_test(test_script),
        cmocka_unit_test(test_compare_option),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
