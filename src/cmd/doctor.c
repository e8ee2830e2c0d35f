/* doctor.c - `culprit doctor`: can this machine do what culprit needs? */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
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

/* The first line that a program prints, without its own name before it. */
static char *
first_line(char *const *argv, int *status)
{
    static const char prefix[] = "culprit-php: ";
    char *out = NULL;
    Diag d;

    diag_init(&d);
    *status = spawn_capture(argv, true, &out, &d);
    diag_done(&d);
    if (!out)
        return mem_strdup("");
    out[strcspn(out, "\n")] = 0;
    const size_t n =
        strncmp(out, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    char *line = mem_strdup(out + n);
    free(out);
    return line;
}

/* Does the host start, and with which PHP? */
static void
check_host(Io *io, const char *path)
{
    char *command = mem_printf("exec '%s' --version 2>&1", path);
    char shell[] = "/bin/sh", option[] = "-c";
    char *argv[] = {shell, option, command, NULL};
    int status;
    char *line = first_line(argv, &status);

    if (status == 0)
        fprintf(io->out, "ok       %-16s %s, PHP %s\n", "PHP applications",
                path, line);
    else
        fprintf(io->out, "NOT HERE %-16s %s does not start: %s\n",
                "PHP applications", path, line);
    free(line);
    free(command);
}

/* Which PHP is here, if it is not ours? */
static void
check_other_php(Io *io)
{
    char shell[] = "/bin/sh", option[] = "-c",
         command[] = "exec php -n -r 'echo PHP_VERSION;' 2>/dev/null";
    char *argv[] = {shell, option, command, NULL};
    int status;
    char *version = first_line(argv, &status);

    fprintf(io->out, "NOT HERE %-16s ", "PHP applications");
    if (status == 0 && strncmp(version, "8.2.", 4) != 0)
        fprintf(io->out,
                "PHP is here in version %s, but 8.2 is needed: ", version);
    fputs("apt-get install php8.2-dev libphp8.2-embed libgumbo-dev, and build "
          "culprit again\n",
          io->out);
    free(version);
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
        check_host(io, path);
    else
        check_other_php(io);
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
