/* codegen.c - an instrumented module to an executable.
 *
 * No optimisation pass runs but always-inline (which is semantics, not speed);
 * code generation is at level 1, which folds a counter into one instruction.
 * Where the program was linked with a sanitizer, clang compiles the module, as
 * only it can run the sanitizer's pass.
 */
#include "variant/codegen.h"

#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef VEC(char *) Args;

static void
add(Args *a, const char *text)
{
    vec_push(a, mem_strdup(text));
}

static void
args_done(Args *a)
{
    for (size_t i = 0; i < a->n; i++)
        free(a->at[i]);
    vec_done(a);
}

static const char *
find_clang(void)
{
    const char *chosen = getenv("CULPRIT_CLANG");

    return chosen && *chosen ? chosen : "/usr/lib/llvm-19/bin/clang";
}

/* Run clang, quietly; its words become the failure. */
static bool
run_clang(Args *args, const char *dir, const char *what, const char *log,
          Diag *d)
{
    Bytes said = {0};
    Diag ignored;

    vec_push(args, NULL);
    FILE *f = fopen(log, "w");
    if (!f)
        return diag_errno(d, "cannot write %s", log);
    pid_t pid;
    Spawn s = {.argv = args->at,
               .in = -1,
               .out = fileno(f),
               .err = fileno(f),
               .dir = io_is_dir(dir) ? dir : NULL};
    int status = spawn_start(&s, &pid, d) ? spawn_wait(pid) : -1;
    fclose(f);
    diag_init(&ignored);
    if (status > 0 && io_read(log, &said, &ignored))
        diag_fail(d, "cannot %s the variant:\n%s", what, (char *)said.at);
    io_bytes_done(&said);
    diag_done(&ignored);
    return status == 0;
}

static const char *
sanitizer(const Image *image)
{
    static const char *const passes[] = {"address", "memory", "thread",
                                         "hwaddress", "dataflow"};

    for (size_t i = 0; i < image->nlink_args; i++)
        for (size_t k = 0; k < sizeof passes / sizeof passes[0]; k++)
            if (strncmp(image->link_args[i], "-fsanitize=", 11) == 0 &&
                strstr(image->link_args[i], passes[k]))
                return image->link_args[i];
    return NULL;
}

static bool
compile_with_clang(Image *image, const char *sanitize, const char *object,
                   Diag *d)
{
    Args args = {0};
    char *bitcode = mem_printf("%s.bc", object);
    char *log = mem_printf("%s.log", object);
    bool ok = LLVMWriteBitcodeToFile(image->module, bitcode) == 0;

    if (!ok)
        diag_fail(d, "cannot write %s", bitcode);
    const char *const fixed[] = {find_clang(), sanitize, "-O0", "-fPIC", "-w",
                                 "-c",         bitcode,  "-o",  object};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(&args, fixed[i]);
    ok = ok && run_clang(&args, ".", "compile", log, d);
    unlink(bitcode);
    unlink(log);
    free(bitcode);
    free(log);
    args_done(&args);
    return ok;
}

static bool
inline_always(LLVMModuleRef module, LLVMTargetMachineRef machine, Diag *d)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error =
        LLVMRunPasses(module, "always-inline", machine, options);

    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *text = LLVMGetErrorMessage(error);
    diag_fail(d, "cannot inline: %s", text);
    LLVMDisposeErrorMessage(text);
    return false;
}

static bool
compile_here(Image *image, const char *object, Diag *d)
{
    char *error = NULL;
    LLVMTargetRef target;
    const char *triple = LLVMGetTarget(image->module);

    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    if (LLVMGetTargetFromTriple(triple, &target, &error)) {
        diag_fail(d, "no code can be made for %s: %s", triple, error);
        LLVMDisposeMessage(error);
        return false;
    }
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelLess,
                                LLVMRelocPIC, LLVMCodeModelDefault);
    char *file = mem_strdup(object);
    bool ok = inline_always(image->module, machine, d);
    if (ok && LLVMTargetMachineEmitToFile(machine, image->module, file,
                                          LLVMObjectFile, &error)) {
        ok = diag_fail(d, "cannot write %s: %s", object, error);
        LLVMDisposeMessage(error);
    }
    LLVMDisposeTargetMachine(machine);
    free(file);
    return ok;
}

/* Arguments that only make files beside the image. */
static bool
is_side_output(const char *arg)
{
    return strstr(arg, "-Map") || strstr(arg, "--dependency-file") ||
           strstr(arg, "--build-id") || strstr(arg, "--out-implib");
}

static bool
link_executable(Image *image, const char *object, const char *runtime,
                const char *path, Diag *d)
{
    Args args = {0};
    bool ok = true;
    char *log = mem_printf("%s.log", path);

    add(&args, find_clang());
    add(&args, "-w");
    add(&args, "-Qunused-arguments");
    add(&args, "-o");
    add(&args, path);
    add(&args, object);
    if (runtime) {
        add(&args, "-Wl,--whole-archive");
        add(&args, runtime);
        add(&args, "-Wl,--no-whole-archive");
    }
    for (size_t i = 0; ok && i < image->nobjects; i++) {
        char *file = mem_printf("%s.%zu.o", object, i);
        ok = io_write(file, image->objects[i].at, image->objects[i].n, d);
        add(&args, file);
        free(file);
    }
    for (size_t i = 0; i < image->nlink_args; i++)
        if (!is_side_output(image->link_args[i]))
            add(&args, image->link_args[i]);
    ok = ok && run_clang(&args, image->link_dir, "link", log, d);
    unlink(log);
    free(log);
    args_done(&args);
    return ok;
}

bool
codegen_executable(Image *image, const char *runtime, const char *path, Diag *d)
{
    char *error = NULL, *temp;
    const char *sanitize = sanitizer(image);

    if (LLVMVerifyModule(image->module, LLVMReturnStatusAction, &error))
        bug("the instrumented module is broken: %s", error);
    LLVMDisposeMessage(error);
    if (!io_temp_dir("culprit-variant", &temp, d))
        return false;
    char *object = mem_printf("%s/variant.o", temp);
    char *linked = mem_printf("%s/variant", temp);
    bool ok = (sanitize ? compile_with_clang(image, sanitize, object, d)
                        : compile_here(image, object, d)) &&
              link_executable(image, object, runtime, linked, d) &&
              io_copy(linked, path, d);
    io_remove_tree(temp);
    free(object);
    free(linked);
    free(temp);
    return ok;
}
