/* known_test.c - rows of scripts, and which values a trace leaves out. */
#include "variant/known.h"

#include "variant/tiny_module.h"

typedef struct Made Made;
struct Made {
    LLVMModuleRef module;
    Script script;
    ScriptSource from;
};

static Made
make(const char *source)
{
    Made m = {.module = tiny_module(source)};

    script_build(m.module, "tiny", &m.script, &m.from);
    return m;
}

static void
done(Made *m)
{
    script_source_done(&m->from);
    script_done(&m->script);
    tiny_done(m->module);
}

static const ScriptFunction *
function(const Made *m, const char *name)
{
    for (uint32_t i = 0; i < m->script.nfunctions; i++)
        if (strcmp(script_text(&m->script, m->script.functions[i].name),
                   name) == 0)
            return &m->script.functions[i];
    fail_msg("no function %s", name);
    return NULL;
}

/* The k-th instruction of the kind in the function, counted from 0. */
static const ScriptInst *
inst(const Made *m, const char *name, ScriptOp op, unsigned k)
{
    const ScriptFunction *f = function(m, name);

    for (uint32_t i = f->inst; i < f->inst + f->ninsts; i++)
        if (m->script.insts[i].op == op && k-- == 0)
            return &m->script.insts[i];
    fail_msg("%s has too few of kind %d", name, (int)op);
    return NULL;
}

static bool
is_computed(const ScriptInst *i)
{
    return i->flags & SCRIPT_COMPUTED;
}

static void
test_rows_are_sound(void **state)
{
    Made m = make(tiny_source);
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(script_check(&m.script, &d));
    assert_int_equal(m.script.nfunctions, 2);
    assert_string_equal(m.script.id, "tiny");
    assert_true(function(&m, "main")->main);
    assert_false(function(&m, "add")->main);
    assert_int_equal(function(&m, "add")->nparams, 2);
    diag_done(&d);
    done(&m);
}

static void
test_rows_survive_the_file(void **state)
{
    Made m = make(tiny_source);
    Script back;
    Str bytes = {0};
    Diag d;

    (void)state;
    diag_init(&d);
    script_write(&m.script, &bytes);
    assert_true(script_parse((const uint8_t *)bytes.at, bytes.n, &back, &d));
    assert_int_equal(back.ninsts, m.script.ninsts);
    assert_memory_equal(back.insts, m.script.insts,
                        back.ninsts * sizeof *back.insts);
    script_done(&back);
    assert_false(
        script_parse((const uint8_t *)bytes.at, bytes.n - 1, &back, &d));
    str_done(&bytes);
    diag_done(&d);
    done(&m);
}

static void
test_rows_of_instructions(void **state)
{
    Made m = make(tiny_source);

    (void)state;
    const ScriptInst *call = inst(&m, "main", SCRIPT_CALL, 0);
    assert_int_equal(call->operands.n, 2);
    assert_ptr_equal(&m.script.functions[call->target], function(&m, "add"));
    const ScriptInst *foreign = inst(&m, "main", SCRIPT_FOREIGN, 0);
    assert_string_equal(script_text(&m.script, foreign->text), "puts");
    assert_true(foreign->flags & SCRIPT_KNOWN);
    const ScriptInst *branch = inst(&m, "main", SCRIPT_BRANCH, 0);
    assert_int_equal(m.script.lines[branch->line].line, 10);
    assert_true(branch->site);
    const ScriptInst *ret = inst(&m, "main", SCRIPT_RETURN, 0);
    assert_int_equal(ret->width, 4);
    const ScriptInst *store = inst(&m, "main", SCRIPT_STORE, 3);
    assert_string_equal(script_text(&m.script, store->text), "i");
    done(&m);
}

/* One that nothing points to is a register. */
static void
test_registers(void **state)
{
    Made m = make("void use(int *);\n"
                  "int f(void)\n"
                  "{\n"
                  "    int a = 1, b = 2;\n"
                  "    use(&b);\n"
                  "    return a + b;\n"
                  "}\n");

    (void)state;
    assert_true(inst(&m, "f", SCRIPT_ALLOCA, 0)->flags & SCRIPT_REGISTER);
    assert_false(inst(&m, "f", SCRIPT_ALLOCA, 1)->flags & SCRIPT_REGISTER);
    done(&m);
}

static void
test_constants_are_known(void **state)
{
    Made m = make("int f(int *p)\n"
                  "{\n"
                  "    int a = 5, b = a * 2;\n"
                  "    int c = *p;\n"
                  "    return b;\n"
                  "}\n");

    (void)state;
    assert_false(is_computed(inst(&m, "f", SCRIPT_STORE, 1)));
    known_mark(&m.script, &m.from);
    assert_true(is_computed(inst(&m, "f", SCRIPT_STORE, 1)));  /* a */
    assert_true(is_computed(inst(&m, "f", SCRIPT_STORE, 2)));  /* b */
    assert_false(is_computed(inst(&m, "f", SCRIPT_STORE, 3))); /* c */
    assert_true(is_computed(inst(&m, "f", SCRIPT_RETURN, 0)));
    done(&m);
}

/* Anybody may call f; only main calls g, and says with what. */
static void
test_parameters(void **state)
{
    Made m = make("static int g(int x)\n"
                  "{\n"
                  "    return x + 1;\n"
                  "}\n"
                  "int main(void)\n"
                  "{\n"
                  "    return g(3);\n"
                  "}\n");
    Made open = make("int f(int x)\n"
                     "{\n"
                     "    return x + 1;\n"
                     "}\n");

    (void)state;
    known_mark(&m.script, &m.from);
    known_mark(&open.script, &open.from);
    assert_true(function(&m, "g")->closed);
    assert_false(function(&m, "main")->closed);
    assert_true(is_computed(inst(&m, "g", SCRIPT_STORE, 0))); /* x */
    assert_false(function(&open, "f")->closed);
    assert_false(is_computed(inst(&open, "f", SCRIPT_STORE, 0)));
    done(&m);
    done(&open);
}

/* A variable counts where every way there has assigned it. */
static void
test_ways(void **state)
{
    Made m = make("int f(int c)\n"
                  "{\n"
                  "    int a, b = 1;\n"
                  "    if (c)\n"
                  "        a = 1;\n"
                  "    int x = a;\n"
                  "    int y = b;\n"
                  "    return 0;\n"
                  "}\n");

    (void)state;
    known_mark(&m.script, &m.from);
    assert_false(is_computed(inst(&m, "f", SCRIPT_STORE, 3))); /* x */
    assert_true(is_computed(inst(&m, "f", SCRIPT_STORE, 4)));  /* y */
    done(&m);
}

/* What is computed has one result: overflow is no longer undefined. */
static void
test_promises_are_taken(void **state)
{
    Made m = make("int f(void)\n"
                  "{\n"
                  "    int a = 5;\n"
                  "    return a + 1;\n"
                  "}\n");
    char *text = LLVMPrintModuleToString(m.module);

    (void)state;
    assert_non_null(strstr(text, "add nsw"));
    LLVMDisposeMessage(text);
    known_mark(&m.script, &m.from);
    text = LLVMPrintModuleToString(m.module);
    assert_null(strstr(text, "add nsw"));
    LLVMDisposeMessage(text);
    done(&m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_sound),
        cmocka_unit_test(test_rows_survive_the_file),
        cmocka_unit_test(test_rows_of_instructions),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_constants_are_known),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_promises_are_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
