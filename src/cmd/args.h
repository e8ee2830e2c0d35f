/* args.h - an argument list to the settings of a command. */
#ifndef CULPRIT_CMD_ARGS_H
#define CULPRIT_CMD_ARGS_H

#include "cmd/cmd.h"

typedef struct Args Args;
struct Args {
    void *settings;        /* the defaults, with what was given */
    const char **operands; /* a NULL behind them */
    size_t noperands;
};

typedef enum { ARGS_OK, ARGS_HELP, ARGS_BAD } ArgsResult;

/* Parse GNU-style; argv[0] is the command's name, and argv is not changed.
 * ARGS_HELP: help was printed to io->out. ARGS_BAD: said on io->err. */
ArgsResult args_parse(const CommandSpec *c, int argc, char *const *argv,
                      Args *out, Io *io);
void args_done(const CommandSpec *c, Args *a); /* whatever args_parse gave */

#endif
