/* blame_test.c - who changed a line, from what git blame prints. */
#include "history/blame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define ID   "0123456789abcdef0123456789abcdef01234567"
#define NONE "0000000000000000000000000000000000000000"

static bool
parse(const char *text, Arena *a, BlamedLines *out)
{
    Diag d;

    diag_init(&d);
    bool ok = blame_parse(text, strlen(text), a, out, &d);
    assert_true(ok || d.error);
    diag_done(&d);
    return ok;
}

static void
facts(void **state)
{
    BlamedLines l;
    Arena a = {0};

    (void)state;
    assert_true(parse(ID " 3 7 1\nauthor A. Author\nauthor-mail <a@b>\n"
                         "author-time 1740870000\nauthor-tz +0200\n"
                         "committer C\ncommitter-time 1\nsummary do it\n"
                         "filename x.c\n\tint x;\n" NONE " 8 8\n"
                         "author Not Committed Yet\n\t\n",
                      &a, &l));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.at[0].line, 7);
    assert_int_equal(l.at[0].then, 3);
    assert_string_equal(l.at[0].commit.id, ID);
    assert_string_equal(blame_words(&a, &l.at[0]),
                        "last changed 2025-03-02 by A. Author in 01234567 "
                        "'do it'");
    assert_true(l.at[1].uncommitted);
    assert_string_equal(blame_words(&a, &l.at[1]),
                        "changed, and not committed yet");
    vec_done(&l);
    arena_done(&a);
}

static void
boundary(void **state)
{
    BlamedLines l;
    Arena a = {0};

    (void)state;
    assert_true(parse(ID " 1 1 1\nauthor A\nauthor-time 0\nauthor-tz -0100\n"
                         "summary s\nboundary\nfilename x\n\ttext\n",
                      &a, &l));
    assert_string_equal(blame_words(&a, &l.at[0]),
                        "last changed on or before 1969-12-31 by A in "
                        "01234567 's'");
    vec_done(&l);
    arena_done(&a);
}

static void
cut_off(void **state)
{
    static const char *const texts[] = {
        ID " 1 1 1\nauthor A\n", "author A\n\ttext\n", "0123 1 1 1\n\ttext\n",
        ID " 1 0 1\n\ttext\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        BlamedLines l;
        Arena a = {0};
        assert_false(parse(texts[i], &a, &l));
        vec_done(&l);
        arena_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts),
        cmocka_unit_test(boundary),
        cmocka_unit_test(cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
