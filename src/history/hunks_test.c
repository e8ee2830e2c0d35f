/* hunks_test.c - some hunks of a diff. */
#include "history/hunks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define X    "--- a/x.c\n+++ b/x.c\n"
#define ONE  "@@ -1 +1 @@ f\n-a\n+b\n"
#define TWO  "@@ -9,2 +9,0 @@\n--- a/z.c\n-@@ -1 +1 @@\n"
#define LAST "@@ -20,0 +21 @@\n+c\n\\ No newline at end of file\n"

/* Those that begin at a line with one of these letters: A is 1. */
static bool
is_listed(void *context, const char *path, uint32_t first, uint32_t n)
{
    (void)n;
    return path[0] == 'x' && strchr(context, (int)('@' + first)) != NULL;
}

static const char *
choose(const char *lines, const char *diff, size_t *left, Str *out)
{
    const HunksSpec spec = {is_listed, (void *)(uintptr_t)lines};

    str_clear(out);
    *left = hunks_select(&spec, diff, strlen(diff), out);
    return str_text(out);
}

static void
chosen_ones(void **state)
{
    static const char diff[] =
        "diff --git a/x.c b/x.c\nindex 1..2\n" X ONE TWO
        "diff --git a/y.c b/y.c\n--- a/y.c\n+++ b/y.c\n" ONE;
    Str out = {0};
    size_t left;

    (void)state;
    assert_string_equal(choose("A", diff, &left, &out), X ONE);
    assert_int_equal(left, 2);
    assert_string_equal(choose("I", diff, &left, &out), X TWO);
    assert_string_equal(choose("AI", diff, &left, &out), X ONE TWO);
    assert_int_equal(left, 1);
    assert_string_equal(choose("", diff, &left, &out), "");
    assert_int_equal(left, 3);
    str_done(&out);
}

static void
the_end(void **state)
{
    Str out = {0};
    size_t left;

    (void)state;
    assert_string_equal(choose("U", X LAST, &left, &out), X LAST);
    assert_string_equal(choose("A", X "@@ -1 +1,5 @@\n-a\n+b\n", &left, &out),
                        "");
    assert_string_equal(choose("A", "", &left, &out), "");
    assert_string_equal(choose("A", ONE, &left, &out), "");
    str_done(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_ones),
        cmocka_unit_test(the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
