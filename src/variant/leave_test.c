/* A variant without the functions that cannot be instrumented. */
#include "variant/leave.h"
#include "variant/mutate_instrument.h"
#include "variant/profile.h"
#include "variant/tiny_module.h"
#include "variant/trace.h"

#include "program/build.h"

typedef void Instrument(LLVMModuleRef m);

static void
by_profile(LLVMModuleRef m)
{
    Program p;
    ProbePlan plan;

    program_build(m, "tiny", &p);
    probe_plan(&p, true, &plan);
    profile_instrument(m, &plan, p.n.values);
    probe_done(&plan);
    program_done(&p);
}

static void
by_trace(LLVMModuleRef m)
{
    Script s;
    Diag d;

    diag_init(&d);
    assert_true(trace_instrument(m, "tiny", false, &s, &d));
    script_done(&s);
    diag_done(&d);
}

static void
by_mutate(LLVMModuleRef m)
{
    assert_null(mutate_instrument(m, "tiny", true));
}

static unsigned
count_instructions(LLVMModuleRef m, const char *name)
{
    unsigned n = 0;

    for (LLVMBasicBlockRef b =
             LLVMGetFirstBasicBlock(LLVMGetNamedFunction(m, name));
         b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

/* An end in the middle of a block. */
static void
spoil(LLVMModuleRef m, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMBasicBlockRef block =
        LLVMGetEntryBasicBlock(LLVMGetNamedFunction(m, name));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);

    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(block));
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
}

/* What is broken is found, and stays as it was the next time. */
static void
test_broken_function_is_left(void **state)
{
    static Instrument *const all[] = {by_profile, by_trace, by_mutate};

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        LLVMModuleRef m = tiny_module(tiny_source);
        unsigned add = count_instructions(m, "add");
        unsigned main = count_instructions(m, "main");
        LeaveList list = {0};
        leave_mark(m, &list, false);
        all[i](m);
        assert_true(count_instructions(m, "add") > add);
        spoil(m, "add");
        assert_false(leave_check(m, &list));
        assert_int_equal(list.at.n, 1);
        assert_string_equal(LLVMGetValueName(LLVMGetFirstFunction(m)), "main");
        assert_int_equal(list.at.at[0], 1);
        tiny_done(m);

        m = tiny_module(tiny_source);
        leave_mark(m, &list, false);
        all[i](m);
        assert_true(leave_check(m, &list));
        assert_int_equal(count_instructions(m, "add"), add);
        assert_true(count_instructions(m, "main") > main);
        leave_done(&list);
        tiny_done(m);
    }
}

static void
test_warning_names_the_function(void **state)
{
    LLVMModuleRef m = tiny_module("__attribute__((naked)) void n(void)\n"
                                  "{\n"
                                  "    asm(\"ret\");\n"
                                  "}\n"
                                  "int f(int x)\n"
                                  "{\n"
                                  "    asm goto (\"\" : : \"r\"(x) : : out);\n"
                                  "    return 1;\n"
                                  "out:\n"
                                  "    return 0;\n"
                                  "}\n"
                                  "int t(int x)\n"
                                  "{\n"
                                  "    __attribute__((musttail)) return f(x);\n"
                                  "}\n"
                                  "int g(void) { return 1; }\n");
    LeaveList none = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    leave_mark(m, &none, false);
    assert_true(leave_is(LLVMGetNamedFunction(m, "n")));
    assert_false(leave_is(LLVMGetNamedFunction(m, "f")));
    assert_false(leave_is(LLVMGetNamedFunction(m, "t")));
    leave_mark(m, &none, true);
    assert_true(leave_is(LLVMGetNamedFunction(m, "f")));
    assert_false(leave_is(LLVMGetNamedFunction(m, "g")));
    leave_warn(m, "trace", &d);
    assert_int_equal(d.nwarnings, 3);
    assert_non_null(strstr(d.warnings[0], "n is left"));
    assert_non_null(strstr(d.warnings[1], "f is left"));
    assert_non_null(strstr(d.warnings[2], "t is left"));
    by_trace(m);
    assert_sound(m);
    diag_done(&d);
    tiny_done(m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_function_is_left),
        cmocka_unit_test(test_warning_names_the_function),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
