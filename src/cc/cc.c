/* cc.c - the drop-in compiler: what clang does, plus the module's bitcode.
 *
 * Each C source is compiled twice, at the same time: natively, just as asked,
 * and to unoptimised bitcode with debug information, which goes into a section
 * of the object. Linking adds the start-up stub, a build id, and a record of
 * the link itself, so that variants can be linked the same way. An invocation
 * we have nothing to add to is handed to clang as it is.
 */
#include "cc/cc.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"
#include "cc/bitcode.h"
#include "cc/clang.h"
#include "cc/embed.h"
#include "cc/link.h"
#include "cc/plan.h"
#include "format/section.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef VEC(char *) Args; /* texts are never changed, only passed on */

typedef struct Cc Cc;
struct Cc {
    Arena arena;
    Plan plan;
    const char *clang;
    char *temp; /* directory for objects of one-step links, or NULL */
    int input;  /* a copy of stdin if it is compiled, else 0 */
    Diag diag;
};

/* A compilation to bitcode under way. */
typedef struct Bitcode Bitcode;
struct Bitcode {
    const PlanArg *source;
    bool plain; /* just as it stands: see add_bodies */
    pid_t pid;  /* 0: none was started */
    int file;   /* in memory */
    BitcodeCommand command;
};

static volatile sig_atomic_t interrupted;

static void
on_signal(int number)
{
    interrupted = number;
}

static void
add(Args *a, const char *text)
{
    vec_push(a, (char *)(uintptr_t)text);
}

static bool
temp_dir(Cc *cc)
{
    return cc->temp || io_temp_dir("culprit-cc", &cc->temp, &cc->diag);
}

/* Very long command lines go through a response file. */
static bool
shorten(Cc *cc, Args *args)
{
    Str file = {0};

    for (size_t i = 1; i < args->n; i++) {
        str_putc(&file, '"');
        for (const char *s = args->at[i]; *s; s++) {
            if (*s == '"' || *s == '\\')
                str_putc(&file, '\\');
            str_putc(&file, *s);
        }
        str_puts(&file, "\"\n");
    }
    char *path = NULL;
    bool ok = temp_dir(cc);
    if (ok) {
        path = arena_printf(&cc->arena, "%s/args.%p", cc->temp, (void *)args);
        ok = io_write(path, file.at, file.n, &cc->diag);
    }
    str_done(&file);
    args->n = 1;
    if (ok)
        add(args, arena_printf(&cc->arena, "@%s", path));
    return ok;
}

/* Start clang with these descriptors for its output and its words. */
static bool
start(Cc *cc, Args *args, int out, int err, pid_t *pid)
{
    size_t length = 0;
    int in = 0;

    for (size_t i = 0; i < args->n; i++)
        length += strlen(args->at[i]) + 1;
    if (length > 100000 && !shorten(cc, args))
        return false;
    add(args, NULL);
    args->n--;
    if (cc->input) { /* opened anew: it is read from the start */
        char *path = arena_printf(&cc->arena, "/proc/self/fd/%d", cc->input);
        in = open(path, O_RDONLY | O_CLOEXEC);
        if (in < 0)
            return diag_errno(&cc->diag, "cannot read standard input again");
    }
    Spawn s = {.argv = args->at, .in = in, .out = out, .err = err};
    bool ok = spawn_start(&s, pid, &cc->diag);
    if (in)
        close(in);
    return ok;
}

static int
run(Cc *cc, Args *args)
{
    pid_t pid = 0;

    return start(cc, args, 1, 2, &pid) ? spawn_wait(pid) : -1;
}

static int
pass_through(Cc *cc, char **argv)
{
    argv[0] = (char *)(uintptr_t)cc->clang;
    execvp(cc->clang, argv);
    diag_errno(&cc->diag, "cannot start %s", cc->clang);
    return -1;
}

