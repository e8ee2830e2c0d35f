/* ctype_test.c - loads from tables of <ctype.h> become calls; others stay. */
#include "variant/ctype.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char source[] =
    "declare ptr @__ctype_b_loc()\n"
    "declare ptr @__ctype_toupper_loc()\n"
    "declare ptr @__culprit_site_ptr(ptr, i32)\n"
    "define i32 @f(i32 %c, i64 %i) {\n"
    "  %a = call ptr @__ctype_b_loc()\n"
    "  %t = load ptr, ptr %a\n"
    "  %x = sext i32 %c to i64\n"
    "  %p = getelementptr inbounds i16, ptr %t, i64 %x\n"
    "  %v = load i16, ptr %p\n"
    "  %m = call ptr @__ctype_toupper_loc()\n"
    "  %b = call ptr @__culprit_site_ptr(ptr %m, i32 7)\n"
    "  %u = load ptr, ptr %b\n"
    "  %q = getelementptr inbounds i32, ptr %u, i64 %i\n"
    "  %w = load i32, ptr %q\n"
    "  %r = getelementptr inbounds i8, ptr %u, i64 %i\n"
    "  %s = load i8, ptr %r\n" /* not an element */
    "  %z = zext i16 %v to i32\n"
    "  %y = add i32 %z, %w\n"
    "  ret i32 %y\n"
    "}\n";

static void
test_replace(void **state)
{
    (void)state;
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRange(
        source, sizeof source - 1, "test", 1);
    LLVMModuleRef m;
    char *error = NULL;
    assert_int_equal(LLVMParseIRInContext(context, text, &m, &error), 0);
    assert_int_equal(ctype_replace(m), 2);
    assert_int_equal(LLVMVerifyModule(m, LLVMReturnStatusAction, &error), 0);
    LLVMDisposeMessage(error);
    char *out = LLVMPrintModuleToString(m);
    assert_non_null(strstr(out, "call i16 @__culprit_model_ctype_b(i32 %c)"));
    assert_non_null(strstr(out, "call i32 @__culprit_model_ctype_toupper(i32"));
    assert_null(strstr(out, "load i16"));
    assert_null(strstr(out, "load i32"));
    assert_non_null(strstr(out, "load i8"));
    assert_int_equal(ctype_replace(m), 0);
    LLVMDisposeMessage(out);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_replace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
