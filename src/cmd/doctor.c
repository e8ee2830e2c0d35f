/* doctor.c - `culprit doctor`: can this machine do what culprit needs? */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/spawn.h"
#include "process/confine.h"

#include <stdlib.h>
#include <string.h>

/* A program culprit starts, and the Debian package that has it. */
static const struct {
    const char *what, *program, *package;
} programs[] = {
    {"compiler", "/usr/lib/llvm-19/bin/clang", "clang-19"},
    {"linker", "ld", "binutils"},
    {"pictures", "dot", "graphviz"},
    {"patches (bench)", "patch", "patch"},
};

static const char *const resources[] = {"stub.o", "libprofile.a"};

static bool
check_program(Io *io, const char *what, const char *program,
              const char *package)
{
    Diag d;
    char *out = NULL;

    diag_init(&d);
    char *argv[] = {strdup(program),
                    strdup(strcmp(program, "dot") == 0 ? "-V" : "--version"),
                    NULL};
    bool ok = spawn_capture(argv, true, &out, &d) == 0;
    if (ok)
        fprintf(io->out, "ok       %-16s %s\n", what, program);
    else
        fprintf(io->out, "MISSING  %-16s %s: apt-get install %s\n", what,
                program, package);
    free(argv[0]);
    free(argv[1]);
    free(out);
    diag_done(&d);
    return ok;
}

static bool
check_resource(Io *io, const char *name)
{
    Diag d;
    char *path;

    diag_init(&d);
    bool ok = io_resource(name, &path, &d);
    fprintf(io->out, "%s %-16s %s\n", ok ? "ok      " : "MISSING ",
            "installation", ok ? path : d.error);
    free(path);
    diag_done(&d);
    return ok;
}

/* What holds runs on made-up inputs. Missing means are no error. */
static void
check_confinement(Io *io)
{
    ConfineMeans m;
    Str gaps = {0};

    confine_probe(&m);
    confine_gaps(&m, false, &gaps);
    fprintf(io->out, "%s confinement      ", gaps.n ? "PARTLY  " : "ok      ");
    if (m.landlock)
        fprintf(io->out, "Landlock ABI %d, ", m.landlock);
    else
        fputs("no Landlock (Linux 5.13 with lsm=landlock), ", io->out);
    fprintf(io->out, "%sseccomp, ", m.seccomp ? "" : "no ");
    fprintf(io->out, "%snamespaces\n",
            m.spaces ? "" : "no (sysctl user.max_user_namespaces) ");
    if (gaps.n)
        fprintf(io->out, "         %-16s not held: %s\n", "", str_text(&gaps));
    str_done(&gaps);
}

/* PHP applications are run by a host of their own, built where PHP's library
 * is. Its absence is no error. */
static void
check_php(Io *io)
{
    Diag d;
    char *path;

    diag_init(&d);
    if (io_resource("culprit-php", &path, &d))
        fprintf(io->out, "ok       %-16s %s\n", "PHP applications", path);
    else
        fprintf(io->out,
                "NOT HERE %-16s apt-get install php8.2-dev libphp8.2-embed "
                "libgumbo-dev, and build culprit again\n",
                "PHP applications");
    free(path);
    diag_done(&d);
}

static int
doctor(const void *settings, Operands operands, Io *io, Diag *unused)
{
    int missing = 0;

    (void)settings, (void)operands, (void)unused;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        missing += !check_program(io, programs[i].what, programs[i].program,
                                  programs[i].package);
    for (size_t i = 0; i < sizeof resources / sizeof resources[0]; i++)
        missing += !check_resource(io, resources[i]);
    check_confinement(io);
    check_php(io);
    return missing ? CMD_ERROR : CMD_ANSWER;
}

const CommandSpec command_doctor = {
    .name = "doctor",
    .synopsis = "",
    .description = "Look for everything culprit needs on this machine, and "
                   "say what is missing\nand how to get it.",
    .run = doctor,
};