/* Both compilations of stdin read it, so it is copied first. */
static bool
keep_stdin(Cc *cc)
{
    char buffer[65536];
    ssize_t n;

    cc->input = memfd_create("stdin", MFD_CLOEXEC);
    if (cc->input < 0)
        return diag_errno(&cc->diag, "cannot make a file in memory");
    while ((n = read(0, buffer, sizeof buffer)) > 0)
        if (write(cc->input, buffer, (size_t)n) != n)
            return diag_errno(&cc->diag, "cannot copy standard input");
    return true;
}

/* A precompiled header fits only the options it was made with, and bitcode is
 * made with others: read the header it was made of instead. clang's driver
 * would look for the precompiled one, its compiler proper does not. */
static void
include_header(Cc *cc, const char *file, Args *args)
{
    size_t n = strlen(file);
    bool compiled = n > 4 && (strcmp(file + n - 4, ".pch") == 0 ||
                              strcmp(file + n - 4, ".gch") == 0);
    const char *header =
        compiled ? arena_strndup(&cc->arena, file, n - 4) : file;

    if (compiled && !io_exists(header))
        return;
    add(args, "-Xclang");
    add(args, "-include");
    add(args, "-Xclang");
    add(args, header);
}

/* How many arguments from the i-th on name a header to include first. */
static size_t
included(const Plan *plan, size_t i, const char **file)
{
    const char *text = plan->args[i].text;
    bool wrapped = i + 3 < plan->nargs && strcmp(text, "-Xclang") == 0 &&
                   strcmp(plan->args[i + 1].text, "-include-pch") == 0;

    if (wrapped) {
        *file = plan->args[i + 3].text;
        return 4;
    }
    if (i + 1 >= plan->nargs ||
        (strcmp(text, "-include") != 0 && strcmp(text, "-include-pch") != 0))
        return 0;
    *file = plan->args[i + 1].text;
    return 2;
}

/* At -O0 clang drops the body of a C99 inline function, unless it must be
 * inlined. Nothing is inlined here: passes are disabled, and the image takes
 * the attribute off. */
static void
add_bodies(Args *args)
{
#define ALWAYS(word) "-D" word "=" word " __attribute__((__always_inline__))"
    static const char *const words[] = {ALWAYS("inline"), ALWAYS("__inline"),
                                        ALWAYS("__inline__")};
#undef ALWAYS

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        add(args, words[i]);
}

/* Where clang differs from the compiler that sources were written for, as long
 * as they do not say what they want: it refuses what that one warns of, and
 * writes debug information that valgrind cannot read, which then gives up. */
static void
add_manners(const Cc *cc, Args *args)
{
    static const char *const words[] = {
        "-Wno-error=implicit-function-declaration",
        "-Wno-error=implicit-int",
        "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
        "-Wno-error=return-mismatch",
    };

    add(args, "-fdebug-default-version=4");
    for (size_t i = 0;
         !cc->plan.said.strict && i < sizeof words / sizeof words[0]; i++)
        add(args, words[i]);
}

/* How the bitcode of one source is made. */
static bool
bitcode_command(Cc *cc, const PlanArg *source, bool plain, BitcodeCommand *out)
{
    Args args = {0};
    const char *file;
    char dir[PATH_MAX];

    add_manners(cc, &args); /* first: what the program itself says counts */
    if (!plain)
        add_bodies(&args);
    for (size_t i = 0, n; i < cc->plan.nargs; i += n ? n : 1) {
        if ((n = included(&cc->plan, i, &file)) > 0)
            include_header(cc, file, &args);
        else if (cc->plan.args[i].role == ARG_SHARED)
            add(&args, cc->plan.args[i].text);
    }
    *out = (BitcodeCommand){
        .dir = getcwd(dir, sizeof dir) ? arena_strdup(&cc->arena, dir) : NULL,
        .source = source->text,
        .language = source->language ? source->language : "",
        .args = arena_dup(&cc->arena, args.at, args.n * sizeof *args.at),
        .nargs = args.n,
    };
    vec_done(&args);
    return out->dir || diag_errno(&cc->diag, "cannot tell the directory");
}

