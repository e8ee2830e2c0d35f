/* patch_test.c - alterations as changes of a line, and where they are none. */
#include "find/patch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static MutateVariable variables[] = {{.name = "count"}, {.name = "p->next"}};
static MutateFunction functions[] = {{.bits = 32, .flags = MUTATE_SIGNED}};

typedef struct Case Case;
struct Case {
    MutateSite site;
    Alteration a;
    const char *before, *line;
    const char *want; /* NULL: no change of the line alone */
    uint32_t nremoved;
};

#define COMPARE(col, relation) \
    {.kind = MSITE_COMPARE, .where.column = (col), .op = (relation), .name = ""}
#define NAMELESS {MUTATE_NONE, MUTATE_NONE}
#define RELATION(r) \
    {.op = MUTATE_COMPARE, .how.relation = (r), .names = NAMELESS}
#define NUMBER(v)                              \
    {.op = MUTATE_SET,                         \
     .x = {.base = MUTATE_NONE, .value = (v)}, \
     .names = NAMELESS}

static const Case cases[] = {
    {COMPARE(7, MUTATE_LT), RELATION(MUTATE_LE), "", "if (a < b)",
     "if (a <= b)\n", 1},
    /* The column is of another token (a macro, say). */
    {COMPARE(5, MUTATE_LT), RELATION(MUTATE_LE), "", "if (a < b)", NULL, 0},
    {COMPARE(7, MUTATE_LT), RELATION(MUTATE_LE), "", "if (a << b)", NULL, 0},
    {COMPARE(99, MUTATE_LT), RELATION(MUTATE_LE), "", "if (a < b)", NULL, 0},
    {{.kind = MSITE_LITERAL, .value = 10, .name = ""},
     NUMBER(11),
     "",
     "x = 10 + x10;",
     "x = 11 + x10;\n",
     1},
    {{.kind = MSITE_LITERAL, .value = 10, .name = ""},
     NUMBER(11),
     "",
     "x = 10 + 10;",
     NULL,
     0},
    {{.kind = MSITE_LITERAL, .value = 10, .name = ""},
     NUMBER(11),
     "",
     "printf(\"10\");",
     NULL,
     0},
    {{.kind = MSITE_LITERAL, .value = 'a', .name = ""},
     NUMBER('b'),
     "",
     "c = 'a';",
     "c = 98;\n",
     1},
    {{.kind = MSITE_USE, .where.column = 5, .name = "n"},
     {.op = MUTATE_SET, .names.variable = 0, .names.other = MUTATE_NONE},
     "",
     "x = n + nn;",
     "x = count + nn;\n",
     1},
    {{.kind = MSITE_USE, .where.column = 9, .name = "n"},
     {.op = MUTATE_SET, .names.variable = 0, .names.other = MUTATE_NONE},
     "",
     "x = n + nn;",
     NULL,
     0},
    /* Left out: a whole statement, and not the only one of an if. */
    {{.kind = MSITE_STORE, .name = "x"},
     {.op = MUTATE_SCRATCH},
     "{",
     "    x = 1;",
     "",
     1},
    {{.kind = MSITE_STORE, .name = "x"},
     {.op = MUTATE_SCRATCH},
     "if (y)",
     "    x = 1;",
     NULL,
     0},
    {{.kind = MSITE_STORE, .name = "x"},
     {.op = MUTATE_SCRATCH},
     "{",
     "    for (x = 1; x < 3; x++)",
     NULL,
     0},
    /* Inserted. */
    {{.kind = MSITE_STATEMENT, .name = ""},
     {.op = MUTATE_ACT,
      .how.action = MUTATE_RETURN,
      .x = {.base = MUTATE_NONE, .value = -1},
      .names.variable = MUTATE_NONE,
      .names.other = MUTATE_NONE},
     "x++;",
     "    y++;",
     "    return -1;\n",
     0},
    {{.kind = MSITE_STATEMENT, .name = ""},
     {.op = MUTATE_ACT,
      .how.action = MUTATE_BREAK,
      .guard = {.given = true,
                .relation = MUTATE_EQ,
                .names = {.variable = 0, .other = MUTATE_NONE},
                .y = {.base = MUTATE_NONE, .value = 3}},
      .names.variable = MUTATE_NONE,
      .names.other = MUTATE_NONE},
     "x++;",
     "    y++;",
     "    if (count == 3) break;\n",
     0},
    {{.kind = MSITE_STATEMENT, .name = ""},
     {.op = MUTATE_ACT, .how.action = MUTATE_BREAK},
     "if (z)",
     "    y++;",
     NULL,
     0},
    /* A clause: false where the guard holds, or true. */
    {{.kind = MSITE_BRANCH, .name = ""},
     {.op = MUTATE_SET,
      .x = {.base = MUTATE_NONE, .value = 0},
      .guard = {.given = true,
                .relation = MUTATE_LT,
                .names.variable = 0,
                .names.other = MUTATE_NONE},
      .guard.y = {.base = MUTATE_NONE, .value = 2}},
     "",
     "if (a || b) {",
     "if ((a || b) && count >= 2) {\n",
     1},
    {{.kind = MSITE_BRANCH, .name = ""},
     {.op = MUTATE_SET,
      .x = {.base = MUTATE_NONE, .value = 1},
      .guard = {.given = true, .relation = MUTATE_EQ, .names.variable = 0},
      .guard.names.other = 1},
     "",
     "while (f(a))",
     "while (f(a) || count == p->next)\n",
     1},
};

static void
test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Case *c = &cases[i];
        MutateSite site = c->site;
        const MutateSites s = {.at = &site,
                               .n = 1,
                               .variables = variables,
                               .count.variables = 2,
                               .functions = functions,
                               .count.functions = 1};
        Patch p;
        site.where.line = 12;
        bool ok = patch_make(&s, &c->a, c->line, c->before, &p);
        assert_int_equal(ok, c->want != NULL);
        if (!ok)
            continue;
        assert_string_equal(str_text(&p.text), c->want);
        assert_int_equal(p.nremoved, c->nremoved);
        assert_int_equal(p.line, 12);
        str_done(&p.text);
    }
}

static void
test_diff(void **state)
{
    Patch p = {.line = 7, .nremoved = 1};
    Str out = {0};

    (void)state;
    str_puts(&p.text, "b\n");
    patch_diff(&p, "x.c", "a", &out);
    assert_string_equal(str_text(&out),
                        "--- a/x.c\n+++ b/x.c\n@@ -7,1 +7,1 @@\n-a\n+b\n");
    str_clear(&out);
    p.nremoved = 0;
    patch_diff(&p, "x.c", "a", &out);
    assert_string_equal(str_text(&out),
                        "--- a/x.c\n+++ b/x.c\n@@ -6,0 +7,1 @@\n+b\n");
    str_done(&out);
    str_done(&p.text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_diff),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
