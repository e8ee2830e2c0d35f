/* checks_test.c - which functions are checks, by framework; and that each has
 * a function of ours before it.
 */
#include "variant/checks.h"

#include "program/build.h"
#include "program/checks.h"
#include "variant/tiny_module.h"

static const struct {
    const char *source;
    const char *found; /* framework:name function, each */
} cases[] = {
    {"struct CMUnitTest { const char *name; void (*f)(void **); };"
     "static void a(void **s) {} static void b(void **s) {}"
     "static const struct CMUnitTest t[] = {{\"a\", a}, {\"b\", b}};"
     "int main(void) { return t[0].f != 0; }",
     "cmocka:a=a cmocka:b=b "},
    {"typedef struct TTest { const char *name; void (*f)(int); } TTest;"
     "static void a_fn(int i) {}"
     "static const TTest a_ttest = {\"a\", a_fn};"
     "void add(const TTest *); int main(void) { add(&a_ttest); return 0; }",
     "Check:a=a_fn "},
    {"void g_test_add_func(const char *, void (*)(void));"
     "static void f(void) {}"
     "int main(void) { g_test_add_func(\"/x/f\", f); return 0; }",
     "GLib:/x/f=f "},
    {"void CU_add_test(void *, const char *, void (*)(void));"
     "static void f(void) {} static void no(void) {}"
     "int main(void) { CU_add_test(0, \"the f\", f); no(); return 0; }",
     "CUnit:the f=f "},
    {"void greatest_test_pre(const char *);"
     "static int one(void) { return 0; } static void other(void) {}"
     "void suite(void) { greatest_test_pre(\"one\"); one(); other(); }",
     "greatest:one=one "},
    {"static struct { void (*test)(void); } no;"
     "struct criterion_test { const char *n, *c; void (*f)(void); };"
     "void m_a_impl(void) {} static void m_a_jmp(void) { m_a_impl(); }"
     "struct criterion_test m_a_meta = {\"a\", \"m\", m_a_jmp};",
     "Criterion:a=m_a_impl "},
    {"static void test_a(void) {} static void set_up(void) {}"
     "int main(void) { set_up(); test_a(); return 0; }",
     ":test_a=test_a "},
    {"static int test_a(int n) { return n; } static int run(int n) { return n; "
     "}"
     "int (*const all[])(int) = {test_a, run};"
     "int main(void) { return all[0](1); }",
     ":test_a=test_a "},
    {"static void help(void) {} static void list(void) {}"
     "static struct { const char *n; void (*f)(void); } commands[] = {"
     "{\"help\", help}, {\"list\", list}};"
     "int main(void) { commands[0].f(); return 0; }",
     ""},
};

static void
test_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        LLVMModuleRef m = tiny_module(cases[i].source);
        Arena a = {0};
        Str found = {0};
        size_t n;
        const FoundCheck *checks = checks_find(m, &a, &n);
        for (size_t k = 0; k < n; k++)
            str_printf(&found, "%s:%s=%s ", checks[k].framework, checks[k].name,
                       LLVMGetValueName(checks[k].function));
        assert_string_equal(str_text(&found), cases[i].found);
        str_done(&found);
        arena_done(&a);
        tiny_done(m);
    }
}

/* The model has them, and survives being written. */
static void
test_model(void **state)
{
    LLVMModuleRef m = tiny_module(cases[0].source);
    Program p, again;
    Str bytes = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    program_build(m, "tiny", &p);
    assert_int_equal(p.n.checks, 2);
    assert_true(p.files[0].tests);
    program_write(&p, &bytes);
    assert_true(program_parse((const uint8_t *)bytes.at, bytes.n, &again, &d));
    assert_int_equal(again.n.checks, 2);
    assert_string_equal(again.checks[1].function, "b");
    assert_string_equal(again.checks[1].framework, "cmocka");
    assert_true(again.files[0].tests);
    str_done(&bytes);
    program_done(&again);
    program_done(&p);
    diag_done(&d);
    tiny_done(m);
}

/* Nobody but our function names the check any more. */
static void
test_prepared(void **state)
{
    LLVMModuleRef m = tiny_module(cases[0].source);
    LLVMValueRef a = LLVMGetNamedFunction(m, "a");
    char *error = NULL;

    (void)state;
    checks_mark(m);
    checks_prepare(m, false);
    assert_false(LLVMVerifyModule(m, LLVMReturnStatusAction, &error));
    LLVMDisposeMessage(error);
    LLVMUseRef use = LLVMGetFirstUse(a);
    assert_non_null(use);
    assert_null(LLVMGetNextUse(use));
    assert_non_null(LLVMIsACallInst(LLVMGetUser(use)));
    assert_non_null(LLVMGetNamedFunction(m, "__culprit_check_begins"));
    tiny_done(m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_prepared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
