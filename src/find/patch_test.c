/* patch_test.c - alterations as changes of the source, and where they are
 * none.
 */
#include "find/patch.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static MutateVariable variables[] = {{.name = "count"}, {.name = "p->next"}};
static MutateFunction functions[] = {{.bits = 32, .flags = MUTATE_SIGNED}};
static MutateShift shifts[] = {{.by = 8, .name = "size", .is_member = true},
                               {.by = 4, .name = ""},
                               {.by = -4, .name = ""}};

/* The site is where the text has an @. */
typedef struct Case Case;
struct Case {
    MutateSite site;
    Alteration a;
    const char *text;
    const char *want; /* the new lines, of the first way to write it; NULL:
                         there is none */
};

#define NAMELESS          {MUTATE_NONE, MUTATE_NONE}
#define COMPARE(relation) {.kind = MSITE_COMPARE, .op = (relation), .name = ""}
#define BINARY(operator)  {.kind = MSITE_BINARY, .op = (operator), .name = ""}
#define SITE(k)           {.kind = (k), .name = ""}
#define LITERAL(v)        {.kind = MSITE_LITERAL, .value = (v), .name = ""}
#define RELATION(r) \
    {.op = MUTATE_COMPARE, .how.relation = (r), .names = NAMELESS}
#define COMPUTE(o) \
    {.op = MUTATE_COMPUTE, .how.arithmetic = (o), .names = NAMELESS}
#define NUMBER(v)                              \
    {.op = MUTATE_SET,                         \
     .x = {.base = MUTATE_NONE, .value = (v)}, \
     .names = NAMELESS}
#define NAMED(op_, v) \
    {.op = (op_), .x = {.base = MUTATE_NONE, .value = (v)}, .names = NAMELESS}
#define VARIABLE                                      \
    {                                                 \
        .op = MUTATE_SET, .names = { 0, MUTATE_NONE } \
    }
#define ACT(what) {.op = MUTATE_ACT, .how.action = (what), .names = NAMELESS}
#define WHERE(relation_, v)              \
    .guard = {.given = true,             \
              .relation = (relation_),   \
              .names = {0, MUTATE_NONE}, \
              .y = {.base = MUTATE_NONE, .value = (v)}}

