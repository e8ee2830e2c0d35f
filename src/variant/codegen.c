/* codegen.c - an instrumented module to an executable.
 *
 * The only passes are those that semantics needs, such as always-inline;
 * code generation is at level 1, which folds a counter into one instruction,
 * unless the module is large and it shall be quick: then at level 0, as two
 * halves (halves.h).
 * Where the program was linked with a sanitizer, clang compiles the module, as
 * only it can run the sanitizer's pass. A second module, or half, is compiled
 * by a process of its own.
 */
#include "variant/codegen.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/vec.h"
#include "cc/clang.h"
#include "variant/halves.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Instructions from which on a module is large: with care it takes some
 * seconds. */
enum { LARGE = 200000 };

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

/* Run clang in `dir`; what it said is kept in `said`. -1: cannot start. */
static int
run_clang(Args *args, const char *dir, const char *log, Bytes *said, Diag *d)
{
    Args all = {0};
    Diag ignored;
    pid_t pid;

    *said = (Bytes){0};
    FILE *f = fopen(log, "w");
    if (!f) {
        diag_errno(d, "cannot write %s", log);
        return -1;
    }
    add(&all, "env"); /* the linker's words are looked at: no translations */
    add(&all, "LC_ALL=C");
    for (size_t i = 0; i < args->n; i++)
        add(&all, args->at[i]);
    vec_push(&all, NULL);
    Spawn s = {.argv = all.at,
               .in = -1,
               .out = fileno(f),
               .err = fileno(f),
               .dir = io_is_dir(dir) ? dir : NULL};
    int status = spawn_start(&s, &pid, d) ? spawn_wait(pid) : -1;
    fclose(f);
    diag_init(&ignored);
    io_read(log, said, &ignored);
    diag_done(&ignored);
    unlink(log);
    args_done(&all);
    return status;
}

static bool
clang_failed(const char *what, const Bytes *said, Diag *d)
{
    return diag_fail(d, "cannot %s the variant:\n%s", what,
                     said->at ? (const char *)said->at : "");
}

static bool
starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool
codegen_is_sanitized(const Image *image)
{
    static const char *const passes[] = {"address", "memory", "thread",
                                         "hwaddress", "dataflow"};

    for (size_t i = 0; i < image->link.nargs; i++)
        for (size_t k = 0; k < sizeof passes / sizeof passes[0]; k++)
            if (starts(image->link.args[i], "-fsanitize=") &&
                strstr(image->link.args[i], passes[k]))
                return true;
    return false;
}

static bool
compile_with_clang(const Image *image, LLVMModuleRef module, const char *clang,
                   const char *object, Diag *d)
{
    Args args = {0};
    Bytes said = {0};
    char *bitcode = mem_printf("%s.bc", object);
    char *log = mem_printf("%s.log", object);
    const char *const fixed[] = {"-O0", "-fPIC", "-w", "-Qunused-arguments",
                                 "-c",  bitcode, "-o", object};
    bool ok = LLVMWriteBitcodeToFile(module, bitcode) == 0 ||
              diag_fail(d, "cannot write %s", bitcode);

    add(&args, clang);
    for (size_t i = 0; i < image->link.nargs; i++)
        if (starts(image->link.args[i], "-fsanitize") ||
            starts(image->link.args[i], "-fno-sanitize"))
            add(&args, image->link.args[i]);
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(&args, fixed[i]);
    int status = ok ? run_clang(&args, ".", log, &said, d) : -1;
    if (status > 0)
        clang_failed("compile", &said, d);
    unlink(bitcode);
    io_bytes_done(&said);
    free(bitcode);
    free(log);
    args_done(&args);
    return status == 0;
}

static bool
run_passes(LLVMModuleRef module, const char *passes,
           LLVMTargetMachineRef machine, Diag *d)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);

    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *text = LLVMGetErrorMessage(error);
    diag_fail(d, "cannot run %s: %s", passes, text);
    LLVMDisposeErrorMessage(text);
    return false;
}

/* A list of constructors as the arrays that the start files walk; left to
 * itself LLVM-C makes .ctors sections, which only GNU's linker still knows. */
