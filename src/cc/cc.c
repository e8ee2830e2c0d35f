/* cc.c - the drop-in compiler: what clang does, plus the module's bitcode.
 *
 * Each C source is compiled twice: natively, just as asked, and to unoptimised
 * bitcode with debug information, which goes into a section of the object.
 * Linking adds the start-up stub, a build id, and a record of the link itself,
 * so that variants can be linked the same way. An invocation we have nothing
 * to add to is handed to clang as it is.
 */
#include "cc/cc.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/vec.h"
#include "cc/embed.h"
#include "cc/plan.h"
#include "format/section.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void
add(Args *a, const char *text)
{
    vec_push(a, (char *)(uintptr_t)text);
}

static const char *
find_clang(void)
{
    static const char *const places[] = {
        "/usr/lib/llvm-19/bin/clang",
        "/usr/bin/clang-19",
        "/usr/local/bin/clang-19",
    };
    const char *chosen = getenv("CULPRIT_CLANG");

    if (chosen && *chosen)
        return chosen;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static bool
temp_dir(Cc *cc)
{
    return cc->temp || io_temp_dir("culprit-cc", &cc->temp, &cc->diag);
}

/* Start clang; very long command lines go through a response file. */
static bool
start(Cc *cc, Args *args, bool quiet, pid_t *pid)
{
    size_t length = 0;
    Args one = {0};

    for (size_t i = 0; i < args->n; i++)
        length += strlen(args->at[i]) + 1;
    if (length > 100000 && temp_dir(cc)) {
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
        char *path =
            arena_printf(&cc->arena, "%s/args.%p", cc->temp, (void *)args);
        if (!io_write(path, file.at, file.n, &cc->diag))
            return false;
        str_done(&file);
        add(&one, args->at[0]);
        add(&one, arena_printf(&cc->arena, "@%s", path));
        args = &one;
    }
    add(args, NULL);
    args->n--;
    if (cc->input)
        lseek(cc->input, 0, SEEK_SET);
    Spawn s = {
        .argv = args->at, .in = cc->input, .out = 1, .err = quiet ? -1 : 2};
    bool ok = spawn_start(&s, pid, &cc->diag);
    vec_done(&one);
    return ok;
}

static int
run(Cc *cc, Args *args)
{
    pid_t pid;

    return start(cc, args, false, &pid) ? spawn_wait(pid) : -1;
}

/* Both compilations of stdin read it, so it is copied to a file first. */
static bool
keep_stdin(Cc *cc)
{
    char buffer[65536];
    ssize_t n;

    FILE *f = tmpfile();
    if (!f)
        return diag_errno(&cc->diag, "cannot make a temporary file");
    while ((n = read(0, buffer, sizeof buffer)) > 0)
        if (write(fileno(f), buffer, (size_t)n) != n)
            return diag_errno(&cc->diag, "cannot copy standard input");
    cc->input = fileno(f); /* closed by the system when we end */
    return true;
}

/* The arguments of the bitcode compilation of one source. */
static void
bitcode_args(Cc *cc, const PlanArg *source, const char *output, Args *args)
{
    static const char *const fixed[] = {
        "-c",
        "-emit-llvm",
        "-O0",
        "-g",
        "-gdwarf-4",
        "-w",
        "-Xclang",
        "-disable-O0-optnone",
        "-Xclang",
        "-disable-llvm-passes",
        /* keeps block and value names, which dumps show */
        "-fno-discard-value-names",
        "-fno-color-diagnostics",
        "-Qunused-arguments",
    };

    add(args, cc->clang);
    for (size_t i = 0; i < cc->plan.nargs; i++)
        if (cc->plan.args[i].role == ARG_SHARED)
            add(args, cc->plan.args[i].text);
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(args, fixed[i]);
    add(args, "-o");
    add(args, output);
    if (source->language) {
        add(args, "-x");
        add(args, source->language);
    }
    add(args, source->text);
}

/* Put the bitcode at `bitcode` into the object, if both are there. A source
 * whose bitcode cannot be had is still compiled: it runs uninstrumented. */
static bool
embed(Cc *cc, const char *bitcode, const char *object)
{
    struct stat st;
    Bytes b;
    Str section = {0};

    if (stat(object, &st) < 0 || !S_ISREG(st.st_mode) ||
        embed_kind(object) != EMBED_OBJECT_WITHOUT || !io_exists(bitcode))
        return true;
    bool ok = io_read(bitcode, &b, &cc->diag) &&
              section_put(&section, RECORD_BITCODE, b.at, b.n, &cc->diag) &&
              embed_add(object, &section, &cc->diag);
    io_bytes_done(&b);
    str_done(&section);
    return ok;
}

/* Compile one source natively with `args` and to bitcode at the same time.
 * Gives the native compiler's status. */
static int
compile(Cc *cc, const PlanArg *source, Args *args, const char *object)
{
    Args bc = {0};
    pid_t pid;

    if (!temp_dir(cc))
        return -1;
    char *bitcode = arena_printf(&cc->arena, "%s/%zu.bc", cc->temp,
                                 (size_t)(source - cc->plan.args));
    bitcode_args(cc, source, bitcode, &bc);
    bool started = !cc->input && start(cc, &bc, true, &pid);
    int status = run(cc, args);
    if (cc->input) /* one file offset: one after the other */
        started = start(cc, &bc, true, &pid);
    if (started)
        spawn_wait(pid);
    vec_done(&bc);
    if (status == 0 && !embed(cc, bitcode, object))
        status = -1;
    unlink(bitcode);
    return status;
}

/* All arguments but the sources, which `only` (if any) replaces. */
static void
native_args(Cc *cc, const PlanArg *only, Args *args)
{
    add(args, cc->clang);
    for (size_t i = 0; i < cc->plan.nargs; i++) {
        const PlanArg *a = &cc->plan.args[i];
        if (a->role == ARG_SHARED || a->role == ARG_NATIVE)
            add(args, a->text);
    }
    if (only->language) {
        add(args, "-x");
        add(args, only->language);
    }
    add(args, only->text);
}

/* `-c`: each source to its own object. */
static int
compile_all(Cc *cc)
{
    int status = 0;

    for (size_t i = 0; i < cc->plan.nargs && status == 0; i++) {
        const PlanArg *a = &cc->plan.args[i];
        Args args = {0};
        if (a->role != ARG_SOURCE && a->role != ARG_OTHER)
            continue;
        const char *object = cc->plan.output
                                 ? cc->plan.output
                                 : plan_object_name(&cc->arena, a->text);
        native_args(cc, a, &args);
        add(&args, "-c");
        /* Without -o the names of dependency files follow the source. */
        if (cc->plan.output || strcmp(a->text, "-") == 0) {
            add(&args, "-o");
            add(&args, object);
        }
        status = a->role == ARG_SOURCE ? compile(cc, a, &args, object)
                                       : run(cc, &args);
        vec_done(&args);
    }
    return status;
}

static void
put_text(Str *to, const char *text)
{
    str_add(to, text, strlen(text) + 1);
}

static void
put_path(Str *to, const char *path)
{
    char *absolute = io_absolute(path);

    put_text(to, absolute);
    free(absolute);
}

/* Record one operand of the link. Objects with bitcode are not needed again,
 * others are kept whole; archives and libraries are named by absolute path.
 * Members of an archive that has bitcode throughout are in the image already,
 * so it may not be linked whole a second time. */
static bool
record_operand(Cc *cc, const char *path, Str *link, Str *section)
{
    Bytes b;
    bool ok = true;

    switch (embed_kind(path)) {
    case EMBED_OBJECT_WITH:
        return true;
    case EMBED_OBJECT_WITHOUT:
        ok = io_read(path, &b, &cc->diag) &&
             section_put(section, RECORD_OBJECT, b.at, b.n, &cc->diag);
        io_bytes_done(&b);
        return ok;
    case EMBED_ARCHIVE_WITH:
        put_text(link, "-Wl,--push-state,--no-whole-archive");
        put_path(link, path);
        put_text(link, "-Wl,--pop-state");
        return true;
    case EMBED_OTHER:
        break;
    }
    put_path(link, path);
    return true;
}

/* What the link was: its directory and its arguments but for output and
 * objects, so that variants link the same although objects may be gone. */
static bool
link_records(Cc *cc, const Args *args, Str *section)
{
    Str link = {0};
    bool ok = true;

    put_path(&link, ".");
    for (size_t i = 0; ok && i < cc->plan.nargs; i++) {
        const PlanArg *a = &cc->plan.args[i];
        if (a->role == ARG_SHARED || a->role == ARG_LINK)
            put_text(&link, a->text);
        else if (a->role != ARG_OUTPUT && a->role != ARG_NATIVE)
            ok = record_operand(cc, args->at[i + 1], &link, section);
    }
    ok = ok && section_put(section, RECORD_LINK, link.at, link.n, &cc->diag);
    str_done(&link);
    return ok;
}

/* Our own object for the link: the stub (or an empty one) with the records. */
static bool
own_object(Cc *cc, const Args *args, char **path)
{
    char *base = NULL;
    Str section = {0};
    bool bare = cc->plan.shared || cc->plan.bare;
    bool ok = temp_dir(cc) &&
              io_resource(bare ? "empty.o" : "stub.o", &base, &cc->diag);

    *path = ok ? arena_printf(&cc->arena, "%s/culprit.o", cc->temp) : NULL;
    ok = ok && io_copy(base, *path, &cc->diag) &&
         link_records(cc, args, &section) &&
         embed_add(*path, &section, &cc->diag);
    str_done(&section);
    free(base);
    return ok;
}

/* Compile the sources of a one-step link to objects of our own. */
static int
compile_for_link(Cc *cc, const char **objects)
{
    int status = 0;

    for (size_t i = 0; i < cc->plan.nargs && status == 0; i++) {
        const PlanArg *a = &cc->plan.args[i];
        Args args = {0};
        if (a->role != ARG_SOURCE && a->role != ARG_OTHER)
            continue;
        if (!temp_dir(cc))
            return -1;
        objects[i] = arena_printf(&cc->arena, "%s/%zu.o", cc->temp, i);
        native_args(cc, a, &args);
        add(&args, "-c");
        add(&args, "-o");
        add(&args, objects[i]);
        add(&args, "-Qunused-arguments");
        status = a->role == ARG_SOURCE ? compile(cc, a, &args, objects[i])
                                       : run(cc, &args);
        vec_done(&args);
    }
    return status;
}

static int
pass_through(Cc *cc, char **argv)
{
    argv[0] = (char *)(uintptr_t)cc->clang;
    execv(cc->clang, argv);
    diag_errno(&cc->diag, "cannot start %s", cc->clang);
    return -1;
}

/* Compile what is source, link all, with our own object in front. */
static int
link_image(Cc *cc, int argc, char **argv)
{
    Args args = {0};
    char *own;
    const char **objects =
        ARENA_ARRAY(&cc->arena, const char *, cc->plan.nargs);

    if (cc->plan.relocatable)
        return pass_through(cc, argv);
    /* Files beside the image are named after it only by clang's own one-step
     * compilation: let it make them, then make the image again. */
    if (cc->plan.side_outputs && cc->plan.nsources) {
        Args whole = {0};
        add(&whole, cc->clang);
        for (int i = 1; i < argc; i++)
            add(&whole, argv[i]);
        int status = run(cc, &whole);
        vec_done(&whole);
        if (status != 0)
            return status;
    }
    int status = compile_for_link(cc, objects);
    if (status != 0)
        return status;
    add(&args, cc->clang);
    for (size_t i = 0; i < cc->plan.nargs; i++)
        add(&args, objects[i] ? objects[i] : cc->plan.args[i].text);
    if (!own_object(cc, &args, &own))
        return -1;
    add(&args, own);
    add(&args, "-Wl,--build-id=sha1");
    add(&args, "-Qunused-arguments");
    status = run(cc, &args);
    vec_done(&args);
    return status;
}

static int
drive(Cc *cc, int argc, char **argv)
{
    cc->clang = find_clang();
    if (!cc->clang) {
        diag_fail(&cc->diag,
                  "clang %d is not installed: apt-get install "
                  "clang-%d, or set CULPRIT_CLANG",
                  SECTION_LLVM, SECTION_LLVM);
        return -1;
    }
    if (!plan_make(argc, argv, &cc->arena, &cc->plan, &cc->diag))
        return -1;
    if (cc->plan.mode != PLAN_PASS && cc->plan.reads_stdin && !keep_stdin(cc))
        return -1;
    switch (cc->plan.mode) {
    case PLAN_COMPILE:
        return compile_all(cc);
    case PLAN_LINK:
        return link_image(cc, argc, argv);
    case PLAN_PASS:
        break;
    }
    return pass_through(cc, argv);
}

int
cc_main(int argc, char **argv)
{
    Cc cc = {0};

    diag_init(&cc.diag);
    int status = drive(&cc, argc, argv);
    if (status < 0)
        fprintf(stderr, "culprit-cc: %s\n",
                cc.diag.error ? cc.diag.error : "failed");
    if (cc.temp)
        io_remove_tree(cc.temp);
    free(cc.temp);
    arena_done(&cc.arena);
    diag_done(&cc.diag);
    return status < 0 ? 1 : status;
}