static const Case cases[] = {
    {COMPARE(MUTATE_LT), RELATION(MUTATE_LE), "if (a @< b) f();",
     "if (a <= b) f();\n"},
    /* The column is of another token (a macro, say). */
    {COMPARE(MUTATE_LT), RELATION(MUTATE_LE), "if (@a < b) f();", NULL},
    {COMPARE(MUTATE_LT), RELATION(MUTATE_LE), "if (a @<< b) f();", NULL},
    {{.kind = MSITE_COMPARE, .op = MUTATE_NE, .role.is_void = true, .name = ""},
     RELATION(MUTATE_EQ),
     "if (a && @b) f();",
     "if (a && !b) f();\n"},
    /* What binds otherwise gets brackets. */
    {BINARY(MUTATE_TIMES), COMPUTE(MUTATE_PLUS), "x = a - b @* c;",
     "x = a - (b + c);\n"},
    {BINARY(MUTATE_PLUS), COMPUTE(MUTATE_TIMES), "x = a - b @+ c;",
     "x = (a - b) * c;\n"},
    {BINARY(MUTATE_MINUS), COMPUTE(MUTATE_PLUS), "x = a @- (b + c);",
     "x = a + (b + c);\n"},
    {BINARY(MUTATE_PLUS), COMPUTE(MUTATE_LEFT), "x = f(n @+ 1) * 2;",
     "x = f(n) * 2;\n"},
    {BINARY(MUTATE_PLUS), COMPUTE(MUTATE_RIGHT), "x = a[i] @+ 1;", "x = 1;\n"},
    {BINARY(MUTATE_PLUS), COMPUTE(MUTATE_MINUS), "t @+= 2;", "t -= 2;\n"},
    {BINARY(MUTATE_PLUS), COMPUTE(MUTATE_MINUS), "t@++;", "t--;\n"},
    {BINARY(MUTATE_MINUS),
     {.op = MUTATE_SWAP, .names = NAMELESS},
     "x = a @- b;",
     "x = b - a;\n"},
    {{.kind = MSITE_JUNCTION, .op = MUTATE_AND, .name = ""},
     {.op = MUTATE_KEEP, .names = NAMELESS},
     "if (@a && b && c) f();",
     "if ((a || b) && c) f();\n"},
    /* Only what stands before it has been looked at when it decides. */
    {{.kind = MSITE_JUNCTION, .op = MUTATE_AND, .name = ""},
     {.op = MUTATE_KEEP, .names = NAMELESS},
     "if (a && (b || 1) @&& c) f();",
     "if (a && ((b || 1) || c)) f();\n"},
    {{.kind = MSITE_JUNCTION, .op = MUTATE_OR, .name = ""},
     {.op = MUTATE_KEEP, .names = NAMELESS},
     "if (a || b && d @|| c) f();",
     "if (a || b && d && c) f();\n"},
    {LITERAL(10), NUMBER(11), "@x = 10 + x10;", "x = 11 + x10;\n"},
    {LITERAL(10), NUMBER(11), "@printf(\"10\");", NULL},
    {LITERAL('a'), NUMBER('b'), "@c = 'a';", "c = 'b';\n"},
    {LITERAL('a'), NUMBER(0), "@c = 'a';", "c = 0;\n"},
    {LITERAL(-1), NUMBER(2), "@c = -1;", "c = 2;\n"},
    {LITERAL(1), NUMBER(-2), "@c = d -1;", "c = d -(-2);\n"},
    {LITERAL(1), NUMBER(2), "i@++;", "i += 2;\n"},
    {LITERAL(3), VARIABLE, "for (@i = 0; i < 3; i++) f(3);",
     "for (i = 0; i < count; i++) f(3);\n"},
    {{.kind = MSITE_LITERAL,
      .value = 0x3ff8000000000000,
      .of.flags = MUTATE_FLOAT,
      .name = ""},
     NUMBER(0x4000000000000000),
     "@x = 1.5;",
     "x = 2.0;\n"},
    {{.kind = MSITE_USE, .name = "n"},
     VARIABLE,
     "x = @n + nn;",
     "x = count + nn;\n"},
    {{.kind = MSITE_USE, .name = "x"},
     VARIABLE,
     "y = p->@x + 1;",
     "y = count + 1;\n"},
    {{.kind = MSITE_USE, .name = "n"},
     NAMED(MUTATE_ADD, 1),
     "x = 2 * @n;",
     "x = 2 * (n + 1);\n"},
    {{.kind = MSITE_USE, .name = "n"},
     NAMED(MUTATE_ADD, -1),
     "f(@n);",
     "f(n - 1);\n"},
    {{.kind = MSITE_USE, .name = "n"},
     NAMED(MUTATE_NEGATE, 0),
     "f(@n);",
     "f(-n);\n"},
    {{.kind = MSITE_RESULT, .name = "g"},
     NAMED(MUTATE_ADD, 1),
     "x = 2 * @g(1, h(2));",
     "x = 2 * (g(1, h(2)) + 1);\n"},
    /* Assignments. */
    {SITE(MSITE_STORE), NUMBER(0), "x @= a + b;", "x = 0;\n"},
    {SITE(MSITE_STORE), NAMED(MUTATE_ADD, 1), "int @x = a | b;",
     "int x = (a | b) + 1;\n"},
    {SITE(MSITE_STORE), NUMBER(1), "@return a;", "return 1;\n"},
    {SITE(MSITE_STORE),
     {.op = MUTATE_COMBINE, .how.arithmetic = MUTATE_PLUS, .names = NAMELESS},
     "x @= y;",
     "x += y;\n"},
    {SITE(MSITE_STORE),
     {.op = MUTATE_SCRATCH, .names = NAMELESS},
     "x @= 1;",
     ""},
    {SITE(MSITE_STORE),
     {.op = MUTATE_SCRATCH, .names = NAMELESS},
     "if (y) x @= 1; else f();",
     "if (y) ; else f();\n"},
    {SITE(MSITE_STORE),
     {.op = MUTATE_SCRATCH, .names = NAMELESS},
     "int @x = 1;",
     "int x;\n"},
    {SITE(MSITE_STORE),
     {.op = MUTATE_SCRATCH, .names = NAMELESS},
     "for (x @= 1; x < 3; x++) f();",
     NULL},
    {{.kind = MSITE_CALL, .role.is_void = true, .name = "f"},
     NUMBER(0),
     "@f(x);",
     ""},
    {{.kind = MSITE_ADDRESS, .shift = 0, .nshifts = 3, .name = ""},
     {.kind = ALTERATION_MEMBER,
      .op = MUTATE_ADD,
      .x = {.base = MUTATE_NONE, .value = 8},
      .names = NAMELESS},
     "x = p->@left;",
     "x = p->size;\n"},
    {{.kind = MSITE_ADDRESS, .shift = 0, .nshifts = 3, .name = ""},
     {.kind = ALTERATION_INDEX,
      .op = MUTATE_ADD,
      .x = {.base = MUTATE_NONE, .value = -4},
      .names = NAMELESS},
     "x = @a[i][j];",
     "x = a[i - 1][j];\n"},
    {SITE(MSITE_WIDE), COMPUTE(MUTATE_LEFT), "x = (a + b) @* c;",
     "x = (long long)(a + b) * c;\n"},
    /* Inserted. */
    {SITE(MSITE_STATEMENT), ACT(MUTATE_BREAK), "@y++;", "break;\n"},
    {SITE(MSITE_STATEMENT),
     {.op = MUTATE_ACT,
      .how.action = MUTATE_RETURN,
      .x = {.base = MUTATE_NONE, .value = -1},
      .names = NAMELESS},
     "@y++;",
     "return -1;\n"},
    {SITE(MSITE_STATEMENT),
     {.op = MUTATE_ACT,
      .how.action = MUTATE_BREAK,
      WHERE(MUTATE_EQ, 3),
      .names = NAMELESS},
     "@y++;",
     "if (count == 3) break;\n"},
    {SITE(MSITE_STATEMENT), ACT(MUTATE_BREAK), "if (z) @y++;",
     "if (z) { break; y++; }\n"},
    {SITE(MSITE_STATEMENT), ACT(MUTATE_BREAK), "case 1: @y++;",
     "case 1: break; y++;\n"},
    {SITE(MSITE_STATEMENT), ACT(MUTATE_BREAK), "if (@a) y++; else z++;",
     "break;\n"},
    {SITE(MSITE_STATEMENT), ACT(MUTATE_BREAK), "for (; a; @y++) f();", NULL},
    {SITE(MSITE_STATEMENT), ACT(MUTATE_LEAVE), "@y++;", NULL},
    {SITE(MSITE_STATEMENT),
     {.op = MUTATE_ACT,
      .how.action = MUTATE_SKIP,
      WHERE(MUTATE_LT, 3),
      .names = NAMELESS},
     "@y++;",
     "if (count >= 3) y++;\n"},
    /* Conditions. */
    {SITE(MSITE_BRANCH), NUMBER(0), "if (a && @b < 2) f();",
     "if (a && 0) f();\n"},
    {SITE(MSITE_BRANCH),
     {.op = MUTATE_SET,
      .x = {.base = MUTATE_NONE, .value = 0},
      .names = NAMELESS,
      WHERE(MUTATE_LT, 2)},
     "if (@a || b) f();",
     "if ((a && count >= 2) || b) f();\n"},
    {SITE(MSITE_BRANCH),
     {.op = MUTATE_SET,
      .x = {.base = MUTATE_NONE, .value = 1},
      .names = NAMELESS,
      WHERE(MUTATE_EQ, 2)},
     "while (@f(a)) g();",
     "while (f(a) || count == 2) g();\n"},
    /* Values, only where a condition holds. */
    {{.kind = MSITE_USE, .name = "n"},
     {.op = MUTATE_SET,
      .x = {.base = MUTATE_NONE, .value = 7},
      .names = NAMELESS,
      WHERE(MUTATE_EQ, 2)},
     "x = 1 + @n;",
     "x = 1 + (count == 2 ? 7 : n);\n"},
    /* Labels. */
    {SITE(MSITE_SWITCH),
     {.op = MUTATE_RELABEL,
      .x = {.base = MUTATE_NONE, .value = 4},
      .y = {.base = MUTATE_NONE, .value = 3},
      .z = {.base = MUTATE_NONE, .value = ALTERATION_NO_LABEL},
      .names = NAMELESS},
     "@switch (a) { case 3: f(); default: g(); }",
     "switch (a) { case 4: f(); default: g(); }\n"},
};

