/* halves_test.c - two halves of a module have each definition once, and the
 * program that is linked of both is the same.
 */
#include "variant/halves.h"

#include "base/mem.h"
#include "variant/tiny_module.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

/* Local data and functions, a table of labels, constructors, a weak name. */
static const char source[] =
    "int puts(const char *);\n"
    "static int count = 1;\n"
    "static const char *const words[] = {\"none\", \"one\", \"two\"};\n"
    "static int step(int n) { return count += n; }\n"
    "__attribute__((weak)) int weak(int n) { return n - 1; }\n"
    "__attribute__((used)) static int kept = 7;\n"
    "__attribute__((constructor)) static void first(void) { count = 0; }\n"
    "static int jump(int n)\n"
    "{\n"
    "    static void *const labels[] = {&&zero, &&one};\n"
    "    goto *labels[n & 1];\n"
    "zero:\n"
    "    return step(1);\n"
    "one:\n"
    "    return step(2);\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    puts(words[jump(weak(2))]);\n"
    "    return jump(0) != 3;\n"
    "}\n";

static bool
is_defined(LLVMValueRef v)
{
    return !LLVMIsDeclaration(v) &&
           LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage;
}

/* Definitions of functions, and of data with a name. */
static unsigned
count_functions(LLVMModuleRef m)
{
    unsigned n = 0;

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
        n += is_defined(f);
    return n;
}

static unsigned
count_data(LLVMModuleRef m)
{
    unsigned n = 0;

    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        n += is_defined(g) && LLVMGetLinkage(g) != LLVMAppendingLinkage;
    return n;
}

/* By way of bitcode: clones forget that labels' addresses are used. */
static LLVMModuleRef
half_of(LLVMModuleRef m, int half)
{
    LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);
    LLVMModuleRef copy;

    assert_false(LLVMParseBitcodeInContext2(LLVMGetModuleContext(m), b, &copy));
    LLVMDisposeMemoryBuffer(b);
    halves_keep(copy, half);
    assert_sound(copy);
    return copy;
}

static void
test_divided(void **state)
{
    LLVMModuleRef m = tiny_module(source);
    const unsigned functions = count_functions(m), data = count_data(m);

    (void)state;
    assert_true(halves_are_possible(m));
    halves_open(m);
    LLVMModuleRef first = half_of(m, 0), second = half_of(m, 1);
    assert_true(count_functions(first) > 0 && count_functions(second) > 0);
    assert_int_equal(count_functions(first) + count_functions(second),
                     functions);
    assert_int_equal(count_data(first), data);
    assert_int_equal(count_data(second), 0);
    LLVMDisposeModule(first);
    LLVMDisposeModule(second);
    tiny_done(m);
}

static char *
write_half(LLVMModuleRef m, int half, const char *dir)
{
    LLVMModuleRef copy = half_of(m, half);
    char *file = mem_printf("%s/half%d.bc", dir, half);

    assert_int_equal(LLVMWriteBitcodeToFile(copy, file), 0);
    LLVMDisposeModule(copy);
    return file;
}

static void
test_linked(void **state)
{
    LLVMModuleRef m = tiny_module(source);
    const char *clang;
    char *dir, *said;
    Diag d;

    (void)state;
    diag_init(&d);
    halves_open(m);
    assert_true(clang_find(&clang, &d));
    assert_true(io_temp_dir("culprit-halves", &dir, &d));
    char *first = write_half(m, 0, dir), *second = write_half(m, 1, dir);
    char *program = io_join(dir, "program");
    const char *link[] = {clang, "-w", first, second, "-o", program, NULL};
    const char *run[] = {program, NULL};
    assert_int_equal(
        spawn_capture((char *const *)(uintptr_t)link, false, &said, &d), 0);
    free(said);
    assert_int_equal(
        spawn_capture((char *const *)(uintptr_t)run, false, &said, &d), 0);
    assert_string_equal(said, "two\n");
    free(said);
    io_remove_tree(dir);
    free(first);
    free(second);
    free(program);
    free(dir);
    diag_done(&d);
    tiny_done(m);
}

/* A name that assembler code or an alias gives is beyond reach. */
static void
test_impossible(void **state)
{
    static const char *const others[] = {
        "__asm__(\".globl g\\ng:\");\nint main(void) { return 0; }\n",
        "int f(void) { return 1; }\n"
        "int g(void) __attribute__((alias(\"f\")));\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        LLVMModuleRef m = tiny_module(others[i]);
        assert_false(halves_are_possible(m));
        tiny_done(m);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_divided),
        cmocka_unit_test(test_linked),
        cmocka_unit_test(test_impossible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
