/* table.c - the subcommands, and the way to them. */
#include "cmd/cmd.h"

#include "base/version.h"
#include "cmd/commands.h"
#include "cmd/help.h"
#include "cmd/nearest.h"
#include "suite/words.h"

#include <errno.h>
#include <string.h>

const Command commands[] = {
#define COMMAND(name, summary) {#name, (summary), &command_##name},
#include "cmd/commands.def"
    {0},
};

const Command *
command_by_name(const char *name)
{
    for (const Command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const char *
command_nearest(const char *name)
{
    Nearest near = nearest_to(name, strlen(name));

    for (const Command *c = commands; c->name; c++)
        nearest_offer(&near, c->name);
    return near.name;
}

static int
unknown_command(const char *name, Io *io)
{
    const char *meant = command_nearest(name);

    fprintf(io->err, "culprit: no command %s%s%s%s (see culprit --help)\n",
            name, meant ? ": did you mean " : "", meant ? meant : "",
            meant ? "?" : "");
    return CMD_ERROR;
}

/* What was printed must have arrived: a full disk is no success. */
static int
finish(int status, Io *io)
{
    if (fflush(io->out) == 0 && !ferror(io->out))
        return status;
    if (status != CMD_ERROR) /* else it was said already */
        fprintf(io->err, "culprit: cannot write the output: %s\n",
                strerror(errno));
    return CMD_ERROR;
}

static int
dispatch(int argc, char **argv, Io *io)
{
    const char *name = argv[1];

    if (strcmp(name, "--version") == 0) {
        fputs("culprit " CULPRIT_VERSION "\n", io->out);
        return CMD_ANSWER;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const Command *c = command_by_name(name);
    return c ? command_call(c, argc - 1, argv + 1, io)
             : unknown_command(name, io);
}

/* The command line, to be typed again. */
static void
quote(int argc, char **argv, Str *out)
{
    str_puts(out, "culprit");
    for (int i = 1; i < argc; i++) {
        str_puts(out, " ");
        words_quote(out, argv[i]);
    }
}

int
culprit_main(int argc, char **argv, Io *io)
{
    Str command = {0};

    if (argc < 2) {
        help_overview(io->err);
        return CMD_ERROR;
    }
    quote(argc, argv, &command);
    io->command = str_text(&command);
    const int status = finish(dispatch(argc, argv, io), io);
    io->command = NULL;
    str_done(&command);
    return status;
}
