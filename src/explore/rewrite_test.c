/* rewrite_test.c - values of symbols to arguments, variables and files. */
#include "explore/rewrite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#define ARG(i, o, v) \
    {.kind = CONCOLIC_ARG_BYTE, .width = 8, .index = i, .offset = o, .value = v}
#define FILE_(i, o, v)           \
    {.kind = CONCOLIC_FILE_BYTE, \
     .width = 8,                 \
     .index = i,                 \
     .offset = o,                \
     .value = v}
#define SIZE(i, v) \
    {.kind = CONCOLIC_FILE_SIZE, .width = 64, .index = i, .value = v}

static bool
is(InputBytes b, const char *text)
{
    return b.n == strlen(text) && memcmp(b.at, text, b.n) == 0;
}

static const InputBytes args[] = {{"12", 2}, {"-x", 2}};
static const InputFile files[] = {{"b.txt", {"data", 4}}};
static const char *const names[] = {"LANG", "MODE", NULL};
static const char *texts[] = {"", "./b.txt"};

static bool
rewrite(Arena *a, const ConcolicSymbol *s, const uint64_t *v, size_t n,
        Input *out)
{
    static const InputBytes env[] = {{"MODE=fast", 9}};
    static const Input base = {.args = args,
                               .nargs = 2,
                               .has_stdin = true,
                               .in = {"hello", 5},
                               .env = env,
                               .nenv = 1,
                               .files = files,
                               .nfiles = 1};
    static const Recording recording = {.files = texts, .n.files = 2};
    const Rewrite r = {&base, &recording, names};
    Diag d;

    diag_init(&d);
    bool ok = rewrite_input(a, &r, s, v, n, out, &d);
    assert_true(ok == !d.error);
    if (ok)
        assert_true(input_check(out, &d));
    diag_done(&d);
    return ok;
}

static void
test_arguments(void **unused)
{
    const ConcolicSymbol s[] = {ARG(1, 0, '1'), ARG(1, 1, '2'), ARG(1, 2, 0),
                                ARG(1, 3, 0), ARG(2, 0, '-')};
    Arena a = {0};
    Input in;

    (void)unused;
    assert_true(rewrite(&a, s, (uint64_t[]){'9', '2', '7', 0, '-'}, 5, &in));
    assert_true(is(in.args[0], "927") && is(in.args[1], "-x"));
    assert_true(rewrite(&a, s, (uint64_t[]){'1', 0, '7', '8', '+'}, 5, &in));
    assert_true(is(in.args[0], "1") && is(in.args[1], "+x"));
    assert_true(rewrite(&a, s, (uint64_t[]){0, '2', 0, 0, '-'}, 5, &in));
    assert_true(is(in.args[0], ""));
    arena_done(&a);
}

static void
test_files(void **unused)
{
    const ConcolicSymbol s[] = {SIZE(0, 5), FILE_(0, 1, 'e'), FILE_(0, 6, 0),
                                FILE_(1, 0, 'd'), SIZE(1, 4)};
    Arena a = {0};
    Input in;

    (void)unused;
    assert_true(rewrite(&a, s, (uint64_t[]){7, 'E', '!', 'D', 2}, 5, &in));
    assert_true(is(in.in, "hEllo"
                          "o!"));
    assert_int_equal(in.nfiles, 1);
    assert_true(is(in.files[0].bytes, "Da"));
    assert_true(rewrite(&a, s, (uint64_t[]){0, 'E', '!', 'd', 4}, 5, &in));
    assert_true(is(in.in, "") && in.has_stdin);
    assert_true(is(in.files[0].bytes, "data"));
    /* A byte behind the end is no reason to grow. */
    assert_true(rewrite(&a, s, (uint64_t[]){5, 'e', '!', 'd', 4}, 5, &in));
    assert_true(is(in.in, "hello"));
    assert_false(
        rewrite(&a, s, (uint64_t[]){UINT64_MAX, 'e', '!', 'd', 4}, 5, &in));
    arena_done(&a);
}

static void
test_others(void **unused)
{
    const ConcolicSymbol env = {.kind = CONCOLIC_ENV_BYTE,
                                .width = 8,
                                .index = 1,
                                .offset = 4,
                                .value = 0};
    const ConcolicSymbol unknown[] = {
        {.kind = CONCOLIC_INSTANCE, .width = 8},
        {.kind = CONCOLIC_ENV_BYTE, .width = 8, .index = 2},
        ARG(3, 0, 'a'),
        ARG(0, 0, 'a'),
        FILE_(2, 0, 'a'),
    };
    Arena a = {0};
    Input in;

    (void)unused;
    assert_true(rewrite(&a, &env, (uint64_t[]){'r'}, 1, &in));
    assert_true(is(in.env[0], "MODE=fastr"));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_false(rewrite(&a, &unknown[i], (uint64_t[]){'x'}, 1, &in));
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
