/* cuts_test.c - pieces of what is counted. The runtime's source is part of the
 * test.
 */
#include "runtime/cuts.c"

#include "runtime/test_run.h"

enum { NCOUNTERS = 2000 }; /* of four pages, one of them ours */

uint64_t __culprit_counters[2048] __attribute__((aligned(4096)));
const uint64_t __culprit_ncounters = NCOUNTERS;

static const char *directory = "";

const char *
crt_count_directory(void)
{
    return directory;
}

int
crt_count_file(const char *prefix)
{
    char path[4096 + 64];

    snprintf(path, sizeof path, "%s%s%d.2", directory, prefix, (int)getpid());
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static int
tear_down(void **state)
{
    directory = "";
    unsetenv(CULPRIT_CUTS_ENV);
    crt_cuts_begin();
    memset(__culprit_counters, 0, sizeof __culprit_counters);
    return remove_run_directory(state);
}

static const char *
name_of_file(void)
{
    static char name[64];

    snprintf(name, sizeof name, CUTS_PREFIX "%ld.2", (long)getpid());
    return name;
}

static void
test_nobody_asked(void **state)
{
    (void)state;
    directory = run_directory;
    crt_cut_check("a");
    assert_int_equal(access(run_path(name_of_file()), F_OK), -1);
}

/* What changed, and only that; the text has zeros behind it. */
static void
test_pieces(void **state)
{
    struct FirstPiece {
        struct ProfileCut head;
        char text[8];
        struct ProfileCutCount counts[2];
    } first;
    struct {
        struct FirstPiece before;
        struct ProfileCut head;
        char text[16];
        struct ProfileCutCount counts[1];
    } both;

    (void)state;
    directory = run_directory;
    setenv(CULPRIT_CUTS_ENV, "1", 1);
    __culprit_counters[3] = 7;
    __culprit_counters[1500] = 1;
    crt_cut_check("a");
    read_run_file(name_of_file(), &first, sizeof first);
    assert_int_equal(first.head.magic, CUTS_MAGIC);
    assert_int_equal(first.head.kind, CUT_CHECK);
    assert_int_equal(first.head.ntext, 1);
    assert_int_equal(first.head.ncounts, 2);
    assert_string_equal(first.text, "a");
    assert_int_equal(first.counts[0].index, 3);
    assert_int_equal(first.counts[0].count, 7);
    assert_int_equal(first.counts[1].index, 1500);
    __culprit_counters[3] = 9;
    crt_cut_check("another b");
    read_run_file(name_of_file(), &both, sizeof both);
    assert_int_equal(both.head.ncounts, 1);
    assert_string_equal(both.text, "another b");
    assert_int_equal(both.counts[0].index, 3);
    assert_int_equal(both.counts[0].count, 2);
}

static void
test_printed(void **state)
{
    uint64_t at[2];

    (void)state;
    crt_printed(at);
    assert_int_equal(at[0], PROFILE_NOWHERE);
    directory = run_directory;
    write_run_file(CULPRIT_OUT, "12345", 5);
    crt_printed(at);
    assert_int_equal(at[0], 5);
    assert_int_equal(at[1], PROFILE_NOWHERE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nobody_asked, make_run_directory,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_pieces, make_run_directory,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_printed, make_run_directory,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