static void
lower_list(LLVMModuleRef module, const char *name, const char *section)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);

    if (!global)
        return;
    LLVMValueRef list = LLVMGetInitializer(global);
    unsigned n = (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(global));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(list, i);
        unsigned priority = (unsigned)LLVMConstIntGetZExtValue(
            LLVMGetAggregateElement(entry, 0));
        LLVMValueRef slot = LLVMAddGlobal(module, pointer, "culprit.start");
        char *place = priority < 65535 ? mem_printf("%s.%u", section, priority)
                                       : mem_strdup(section);
        LLVMSetInitializer(slot, LLVMGetAggregateElement(entry, 1));
        LLVMSetLinkage(slot, LLVMInternalLinkage);
        LLVMSetSection(slot, place);
        free(place);
    }
    LLVMDeleteGlobal(global);
}

/* Signed numbers wrap, as they do in the unoptimised program: a test that
 * fails by an overflow must fail in the variant too. */
static void
let_wrap(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i)) {
                int opcode = (int)LLVMGetInstructionOpcode(i);
                if (opcode == LLVMAdd || opcode == LLVMSub ||
                    opcode == LLVMMul || opcode == LLVMShl)
                    LLVMSetNSW(i, 0);
            }
}

/* Puts in what -finstrument-functions asks for. */
#define ENTRY_EXIT "function(ee-instrument<>,ee-instrument<post-inline>)"

/* How much care is taken of a module's code. */
typedef enum { CARE_NONE, CARE_UNLESS_LARGE, CARE_ALWAYS } Care;

/* Good code takes five times as long to generate, which large modules do not
 * make good. */
static bool
is_careless(LLVMModuleRef module, Care care)
{
    return care == CARE_NONE ||
           (care == CARE_UNLESS_LARGE && halves_size(module) > LARGE);
}

/* Without care what is not used is left out, too. */
static LLVMTargetMachineRef
prepare_module(LLVMModuleRef module, Care care, Diag *d)
{
    char *error = NULL;
    LLVMTargetRef target;
    const char *triple = LLVMGetTarget(module);

    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    if (LLVMGetTargetFromTriple(triple, &target, &error)) {
        diag_fail(d, "cannot generate code for %s: %s", triple, error);
        LLVMDisposeMessage(error);
        return NULL;
    }
    LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
        target, triple, "", "",
        is_careless(module, care) ? LLVMCodeGenLevelNone : LLVMCodeGenLevelLess,
        LLVMRelocPIC, LLVMCodeModelDefault);
    let_wrap(module);
    if (!run_passes(module,
                    care == CARE_NONE ? "always-inline,globaldce," ENTRY_EXIT
                                      : "always-inline," ENTRY_EXIT,
                    machine, d)) {
        LLVMDisposeTargetMachine(machine);
        return NULL;
    }
    lower_list(module, "llvm.global_ctors", ".init_array");
    lower_list(module, "llvm.global_dtors", ".fini_array");
    return machine;
}

static bool
emit_module(LLVMModuleRef module, LLVMTargetMachineRef machine,
            const char *object, Diag *d)
{
    char *error = NULL, *file = mem_strdup(object);
    bool ok = !LLVMTargetMachineEmitToFile(machine, module, file,
                                           LLVMObjectFile, &error);

    if (!ok) {
        diag_fail(d, "cannot write %s: %s", object, error);
        LLVMDisposeMessage(error);
    }
    free(file);
    return ok;
}

static bool
compile_module(LLVMModuleRef module, Care care, const char *object, Diag *d)
{
    LLVMTargetMachineRef machine = prepare_module(module, care, d);
    bool ok = machine && emit_module(module, machine, object, d);

    if (machine)
        LLVMDisposeTargetMachine(machine);
    return ok;
}

/* What is compiled: a module, and perhaps its twin at the same time; or the
 * halves of a module that a machine is ready for. */
typedef struct CodeJob CodeJob;
struct CodeJob {
    LLVMModuleRef module, twin;
    LLVMTargetMachineRef machine;
    const char *objects[2];
    size_t nobjects; /* made */
};