/* A file of this text, one level deep in a function. */
static SourceFile
file_of(const char *text)
{
    SourceFile f = {.shown = "x.c", .readable = true};
    static size_t starts[8];

    f.bytes.n = strlen(text);
    f.bytes.at = mem_alloc(f.bytes.n + 1);
    memcpy(f.bytes.at, text, f.bytes.n + 1);
    f.starts = starts;
    for (size_t i = 0; i < f.bytes.n; i++)
        if (i == 0 || text[i - 1] == '\n')
            starts[f.nlines++] = i;
    return f;
}

static void
check_case(const Case *c)
{
    char text[256] = "int f() {\n", *at;
    MutateSite site = c->site;
    Patches all = {0};
    const MutateSites s = {.at = &site,
                           .n = 1,
                           .variables = variables,
                           .count.variables = 2,
                           .functions = functions,
                           .count.functions = 1,
                           .shifts = shifts};

    strcat(strcat(text, c->text), "\n}\n");
    at = strchr(text, '@');
    memmove(at, at + 1, strlen(at));
    site.where.line = 2;
    site.where.column = (uint32_t)(at - strchr(text, '\n'));
    SourceFile file = file_of(text);
    patch_list(&s, &c->a, &file, &all);
    if (c->want) {
        assert_true(all.n > 0);
        assert_string_equal(str_text(&all.at[0].text), c->want);
        assert_int_equal(all.at[0].line, 2);
    } else {
        assert_int_equal(all.n, 0);
    }
    patches_done(&all);
    io_bytes_done(&file.bytes);
}

