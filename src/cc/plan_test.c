/* plan_test.c - command lines and what culprit-cc makes of them. */
#include "cc/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Words, the mode, and each argument's role by its first letter: Shared, Link,
 * Native, Input, Csource, otHer, Output, About. */
static const struct {
    const char *line;
    PlanMode mode;
    const char *roles;
} cases[] = {
    {"a.c", PLAN_LINK, "C"},
    {"-c a.c", PLAN_COMPILE, "OC"},
    {"-c a.c b.c -O2 -DX", PLAN_COMPILE, "OCCSS"},
    {"-c a.s", PLAN_PASS, "OH"},
    {"a.s b.c c.o -o p", PLAN_LINK, "HCIOO"},
    {"a.o -op -L. -lm", PLAN_LINK, "IOOLL"},
    {"-shared a.o -Wl,-soname,x -Xlinker -z", PLAN_LINK, "LILLL"},
    {"-lfoo -shared", PLAN_LINK, "LL"},
    {"-x c a.txt -x none b.o", PLAN_LINK, "AACAAI"},
    {"-xc -", PLAN_LINK, "AAC"},
    {"-x c-header a.h", PLAN_PASS, "AAH"},
    {"a.h", PLAN_PASS, "H"},
    {"-E a.c", PLAN_PASS, "SC"},
    {"-M a.c", PLAN_PASS, "SC"},
    {"-MD -MF x -c a.c", PLAN_COMPILE, "NNNOC"},
    {"--version", PLAN_PASS, "S"},
    {"-v", PLAN_PASS, "N"},
    {"", PLAN_PASS, ""},
    {"-D X a.c -I i -include h.h", PLAN_LINK, "SSCSSSS"},
    {"-flto a.c", PLAN_LINK, "C"},
    {"-- -a.c", PLAN_LINK, "AC"},
    {"-m32 -c a.c", PLAN_PASS, "SOC"},
    {"--target=riscv64-linux-gnu -c a.c", PLAN_PASS, "SOC"},
    {"-u main a.o -T x.ld", PLAN_LINK, "LLILL"},
    {"-gcc-toolchain dir -g a.c", PLAN_LINK, "SSNC"},
};

typedef struct Line Line;
struct Line {
    char text[256];
    char *argv[32];
    int argc;
};

static void
split(Line *l, const char *text)
{
    static char name[] = "culprit-cc";

    snprintf(l->text, sizeof l->text, "%s", text);
    l->argc = 0;
    l->argv[l->argc++] = name;
    for (char *w = strtok(l->text, " "); w; w = strtok(NULL, " "))
        l->argv[l->argc++] = w;
}

static void
every_line_has_its_roles(void **state)
{
    static const char letters[] = {
        [ARG_SHARED] = 'S', [ARG_LINK] = 'L',   [ARG_NATIVE] = 'N',
        [ARG_INPUT] = 'I',  [ARG_SOURCE] = 'C', [ARG_OTHER] = 'H',
        [ARG_OUTPUT] = 'O', [ARG_ABOUT] = 'A',
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char roles[32] = "";
        Arena a = {0};
        Plan plan;
        Diag d;
        Line l;

        split(&l, cases[i].line);
        diag_init(&d);
        assert_true(plan_make(l.argc, l.argv, &a, &plan, &d));
        for (size_t k = 0; k < plan.nargs; k++)
            roles[k] = letters[plan.args[k].role];
        if (plan.mode != cases[i].mode || strcmp(roles, cases[i].roles) != 0)
            fail_msg("%s: mode %d, roles %s", cases[i].line, (int)plan.mode,
                     roles);
        diag_done(&d);
        arena_done(&a);
    }
}

static void
cxx_is_refused(void **state)
{
    static const char *const lines[] = {"-c a.cpp", "-x c++ a.c", "a.c b.cc"};

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Arena a = {0};
        Plan plan;
        Diag d;
        Line l;

        split(&l, lines[i]);
        diag_init(&d);
        assert_false(plan_make(l.argc, l.argv, &a, &plan, &d));
        assert_non_null(strstr(d.error, "C++ is not supported"));
        diag_done(&d);
        arena_done(&a);
    }
}

static void
facts_are_noted(void **state)
{
    Arena a = {0};
    Plan plan;
    Diag d;
    Line l;

    (void)state;
    diag_init(&d);
    split(&l, "-nostdlib -MD -MT x -save-temps=obj a.c -o p");
    assert_true(plan_make(l.argc, l.argv, &a, &plan, &d));
    assert_true(plan.bare && plan.extra.deps && plan.extra.deps_target &&
                plan.extra.temps && plan.extra.temps_beside);
    assert_false(plan.extra.deps_file || plan.shared || plan.said.dropped);
    assert_string_equal(plan.output, "p");
    split(&l, "-r -flto=thin a.o");
    assert_true(plan_make(l.argc, l.argv, &a, &plan, &d));
    assert_true(plan.relocatable && plan.said.dropped);
    diag_done(&d);
    arena_done(&a);
}

static void
words_are_split_as_clang_does(void **state)
{
    static const struct {
        const char *text, *words[4];
    } rows[] = {
        {"", {NULL}},
        {" \n\t", {NULL}},
        {"a b\nc", {"a", "b", "c", NULL}},
        {"'a b'\"c d\"", {"a bc d", NULL}},
        {"\\\"a\\ b", {"\"a b", NULL}},
        {"'a\\'b'", {"a'b", NULL}},
        {"\"\" x", {"", "x", NULL}},
        {"\"open end", {"open end", NULL}},
        {"a\\", {"a\\", NULL}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Arena a = {0};
        PlanWords w;
        size_t n = 0;

        plan_words(rows[i].text, strlen(rows[i].text), &a, &w);
        for (; rows[i].words[n]; n++) {
            assert_true(n < w.n);
            assert_string_equal(w.at[n], rows[i].words[n]);
        }
        assert_int_equal(w.n, n);
        arena_done(&a);
    }
}

static void
a_response_file_may_not_name_itself(void **state)
{
    char path[] = "/tmp/plan_test.XXXXXX", arg[40];
    int fd = mkstemp(path);
    char *argv[] = {arg, arg, NULL};
    Arena a = {0};
    Plan plan;
    Diag d;

    (void)state;
    assert_true(fd >= 0);
    snprintf(arg, sizeof arg, "@%s", path);
    assert_int_equal(write(fd, arg, strlen(arg)), (ssize_t)strlen(arg));
    close(fd);
    diag_init(&d);
    assert_false(plan_make(2, argv, &a, &plan, &d));
    assert_non_null(strstr(d.error, "names itself"));
    unlink(path);
    diag_done(&d);
    arena_done(&a);
}

static void
objects_are_named_after_sources(void **state)
{
    static const char *const rows[][2] = {{"a.c", "a.o"},
                                          {"d/a.b.c", "a.b.o"},
                                          {"x", "x.o"},
                                          {".c", ".c.o"},
                                          {"-", "-.o"}};
    Arena a = {0};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(plan_object_name(&a, rows[i][0]), rows[i][1]);
    arena_done(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_has_its_roles),
        cmocka_unit_test(cxx_is_refused),
        cmocka_unit_test(facts_are_noted),
        cmocka_unit_test(words_are_split_as_clang_does),
        cmocka_unit_test(a_response_file_may_not_name_itself),
        cmocka_unit_test(objects_are_named_after_sources),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
