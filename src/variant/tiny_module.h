/* tiny_module.h - modules of a few lines of C, for tests of instrumenters. */
#ifndef CULPRIT_VARIANT_TINY_MODULE_H
#define CULPRIT_VARIANT_TINY_MODULE_H

#include "base/io.h"
#include "base/spawn.h"
#include "cc/clang.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* Compiled as culprit-cc does it for the bitcode. */
static inline LLVMModuleRef
tiny_module(const char *source)
{
    char *dir, *ir, *error = NULL;
    const char *clang;
    Diag d;
    LLVMModuleRef m;

    diag_init(&d);
    assert_true(clang_find(&clang, &d));
    assert_true(io_temp_dir("culprit-tiny", &dir, &d));
    char *file = io_join(dir, "tiny.c");
    assert_true(io_write(file, source, strlen(source), &d));
    const char *argv[] = {clang,
                          "-w",
                          "-O0",
                          "-g",
                          "-S",
                          "-emit-llvm",
                          "-Xclang",
                          "-disable-O0-optnone",
                          "-fno-discard-value-names",
                          "-fPIE",
                          file,
                          "-o",
                          "-",
                          NULL};
    assert_int_equal(
        spawn_capture((char *const *)(uintptr_t)argv, false, &ir, &d), 0);
    io_remove_tree(dir);
    LLVMMemoryBufferRef text =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "tiny");
    if (LLVMParseIRInContext(LLVMContextCreate(), text, &m, &error))
        fail_msg("%s", error);
    LLVMSetIsNewDbgInfoFormat(m, 0); /* as image/ has it */
    free(ir);
    free(file);
    free(dir);
    diag_done(&d);
    return m;
}

static inline void
tiny_done(LLVMModuleRef m)
{
    LLVMContextRef context = LLVMGetModuleContext(m);

    LLVMDisposeModule(m);
    LLVMContextDispose(context);
}

static inline void
assert_sound(LLVMModuleRef m)
{
    char *error = NULL;

    if (LLVMVerifyModule(m, LLVMReturnStatusAction, &error))
        fail_msg("%s", error);
    LLVMDisposeMessage(error);
}

/* Calls of the function in all of the module; of none: 0. */
static inline unsigned
count_calls(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    unsigned n = 0;

    for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
        n += LLVMIsACallInst(LLVMGetUser(u)) != NULL;
    return n;
}

/* The number that the constant of this name is. */
static inline uint64_t
constant_of(LLVMModuleRef m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m, name);

    assert_non_null(g);
    return LLVMConstIntGetZExtValue(LLVMGetInitializer(g));
}

/* A loop, a call, a branch, a global, and libc. */
static const char tiny_source[] = "int limit = 3;\n"
                                  "int puts(const char *);\n"
                                  "static int add(int a, int b)\n"
                                  "{\n"
                                  "    return a + b;\n"
                                  "}\n"
                                  "int main(int argc, char **argv)\n"
                                  "{\n"
                                  "    int i = 0, sum = 0;\n"
                                  "    while (i < limit) {\n"
                                  "        sum = add(sum, i);\n"
                                  "        i++;\n"
                                  "    }\n"
                                  "    if (sum > 2)\n"
                                  "        puts(\"big\");\n"
                                  "    return sum;\n"
                                  "}\n";

#endif
