/* edit_test.c - which edits a text has, and the schema that holds them. */
#include "find/edit.h"

#include "find/alteration.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A body of a function, and what one of its edits makes of it. */
typedef struct Row Row;
struct Row {
    const char *body, *want;
    AlterationKind kind;
};

static const Row rows[] = {
    {"x = f(a); g(b);", "x = g(a); g(b);", ALTERATION_CALLEE},
    {"x = f(a, b);", "x = f(b, a);", ALTERATION_ARGUMENTS},
    {"f(a, g(b, c), d);", "f(d, g(b, c), a);", ALTERATION_ARGUMENTS},
    {"if (f(a, b)) x = 1;", "if (f(b, a)) x = 1;", ALTERATION_ARGUMENTS},
    {"for (i = 0; f(i, n); i++) ;", "for (i = 0; f(n, i); i++) ;",
     ALTERATION_ARGUMENTS},
    {"for (f(i, n); i < n; i++) ;", "for (f(n, i); i < n; i++) ;",
     ALTERATION_ARGUMENTS},
    {"int x = f(a, b), y;", "int x = f(b, a), y;", ALTERATION_ARGUMENTS},
    {"scan(\"%d\", x);", "scan(\"%d\", &x);", ALTERATION_POINTER},
    {"scan(\"%d\", &x);", "scan(\"%d\", x);", ALTERATION_POINTER},
    {"set(end, 0);", "set(*end, 0);", ALTERATION_POINTER},
    {"x = a + b / 2;", "x = (a + b) / 2;", ALTERATION_BRACKETS},
    {"x = a / b + 2;", "x = a / (b + 2);", ALTERATION_BRACKETS},
    {"x = (a + b) * c;", "x = a + b * c;", ALTERATION_BRACKETS},
    {"while (a || b && c) ;", "while ((a || b) && c) ;", ALTERATION_BRACKETS},
    {"print(\"%d\\n\", x);", "print(\"%lld\\n\", x);", ALTERATION_TEXT},
    {"print(\"%d\\n\", x);", "print(\"%d \", x);", ALTERATION_TEXT},
    {"print(\"%d\", x);", "print(\"%d\\n\", x);", ALTERATION_TEXT},
    {"print(\"Yes\\n\");", "print(\"YES\\n\");", ALTERATION_TEXT},
    {"while (1) { break; }", "while (1) { continue; }", ALTERATION_LEAVE},
    {"while (1) { if (a) continue; }", "while (1) { if (a) break; }",
     ALTERATION_LEAVE},
    {"a = 1; b = 2;", "b = 2; a = 1;", ALTERATION_ORDER},
    {"if (a) b(); if (c) d();", "if (a) b(); else if (c) d();",
     ALTERATION_ELSE},
    {"while (1) { if (a) return; }", "while (1) { if (a) break; }",
     ALTERATION_LEAVE},
    {"while (1) { if (a) break; b(); }", "while (1) { if (a) ; b(); }",
     ALTERATION_SKIP},
    {"for (;;); { a(); }", "for (;;) { a(); }", ALTERATION_LOOSE},
    {"if (a);\nb();", "if (a)\nb();", ALTERATION_LOOSE},
    {"if (a) b();\nc();", "if (a) { b(); c(); }", ALTERATION_BLOCK},
    {"while (a) {\n  b();\n}\nc();", "while (a) {\n  b();\nc();\n}",
     ALTERATION_BLOCK},
    {"while (a) {\n  b();\n  c();\n}", "while (a) {\n  b();\n  }\nc();",
     ALTERATION_BLOCK},
    {"if (a) p(1); else if (b) p(2);",
     "if (a) p(1); else if (b) p(2);\nelse p(1);", ALTERATION_COPY},
    {"for (;;) { a(); }", ";", ALTERATION_SKIP},
    {"scanf(\"%d\", n + i);", "printf(\"%d\", n + i);", ALTERATION_CALLEE},
    {"x = (a + b) / c;", "x = (double)(a + b) / c;", ALTERATION_CAST},
    {"x = a * b;", "x = (long long)a * b;", ALTERATION_CAST},
    {"x = a[i];", "x = a[i - 2];", ALTERATION_INDEX},
    {"x = a[i & 1];", "x = a[(i & 1) + 2];", ALTERATION_INDEX},
    {"if (a || b || c) d();", "if (a && b && c) d();", ALTERATION_JUNCTION},
    {"x = a - b;", "x = abs(a - b);", ALTERATION_WRAP},
    {"if (n > a - b) d();", "if (n > abs(a - b)) d();", ALTERATION_WRAP},
    {"char c = s[i];", "char c = tolower(s[i]);", ALTERATION_WRAP},
    {"print(\"d %d\", x, y);", "print(\"%d %d\", x, y);", ALTERATION_TEXT},
    {"const char *s[] = {\"Yes\"};", "const char *s[] = {\"YES\"};",
     ALTERATION_TEXT},
    {"if (a) {\n  x = 0;\n  b();\n}\nif (c) {\n  d();\n}",
     "if (a) {\n  x = 0;\n  b();\n}\nif (c) {\n  x = 0;\n  d();\n}",
     ALTERATION_COPY},
};

