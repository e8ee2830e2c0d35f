/* own_test.c - whose code it is, and who called it. */
#include "find/own.h"
#include "spectrum/origin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* main (main.c) calls glue (vendor/glue.c), which calls leaf (vendor/leaf.c);
 * other (main.c) calls leaf, too, but no failing run came there. */
static ProgramFile files[] = {{.path = "/src/main.c"},
                              {.path = "/src/vendor/glue.c"},
                              {.path = "/src/vendor/leaf.c"}};
static ProgramFunction functions[] = {
    {.name = "main", .file = 0, .block = 0, .nblocks = 1},
    {.name = "glue", .file = 1, .block = 1, .nblocks = 1},
    {.name = "leaf", .file = 2, .block = 2, .nblocks = 1},
    {.name = "other", .file = 0, .block = 3, .nblocks = 1}};
static ProgramBlock blocks[] = {
    {.function = 0, .statement = 0, .nstatements = 1},
    {.function = 1, .statement = 1, .nstatements = 1},
    {.function = 2, .statement = 2, .nstatements = 1},
    {.function = 3, .statement = 3, .nstatements = 1}};
static ProgramStatement statements[] = {
    {0, 0, 12, 5}, {1, 1, 20, 5}, {2, 2, 30, 5}, {3, 0, 99, 5}};
static const Program program = {.files = files,
                                .functions = functions,
                                .blocks = blocks,
                                .statements = statements,
                                .n.files = 3,
                                .n.functions = 4,
                                .n.blocks = 4,
                                .n.statements = 4};
static uint32_t first[] = {0, 1, 2, 2, 3}, callees[] = {1, 2, 2};
static const Calls calls = {.nblocks = 4, .first = first, .callees = callees};

static void
whose(void **state)
{
    (void)state;
    assert_true(origin_is_foreign("/usr/include/ctype.h"));
    assert_true(origin_is_foreign("/home/me/p/third_party/z/z.c"));
    assert_false(origin_is_foreign("/home/me/vendored.c"));
    assert_false(origin_is_foreign("src/main.c"));
}

static void
who_called(void **state)
{
    Hits hits[] = {{.ef = 2}, {.ef = 2}, {.ef = 2}, {.ef = 0, .ep = 3}};
    const Spectrum s = {.blocks = hits};
    Step at;

    (void)state;
    assert_true(own_caller(&program, &calls, &s, 2, &at));
    assert_string_equal(at.function, "main");
    assert_int_equal(at.line, 12);
    hits[3].ef = 1; /* now there is a nearer one */
    assert_true(own_caller(&program, &calls, &s, 2, &at));
    assert_string_equal(at.function, "other");
    hits[0].ef = hits[3].ef = 0;
    assert_false(own_caller(&program, &calls, &s, 2, &at));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whose),
        cmocka_unit_test(who_called),
    };

    return cmocka_run_group_tests_name("own", tests, NULL, NULL);
}