/* Start compiling a source to bitcode. What cannot be read twice has none. */
static void
bitcode_start(Cc *cc, const PlanArg *source, bool plain, Bitcode *b)
{
    struct stat st;
    BitcodeWords words = {0};
    Args args = {0};

    *b = (Bitcode){.source = source, .plain = plain, .file = -1};
    if ((!cc->input && (stat(source->text, &st) < 0 || !S_ISREG(st.st_mode))) ||
        !bitcode_command(cc, source, plain, &b->command))
        return;
    b->file = memfd_create("bitcode", MFD_CLOEXEC);
    bitcode_words(&b->command, cc->clang, NULL, "-", &words);
    for (size_t i = 0; i < words.n; i++)
        add(&args, words.at[i]);
    if (b->file >= 0 && !start(cc, &args, b->file, -1, &b->pid))
        b->pid = 0;
    vec_done(&words);
    vec_done(&args);
}

/* The bitcode and, in front of it, how to make it again: not if it came from
 * standard input, which is gone. */
static bool
put_bitcode(Cc *cc, const Bitcode *b, const void *bytes, size_t n, Str *section)
{
    Str command = {0};

    bitcode_pack(&b->command, &command);
    bool ok = (cc->input || section_put(section, RECORD_COMPILE, command.at,
                                        command.n, &cc->diag)) &&
              section_put(section, RECORD_BITCODE, bytes, n, &cc->diag);
    str_done(&command);
    return ok;
}

/* Wait for it; its record is appended. A source whose bitcode cannot be had
 * although clang is ours is left without: it runs uninstrumented. */
static bool
bitcode_finish(Cc *cc, Bitcode *b, bool wanted, Str *section)
{
    struct stat st;
    bool ok = true;

    if (!b->pid) {
        if (b->file >= 0)
            close(b->file);
        return !cc->diag.error;
    }
    int status = spawn_wait(b->pid);
    if (status != 0 && wanted && !b->plain) { /* it uses the word otherwise */
        close(b->file);
        bitcode_start(cc, b->source, true, b);
        return bitcode_finish(cc, b, wanted, section);
    }
    void *bytes = MAP_FAILED;
    if (status == 0 && wanted && fstat(b->file, &st) == 0 && st.st_size > 0)
        bytes =
            mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, b->file, 0);
    if (bytes != MAP_FAILED) {
        size_t n = (size_t)st.st_size;
        ok = clang_check_bitcode(cc->clang, bytes, n, &cc->diag) &&
             put_bitcode(cc, b, bytes, n, section);
        munmap(bytes, n);
    } else if (wanted) {
        ok = clang_check(cc->clang, &cc->diag);
    }
    close(b->file);
    return ok;
}

/* Put the section into the object, unless it is none (/dev/null, say). If we
 * fail, no object is left: make would take it for made. */
static bool
embed(Cc *cc, bool ok, const Str *section, const char *object)
{
    struct stat st;

    if (stat(object, &st) < 0 || !S_ISREG(st.st_mode))
        return ok;
    if (ok && section->n && embed_kind(object) == EMBED_OBJECT_WITHOUT)
        ok = embed_add(object, section, &cc->diag);
    if (!ok)
        unlink(object);
    return ok;
}

/* It has failed: because it is not our clang? Then that is what to say. */
static int
blame(Cc *cc, int status)
{
    return status <= 0 || clang_check(cc->clang, &cc->diag) ? status : -1;
}

/* `-c`: clang does just what was asked, then the objects get their bitcode,
 * the first of which is made meanwhile. */