static bool
compile_one(const CodeJob *j, int which, Diag *d)
{
    const char *object = j->objects[which];

    if (j->twin)
        return which ? compile_module(j->twin, CARE_NONE, object, d)
                     : compile_module(j->module, CARE_ALWAYS, object, d);
    halves_keep(j->module, which);
    return emit_module(j->module, j->machine, object, d);
}

/* The second by a child. What that has to say is in a file. */
static bool
compile_both(const CodeJob *j, Diag *d)
{
    char *log = mem_printf("%s.log", j->objects[1]);
    Bytes said = {0};
    Diag own;
    pid_t pid = fork();
    bool ok = pid >= 0 || diag_errno(d, "cannot make a process");

    if (pid == 0) {
        diag_init(&own);
        ok = compile_one(j, 1, &own);
        if (!ok)
            io_write(log, own.error, strlen(own.error), &own);
        _exit(!ok);
    }
    ok = ok && compile_one(j, 0, d);
    if (pid > 0 && spawn_wait(pid) != 0 && ok) {
        diag_init(&own);
        io_read(log, &said, &own);
        diag_done(&own);
        ok = diag_fail(d, "%s",
                       said.at ? (const char *)said.at
                               : "the compiler of the variant crashed");
        io_bytes_done(&said);
    }
    free(log);
    return ok;
}

/* The module alone, as halves if it is large. */
static bool
compile_alone(CodeJob *j, Care care, Diag *d)
{
    const bool large =
        is_careless(j->module, care) && halves_are_possible(j->module);

    j->machine = prepare_module(j->module, care, d);
    j->nobjects = large ? 2 : 1;
    if (!j->machine)
        return false;
    if (large)
        halves_open(j->module);
    bool ok = large ? compile_both(j, d)
                    : emit_module(j->module, j->machine, j->objects[0], d);
    LLVMDisposeTargetMachine(j->machine);
    return ok;
}

static bool
compile_image(const Image *image, const char *clang, CodeJob *j, Care care,
              Diag *d)
{
    j->nobjects = j->twin ? 2 : 1;
    if (codegen_is_sanitized(image))
        return compile_with_clang(image, j->module, clang, j->objects[0], d);
    return j->twin ? compile_both(j, d) : compile_alone(j, care, d);
}

/* Arguments that only make files beside the image, or decide nothing in an
 * executable. */
static bool
is_side_output(const char *arg)
{
    return strstr(arg, "-Map") || strstr(arg, "--dependency-file") ||
           strstr(arg, "--build-id") || strstr(arg, "--out-implib") ||
           strstr(arg, "-soname");
}

/* A file that an argument names but that is gone since the link. Archives with
 * bitcode are hardly ever missed, and lists of exported names are made anew;
 * if something else is, the linker says so. */
static bool
is_gone(const Image *image, const char *arg)
{
    static const char *const lists[] = {"-Wl,--version-script",
                                        "-Wl,--dynamic-list"};

    if (arg[0] == '/')
        return !io_exists(arg) && !strstr(io_basename(arg), ".so");
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        size_t n = strlen(lists[i]);
        if (starts(arg, lists[i]) && (arg[n] == '=' || arg[n] == ',')) {
            char *file = io_join(image->link.dir, arg + n + 1);
            bool gone = !io_exists(file);
            free(file);
            return gone;
        }
    }
    return false;
}

/* Names that parts of the image export stay visible to what is loaded later:
 * plugins, and libraries that are not ours. */
static bool
add_exports(const Image *image, const char *object, Args *args, Diag *d)
{
    Str list = {0};
    char *file = mem_printf("%s.exports", object);
    bool ok = true;

    str_puts(&list, "{\n");
    for (size_t i = 0; i < image->nparts; i++)
        for (size_t k = 0; k < image->parts[i].nexports; k++)
            if (*image->parts[i].exports[k])
                str_printf(&list, "\"%s\";\n", image->parts[i].exports[k]);
    bool some = list.n > 2;
    str_puts(&list, "};\n");
    if (some) {
        ok = io_write(file, list.at, list.n, d);
        char *arg = mem_printf("-Wl,--dynamic-list=%s", file);
        add(args, arg);
        free(arg);
    }
    str_done(&list);
    free(file);
    return ok;
}

/* Where the loader finds the program's other libraries. $ORIGIN is the
 * program's directory, not the variant's. */