/* What is not to be edited like this. */
static const Row not_rows[] = {
    {"x = f(a); g(b, c);", "x = g(a); g(b, c);", ALTERATION_CALLEE},
    {"x = a * b * c;", "x = (a * b) * c;", ALTERATION_BRACKETS},
    {"x = f(a + b);", "x = fa + b;", ALTERATION_BRACKETS},
    {"x = y; int z = 0;", "int z = 0; x = y;", ALTERATION_ORDER},
    {"if (a || b) c();", "if (a && b) c();", ALTERATION_JUNCTION},
    {"if (a) b(); int c;", "if (a) { b(); int c; }", ALTERATION_BLOCK},
    {"return x;", "return 0;", ALTERATION_LEAVE},
    {"if (a) b(); else c(); d();", "if (a) b(); else d(); c();",
     ALTERATION_ORDER},
    {"for (i = 0; i < n; i++) f();", "for (i < n; i = 0; i++) f();",
     ALTERATION_ORDER},
};

typedef struct Made Made;
struct Made {
    Arena arena;
    Str text;
    EditFile file;
    Edits edits;
};

static void
make(Made *m, const char *body)
{
    *m = (Made){0};
    str_printf(&m->text, "int main(void)\n{\n%s\n}\n", body);
    edit_open(&m->file, str_text(&m->text), m->text.n, &m->arena);
    edit_expect(&m->file, "YES 12 no\n", 10);
    for (size_t i = 0; i < m->file.statements.n; i++)
        edit_list(&m->file, i, &m->edits);
}

static void
done(Made *m)
{
    vec_done(&m->edits);
    edit_close(&m->file);
    str_done(&m->text);
    arena_done(&m->arena);
}

static bool
has(const Made *m, const Row *row)
{
    Str want = {0}, now = {0};
    bool found = false;

    str_printf(&want, "int main(void)\n{\n%s\n}\n", row->want);
    for (size_t i = 0; i < m->edits.n; i++) {
        const Edit *e = &m->edits.at[i];
        str_clear(&now);
        str_add(&now, m->text.at, e->change.from);
        str_puts(&now, e->change.text);
        str_puts(&now, m->text.at + e->change.to);
        found |= e->kind == row->kind &&
                 strcmp(str_text(&now), str_text(&want)) == 0;
    }
    str_done(&want);
    str_done(&now);
    return found;
}

static void
test_edits(void **state)
{
    Made m;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        make(&m, rows[i].body);
        if (!has(&m, &rows[i]))
            fail_msg("%s: not %s", rows[i].body, rows[i].want);
        done(&m);
    }
    for (size_t i = 0; i < sizeof not_rows / sizeof not_rows[0]; i++) {
        make(&m, not_rows[i].body);
        if (has(&m, &not_rows[i]))
            fail_msg("%s: %s", not_rows[i].body, not_rows[i].want);
        done(&m);
    }
}