static int
compile_all(Cc *cc)
{
    const Plan *plan = &cc->plan;
    Args args = {0};
    pid_t pid = 0;
    int status = -1;
    bool ok = true;

    add(&args, cc->clang);
    add_manners(cc, &args);
    for (size_t i = 0; i < plan->nargs; i++)
        add(&args, plan->args[i].text);
    if (!start(cc, &args, 1, 2, &pid))
        return -1;
    for (size_t i = 0; i < plan->nargs && status <= 0; i++) {
        Bitcode b;
        Str section = {0};
        if (plan->args[i].role != ARG_SOURCE)
            continue;
        bitcode_start(cc, &plan->args[i], false, &b);
        if (status < 0)
            status = spawn_wait(pid);
        ok = bitcode_finish(cc, &b, status == 0 && ok, &section) && ok;
        if (status == 0)
            ok = embed(cc, ok, &section,
                       plan->output
                           ? plan->output
                           : plan_object_name(&cc->arena, plan->args[i].text));
        str_done(&section);
    }
    vec_done(&args);
    return status == 0 && !ok ? -1 : blame(cc, status);
}

/* Files besides the image, as one step of clang would name them. */
static void
side_args(Cc *cc, const char *source, Args *args)
{
    const Plan *plan = &cc->plan;
    const char *out = plan->output;
    const char *object = plan_object_name(&cc->arena, source);
    const char *named = out ? out : object;

    add(args, "-dumpdir");
    add(args, arena_printf(&cc->arena, "%s-", out ? out : "a"));
    if (plan->extra.deps && !plan->extra.deps_file) {
        const char *base = io_basename(named), *dot = strrchr(base, '.');
        size_t n = dot ? (size_t)(dot - named) : strlen(named);
        add(args, "-MF");
        add(args, arena_printf(&cc->arena, "%.*s.d", (int)n, named));
    }
    if (plan->extra.deps && !plan->extra.deps_target) {
        add(args, "-MQ");
        add(args, named);
    }
}

/* Where the object of a source goes that is compiled only to be linked. */
static const char *
object_for_link(Cc *cc, size_t i)
{
    const Plan *plan = &cc->plan;
    const char *name = plan_object_name(&cc->arena, plan->args[i].text);

    if (!plan->extra.temps)
        return arena_printf(&cc->arena, "%s/%zu.o", cc->temp, i);
    if (!plan->extra.temps_beside || !plan->output)
        return name;
    char *dir = io_dirname(plan->output);
    name = arena_printf(&cc->arena, "%s/%s", dir, name);
    free(dir);
    return name;
}

/* Compile one source of a one-step link; gives clang's status. */
static int
compile_one(Cc *cc, const PlanArg *source, const char *object)
{
    Args args = {0};
    Bitcode b = {.file = -1};
    Str section = {0};

    add(&args, cc->clang);
    add_manners(cc, &args);
    for (size_t i = 0; i < cc->plan.nargs; i++) {
        const PlanArg *a = &cc->plan.args[i];
        if (a->role == ARG_SHARED || a->role == ARG_NATIVE)
            add(&args, a->text);
    }
    add(&args, "-c");
    add(&args, "-o");
    add(&args, object);
    add(&args, "-Qunused-arguments");
    side_args(cc, source->text, &args);
    if (source->language) {
        add(&args, "-x");
        add(&args, source->language);
    }
    add(&args, "--");
    add(&args, source->text);
    if (source->role == ARG_SOURCE)
        bitcode_start(cc, source, false, &b);
    int status = run(cc, &args);
    bool ok = bitcode_finish(cc, &b, status == 0, &section);
    if (status == 0)
        ok = embed(cc, ok, &section, object);
    str_done(&section);
    vec_done(&args);
    return ok ? blame(cc, status) : -1;
}

/* Compile the sources of a one-step link: all of them, as clang does, although
 * one may fail. */