static void
add_runpath(const ElfFile *part, Args *args)
{
    char *origin = io_dirname(part->path);
    char *copy = mem_strdup(part->runpath), *state = NULL;

    for (char *dir = strtok_r(copy, ":", &state); dir;
         dir = strtok_r(NULL, ":", &state)) {
        size_t skip = starts(dir, "$ORIGIN")     ? 7
                      : starts(dir, "${ORIGIN}") ? 9
                                                 : 0;
        char *path =
            skip ? mem_printf("%s%s", origin, dir + skip) : mem_strdup(dir);
        add(args, "-Xlinker");
        add(args, "-rpath");
        add(args, "-Xlinker");
        add(args, path);
        free(path);
    }
    free(copy);
    free(origin);
}

/* What tells several executables apart, when they are one: before the runtime,
 * which asks for that when it starts. */
static bool
add_entries(const Image *image, Args *args, Diag *d)
{
    char *object = NULL;

    if (image->nentries == 1)
        return true;
    bool ok = io_resource("entry.o", &object, d);
    if (ok)
        add(args, object);
    free(object);
    return ok;
}

/* What is linked to an executable. */
typedef struct LinkJob LinkJob;
struct LinkJob {
    const Image *image;
    const char *clang;
    const char *const *objects;
    size_t nobjects;
    const char *runtime; /* an archive of ours, or NULL */
    const char *scratch; /* what names of files made on the way begin with */
    const char *path;    /* the executable */
    bool lenient;        /* of two definitions the first counts */
};

static bool
link_args(const LinkJob *j, Args *args, Diag *d)
{
    const Image *image = j->image;
    const char *const fixed[] = {j->clang, "-w", "-Qunused-arguments", "-o",
                                 j->path};
    bool ok = true;

    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(args, fixed[i]);
    if (j->lenient)
        add(args, "-Wl,--allow-multiple-definition");
    for (size_t i = 0; i < j->nobjects; i++)
        add(args, j->objects[i]);
    ok = add_entries(image, args, d);
    if (j->runtime) {
        add(args, "-Wl,--whole-archive");
        add(args, j->runtime);
        add(args, "-Wl,--no-whole-archive");
    }
    for (size_t i = 0; ok && i < image->nobjects; i++) {
        char *file = mem_printf("%s.%zu.o", j->scratch, i);
        ok = io_write(file, image->objects[i].at, image->objects[i].n, d);
        add(args, file);
        free(file);
    }
    for (size_t i = 0; i < image->link.nargs; i++)
        if (!is_side_output(image->link.args[i]) &&
            !is_gone(image, image->link.args[i]))
            add(args, image->link.args[i]);
    for (size_t i = 0; i < image->nentries; i++)
        add_runpath(&image->parts[image->entries[i].parts[0]], args);
    return ok && add_exports(image, j->scratch, args, d);
}

/* The names a linker (GNU's or LLVM's) says it did not find, each once. */
static void
undefined_names(const Bytes *said, Args *names)
{
    static const struct {
        const char *before, *end;
    } forms[] = {{"undefined reference to `", "'\n"},
                 {"undefined symbol: ", "\n"}};
    const char *text = said->at ? (const char *)said->at : "";
    Map seen = {0};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        for (const char *at = text; (at = strstr(at, forms[i].before));) {
            at += strlen(forms[i].before);
            size_t n = strcspn(at, forms[i].end);
            uint32_t *count = map_put(&seen, at, n, 0);
            if (++*count == 1)
                vec_push(names, mem_printf("%.*s", (int)n, at));
        }
    map_done(&seen);
}

/* Define the names as code that crashes. Unoptimised code may refer to what
 * optimisation found to be never used; such a reference is never followed. */
