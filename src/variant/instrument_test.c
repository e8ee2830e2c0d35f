/* instrument_test.c - what each variant adds to a small module; it must still
 * be a sound one.
 */
#include "format/profile.h"
#include "program/build.h"
#include "program/probe.h"
#include "variant/concolic.h"
#include "variant/mutate_instrument.h"
#include "variant/mutate_sites.h"
#include "variant/profile.h"
#include "variant/site.h"
#include "variant/tiny_module.h"
#include "variant/trace.h"

#include <llvm-c/BitWriter.h>

/* Programs with loops, switches, pointers, structs and reals. */
static const char *const sources[] = {
    tiny_source,
    "int f(int x)\n"
    "{\n"
    "    switch (x) {\n"
    "    case 1: return 5;\n"
    "    case 7: x++;\n"
    "    case 9: return x;\n"
    "    }\n"
    "    return x > 3 ? x : -x;\n"
    "}\n",
    "struct pair { int a; double b; } table[4];\n"
    "double sum(struct pair *p, int n)\n"
    "{\n"
    "    double all = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        all += p[i].a * p[i].b;\n"
    "    return n && all > 1.5 ? all : table[0].b;\n"
    "}\n",
    "#include <stdarg.h>\n"
    "int total(int n, ...)\n"
    "{\n"
    "    va_list list;\n"
    "    int all = 0;\n"
    "    va_start(list, n);\n"
    "    while (n-- > 0)\n"
    "        all += va_arg(list, int);\n"
    "    va_end(list);\n"
    "    return all;\n"
    "}\n"
    "int (*which)(int, ...) = total;\n"
    "int main(void) { return which(2, 3, 4); }\n",
};

enum { SOURCES = sizeof sources / sizeof sources[0] };

static unsigned
count_counters(LLVMModuleRef m)
{
    LLVMValueRef all = LLVMGetNamedGlobal(m, "__culprit_counters");
    unsigned n = 0;

    for (LLVMUseRef u = LLVMGetFirstUse(all); u; u = LLVMGetNextUse(u))
        n++;
    return n;
}

/* Every counter of the plan is there, and has code that counts. */
static void
test_profile(void **state)
{
    (void)state;
    for (int i = 0; i < SOURCES; i++)
        for (int all = 0; all < 2; all++) {
            LLVMModuleRef m = tiny_module(sources[i]);
            Program p;
            ProbePlan plan;
            program_build(m, "tiny", &p);
            probe_plan(&p, all, &plan);
            profile_instrument(m, &plan, 0);
            assert_sound(m);
            assert_int_equal(constant_of(m, "__culprit_ncounters"),
                             plan.nprobes + PROFILE_OWN);
            assert_true(count_counters(m) >= plan.nprobes);
            probe_done(&plan);
            program_done(&p);
            tiny_done(m);
        }
}

static void
test_profile_values(void **state)
{
    LLVMModuleRef m = tiny_module(tiny_source);
    Program p;
    ProbePlan plan;

    (void)state;
    program_build(m, "tiny", &p);
    probe_plan(&p, false, &plan);
    assert_true(p.n.returns > 0 && p.n.values > p.n.returns);
    profile_instrument(m, &plan, p.n.values);
    assert_sound(m);
    assert_int_equal(constant_of(m, "__culprit_ncounters"),
                     plan.nprobes + p.n.values + PROFILE_OWN);
    probe_done(&plan);
    program_done(&p);
    tiny_done(m);
}

/* A loop of one block needs one counter, not one per edge. */
static void
test_profile_counts_chords_only(void **state)
{
    LLVMModuleRef m = tiny_module("int f(int n)\n"
                                  "{\n"
                                  "    int s = 0;\n"
                                  "    do\n"
                                  "        s += n;\n"
                                  "    while (--n);\n"
                                  "    return s;\n"
                                  "}\n");
    Program p;
    ProbePlan few, all;

    (void)state;
    program_build(m, "tiny", &p);
    probe_plan(&p, false, &few);
    probe_plan(&p, true, &all);
    assert_true(few.nprobes < all.nprobes);
    profile_instrument(m, &few, 0);
    assert_sound(m);
    probe_done(&few);
    probe_done(&all);
    program_done(&p);
    tiny_done(m);
}

static void
test_trace(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    for (int i = 0; i < SOURCES; i++)
        for (int sites = 0; sites < 2; sites++) {
            LLVMModuleRef m = tiny_module(sources[i]);
            Script s;
            assert_true(trace_instrument(m, "tiny", sites, &s, &d));
            assert_sound(m);
            assert_true(script_check(&s, &d));
            assert_int_equal(count_calls(m, "__culprit_trace_enter"),
                             s.nfunctions);
            script_done(&s);
            tiny_done(m);
        }
    diag_done(&d);
}

