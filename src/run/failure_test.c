/* failure_test.c - two failures are the same if they end alike, differ alike
 * and stop at the same place.
 */
#include "run/failure.h"

#include "suite/compare.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* main (block 0) calls f (1, then 2) or g (3), f calls g; g may call through
 * a pointer. Edges: entry and exit of each, and 1 -> 2. */
static ProgramFile files[] = {{.path = "/a.c"}};
static ProgramFunction functions[] = {
    {.name = "main", .block = 0, .nblocks = 1, .edge = 0, .nedges = 2},
    {.name = "f", .block = 1, .nblocks = 2, .edge = 2, .nedges = 3},
    {.name = "g", .block = 3, .nblocks = 1, .edge = 5, .nedges = 2},
};
static ProgramBlock blocks[] = {
    {.function = 0, .statement = 0, .nstatements = 1, .nreached = 1},
    {.function = 1, .statement = 1, .nstatements = 1, .nreached = 1},
    {.function = 1, .statement = 2, .nstatements = 1, .nreached = 1},
    {.function = 2, .statement = 3, .nstatements = 1, .nreached = 1},
};
static ProgramEdge edges[] = {
    {PROGRAM_NONE, 0, EDGE_ENTRY, ""}, {0, PROGRAM_NONE, EDGE_EXIT, ""},
    {PROGRAM_NONE, 1, EDGE_ENTRY, ""}, {1, 2, EDGE_NEXT, ""},
    {2, PROGRAM_NONE, EDGE_EXIT, ""},  {PROGRAM_NONE, 3, EDGE_ENTRY, ""},
    {3, PROGRAM_NONE, EDGE_EXIT, ""},
};
static ProgramStatement statements[] = {
    {.block = 0, .line = 10},
    {.block = 1, .line = 20},
    {.block = 2, .line = 21},
    {.block = 3, .line = 30},
};
static const Program program = {.files = files,
                                .functions = functions,
                                .blocks = blocks,
                                .edges = edges,
                                .statements = statements,
                                .n.files = 1,
                                .n.functions = 3,
                                .n.blocks = 4,
                                .n.edges = 7,
                                .n.statements = 4};
static uint32_t first[] = {0, 2, 2, 3, 3}, callees[] = {1, 2, 2};
static bool indirect[] = {false, false, false, false};
static const Calls calls = {4, first, callees, indirect};

/* A run that ended so, with these counts of edges. */
static Failure
run(int signal, int status, const uint64_t counts[7])
{
    uint64_t copy[7];
    const Profile profile = {.edges = copy, .nprocesses = 1};
    Observed o = {.ended = {.started = true,
                            .signal = signal,
                            .status = signal ? 128 + signal : status}};

    memcpy(copy, counts, sizeof copy);
    return failure_of(&o, NULL, VERDICT_FAIL, &program, &calls, &profile);
}

static const uint64_t in_main[7] = {1, 0, 3, 3, 3, 5, 5};
static const uint64_t in_f[7] = {1, 0, 3, 3, 2, 5, 5};
static const uint64_t in_g_of_f[7] = {1, 0, 3, 3, 2, 5, 4};
static const uint64_t in_g_of_main[7] = {1, 0, 3, 3, 3, 5, 4};
static const uint64_t returned[7] = {1, 1, 3, 3, 3, 5, 5};

static void
test_places(void **state)
{
    Failure a, b;
    Str s = {0};

    (void)state;
    a = run(SIGSEGV, 0, in_g_of_f);
    assert_int_equal(a.block, 3);
    b = run(SIGSEGV, 0, in_g_of_main);
    assert_true(failure_same(&a, &b)); /* the innermost block counts */
    b = run(SIGSEGV, 0, in_f);
    assert_int_equal(b.block, 2);
    assert_false(failure_same(&a, &b));
    b = run(SIGSEGV, 0, in_main);
    assert_int_equal(b.block, 0);
    assert_false(failure_same(&a, &b));
    failure_tell(&a, &program, &s);
    assert_string_equal(str_text(&s), "killed by SIGSEGV at g (a.c:30)");
    str_done(&s);
    /* Of an exit, who called it, too. */
    a = run(0, 3, in_g_of_f);
    b = run(0, 3, in_g_of_main);
    assert_int_equal(b.block, 3);
    assert_false(failure_same(&a, &b));
    b = run(0, 3, returned);
    assert_int_equal(b.place, 0);
    assert_false(failure_same(&a, &b));
    a = run(0, 3, returned);
    assert_true(failure_same(&a, &b));
}

/* A call through a pointer may be the one of an open function. */
static void
test_pointers(void **state)
{
    (void)state;
    first[1] = first[2] = 0; /* main calls nobody by name */
    first[3] = first[4] = 1;
    callees[0] = 2;
    indirect[0] = true;
    Failure f = run(SIGSEGV, 0, in_f);
    assert_int_equal(f.block, 2);
    indirect[0] = false;
    f = run(SIGSEGV, 0, in_f);
    assert_int_equal(f.block, PROGRAM_NONE); /* two, it cannot be known */
    assert_true(f.place != 0);
}

static void
test_endings(void **state)
{
    static const struct {
        Failure x;
        bool same;
    } rows[] = {
        {{.verdict = VERDICT_FAIL, .status = 1}, true},
        {{.verdict = VERDICT_PASS, .status = 1}, false},
        {{.verdict = VERDICT_UNKNOWN, .status = 1}, false},
        {{.verdict = VERDICT_FAIL, .status = 2}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .timed_out = 1}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .signal = 6}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .differs = 1}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .sanitizer = 1}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .place = 1}, false},
        {{.verdict = VERDICT_FAIL, .status = 1, .output = 1}, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(failure_same(&rows[0].x, &rows[i].x), rows[i].same);
}

static void
test_differences(void **state)
{
    char a[] = "a", b[] = "b";
    char summary[] = "x\nSUMMARY: AddressSanitizer: heap-use a.c:1 in f\n";
    Observed o = {.ended = {.started = true, .status = 0},
                  .out = {(uint8_t *)a, 1},
                  .err = {(uint8_t *)a, 1}};
    Wanted w = {.known = COMPARE_STDOUT | COMPARE_STDERR | COMPARE_STATUS,
                .out = {(uint8_t *)b, 1},
                .err = {(uint8_t *)b, 1}};

    (void)state;
    Failure f = failure_of(&o, &w, VERDICT_FAIL, &program, NULL, NULL);
    assert_int_equal(f.differs, COMPARE_STDOUT);
    w.out = o.out;
    f = failure_of(&o, &w, VERDICT_FAIL, &program, NULL, NULL);
    assert_int_equal(f.differs, COMPARE_STDERR);
    w.status = 1;
    f = failure_of(&o, &w, VERDICT_FAIL, &program, NULL, NULL);
    assert_int_equal(f.differs, COMPARE_STATUS);
    assert_int_equal(f.sanitizer, 0);
    o.err = (Bytes){(uint8_t *)summary, strlen(summary)};
    f = failure_of(&o, &w, VERDICT_FAIL, &program, NULL, NULL);
    assert_true(f.sanitizer != 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_differences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
