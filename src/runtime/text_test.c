/* text_test.c - file names without libc, and the process's name. */
#include "runtime/name.h"
#include "runtime/test_run.h"
#include "runtime/text.h"

#include <limits.h>

static void
test_append_cuts(void **state)
{
    static const struct {
        const char *first, *second, *want;
        size_t size;
    } rows[] = {
        {"", "", "", 1},
        {"abc", "", "abc", 8},
        {"abc", "def", "abcdef", 8},
        {"abc", "def", "abcdef", 7},
        {"abc", "def", "abcde", 6},
        {"abc", "def", "abc", 4},
        {"abc", "def", "", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char to[9];
        memset(to, '#', sizeof to);
        size_t n = append_text(to, 0, rows[i].size, rows[i].first);
        n = append_text(to, n, rows[i].size, rows[i].second);
        assert_string_equal(to, rows[i].want);
        assert_int_equal(n, strlen(rows[i].want));
        assert_int_equal(to[rows[i].size], '#'); /* nothing is behind it */
    }
}

static void
test_numbers(void **state)
{
    static const unsigned long rows[] = {0,   1,    9,          10,       99,
                                         100, 4096, 1234567890, ULONG_MAX};
    char got[32], want[32];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t n = append_number(got, 0, sizeof got, rows[i]);
        snprintf(want, sizeof want, "%lu", rows[i]);
        assert_string_equal(got, want);
        assert_int_equal(n, strlen(want));
    }
}

static void
test_number_behind_text(void **state)
{
    char to[12];

    (void)state;
    size_t n = append_text(to, 0, sizeof to, "profile.");
    n = append_number(to, n, sizeof to, 4711);
    assert_string_equal(to, "profile.471");
    assert_int_equal(n, 11);
}

static void
test_name_is_behind_the_last_slash(void **state)
{
    static const struct {
        const char *path, *want;
    } rows[] = {
        {"days", "days"}, {"./days", "days"}, {"/usr/bin/days", "days"},
        {"dir/", ""},     {"", ""},
    };
    char path[32], seen[17];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        strcpy(path, rows[i].path);
        assert_string_equal(restore_name(path), rows[i].want);
        assert_int_equal(prctl(PR_GET_NAME, seen), 0);
        assert_string_equal(seen, rows[i].want);
    }
}

/* What assert() and error() print. */
static void
test_served_test_has_its_name(void **state)
{
    char *before = program_invocation_name;
    char *before_short = program_invocation_short_name;
    char path[] = "bin/days";

    (void)state;
    take_name(path);
    assert_string_equal(program_invocation_name, "bin/days");
    assert_string_equal(program_invocation_short_name, "days");
    program_invocation_name = before;
    program_invocation_short_name = before_short;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append_cuts),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_number_behind_text),
        cmocka_unit_test(test_name_is_behind_the_last_slash),
        cmocka_unit_test(test_served_test_has_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