/* Without its directives, on one line. */
static char *
flat(const Str *schema)
{
    Str out = {0};

    for (const char *at = str_text(schema); *at;) {
        const size_t n = strcspn(at, "\n");
        if (*at != '#')
            str_add(&out, at, n);
        at += n + (at[n] == '\n');
    }
    return str_take(&out);
}

static void
check_schema(const char *body, size_t kept, const char *want)
{
    Made m;
    Str schema = {0};

    make(&m, body);
    for (size_t i = 0; i < m.edits.n; i++)
        m.edits.at[i].refused = i != kept;
    edit_schema(&m.file, &m.edits, &schema);
    char *text = flat(&schema);
    assert_string_equal(text, want);
    free(text);
    str_done(&schema);
    done(&m);
}

static void
test_schema(void **state)
{
    (void)state;
    check_schema("x = f(a, b);", 0,
                 "extern int __culprit_choice;int main(void){"
                 "{if (__culprit_choice == 1) { x = f(b, a); } else "
                 "{x = f(a, b);}}}");
    check_schema("if (f(a, b)) x = 1;", 0,
                 "extern int __culprit_choice;int main(void){"
                 "if ((__culprit_choice == 1 ? !!(f(b, a)) : !!(f(a, b)))) "
                 "x = 1;}");
}

/* Nothing is lost however many edits there are: what is in no directive and no
 * choice is the text. */
static void
test_schema_keeps(void **state)
{
    static const char body[] = "int t = f(a, b);\n  if (t) { a = 1; b = 2; }\n"
                               "  for (;;) { if (f(b, t)) break; t = a; }";
    Made m;
    Str schema = {0};

    (void)state;
    make(&m, body);
    edit_schema(&m.file, &m.edits, &schema);
    assert_non_null(strstr(str_text(&schema), "int t = ("));
    int depth = 0;
    for (const char *at = str_text(&schema); *at; at++) {
        depth += *at == '{' || *at == '(';
        depth -= *at == '}' || *at == ')';
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    for (size_t i = 0; i < m.edits.n; i++) {
        char mark[64];
        snprintf(mark, sizeof mark, "#line 1 \"" EDIT_FILE "/%zu\"\n", i + 1);
        assert_non_null(strstr(str_text(&schema), mark));
    }
    str_done(&schema);
    done(&m);
}

static void
test_refuse(void **state)
{
    Made m;

    (void)state;
    make(&m, "x = f(a, b); y = g(c);");
    assert_true(m.edits.n > 2);
    assert_true(edit_refuse(
        &m.edits, "prog.c:3:1: error: no\n" EDIT_FILE "/2:3:9: error: no such\n"
                  "   2 | if ...\n" EDIT_FILE "/1:3:9: warning: odd\n"));
    assert_true(m.edits.at[1].refused);
    assert_false(m.edits.at[0].refused);
    assert_false(edit_refuse(&m.edits, "prog.c:3:1: error: no\n"));
    assert_false(edit_refuse(&m.edits, EDIT_FILE "/99999:1:1: error: no\n"));
    done(&m);
}

/* Of a function that is declared nowhere only the first call is complained
 * about. */
static void
test_refuse_calls(void **state)
{
    Made m;
    size_t first = 0;

    (void)state;
    make(&m, "x = s[i]; y = s[i];");
    while (m.edits.at[first].kind != ALTERATION_WRAP)
        first++;
    Str said = {0};
    str_printf(&said,
               EDIT_FILE "/%zu:1:9: error: call to undeclared library function "
                         "'tolower' with type\n",
               first + 1);
    assert_true(edit_refuse(&m.edits, str_text(&said)));
    for (size_t i = 0; i < m.edits.n; i++)
        assert_int_equal(m.edits.at[i].refused,
                         m.edits.at[i].kind == ALTERATION_WRAP &&
                             strncmp(m.edits.at[i].change.text, "tolower", 7) ==
                                 0);
    str_done(&said);
    done(&m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edits),        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_schema_keeps), cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_refuse_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
