/* origin_test.c - whose code is it, by its names? */
#include "spectrum/origin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *path, *root;
    CodeOrigin origin;
} cases[] = {
    {"/p/src/a.c", "/p", ORIGIN_OWN},
    {"/p/tests/a.c", "/p", ORIGIN_TEST},
    {"/p/t/a.c", "/p", ORIGIN_TEST},
    {"/p/src/tests/deep/a.c", "/p", ORIGIN_TEST},
    {"/home/tests/p/src/a.c", "/home/tests/p", ORIGIN_OWN},
    {"/home/tests/p/src/a.c", "", ORIGIN_TEST},
    {"/p/a_test.c", "/p", ORIGIN_TEST},
    {"/p/test_a.c", "/p", ORIGIN_TEST},
    {"/p/test-a.c", "/p", ORIGIN_TEST},
    {"/p/check_a.c", "/p", ORIGIN_TEST},
    {"/p/a_tests.c", "/p", ORIGIN_TEST},
    {"/p/unity.c", "/p", ORIGIN_TEST},
    {"/p/contest.c", "/p", ORIGIN_OWN},
    {"/p/testament.c", "/p", ORIGIN_OWN},
    {"/p/checksum.c", "/p", ORIGIN_OWN},
    {"/p/attest.c", "/p", ORIGIN_OWN},
    {"/p/vendor/z/z.c", "/p", ORIGIN_FOREIGN},
    {"/p/subprojects/z/z.c", "/p", ORIGIN_FOREIGN},
    {"/p/third_party/z/test_z.c", "/p", ORIGIN_FOREIGN},
    {"/usr/include/ctype.h", "/p", ORIGIN_FOREIGN},
    {"/usr/src/p/a.c", "/usr/src/p", ORIGIN_OWN},
    {"a.c", "", ORIGIN_OWN},
    {"", "", ORIGIN_OWN},
};

static void
names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (origin_of(cases[i].path, cases[i].root) != cases[i].origin)
            fail_msg("%s in %s", cases[i].path, cases[i].root);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
