/* changes_test.c - changed lines, from what git diff prints. */
#include "history/changes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool
parse(const char *text, Changes *out)
{
    Diag d;

    diag_init(&d);
    bool ok = changes_parse(text, strlen(text), out, &d);
    assert_true(ok || d.error);
    diag_done(&d);
    return ok;
}

static void
changed_and_added(void **state)
{
    Changes c;

    (void)state;
    assert_true(parse("diff --git a/x.c b/x.c\n"
                      "index 1..2 100644\n"
                      "--- a/x.c\n"
                      "+++ b/x.c\n"
                      "@@ -3 +3 @@ int f(void)\n"
                      "-old\n"
                      "+new\n"
                      "@@ -10,0 +11,2 @@\n"
                      "+one\n"
                      "+two\n",
                      &c));
    assert_int_equal(c.files.n, 1);
    assert_string_equal(c.files.at[0].path, "x.c");
    assert_false(changes_has(&c, "x.c", 2));
    assert_true(changes_has(&c, "x.c", 3));
    assert_false(changes_has(&c, "x.c", 4));
    assert_false(changes_has(&c, "x.c", 10));
    assert_true(changes_has(&c, "x.c", 11));
    assert_true(changes_has(&c, "x.c", 12));
    assert_false(changes_has(&c, "x.c", 13));
    assert_false(changes_has(&c, "y.c", 3));
    changes_done(&c);
}

/* Nothing is left of deleted lines: their neighbours count. */
static void
deleted(void **state)
{
    Changes c;

    (void)state;
    assert_true(parse("+++ b/x.c\n@@ -5,2 +4,0 @@\n-a\n-b\n", &c));
    assert_false(changes_has(&c, "x.c", 3));
    assert_true(changes_has(&c, "x.c", 4));
    assert_true(changes_has(&c, "x.c", 5));
    assert_false(changes_has(&c, "x.c", 6));
    changes_done(&c);
    assert_true(parse("--- a/x.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", &c));
    assert_int_equal(c.files.n, 0);
    changes_done(&c);
}

/* The text of a hunk may look like a head, and may lack its last line's end. */
static void
deceiving_lines(void **state)
{
    Changes c;

    (void)state;
    assert_true(parse("+++ b/x.c\n@@ -1,2 +1 @@\n--- a/y.c\n-@@ -7 +7 @@\n"
                      "\\ No newline at end of file\n++++ b/z.c\n"
                      "\\ No newline at end of file\n"
                      "diff --git a/bin b/bin\nBinary files differ\n"
                      "@@ -1 +1 @@\n-x\n+x\n",
                      &c));
    assert_int_equal(c.files.n, 1);
    assert_int_equal(c.files.at[0].lines.n, 1);
    changes_done(&c);
}

static void
names(void **state)
{
    Changes c;

    (void)state;
    assert_true(parse("+++ b/my file.c\t\n@@ -1 +1 @@\n-x\n+y\n"
                      "+++ \"b/q\\\"\\303\\244\\t.c\"\n@@ -1 +2 @@\n-x\n+y\n",
                      &c));
    assert_true(changes_has(&c, "my file.c", 1));
    assert_true(changes_has(&c, "q\"\303\244\t.c", 2));
    changes_done(&c);
}

static void
cut_off(void **state)
{
    static const char *const texts[] = {
        "+++ b/x.c\n@@ -1 +1,3 @@\n-x\n+y\n", "+++ b/x.c\n@@ -1",
        "+++ b/x.c\n@@ -1 x1 @@\n",           "+++ b/x.c\n@@ -1,2,3 +1 @@\n",
        "+++ b/x.c\n@@ -99999999999 +1 @@\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Changes c;
        assert_false(parse(texts[i], &c));
        changes_done(&c);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_and_added), cmocka_unit_test(deleted),
        cmocka_unit_test(deceiving_lines),   cmocka_unit_test(names),
        cmocka_unit_test(cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
