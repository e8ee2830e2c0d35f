/* table.c - the subcommands, and the way to them. */
#include "cmd/cmd.h"

#include "base/version.h"
#include "cmd/commands.h"

#include <errno.h>
#include <string.h>

const Command commands[] = {
#define COMMAND(name, summary) {#name, (summary), cmd_##name},
#include "cmd/commands.def"
#undef COMMAND
    {0},
};

static void
print_overview(FILE *out)
{
    fputs("usage: culprit COMMAND [OPTION]...\n\n"
          "Find the cause of a failing test in a C program that was built "
          "with culprit-cc.\n\ncommands:\n",
          out);
    for (const Command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\n`culprit COMMAND --help` tells more. Exit status: 0 an answer, "
          "1 none, 2 an error.\n",
          out);
}

/* What was printed must have arrived: a full disk is no success. */
static int
finish(int status, Io *io)
{
    if (fflush(io->out) == 0 && !ferror(io->out))
        return status;
    if (status != 2) /* else it was said already */
        fprintf(io->err, "culprit: cannot write the output: %s\n",
                strerror(errno));
    return 2;
}

int
culprit_main(int argc, char **argv, Io *io)
{
    if (argc < 2) {
        print_overview(io->err);
        return 2;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0) {
        print_overview(io->out);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        fputs("culprit " CULPRIT_VERSION "\n", io->out);
        return 0;
    }
    for (const Command *c = commands; c->name; c++)
        if (strcmp(c->name, argv[1]) == 0)
            return finish(c->run(argc - 1, argv + 1, io), io);
    fprintf(io->err, "culprit: no command %s (see culprit --help)\n", argv[1]);
    return 2;
}