/* Without sites what can be computed is not recorded; with them all is. */
static void
test_trace_leaves_out_what_is_known(void **state)
{
    Diag d;

    (void)state;
    diag_init(&d);
    for (int sites = 0; sites < 2; sites++) {
        LLVMModuleRef m = tiny_module(tiny_source);
        Script s;
        unsigned computed = 0;
        assert_true(trace_instrument(m, "tiny", sites, &s, &d));
        for (uint32_t i = 0; i < s.ninsts; i++)
            computed += (s.insts[i].flags & SCRIPT_COMPUTED) != 0;
        assert_int_equal(computed > 0, !sites);
        script_done(&s);
        tiny_done(m);
    }
    diag_done(&d);
}

static void
test_trace_refuses_what_it_cannot_follow(void **state)
{
    LLVMModuleRef m = tiny_module("int swapcontext(void *, void *);\n"
                                  "int f(void *a, void *b)\n"
                                  "{\n"
                                  "    return swapcontext(a, b);\n"
                                  "}\n");
    char *before = LLVMPrintModuleToString(m);
    Script s;
    Diag d;

    (void)state;
    diag_init(&d);
    assert_false(trace_instrument(m, "tiny", false, &s, &d));
    assert_non_null(d.error);
    char *after = LLVMPrintModuleToString(m);
    assert_string_equal(before, after);
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    diag_done(&d);
    tiny_done(m);
}