static void
test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_case(&cases[i]);
}

static void
check_replaced(size_t from, size_t to, const char *text, const char *whole,
               const char *diff)
{
    SourceFile file = file_of("one\n  two\nthree\n");
    Patches all = {0};
    Str out = {0};

    patch_replace(&file, from, to, text, &all);
    assert_int_equal(all.n, 1);
    patch_apply(&all.at[0], &file, &out);
    assert_string_equal(str_text(&out), whole);
    str_clear(&out);
    patch_diff(&all.at[0], &file, &out);
    assert_string_equal(str_text(&out), diff);
    str_done(&out);
    patches_done(&all);
    io_bytes_done(&file.bytes);
}

#define HEAD "--- a/x.c\n+++ b/x.c\n"

static void
test_lines(void **state)
{
    (void)state;
    check_replaced(6, 9, "2", "one\n  2\nthree\n",
                   HEAD "@@ -2,1 +2,1 @@\n-  two\n+  2\n");
    check_replaced(6, 9, "", "one\nthree\n", HEAD "@@ -2,1 +1,0 @@\n-  two\n");
    check_replaced(4, 4, "  new\n", "one\n  new\n  two\nthree\n",
                   HEAD "@@ -1,0 +2,1 @@\n+  new\n");
    check_replaced(6, 12, "x", "one\n  xree\n",
                   HEAD "@@ -2,2 +2,1 @@\n-  two\n-three\n+  xree\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