static int
compile_for_link(Cc *cc, const char **objects)
{
    int status = 0;

    for (size_t i = 0; i < cc->plan.nargs && status >= 0; i++) {
        const PlanArg *a = &cc->plan.args[i];
        if (a->role != ARG_SOURCE && a->role != ARG_OTHER)
            continue;
        if (!temp_dir(cc))
            return -1;
        objects[i] = object_for_link(cc, i);
        int one = compile_one(cc, a, objects[i]);
        status = one < 0 || status == 0 ? one : status;
    }
    return status;
}

/* Our own object for the link: the stub (or an empty one) with the records;
 * *path stays NULL if it would hold nothing. */
static bool
own_object(Cc *cc, const char *const *objects, char **path)
{
    const Plan *plan = &cc->plan;
    bool bare = plan->shared || plan->bare || plan->relocatable;
    char *base = NULL;
    Str section = {0};
    bool ok = link_records(plan, objects, &section, &cc->diag);

    *path = NULL;
    if (ok && section.n > 0) {
        ok = temp_dir(cc) &&
             io_resource(bare ? "empty.o" : "stub.o", &base, &cc->diag);
        *path = ok ? arena_printf(&cc->arena, "%s/culprit.o", cc->temp) : NULL;
        ok = ok && io_copy(base, *path, &cc->diag) &&
             embed_add(*path, &section, &cc->diag);
    }
    str_done(&section);
    free(base);
    return ok;
}

static bool
inputs_exist(const Plan *plan)
{
    for (size_t i = 0; i < plan->nargs; i++) {
        const PlanArg *a = &plan->args[i];
        if ((a->role == ARG_INPUT || a->role == ARG_SOURCE ||
             a->role == ARG_OTHER) &&
            strcmp(a->text, "-") != 0 && !io_exists(a->text))
            return false;
    }
    return true;
}

/* Compile what is source, link all, with our own object behind. */
static int
link_image(Cc *cc)
{
    const Plan *plan = &cc->plan;
    Args args = {0};
    char *own;
    const char **objects = ARENA_ARRAY(&cc->arena, const char *, plan->nargs);

    int status = compile_for_link(cc, objects);
    if (status != 0)
        return status;
    if (!own_object(cc, objects, &own))
        return -1;
    add(&args, cc->clang);
    for (size_t i = 0; i < plan->nargs; i++)
        if (plan->args[i].role != ARG_ABOUT)
            add(&args, objects[i] ? objects[i] : plan->args[i].text);
    if (own)
        add(&args, own);
    if (!plan->relocatable)
        add(&args, "-Wl,--build-id=sha1");
    if (plan->nsources + plan->nothers > 0) /* they were used compiling */
        add(&args, "-Qunused-arguments");
    status = run(cc, &args);
    vec_done(&args);
    return status;
}

static int
drive(Cc *cc, int argc, char **argv)
{
    if (!clang_find(&cc->clang, &cc->diag) ||
        !plan_make(argc, argv, &cc->arena, &cc->plan, &cc->diag))
        return -1;
    /* clang complains about a missing input before it does anything */
    if (cc->plan.mode == PLAN_PASS || !inputs_exist(&cc->plan))
        return pass_through(cc, argv);
    if (cc->plan.reads_stdin && !keep_stdin(cc))
        return -1;
    return cc->plan.mode == PLAN_COMPILE ? compile_all(cc) : link_image(cc);
}

/* A signal ends clang, which sits in the same group; we clean up, then end the
 * same way. */
static void
watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal}, old;

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
}

int
cc_main(int argc, char **argv)
{
    Cc cc = {0};

    diag_init(&cc.diag);
    watch_signals();
    int status = drive(&cc, argc, argv);
    if (status < 0 && !interrupted)
        fprintf(stderr, "culprit-cc: %s\n",
                cc.diag.error ? cc.diag.error : "failed");
    if (cc.temp)
        io_remove_tree(cc.temp);
    free(cc.temp);
    arena_done(&cc.arena);
    diag_done(&cc.diag);
    if (interrupted) {
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return status < 0 ? 1 : status;
}