/* One call for each site, of the function for its type. */
static void
test_sites(void **state)
{
    LLVMModuleRef m = tiny_module(tiny_source);
    Script s;
    ScriptSource from;
    unsigned want = 0, got = 0;

    (void)state;
    script_build(m, "tiny", &s, &from);
    for (uint32_t i = 0; i < s.ninsts; i++)
        want += s.insts[i].site;
    script_source_done(&from);
    script_done(&s);
    site_mark_module(m);
    assert_sound(m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        if (strncmp(LLVMGetValueName(f), SITE_PREFIX, strlen(SITE_PREFIX)) == 0)
            got += count_calls(m, LLVMGetValueName(f));
    assert_true(want > 5);
    assert_int_equal(got, want);
    assert_int_equal(count_calls(m, SITE_PREFIX "i1"), 2); /* branches */
    tiny_done(m);
}

static unsigned
count_kind(const MutateScan *s, MutateSiteKind kind, uint32_t line)
{
    unsigned n = 0;

    for (size_t i = 0; i < s->lists.sites.n; i++)
        n += s->lists.sites.at[i].kind == kind &&
             s->lists.sites.at[i].where.line == line;
    return n;
}

static void
test_mutate_sites(void **state)
{
    static const struct {
        MutateSiteKind kind;
        uint32_t line;
        unsigned n;
    } rows[] = {
        {MSITE_BINARY, 5, 1},   /* a + b */
        {MSITE_COMPARE, 10, 1}, /* i < limit */
        {MSITE_BRANCH, 10, 1},  {MSITE_USE, 10, 2},
        {MSITE_RESULT, 11, 1},                          /* of add() */
        {MSITE_STORE, 11, 1},   {MSITE_LITERAL, 14, 1}, /* 2 */
        {MSITE_CALL, 15, 1},    {MSITE_INIT, 1, 1},     /* limit */
        {MSITE_COMPARE, 5, 0},
    };
    LLVMModuleRef m = tiny_module(tiny_source);
    MutateSites sites;
    MutateScan scan;

    (void)state;
    mutate_scan(m, "tiny", &sites, &scan);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (count_kind(&scan, rows[i].kind, rows[i].line) != rows[i].n)
            fail_msg("kind %d in line %u: %u", (int)rows[i].kind, rows[i].line,
                     count_kind(&scan, rows[i].kind, rows[i].line));
    for (size_t i = 0; i < scan.lists.sites.n; i++)
        if (scan.lists.sites.at[i].kind == MSITE_COMPARE)
            assert_int_equal(scan.lists.sites.at[i].op,
                             scan.lists.sites.at[i].where.line == 10
                                 ? MUTATE_LT
                                 : MUTATE_GT);
    mutate_done(&sites);
    mutate_scan_done(&scan);
    tiny_done(m);
}

/* All in one module, or the changed functions in a twin. */
static void
test_mutate(void **state)
{
    (void)state;
    for (int i = 0; i < SOURCES; i++)
        for (int in_place = 0; in_place < 2; in_place++) {
            LLVMModuleRef m = tiny_module(sources[i]);
            LLVMModuleRef twin = mutate_instrument(m, "tiny", in_place);
            assert_int_equal(twin == NULL, in_place);
            assert_sound(m);
            assert_non_null(LLVMGetNamedGlobal(m, "__culprit_steps"));
            LLVMModuleRef with = twin ? twin : m;
            assert_non_null(LLVMGetNamedGlobal(with, "__culprit_active"));
            if (twin) {
                assert_sound(twin);
                LLVMDisposeModule(twin);
            }
            tiny_done(m);
        }
}

/* The address of every global with an initial value, for the runtime. */
static void
test_mutate_globals(void **state)
{
    LLVMModuleRef m = tiny_module("int a = 1, b[2] = {3, 4}, unset;\n"
                                  "int f(void) { return a + b[0] + unset; }\n");

    (void)state;
    mutate_instrument(m, "tiny", true);
    LLVMValueRef list =
        LLVMGetInitializer(LLVMGetNamedGlobal(m, "__culprit_globals"));
    uint64_t n = constant_of(m, "__culprit_nglobals");
    bool found = false;
    assert_true(n >= 2);
    for (unsigned i = 0; i < n; i++)
        found |= LLVMGetAggregateElement(list, i) == LLVMGetNamedGlobal(m, "a");
    assert_true(found);
    tiny_done(m);
}

/* Models of libc: one that is called and one that is not. */
static char *
write_models(const char *source)
{
    LLVMModuleRef models = tiny_module(source);
    char *dir, *path;
    Diag d;

    diag_init(&d);
    assert_true(io_temp_dir("culprit-models", &dir, &d));
    path = io_join(dir, "models.bc");
    assert_int_equal(LLVMWriteBitcodeToFile(models, path), 0);
    tiny_done(models);
    free(dir);
    diag_done(&d);
    return path;
}

static void
remove_models(char *path)
{
    char *dir = io_dirname(path);

    io_remove_tree(dir);
    free(dir);
    free(path);
}

static void
test_concolic(void **state)
{
    char *models = write_models("int __culprit_model_isatty(int x)\n"
                                "{\n"
                                "    return x < 0 ? -x : x;\n"
                                "}\n");
    Diag d;

    (void)state;
    diag_init(&d);
    for (int i = 0; i < SOURCES; i++)
        for (int sites = 0; sites < 2; sites++) {
            LLVMModuleRef m = tiny_module(sources[i]);
            Program p;
            program_build(m, "tiny", &p);
            assert_true(concolic_instrument(m, "tiny", models, sites, &d));
            assert_sound(m);
            assert_int_equal(constant_of(m, "__culprit_nblocks"), p.n.blocks);
            assert_int_equal(constant_of(m, "__culprit_nmodel_blocks"), 4);
            assert_null(LLVMGetNamedFunction(m, "__culprit_model_isatty"));
            program_done(&p);
            tiny_done(m);
        }
    diag_done(&d);
    remove_models(models);
}

/* A call of what libc has goes to its model; the program's own stays. */
static void
test_concolic_models(void **state)
{
    char *models = write_models("int __culprit_model_isatty(int x)\n"
                                "{\n"
                                "    return x < 0 ? -x : x;\n"
                                "}\n"
                                "int __culprit_model_close(int x)\n"
                                "{\n"
                                "    return x;\n"
                                "}\n");
    LLVMModuleRef m =
        tiny_module("int isatty(int);\n"
                    "int close(int x) { return x; }\n"
                    "int f(int x) { return isatty(x) + close(x); }\n");
    Diag d;

    (void)state;
    diag_init(&d);
    assert_true(concolic_instrument(m, "tiny", models, false, &d));
    assert_sound(m);
    assert_int_equal(count_calls(m, "isatty"), 0);
    assert_true(count_calls(m, "__culprit_model_isatty") > 0);
    assert_true(count_calls(m, "close") > 0);
    assert_null(LLVMGetNamedFunction(m, "__culprit_model_close"));
    diag_done(&d);
    tiny_done(m);
    remove_models(models);
}

static void
test_concolic_without_models(void **state)
{
    LLVMModuleRef m = tiny_module(tiny_source);
    Diag d;

    (void)state;
    diag_init(&d);
    assert_false(concolic_instrument(m, "tiny", "/no/models.bc", false, &d));
    assert_non_null(strstr(d.error, "/no/models.bc"));
    diag_done(&d);
    tiny_done(m);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profile),
        cmocka_unit_test(test_profile_values),
        cmocka_unit_test(test_profile_counts_chords_only),
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_trace_leaves_out_what_is_known),
        cmocka_unit_test(test_trace_refuses_what_it_cannot_follow),
        cmocka_unit_test(test_sites),
        cmocka_unit_test(test_mutate_sites),
        cmocka_unit_test(test_mutate),
        cmocka_unit_test(test_mutate_globals),
        cmocka_unit_test(test_concolic),
        cmocka_unit_test(test_concolic_models),
        cmocka_unit_test(test_concolic_without_models),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
