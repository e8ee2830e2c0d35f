/* deps_test.c - the files of a rule. */
#include "history/deps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *rule, *files; /* each ended by a bar */
} rows[] = {
    {"x.o: x.c x.h\n", "x.c|x.h|"},
    {"x.o: x.c \\\n  a.h \\\n  b.h\n", "x.c|a.h|b.h|"},
    {"x.o: my\\ file.c a\\#b.h c$$d.h\n", "my file.c|a#b.h|c$d.h|"},
    {"/tmp/a:b.o: x.c", "x.c|"},
    {"x.o: a\\b.c x.c\\\n y.h", "a\\b.c|x.c|y.h|"},
    {"x.o:\n", ""},
    {"no rule at all", ""},
    {"", ""},
};

static void
rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Arena a = {0};
        DepsFiles files;
        char text[200] = "";
        deps_parse(rows[i].rule, strlen(rows[i].rule), &a, &files);
        for (size_t k = 0; k < files.n; k++) {
            strcat(text, files.at[k]);
            strcat(text, "|");
        }
        assert_string_equal(text, rows[i].files);
        vec_done(&files);
        arena_done(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