static bool
define_missing(const char *clang, const Args *names, const char *object,
               Diag *d)
{
    Str text = {0};
    Args args = {0};
    Bytes said = {0};
    char *source = mem_printf("%s.missing.s", object);
    char *log = mem_printf("%s.log", object);
    const char *const fixed[] = {clang, "-c", source, "-o", object};

    str_puts(&text, "\t.section .note.GNU-stack,\"\",@progbits\n\t.text\n");
    for (size_t i = 0; i < names->n; i++) {
        const char *name = names->at[i];
        str_printf(&text, "\t.globl \"%s\"\n\"%s\":\n", name, name);
        diag_warn(d,
                  "nothing defines %s: unoptimised code refers to it (a call "
                  "that optimisation removes); the variant crashes if it gets "
                  "there",
                  name);
    }
    str_puts(&text, "\t.byte 0x0f, 0x0b\n");
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(&args, fixed[i]);
    bool ok = io_write(source, text.at, text.n, d);
    int status = ok ? run_clang(&args, ".", log, &said, d) : -1;
    if (status > 0)
        clang_failed("assemble what is missing in", &said, d);
    io_bytes_done(&said);
    str_done(&text);
    args_done(&args);
    free(source);
    free(log);
    return status == 0;
}

static bool
link_executable(const LinkJob *j, Diag *d)
{
    const char *dir = j->image->link.dir;
    Args args = {0};
    Bytes said = {0};
    Args missing = {0};
    char *log = mem_printf("%s.log", j->path);
    char *extra = mem_printf("%s.missing.o", j->scratch);
    bool ok = link_args(j, &args, d);
    int status = ok ? run_clang(&args, dir, log, &said, d) : -1;

    if (status > 0)
        undefined_names(&said, &missing);
    if (missing.n > 0 && define_missing(j->clang, &missing, extra, d)) {
        io_bytes_done(&said);
        add(&args, extra);
        status = run_clang(&args, dir, log, &said, d);
    }
    if (status > 0)
        clang_failed("link", &said, d);
    args_done(&missing);
    io_bytes_done(&said);
    free(extra);
    free(log);
    args_done(&args);
    return status == 0;
}

/* Without start files nothing starts the variant, nor its runtime. */
static bool
check_start_files(const Image *image, Diag *d)
{
    for (size_t i = 0; i < image->link.nargs; i++)
        if (strcmp(image->link.args[i], "-nostdlib") == 0 ||
            strcmp(image->link.args[i], "-nostartfiles") == 0)
            return diag_fail(d,
                             "%s was linked with %s: a program without start "
                             "files cannot be run as a variant",
                             image->parts[0].path, image->link.args[i]);
    return true;
}

bool
codegen_executable(Image *image, LLVMModuleRef twin, const char *runtime,
                   bool quick, const char *path, Diag *d)
{
    const char *clang;
    char *temp;

    assert(!twin || !codegen_is_sanitized(image));
    if (!check_start_files(image, d) || !clang_find(&clang, d) ||
        !io_temp_dir("culprit-variant", &temp, d))
        return false;
    char *object = mem_printf("%s/variant.o", temp);
    char *second = mem_printf("%s.second.o", object);
    char *linked = mem_printf("%s/variant", temp);
    CodeJob code = {
        .module = image->module, .twin = twin, .objects = {object, second}};
    LinkJob job = {
        .image = image,
        .clang = clang,
        .objects = (const char *const[]){object, second},
        .runtime = runtime,
        .scratch = object,
        .path = linked,
    };
    bool ok = compile_image(image, clang, &code,
                            quick ? CARE_UNLESS_LARGE : CARE_ALWAYS, d);
    job.nobjects = code.nobjects;
    ok = ok && link_executable(&job, d) && io_copy(linked, path, d);
    io_remove_tree(temp);
    free(object);
    free(second);
    free(linked);
    free(temp);
    return ok;
}

bool
codegen_object(const Image *image, LLVMModuleRef module, const char *path,
               Diag *d)
{
    const char *clang;

    if (!codegen_is_sanitized(image))
        return compile_module(module, CARE_NONE, path, d);
    return clang_find(&clang, d) &&
           compile_with_clang(image, module, clang, path, d);
}

bool
codegen_link(const Image *image, const char *const *objects, size_t n,
             const char *path, Diag *d)
{
    const char *clang;

    if (!check_start_files(image, d) || !clang_find(&clang, d))
        return false;
    const LinkJob job = {
        .image = image,
        .clang = clang,
        .objects = objects,
        .nobjects = n,
        .scratch = path,
        .path = path,
        .lenient = true,
    };
    return link_executable(&job, d);
}
