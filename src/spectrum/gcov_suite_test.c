/* gcov_suite_test.c - where an executable says that its counters go. */
#include "spectrum/gcov_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* The names found in these bytes, one a line. */
static void
expect(const char *bytes, size_t n, const char *const *wanted, size_t nwanted)
{
    Bytes b = {.at = (uint8_t *)(uintptr_t)bytes, .n = n};
    Arena a = {0};
    GcovFiles files = {0};

    gcov_find_files(&b, &a, &files);
    assert_int_equal(files.n, nwanted);
    for (size_t i = 0; i < nwanted; i++)
        assert_string_equal(files.at[i], wanted[i]);
    vec_done(&files);
    arena_done(&a);
}

static void
names(void **state)
{
    static const char bytes[] = "\x7f"
                                "ELF\0/a/x.gcda\0.gcda\0"
                                "y.gcda\0/b/x.gcda\0/a/x.gcda\0/c.gcda~";
    static const char *const wanted[] = {"/a/x.gcda", "/b/x.gcda"};

    (void)state;
    expect(bytes, sizeof bytes, wanted, 2);
}

/* Names at both ends, and nothing at all. */
static void
ends(void **state)
{
    static const char *const wanted[] = {"/a.gcda"};

    (void)state;
    expect("/a.gcda", 8, wanted, 1);
    expect("/a.gcda", 7, NULL, 0);
    expect("", 0, NULL, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
